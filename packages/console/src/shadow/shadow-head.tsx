import type { ShadowRun } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { formatInstant, formatNumber } from '../ui/format.ts';

/** Where a shadow run is, who started it, and whether it is of another draft than the one that is looked at. */
export function ShadowHead(props: { readonly run: ShadowRun; readonly isOtherDraft: boolean }) {
  const { run, isOtherDraft } = props;
  const { workflowVersion: version, every, startedBy: by } = run;
  return (
    <section aria-live="polite">
      <Title order={2} size="h5">
        {stateText(run)}
      </Title>
      <Text size="sm" className="gh-dim">
        {text('shadow.startedBy', { at: formatInstant(run.startedAt), by, version: String(version) })}{' '}
        {every > 1 && text('shadow.sampled', { every: formatNumber(every) })}
      </Text>
      {isOtherDraft && (
        <Text size="sm" className="gh-contradict">
          {text('shadow.otherDraft')}
        </Text>
      )}
    </section>
  );
}

function stateText({ endReason, endedAt, endedBy, endsAt }: ShadowRun): string {
  if (endReason === null || endedAt === null) return text('shadow.running', { until: formatInstant(endsAt) });
  return text(`shadow.ended-${endReason}`, { at: formatInstant(endedAt), by: endedBy ?? '' });
}
