import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { LanguageSelect } from '../messages/language-select.tsx';
import { text, withPageTexts } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { accountQuery } from './account.ts';
import { NamePanel } from './name-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TotpPanel } from './totp-panel.tsx';

const loadTokens = withPageTexts('access', () => import('../access/access-tokens-panel.tsx'));
const AccessTokensPanel = lazy(async () => ({ default: (await loadTokens()).AccessTokensPanel }));

/** One's own account: how one signs in, and where one is signed in. */
export function AccountPage() {
  const account = useQuery(accountQuery);
  return (
    <Stack gap="md" maw={860}>
      <div>
        <Title order={1} size="h3">
          {text('identity.account')}
        </Title>
        <Text size="sm" className="gh-dim">
          {account.data?.email}
        </Text>
      </div>
      {account.isError && <Failure error={account.error} retry={() => void account.refetch()} />}
      {account.data && <NamePanel account={account.data} />}
      {account.data && <PasswordPanel account={account.data} />}
      {account.data && <TotpPanel account={account.data} />}
      {account.data && <PasskeysPanel account={account.data} />}
      <SessionsPanel />
      <Suspense>
        <AccessTokensPanel />
      </Suspense>
      <LanguageSelect />
    </Stack>
  );
}
