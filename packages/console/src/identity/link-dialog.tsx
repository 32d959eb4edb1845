import type { HelpedPerson, InvitedPerson } from '@gatehouse/contract';
import { Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
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
    if (invitation.by === 'mail') notifications.show({ message: `An invitation is on its way to ${email}.` });
    else if (invitation.by === 'provider')
      notifications.show({
        message: `${email} signs in with ${invitation.provider}. No invitation was sent.`,
      });
    else setLinked({ email, ...invitation });
  };
  const showResetLink = ({ email, reset }: HelpedPerson): void => {
    if (reset.by === 'mail')
      notifications.show({ message: `A password reset link is on its way to ${email}.` });
    else setLinked({ email, ...reset });
  };
  const close = () => setLinked(undefined);
  const dialog = (
    <Modal opened={linked !== undefined} onClose={close} title="Share this link">
      {linked && (
        <Stack gap="sm">
          <Text size="sm">
            This service sends no e-mail. Send this link to {linked.email} through a private channel. It sets
            a password once, until {formatInstant(linked.expiresAt)}. It is not shown again.
          </Text>
          <OneTimeSecret label="Link" text={linked.url} done="Done" close={close} />
        </Stack>
      )}
    </Modal>
  );
  return { showInvitation, showResetLink, dialog };
}
