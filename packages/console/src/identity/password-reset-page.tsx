import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
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
    <SignInLayout
      title={text('identity.resetPassword')}
      failure={ask.error}
      submit={() => !noMail && ask.mutate()}
    >
      {noMail && (
        <>
          <Text size="sm">{text('identity.noMailReset')}</Text>
          <Text size="sm">
            <Sentence
              name="identity.adminReset"
              parts={{
                people: <b>{text('identity.people')}</b>,
                reset: <b>{text('identity.resetPassword')}</b>,
              }}
            />
          </Text>
          <Text size="sm" className="gh-dim">
            <Sentence name="identity.operatorReset" parts={{ command: <code>gatehouse people link</code> }} />
          </Text>
        </>
      )}
      {!noMail && ask.isSuccess && (
        <>
          <Text size="sm" role="status">
            {text('identity.resetOnItsWay')}
          </Text>
          <Text size="sm" className="gh-dim">
            {text('identity.noResetMail')}
          </Text>
        </>
      )}
      {!noMail && !ask.isSuccess && (
        <>
          <EmailField value={email} change={setEmail} />
          <TenantField value={tenant} change={setTenant} />
          <Button type="submit" size="sm" loading={ask.isPending}>
            {text('identity.sendResetLink')}
          </Button>
        </>
      )}
      <Button component="a" href="/console/" variant="default" size="sm">
        {text('actions.backToSignIn')}
      </Button>
    </SignInLayout>
  );
}
