import type { ConsoleData } from '@gatehouse/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { type PreviewChange, useOrderPreview, usePreview } from './preview-queries.ts';
import { PreviewState } from './preview-state.tsx';
import { settingsOf } from './setting-steps.ts';

/** What the screening settings of a monitoring workflow would find, before it is published. */
export function DraftPreview(props: {
  readonly domain: string;
  readonly definition: ConsoleData<'workflows.read'>['draft'];
}) {
  const { domain } = props;
  const settings = settingsOf(props.definition);
  const order = useOrderPreview(domain);
  const previewId = order.data?.previewId;
  const preview = usePreview(domain, previewId);
  if (settings.length === 0) return null;
  return (
    <section aria-label={text('previews.ofSettings')} className="gh-block">
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h6">
          {text('previews.ofSettings')}
        </Title>
        {preview.data?.state !== 'ORDERED' && (
          <Button
            variant="default"
            loading={order.isPending}
            onClick={() => order.mutate({ kind: 'WORKFLOW', variants: [settings] } as PreviewChange)}
          >
            {previewId === undefined ? text('previews.run') : text('previews.runAgain')}
          </Button>
        )}
      </Group>
      <Text size="sm" className="gh-dim" mb={6}>
        {text('previews.settingsWords')}
      </Text>
      <ErrorAlert error={order.error ?? preview.error} mb="sm" />
      {preview.data && <PreviewState domain={domain} preview={preview.data} />}
    </section>
  );
}
