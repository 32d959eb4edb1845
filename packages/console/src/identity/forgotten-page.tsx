import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { DoorPage, EmailField, TenantField } from './door-page.tsx';

/** For who forgot their password: a link by mail. What is shown is the same for every address. */
export function ForgottenPage() {
  const [email, setEmail] = useState('');
  const [tenant, setTenant] = useState('');
  const ask = useMutation({
    mutationFn: () => call('passwordReset.request', { body: { email, ...(tenant ? { tenant } : {}) } }),
    meta: { isToldInPlace: true },
  });
  return (
    <DoorPage title="Another password" failure={ask.error} submit={() => ask.mutate()}>
      {ask.isSuccess ? (
        <Text size="sm" role="status">
          If the address has an account with a password, a link is on its way to it. It holds for an hour.
        </Text>
      ) : (
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
    </DoorPage>
  );
}
