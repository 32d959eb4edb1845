import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { ApprovalBar } from './approval-bar.tsx';
import { ApprovalReview } from './approval-review.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import type { Editor } from './use-editor.ts';

/** The approval that was asked for, with what this person may do about it. */
export function Approval({ editor }: { readonly editor: Editor }) {
  const { domain, detail, mayWrite, setDialog } = editor;
  const { user } = useSession();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (workflowId: string) =>
      call('workflows.withdrawApproval', { params: { domain, workflowId } }),
    onSettled: () => queries.invalidateQueries({ predicate: isOfWorkflows }),
  });
  return (
    detail && (
      <ApprovalBar
        detail={detail}
        email={user.email}
        mayWrite={mayWrite}
        review={() => setDialog('review')}
        withdraw={() => withdraw.mutate(detail.workflowId)}
        isWithdrawing={withdraw.isPending}
      />
    )
  );
}

function isOfWorkflows({ queryKey: [name] }: { readonly queryKey: readonly unknown[] }): boolean {
  return name === 'workflow' || name === 'workflows';
}

/** Publishing, or asking for approval, and the review by a second person. */
export function EditorDialogs(props: {
  readonly editor: Editor;
  /** Leads to the shadow run, for those who may see it. */
  readonly showShadow: (() => void) | undefined;
}) {
  const { editor, showShadow } = props;
  const { domain, detail, draft, vocabulary, needsApproval, save, dialog, closeDialog } = editor;
  const { user } = useSession();
  return (
    <>
      <Modal
        opened={dialog === 'publish'}
        onClose={closeDialog}
        title={needsApproval ? text('workflows.requestApproval') : text('workflows.publish')}
        size="xl"
      >
        {dialog === 'publish' && (
          <PublishDialog
            domain={domain}
            draft={draft}
            detail={detail}
            needsApproval={needsApproval}
            webhooks={vocabulary.webhooks}
            warnings={editor.warnings}
            isPending={save.isPending}
            isDirty={editor.isDirty}
            showShadow={showShadow}
            save={(saving) => save.mutate(saving)}
            close={closeDialog}
          />
        )}
      </Modal>
      <Modal opened={dialog === 'review'} onClose={closeDialog} title={text('workflows.review')} size="xl">
        {dialog === 'review' && detail && (
          <ApprovalReview
            domain={domain}
            detail={detail}
            webhooks={vocabulary.webhooks}
            email={user.email}
            showShadow={showShadow}
            close={closeDialog}
          />
        )}
      </Modal>
    </>
  );
}
