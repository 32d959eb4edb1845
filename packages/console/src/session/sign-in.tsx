import type { ProblemCode } from '@gatehouse/contract';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, Refused } from '../api.ts';
import { EmailField, SignInLayout, TenantField } from '../identity/sign-in-layout.tsx';
import { sessionQuery } from './session.ts';

/** The first page. The tenant's id is only asked for where an address belongs to several tenants. */
export function SignIn() {
  const queries = useQueryClient();
  const emailField = useRef<HTMLInputElement>(null);
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
  const byProvider = useMutation({
    mutationFn: async () => {
      const { goToProvider } = await import('../identity/single-sign-on.ts');
      await goToProvider({ email, ...(tenant ? { tenant } : {}) });
    },
    meta: { isToldInPlace: true },
  });
  /** What an earlier try said is over. */
  const begin = (way: { mutate: () => void }) => {
    for (const { reset } of [signIn, byPasskey, byProvider]) reset();
    way.mutate();
  };
  const isTenantAsked =
    tenant !== '' ||
    isRefused(signIn.error, 'SIGN_IN_REFUSED') ||
    isRefused(byProvider.error, 'SINGLE_SIGN_ON_MISSING');
  const told = isRefused(signIn.error, 'CODE_NEEDED') ? null : signIn.error;
  return (
    <SignInLayout
      title="Gatehouse"
      words="Sign in to the console"
      failure={told ?? byPasskey.error ?? byProvider.error}
      submit={() => begin(signIn)}
    >
      <EmailField value={email} change={setEmail} field={emailField} />
      <PasswordInput
        size="sm"
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {isTenantAsked && <TenantField value={tenant} change={setTenant} />}
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
        <Button size="sm" variant="default" loading={byPasskey.isPending} onClick={() => begin(byPasskey)}>
          Sign in with a passkey
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        loading={byProvider.isPending}
        onClick={() => {
          // What stands behind the @ tells the provider.
          if (emailField.current?.reportValidity() === true) begin(byProvider);
        }}
      >
        Single sign-on
      </Button>
      <Anchor href="/console/forgotten" size="sm">
        Password forgotten?
      </Anchor>
    </SignInLayout>
  );
}

function isRefused(error: unknown, code: ProblemCode): boolean {
  return error instanceof Refused && error.problem.code === code;
}
