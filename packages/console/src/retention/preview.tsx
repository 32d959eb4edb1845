import type { RetentionKind, RetentionRule } from '@gatehouse/contract';
import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { keptText } from './retention-texts.ts';

const typingMs = 400;

/** What the next run would delete by a period, and what it would keep although it is old enough. */
export function Preview(props: {
  readonly domain: string;
  readonly kind: RetentionKind;
  readonly appliesTo: 'domain' | 'tenant';
  readonly rule: RetentionRule;
}) {
  const { domain, kind, appliesTo } = props;
  const [{ period, basis }] = useDebouncedValue(props.rule, typingMs);
  const preview = useQuery({
    queryKey: ['retention', domain, 'preview', kind, appliesTo, period, basis],
    queryFn: ({ signal }) =>
      call('retention.preview', {
        params: { domain },
        query: { kind, appliesTo, period: period!, ...(basis !== null && { basis }) },
        signal,
      }),
    enabled: period !== null,
    meta: { isShownInPlace: true },
  });
  if (period === null) return null;
  if (preview.error) return <ErrorAlert error={preview.error} />;
  if (preview.data === undefined) {
    return (
      <Text size="sm" className="gh-dim" role="status">
        {text('retention.previewing')}
      </Text>
    );
  }
  const { due, kept, isComplete } = preview.data;
  const keeps = keptText(kept);
  return (
    <Alert color={due > 0 ? 'orange' : 'gray'} title={text('retention.preview')} role="status">
      <Text size="sm">{dueText(due, isComplete)}</Text>
      {keeps !== '' && <Text size="sm">{text('retention.previewKept', { reasons: keeps })}</Text>}
    </Alert>
  );
}

function dueText(count: number, isComplete: boolean): string {
  if (!isComplete) return text('retention.previewAtLeast', { count });
  return count === 0 ? text('retention.previewNone') : text('retention.previewDue', { count });
}
