import type { WorkflowDetail } from '@gatehouse/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { FileField } from '../ui/code-field.tsx';
import type { Draft } from './draft.ts';
import { fileText } from './workflow-text.ts';

/** What changes with a version, before it takes effect. */
export function PublishDialog(of: {
  readonly domain: string;
  readonly draft: Draft;
  readonly detail: WorkflowDetail | undefined;
  readonly isPending: boolean;
  readonly publish: () => void;
}) {
  const { domain, detail } = of;
  const version = detail?.publishedVersion ?? undefined;
  const published = useQuery({
    queryKey: ['workflow-version', domain, detail?.workflowId, version],
    queryFn: () =>
      call('workflows.readVersion', {
        params: { domain, workflowId: detail!.workflowId, version: String(version) as never },
      }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Text size="sm" mb="xs">
        {version === undefined
          ? `Submits of ${of.draft.eventType} start this workflow from now on.`
          : `Submits take the new version from now on. Executions that began with version ${version} stay on it.`}
      </Text>
      {(version === undefined || published.data) && (
        <FileField
          label="What is published"
          value={fileText(of.draft)}
          original={published.data && fileText(published.data.definition)}
        />
      )}
      <Group justify="flex-end" mt="sm">
        <Button onClick={of.publish} loading={of.isPending} data-autofocus>
          Publish
        </Button>
      </Group>
    </>
  );
}
