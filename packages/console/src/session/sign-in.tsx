import { Alert, Button, Center, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
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
  const signIn = useMutation({
    mutationFn: () => call('session.create', { body: { email, password, ...(tenant ? { tenant } : {}) } }),
    meta: { isToldInPlace: true },
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  });
  const refused = signIn.error instanceof Refused;
  return (
    <Center component="main" mih="100vh" p="md">
      <form
        className="gh-panel"
        onSubmit={(event) => {
          event.preventDefault();
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
          {signIn.error && (
            <Alert color="red" variant="outline" role="alert">
              {describeError(signIn.error)}
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
          <Button type="submit" size="sm" loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </Center>
  );
}
