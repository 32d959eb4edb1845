import type { DefinitionFault, WorkflowDetail, WorkflowVocabulary } from '@gatehouse/contract';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from './draft.ts';
import { Warnings } from './faults.tsx';
import { SentData } from './sent-data.tsx';
import type { Saving } from './use-saving.ts';
import { VersionDiff } from './version-diff.tsx';

/** What changes with a version, before it takes effect or somebody else is asked to let it. */
export function PublishDialog(props: {
  readonly domain: string;
  readonly draft: Draft;
  readonly detail: WorkflowDetail | undefined;
  readonly needsApproval: boolean;
  readonly webhooks: WorkflowVocabulary['webhooks'];
  readonly warnings: readonly DefinitionFault[];
  readonly isPending: boolean;
  readonly save: (saving: Saving) => void;
}) {
  const { domain, detail, needsApproval } = props;
  const [note, setNote] = useState('');
  const version = detail?.publishedVersion ?? null;
  return (
    <>
      <Text size="sm" mb="xs">
        {version === null
          ? `Submits of ${props.draft.eventType} start this workflow once it is published.`
          : `New submits use this version once it is published. Executions started with version ${version} stay on it.`}
        {needsApproval
          ? ' Another person reviews it and publishes it by approving.'
          : ' You publish it without review: nobody else checks its decisions and the data that it sends.'}
      </Text>
      <SentData definition={props.draft} webhooks={props.webhooks} />
      <Warnings warnings={props.warnings} />
      <VersionDiff
        domain={domain}
        workflowId={detail?.workflowId}
        version={version}
        definition={props.draft}
      />
      <Textarea
        mt="sm"
        label="Note to approver"
        autosize
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="sm">
        <Button
          variant={needsApproval ? 'filled' : 'default'}
          loading={props.isPending}
          onClick={() => props.save({ kind: 'ask', note })}
          {...(needsApproval ? { 'data-autofocus': true } : {})}
        >
          Request approval
        </Button>
        {!needsApproval && (
          <Button onClick={() => props.save({ kind: 'publish' })} loading={props.isPending} data-autofocus>
            Publish
          </Button>
        )}
      </Group>
    </>
  );
}
