import { Button, Loader, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Refused } from '../api.ts';
import { text } from '../messages/text.ts';
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
  const fault = problem?.field === 'password' ? choose.error?.message : undefined;
  const isInvitation = window.location.pathname.endsWith('/invitation');
  const failure = link.error ?? (fault === undefined ? choose.error : null);
  return (
    <SignInLayout
      title={isInvitation ? text('identity.welcome') : text('identity.resetPassword')}
      words={
        link.data &&
        text('identity.choosePassword', {
          name: link.data.name ?? link.data.email,
          tenant: link.data.tenantName,
        })
      }
      failure={failure}
      submit={() => choose.mutate()}
    >
      {token === '' && <Text size="sm">{text('identity.linkIncomplete')}</Text>}
      {link.isLoading && <Loader role="status" aria-label={text('actions.loading')} />}
      {choose.isSuccess ? (
        <>
          <Text size="sm">{text('identity.passwordSaved')}</Text>
          <Button component="a" href="/console/" size="sm">
            {text('actions.signIn')}
          </Button>
        </>
      ) : (
        link.data && (
          <>
            <TextInput
              label={text('identity.email')}
              autoComplete="username"
              readOnly
              value={link.data.email}
            />
            <NewPasswordInput
              minLength={link.data.passwordMinLength}
              value={password}
              change={setPassword}
              fault={fault}
            />
            <Button type="submit" size="sm" loading={choose.isPending}>
              {text('identity.savePassword')}
            </Button>
          </>
        )
      )}
      {failure && isInvitation && <Text size="sm">{text('identity.askInviter')}</Text>}
      {failure && !isInvitation && (
        <Button component="a" href="/console/forgotten" variant="default" size="sm">
          {text('identity.requestLink')}
        </Button>
      )}
      {(failure || token === '') && (
        <Button component="a" href="/console/" variant="default" size="sm">
          {text('actions.backToSignIn')}
        </Button>
      )}
    </SignInLayout>
  );
}
