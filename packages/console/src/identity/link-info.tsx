import type { HelpedPerson, InvitedPerson } from '@gatehouse/contract';
import { Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { formatInstant } from '../ui/format.ts';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';

/**
 * Tells whoever invited somebody, or made them a link to another password, how that person hears of it; `dialog` is to
 * be shown somewhere on the page.
 */
export function useLinkInfo(): {
  showInvitation: (person: Pick<InvitedPerson, 'email' | 'invitation'>) => void;
  showResetLink: (person: HelpedPerson) => void;
  dialog: ReactNode;
} {
  const [linked, setLinked] = useState<{ email: string; url: string; expiresAt: number }>();
  const showInvitation = ({ email, invitation }: Pick<InvitedPerson, 'email' | 'invitation'>): void => {
    if (invitation.by === 'mail') notifications.show({ message: `An invitation is on its way to ${email}.` });
    else if (invitation.by === 'provider')
      notifications.show({ message: `${email} signs in by ${invitation.provider}. Nothing was sent.` });
    else setLinked({ email, ...invitation });
  };
  const showResetLink = ({ email, reset }: HelpedPerson): void => {
    if (reset.by === 'mail') notifications.show({ message: `A link is on its way to ${email}.` });
    else setLinked({ email, ...reset });
  };
  const close = () => setLinked(undefined);
  const dialog = (
    <Modal opened={linked !== undefined} onClose={close} title="Hand the link on">
      {linked && (
        <Stack gap="sm">
          <Text size="sm">
            No mail is sent here: give this link to {linked.email} yourself, by a way that nobody else reads.
            It lets them choose a password, once, until {formatInstant(linked.expiresAt)}. It is not shown
            again.
          </Text>
          <OneTimeSecret label="Link" text={linked.url} done="I have it" close={close} />
        </Stack>
      )}
    </Modal>
  );
  return { showInvitation, showResetLink, dialog };
}
