import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { EmailField, SignInLayout, TenantField } from './sign-in-layout.tsx';

/** For who forgot their password: a link by mail, or by an administrator. The same for every address. */
export function PasswordResetPage() {
  const [email, setEmail] = useState('');
  const [tenant, setTenant] = useState('');
  const ways = useQuery({
    queryKey: ['password-reset-ways'],
    queryFn: ({ signal }) => call('passwordReset.ways', { signal }),
    refetchInterval: false,
  });
  const ask = useMutation({
    mutationFn: () => call('passwordReset.request', { body: { email, ...(tenant ? { tenant } : {}) } }),
    meta: { isShownInPlace: true },
  });
  const noMail = ways.data?.byMail === false;
  return (
    <SignInLayout title="Reset password" failure={ask.error} submit={() => !noMail && ask.mutate()}>
      {noMail && (
        <>
          <Text size="sm">This service sends no e-mail. Ask an administrator for a reset link:</Text>
          <Text size="sm">
            They find you under <b>People</b> and choose <b>Reset password</b>. The link is valid for one
            hour.
          </Text>
          <Text size="sm" className="gh-dim">
            If you are the only administrator, ask the operator of this service. The command{' '}
            <code>gatehouse people link</code> prints a link.
          </Text>
        </>
      )}
      {!noMail && ask.isSuccess && (
        <>
          <Text size="sm" role="status">
            If this address has an account with a password, a reset link is on its way. The link is valid for
            one hour.
          </Text>
          <Text size="sm" className="gh-dim">
            No e-mail? Check your spam folder, or ask an administrator to send you a link from the page
            People.
          </Text>
        </>
      )}
      {!noMail && !ask.isSuccess && (
        <>
          <EmailField value={email} change={setEmail} />
          <TenantField value={tenant} change={setTenant} />
          <Button type="submit" size="sm" loading={ask.isPending}>
            Send reset link
          </Button>
        </>
      )}
      <Button component="a" href="/console/" variant="default" size="sm">
        Back to sign in
      </Button>
    </SignInLayout>
  );
}
