import type { HelpedPerson, InvitedPerson } from '@gatehouse/contract';
import { Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { text } from '../messages/text.ts';
import { formatInstant } from '../ui/format.ts';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';

/**
 * Tells people who sent an invitation or a password link how the person receives it; `dialog` is to
 * be shown somewhere on the page.
 */
export function useLinkDialog(): {
  showInvitation: (person: Pick<InvitedPerson, 'email' | 'invitation'>) => void;
  showResetLink: (person: HelpedPerson) => void;
  dialog: ReactNode;
} {
  const [linked, setLinked] = useState<{ email: string; url: string; expiresAt: number }>();
  const showInvitation = ({ email, invitation }: Pick<InvitedPerson, 'email' | 'invitation'>): void => {
    if (invitation.by === 'mail') notifications.show({ message: text('identity.invitationSent', { email }) });
    else if (invitation.by === 'provider')
      notifications.show({
        message: text('identity.noInvitation', { email, provider: invitation.provider }),
      });
    else setLinked({ email, ...invitation });
  };
  const showResetLink = ({ email, reset }: HelpedPerson): void => {
    if (reset.by === 'mail') notifications.show({ message: text('identity.resetSent', { email }) });
    else setLinked({ email, ...reset });
  };
  const close = () => setLinked(undefined);
  const dialog = (
    <Modal opened={linked !== undefined} onClose={close} title={text('identity.shareLink')}>
      {linked && (
        <Stack gap="sm">
          <Text size="sm">
            {text('identity.shareLinkWords', {
              email: linked.email,
              expiry: formatInstant(linked.expiresAt),
            })}
          </Text>
          <OneTimeSecret
            label={text('identity.link')}
            text={linked.url}
            done={text('actions.done')}
            close={close}
          />
        </Stack>
      )}
    </Modal>
  );
  return { showInvitation, showResetLink, dialog };
}
