import type { AccessToken } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { Confirm } from '../ui/confirm.tsx';

/** Asks once more before a token is revoked. */
export function RevokeToken(props: {
  /** Undefined while none is to be revoked. */
  readonly token: AccessToken | undefined;
  readonly pending: boolean;
  readonly revoke: (token: AccessToken) => void;
  readonly close: () => void;
}) {
  const { token, pending, revoke, close } = props;
  return (
    <Confirm
      opened={token !== undefined}
      title={text('access.revokeAsk', { name: token?.name ?? '' })}
      words={text('access.revokeWords')}
      action={text('access.revoke')}
      pending={pending}
      confirm={() => {
        close();
        if (token) revoke(token);
      }}
      cancel={close}
    />
  );
}
