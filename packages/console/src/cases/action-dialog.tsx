import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { offeredReason } from '../hits/stored-reason.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { useDraftText } from '../ui/draft-text.ts';
import { isTextField } from '../ui/keys.ts';

/** An action that asks for confirmation: what it will do, and the reason for the audit log. */
export interface DialogAction {
  readonly title: string;
  /** What it does, for the person to read before. */
  readonly effect: string;
  readonly needsReason: boolean;
  /** The reason is kept elsewhere than in the audit log, as `effect` says. */
  readonly isReasonElsewhere?: boolean;
  /** What it is done to, where the page has several: what was typed for one is not there for another. */
  readonly subject?: string;
  /** What binds it, one line each. */
  readonly conditions?: readonly string[];
  /** Why it cannot be done now: the dialog then only says so. */
  readonly refusal?: string;
  /** Fewest characters of the reason, where it has to be the person's own words. */
  readonly minWords?: number;
  /** Most characters of the reason, where the service takes fewer than it does elsewhere. */
  readonly maxLength?: number;
  /** Reasons that are often given; a digit takes one. */
  readonly suggestions: readonly string[];
  readonly confirm: string;
  /** The button that leaves all as it is; `Cancel`, where that is not what the other one says. */
  readonly dismiss?: string;
  readonly color?: string;
  /** What it covers, where that is more than one thing. */
  readonly preview?: ReactNode;
  run(reason: string): Promise<unknown>;
}

/** Where what is typed for an action is kept until it is done. */
export function draftPlace({ title, subject = '' }: Pick<DialogAction, 'title' | 'subject'>): string {
  return `reason ${window.location.pathname} ${title} ${subject}`;
}

/** Asks once. Ctrl Enter confirms; what was typed stays when the service refuses. */
export function ActionDialog(props: {
  readonly act: DialogAction | undefined;
  readonly close: () => void;
  /** What else is to be known meanwhile. */
  readonly beside?: ReactNode;
}) {
  const { act, close, beside } = props;
  return (
    <Modal opened={act !== undefined} onClose={close} title={act?.title ?? ''}>
      {beside}
      {act?.refusal !== undefined && <Refusal act={act} close={close} />}
      {act && act.refusal === undefined && <ActionForm key={act.title} act={act} close={close} />}
    </Modal>
  );
}

/** Why it cannot be done, before anything is asked. */
function Refusal({ act, close }: { readonly act: DialogAction; readonly close: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{act.refusal}</Text>
      <Conditions of={act} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          {text('actions.close')}
        </Button>
      </Group>
    </Stack>
  );
}

function Conditions({ of: { conditions = [] } }: { readonly of: DialogAction }) {
  if (conditions.length === 0) return null;
  return (
    <ul style={{ margin: 0, paddingInlineStart: 18, overflowWrap: 'anywhere' }}>
      {conditions.map((condition) => (
        <Text key={condition} component="li" size="sm">
          {condition}
        </Text>
      ))}
    </ul>
  );
}

function ActionForm({ act, close }: { readonly act: DialogAction; readonly close: () => void }) {
  const [reason, setReason] = useDraftText(draftPlace(act));
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const least = act.minWords ?? (act.needsReason ? 1 : 0);
  const isTooShort = (given: string) => [...given.trim()].length < least;
  const missing = isTooShort(reason);
  const confirm = async (given = reason) => {
    if (busy || isTooShort(given)) return;
    setBusy(true);
    try {
      await act.run(given.trim());
      setReason('');
      close();
    } catch {
      // The page shows the error; the dialog keeps what was typed.
      setBusy(false);
    }
  };
  // On the window: the field takes the focus a moment after the dialog shows, and a fast digit comes before.
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const suggestion = reason === '' ? act.suggestions[Number(event.key) - 1] : undefined;
    if (suggestion === undefined || (isTextField(event.target) && event.target !== field.current)) return;
    event.preventDefault();
    void confirm(suggestion);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {act.effect}
        </Text>
        {act.preview}
        <Conditions of={act} />
        {act.needsReason && (
          <Textarea
            label={text('terms.reason')}
            description={reasonHint(act)}
            ref={field}
            data-autofocus
            required
            maxLength={act.maxLength}
            autosize
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void confirm();
              }
            }}
          />
        )}
        <Suggestions reasons={act.suggestions} choose={(reason) => void confirm(reason)} />
        <DialogActions cancel={close} dismiss={act.dismiss}>
          <Button
            type="submit"
            loading={busy}
            disabled={missing}
            {...(act.color ? { color: act.color } : {})}
            {...(act.needsReason ? {} : { 'data-autofocus': true })}
          >
            {act.confirm}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function reasonHint({ minWords, isReasonElsewhere }: DialogAction): string | undefined {
  if (minWords !== undefined) return text('case.ownWords', { count: minWords });
  return isReasonElsewhere ? undefined : text('case.savedToAuditLog');
}

function Suggestions(props: {
  readonly reasons: readonly string[];
  readonly choose: (reason: string) => void;
}) {
  if (props.reasons.length === 0) return null;
  return (
    <Stack gap={4}>
      {props.reasons.map((reason, index) => (
        <Button
          key={reason}
          variant="default"
          justify="flex-start"
          onClick={() => props.choose(reason)}
          leftSection={<kbd className="gh-key">{index + 1}</kbd>}
        >
          {offeredReason(reason)}
        </Button>
      ))}
    </Stack>
  );
}
