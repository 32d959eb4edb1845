import type { ConsoleData, ProblemCode } from '@gatehouse/contract';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, Refused } from '../api.ts';
import { EmailField, SignInLayout, TenantField } from '../identity/sign-in-layout.tsx';
import { LanguageSelect } from '../messages/language-select.tsx';
import { text } from '../messages/text.ts';
import { readPeopleNames } from './read-people-names.ts';
import { sessionQuery } from './session.ts';

/** What the person typed. */
interface Typed {
  readonly email: string;
  readonly password: string;
  readonly tenant: string;
  readonly code: string;
}

/** The first page. The tenant's id is only asked for where an address belongs to several tenants. */
export function SignIn() {
  const emailField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>({ email: '', password: '', tenant: '', code: '' });
  const change = (changed: Partial<Typed>) => setTyped((now) => ({ ...now, ...changed }));
  const { ways, start, needsCode, failure, isTenantAsked } = useWaysIn(typed);
  return (
    <SignInLayout
      title="Gatehouse"
      words={text('session.signInWords')}
      failure={failure}
      submit={() => start('password')}
    >
      <EmailField value={typed.email} change={(email) => change({ email })} field={emailField} />
      <PasswordInput
        size="sm"
        label={text('session.password')}
        autoComplete="current-password"
        required
        value={typed.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      {isTenantAsked && <TenantField value={typed.tenant} change={(tenant) => change({ tenant })} />}
      {needsCode && (
        <TextInput
          size="sm"
          label={text('session.oneTimeCode')}
          description={text('session.oneTimeCodeWords')}
          autoComplete="one-time-code"
          required
          autoFocus
          value={typed.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
      )}
      <Button type="submit" size="sm" loading={ways.password.isPending}>
        {text('actions.signIn')}
      </Button>
      {window.PublicKeyCredential !== undefined && (
        <Button size="sm" variant="default" loading={ways.passkey.isPending} onClick={() => start('passkey')}>
          {text('session.withPasskey')}
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        loading={ways.provider.isPending}
        onClick={() => {
          // The domain of the address says which provider it is.
          if (emailField.current?.reportValidity() === true) start('provider');
        }}
      >
        {text('actions.singleSignOn')}
      </Button>
      <Anchor href="/console/forgotten" size="sm">
        {text('session.forgotPassword')}
      </Anchor>
      <LanguageSelect />
    </SignInLayout>
  );
}

/** Signing in by password (with a code where one is needed), by passkey or by an identity provider. */
function useWaysIn({ email, password, tenant, code }: Typed) {
  const queries = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const signedIn = async (session: ConsoleData<'session.create'>) => {
    await readPeopleNames({ anew: true });
    queries.setQueryData(sessionQuery.queryKey, session);
  };
  const meta = { isShownInPlace: true };
  const byPassword = useMutation({
    mutationFn: () =>
      call('session.create', {
        body: { email, password, ...(tenant ? { tenant } : {}), ...(needsCode ? { code } : {}) },
      }),
    meta,
    onSuccess: signedIn,
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
    meta,
    onSuccess: signedIn,
  });
  const byProvider = useMutation({
    mutationFn: async () => {
      const { goToProvider } = await import('../identity/single-sign-on.ts');
      await goToProvider({ email, ...(tenant ? { tenant } : {}) });
    },
    meta,
  });
  const ways = { password: byPassword, passkey: byPasskey, provider: byProvider };
  const passwordFailure = isRefused(byPassword.error, 'CODE_NEEDED') ? null : byPassword.error;
  return {
    ways,
    needsCode,
    failure: passwordFailure ?? byPasskey.error ?? byProvider.error,
    isTenantAsked:
      tenant !== '' ||
      isRefused(byPassword.error, 'SIGN_IN_REFUSED') ||
      isRefused(byProvider.error, 'SINGLE_SIGN_ON_MISSING'),
    /** What an earlier attempt said no longer counts. */
    start: (way: keyof typeof ways) => {
      for (const { reset } of Object.values(ways)) reset();
      ways[way].mutate();
    },
  };
}

function isRefused(error: unknown, code: ProblemCode): boolean {
  return error instanceof Refused && error.problem.code === code;
}
