import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { accountQuery } from './account.ts';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { TotpPanel } from './totp-panel.tsx';

/** What people see of whom the tenant demands a second factor and who have given none: the way to one. */
export function FactorGate({ signOut }: { readonly signOut: () => void }) {
  const account = useQuery(accountQuery);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack gap="md" maw={620}>
        <div>
          <Title order={1} size="h3">
            {text('identity.twoFactorTitle')}
          </Title>
          <Text size="sm" className="gh-dim">
            {text('identity.twoFactorWords')}
          </Text>
        </div>
        {account.isError && <Failure error={account.error} retry={() => void account.refetch()} />}
        {account.data && <TotpPanel account={account.data} />}
        {account.data && <PasskeysPanel account={account.data} />}
        <Group>
          <Button variant="default" onClick={signOut}>
            {text('actions.signOut')}
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
