import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { EmailField, SignInLayout, TenantField } from './sign-in-layout.tsx';

/** For who forgot their password: a link by mail, or by an administrator. The same for every address. */
export function ForgottenPage() {
  const [email, setEmail] = useState('');
  const [tenant, setTenant] = useState('');
  const ways = useQuery({
    queryKey: ['password-reset-ways'],
    queryFn: ({ signal }) => call('passwordReset.ways', { signal }),
    refetchInterval: false,
  });
  const ask = useMutation({
    mutationFn: () => call('passwordReset.request', { body: { email, ...(tenant ? { tenant } : {}) } }),
    meta: { isToldInPlace: true },
  });
  const noMail = ways.data?.byMail === false;
  return (
    <SignInLayout title="Another password" failure={ask.error} submit={() => !noMail && ask.mutate()}>
      {noMail && (
        <>
          <Text size="sm">No mail is sent from here. An administrator can make you a link:</Text>
          <Text size="sm">
            Ask one of yours. They find you on the page <b>People</b> and choose <b>Link to a new password</b>
            . The link holds for an hour.
          </Text>
          <Text size="sm" className="gh-dim">
            If you are the only administrator, ask whoever runs this service: the command{' '}
            <code>gatehouse people link</code> prints one.
          </Text>
        </>
      )}
      {!noMail && ask.isSuccess && (
        <>
          <Text size="sm" role="status">
            If the address has an account with a password, a link is on its way to it. It holds for an hour.
          </Text>
          <Text size="sm" className="gh-dim">
            Nothing came? Look among unwanted mail, or ask an administrator, who can send you one from the
            page People.
          </Text>
        </>
      )}
      {!noMail && !ask.isSuccess && (
        <>
          <EmailField value={email} change={setEmail} />
          <TenantField value={tenant} change={setTenant} />
          <Button type="submit" size="sm" loading={ask.isPending}>
            Send me a link
          </Button>
        </>
      )}
      <Button component="a" href="/console/" variant="default" size="sm">
        Back to sign in
      </Button>
    </SignInLayout>
  );
}
