import type { ProblemCode } from '@gatehouse/contract';
import { Alert, Anchor, Button, Center, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Refused } from '../api.ts';
import { describeError } from '../queries.ts';
import { sessionQuery } from './session.ts';

/** The first page. The tenant's id is only asked for where an address belongs to several tenants. */
export function SignIn() {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tenant, setTenant] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');
  const signIn = useMutation({
    mutationFn: () =>
      call('session.create', {
        body: { email, password, ...(tenant ? { tenant } : {}), ...(needsCode ? { code } : {}) },
      }),
    meta: { isToldInPlace: true },
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
    onError: (error) => {
      if (isRefused(error, 'CODE_NEEDED')) setNeedsCode(true);
      // Something about the password is wrong after all: the code belongs to another attempt.
      if (isRefused(error, 'SIGN_IN_REFUSED')) setNeedsCode(false);
    },
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const begun = await call('session.beginPasskey');
      const { signByPasskey } = await import('../identity/passkey-ceremony.ts');
      return call('session.createByPasskey', { body: await signByPasskey(begun) });
    },
    meta: { isToldInPlace: true },
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  });
  const refused = isRefused(signIn.error, 'SIGN_IN_REFUSED');
  const told = isRefused(signIn.error, 'CODE_NEEDED') ? null : (signIn.error ?? byPasskey.error);
  return (
    <Center component="main" mih="100vh" p="md">
      <form
        className="gh-panel"
        onSubmit={(event) => {
          event.preventDefault();
          byPasskey.reset();
          signIn.mutate();
        }}
      >
        <Stack gap="sm" p="xl" w={340}>
          <div>
            <Title order={1} size="h3">
              Gatehouse
            </Title>
            <Text size="sm" className="gh-dim">
              Sign in to the console
            </Text>
          </div>
          {told && (
            <Alert color="red" variant="outline" role="alert">
              {describeError(told)}
            </Alert>
          )}
          <TextInput
            size="sm"
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            size="sm"
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {(refused || tenant !== '') && (
            <TextInput
              size="sm"
              label="Tenant"
              description="Only where your address belongs to several"
              value={tenant}
              onChange={(event) => setTenant(event.currentTarget.value)}
            />
          )}
          {needsCode && (
            <TextInput
              size="sm"
              label="One-time code"
              description="From your app, or one of your recovery codes"
              autoComplete="one-time-code"
              required
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          <Button type="submit" size="sm" loading={signIn.isPending}>
            Sign in
          </Button>
          {window.PublicKeyCredential !== undefined && (
            <Button
              size="sm"
              variant="default"
              loading={byPasskey.isPending}
              onClick={() => {
                signIn.reset();
                byPasskey.mutate();
              }}
            >
              Sign in with a passkey
            </Button>
          )}
          <Anchor href="/console/forgotten" size="sm">
            Password forgotten?
          </Anchor>
        </Stack>
      </form>
    </Center>
  );
}

function isRefused(error: unknown, code: ProblemCode): boolean {
  return error instanceof Refused && error.problem.code === code;
}
