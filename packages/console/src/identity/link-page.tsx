import { Button, Loader, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Refused } from '../api.ts';
import { NewPasswordInput } from './password-panel.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

/** Where the link of a mail leads: choosing a password, once. The token is after the #, so that no server logs it. */
export function LinkPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const link = useQuery({
    queryKey: ['person-link', token],
    queryFn: () => call('personLink.read', { body: { token } }),
    enabled: token !== '',
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const choose = useMutation({
    mutationFn: () => call('personLink.use', { body: { token, password } }),
    meta: { isShownInPlace: true },
  });
  const problem = choose.error instanceof Refused ? choose.error.problem : undefined;
  const fault = problem?.field === 'password' ? problem.message : undefined;
  const isInvitation = window.location.pathname.endsWith('/invitation');
  const failure = link.error ?? (fault === undefined ? choose.error : null);
  return (
    <SignInLayout
      title={isInvitation ? 'Welcome' : 'Reset password'}
      words={
        link.data &&
        `${link.data.name ?? link.data.email}, choose a password for the console of ${link.data.tenantName}.`
      }
      failure={failure}
      submit={() => choose.mutate()}
    >
      {token === '' && <Text size="sm">Link incomplete. Open the complete link from your message.</Text>}
      {link.isLoading && <Loader aria-label="Loading" />}
      {choose.isSuccess ? (
        <>
          <Text size="sm">Password saved. Sign in with it now.</Text>
          <Button component="a" href="/console/" size="sm">
            Sign in
          </Button>
        </>
      ) : (
        link.data && (
          <>
            <TextInput label="E-mail" autoComplete="username" readOnly value={link.data.email} />
            <NewPasswordInput
              minLength={link.data.passwordMinLength}
              value={password}
              change={setPassword}
              fault={fault}
            />
            <Button type="submit" size="sm" loading={choose.isPending}>
              Save password
            </Button>
          </>
        )
      )}
      {failure && isInvitation && <Text size="sm">Ask the person who invited you for a new link.</Text>}
      {failure && !isInvitation && (
        <Button component="a" href="/console/forgotten" variant="default" size="sm">
          Request a new link
        </Button>
      )}
      {(failure || token === '') && (
        <Button component="a" href="/console/" variant="default" size="sm">
          Back to sign in
        </Button>
      )}
    </SignInLayout>
  );
}
