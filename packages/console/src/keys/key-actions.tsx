import type { KeyView } from '@gatehouse/contract';
import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { text } from '../messages/text.ts';
import { Confirm } from '../ui/confirm.tsx';
import { nameOf, RotateDialog, SecretDialog } from './key-dialogs.tsx';
import { KeyForm, type WrittenKey } from './key-form.tsx';

export const keysQuery = ['api-keys'];

export type KeyRequest =
  | { readonly act: 'new' }
  | { readonly act: 'change' | 'rotate' | 'enabled' | 'overlap' | 'revoke'; readonly key: KeyView };

/** What one may do with keys: a dialog for each act. */
export function KeyActions(props: {
  readonly asked: KeyRequest | undefined;
  readonly close: () => void;
  readonly operations: readonly string[];
}) {
  const { asked } = props;
  const key = asked !== undefined && asked.act !== 'new' ? asked.key : undefined;
  const { create, rotate, change, turn, end, shownSecret, forget, dialog } = useKeyActions(key, props.close);
  const close = () => {
    // A form that is opened again does not begin with the refusal of the last time.
    for (const act of [create, rotate, change]) act.reset();
    props.close();
  };
  const isEnabled = key !== undefined && key.state !== 'disabled';
  const ending = asked?.act === 'overlap' || asked?.act === 'revoke' ? asked.act : undefined;
  return (
    <>
      <Modal
        opened={asked?.act === 'new' || asked?.act === 'change'}
        onClose={close}
        title={asked?.act === 'new' ? text('keys.createKey') : text('keys.editNamed', { name: nameOf(key) })}
      >
        {asked && (
          <KeyForm
            written={key}
            operations={props.operations}
            close={close}
            error={asked.act === 'new' ? create.error : change.error}
            pending={create.isPending || change.isPending}
            save={(written) => (asked.act === 'new' ? create.mutate(written) : change.mutate(written))}
          />
        )}
      </Modal>
      <RotateDialog
        asked={asked?.act === 'rotate' ? key : undefined}
        error={rotate.error}
        pending={rotate.isPending}
        rotate={(hours) => rotate.mutate(hours)}
        close={close}
      />
      <Confirm
        opened={asked?.act === 'enabled'}
        title={
          isEnabled
            ? text('keys.disableAsk', { name: nameOf(key) })
            : text('keys.enableAsk', { name: nameOf(key) })
        }
        words={isEnabled ? text('keys.disableWords') : text('keys.enableWords')}
        action={isEnabled ? text('keys.disableKey') : text('keys.enableKey')}
        pending={turn.isPending}
        confirm={() => turn.mutate(!isEnabled)}
        cancel={close}
      />
      <Confirm
        opened={ending !== undefined}
        title={
          ending === 'revoke'
            ? text('keys.revokeAsk', { name: nameOf(key) })
            : text('keys.revokePreviousAsk', { name: nameOf(key) })
        }
        words={ending === 'revoke' ? text('keys.revokeWords') : text('keys.revokePreviousWords')}
        action={ending === 'revoke' ? text('keys.revokeKey') : text('keys.revokePrevious')}
        pending={end.isPending}
        confirm={() => ending && end.mutate(ending)}
        cancel={close}
      />
      {/* Above the dialog that asked for it. */}
      {dialog}
      <SecretDialog shownSecret={shownSecret} close={forget} />
    </>
  );
}

/** The calls behind the dialogs. What was refused because somebody was faster shows what they changed. */
function useKeyActions(key: KeyView | undefined, close: () => void) {
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityConfirmation(text('keys.proofWords'));
  const [shownSecret, setShownSecret] = useState<{ key: KeyView; secret: string }>();
  const refresh = () => queries.invalidateQueries({ queryKey: keysQuery });
  const done = () => {
    close();
    return refresh();
  };
  const hand = (made: { key: KeyView; secret: string }) => {
    setShownSecret(made);
    return done();
  };
  const params = { apiKey: key?.apiKey ?? '' };
  const save = (props: KeyView, written: WrittenKey, enabled: boolean) =>
    withProof(() =>
      call('keys.change', { params, body: { ...written, enabled, expectedRevision: props.revision } }),
    );
  const create = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: (body: WrittenKey) => withProof(() => call('keys.create', { body })),
    onSuccess: hand,
  });
  const rotate = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: (overlapHours: number) =>
      withProof(() => call('keys.rotate', { params, body: { overlapHours } })),
    onSuccess: hand,
  });
  const change = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: async (written: WrittenKey) => key && save(key, written, key.state !== 'disabled'),
    onSuccess: done,
    onError: refresh,
  });
  const turn = useMutation({
    mutationFn: async (enabled: boolean) => key && save(key, writtenOf(key), enabled),
    onSettled: done,
  });
  const end = useMutation({
    mutationFn: (act: 'overlap' | 'revoke') =>
      act === 'revoke' ? call('keys.revoke', { params }) : call('keys.endOverlap', { params }),
    onSettled: done,
  });
  return { create, rotate, change, turn, end, shownSecret, forget: () => setShownSecret(undefined), dialog };
}

function writtenOf({ name, domains, operations, rate, calls, expiresAt }: KeyView): WrittenKey {
  return { name, domains, operations, rate, calls, expiresAt };
}
