import type { DefinitionFault, WorkflowDetail, WorkflowVocabulary } from '@gatehouse/contract';
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { labelOf } from '../ui/format.ts';
import type { Draft } from './draft.ts';
import { Warnings } from './faults.tsx';
import { ReplayPreview } from './replay-preview.tsx';
import { SentData } from './sent-data.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import { ShadowResult } from './shadow-run.tsx';
import type { Saving } from './use-saving.ts';
import { VersionDiff } from './version-diff.tsx';
import { Replacement } from './workflow-start.tsx';

/** What changes with a version, before it takes effect or somebody else is asked to let it. */
export function PublishDialog(props: {
  readonly domain: string;
  readonly draft: Draft;
  readonly detail: WorkflowDetail | undefined;
  readonly needsApproval: boolean;
  readonly webhooks: WorkflowVocabulary['webhooks'];
  readonly warnings: readonly DefinitionFault[];
  readonly isPending: boolean;
  readonly isDirty: boolean;
  readonly showShadow: (() => void) | undefined;
  readonly save: (saving: Saving) => void;
  readonly close: () => void;
}) {
  const { domain, detail, needsApproval } = props;
  const [note, setNote] = useState('');
  const version = detail?.publishedVersion ?? null;
  return (
    <>
      <Text size="sm" mb="xs">
        {version === null
          ? text('workflows.firstPublishWords', { event: labelOf(props.draft.eventType) })
          : text('workflows.publishWords', { version: String(version) })}{' '}
        {needsApproval ? text('workflows.othersPublish') : text('workflows.ownPublish')}
      </Text>
      <Replacement domain={domain} definition={props.draft} workflowId={detail?.workflowId} />
      <SentData definition={props.draft} webhooks={props.webhooks} />
      <Warnings warnings={props.warnings} />
      <SettingsPreview domain={domain} definition={props.draft} />
      <VersionDiff
        domain={domain}
        workflowId={detail?.workflowId}
        version={version}
        definition={props.draft}
      />
      {detail !== undefined && version !== null && (
        <ShadowResult
          domain={domain}
          detail={detail}
          revision={props.isDirty ? undefined : detail.revision}
          show={props.showShadow}
        />
      )}
      {version !== null && (
        <ReplayPreview
          domain={domain}
          definition={props.draft}
          revision={JSON.stringify(props.draft)}
          isEnabled={true}
        />
      )}
      <Textarea
        mt="sm"
        label={text('workflows.noteToApprover')}
        autosize
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <DialogActions mt="sm" cancel={props.close}>
        <Button
          variant={needsApproval ? 'filled' : 'default'}
          loading={props.isPending}
          onClick={() => props.save({ kind: 'ask', note })}
          {...(needsApproval ? { 'data-autofocus': true } : {})}
        >
          {text('workflows.requestApproval')}
        </Button>
        {!needsApproval && (
          <Button onClick={() => props.save({ kind: 'publish' })} loading={props.isPending} data-autofocus>
            {text('workflows.publish')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
