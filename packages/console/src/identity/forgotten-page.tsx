import { Alert, Button, Center, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { describeError } from '../queries.ts';

/** For who forgot their password: a link by mail. What is shown is the same for every address. */
export function ForgottenPage() {
  const [email, setEmail] = useState('');
  const [tenant, setTenant] = useState('');
  const ask = useMutation({
    mutationFn: () => call('passwordReset.request', { body: { email, ...(tenant ? { tenant } : {}) } }),
    meta: { isToldInPlace: true },
  });
  return (
    <Center component="main" mih="100vh" p="md">
      <form
        className="gh-panel"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <Stack gap="sm" p="xl" w={340}>
          <Title order={1} size="h3">
            Another password
          </Title>
          {ask.error && (
            <Alert color="red" variant="outline" role="alert">
              {describeError(ask.error)}
            </Alert>
          )}
          {ask.isSuccess ? (
            <Text size="sm" role="status">
              If the address has an account with a password, a link is on its way to it. It holds for an hour.
            </Text>
          ) : (
            <>
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
              <TextInput
                size="sm"
                label="Tenant"
                description="Only where your address belongs to several"
                value={tenant}
                onChange={(event) => setTenant(event.currentTarget.value)}
              />
              <Button type="submit" size="sm" loading={ask.isPending}>
                Send me a link
              </Button>
            </>
          )}
          <Button component="a" href="/console/" variant="default" size="sm">
            Back to sign in
          </Button>
        </Stack>
      </form>
    </Center>
  );
}
