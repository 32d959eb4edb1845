import { Alert, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { PreviewCustomers } from './preview-customers.tsx';
import type { PreviewFigures, PreviewReport } from './preview-queries.ts';
import { PreviewResult } from './preview-result.tsx';

/** A preview as it is now: how far it is, what it found, or why it found nothing. */
export function PreviewState(props: {
  readonly domain: string;
  readonly preview: PreviewReport;
  /** The result in a form of its own, in place of its figures. */
  readonly children?: (result: PreviewFigures) => ReactNode;
}) {
  const { domain, preview, children } = props;
  if (preview.failure !== null) {
    return (
      <Alert color="red" variant="outline" mb="sm" title={text('previews.failed')}>
        {failureWords(preview.failure)}
      </Alert>
    );
  }
  if (preview.result === null) return <InProgress progress={preview.progress} />;
  return (
    <>
      {preview.isOutdated && (
        <Alert color="orange" variant="outline" mb="sm">
          {text('previews.outdated')}
        </Alert>
      )}
      {children ? children(preview.result) : <PreviewResult preview={preview} result={preview.result} />}
      <PreviewCustomers domain={domain} preview={preview} />
    </>
  );
}

/** Why a preview has no result. */
export function failureWords(failure: NonNullable<PreviewReport['failure']>): string {
  return text(`previews.failure-${failure}`);
}

function InProgress({ progress }: Pick<PreviewReport, 'progress'>) {
  const words =
    progress === null
      ? text('previews.starting')
      : text('previews.screening', {
          screened: formatNumber(progress.screened),
          of: formatNumber(progress.of),
        });
  return (
    <div className="gh-panel gh-block" role="status">
      <Text size="sm" mb={6}>
        {words}
      </Text>
      <Progress
        value={progress === null || progress.of === 0 ? 0 : (progress.screened / progress.of) * 100}
        aria-label={words}
      />
    </div>
  );
}
