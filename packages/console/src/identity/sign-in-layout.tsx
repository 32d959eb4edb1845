import { Center, Stack, Text, TextInput, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** The one panel of a page before the console: signing in, asking for a link, choosing a password. */
export function SignInLayout({
  title,
  words,
  failure,
  submit,
  children,
}: {
  readonly title: string;
  readonly words?: ReactNode;
  readonly failure: Error | null;
  readonly submit?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Center component="main" mih="100vh" p="md">
      <form
        className="gh-panel"
        onSubmit={(event) => {
          event.preventDefault();
          submit?.();
        }}
      >
        <Stack gap="sm" p="xl" w={360}>
          <div>
            <Title order={1} size="h3">
              {title}
            </Title>
            {words && (
              <Text size="sm" className="gh-dim">
                {words}
              </Text>
            )}
          </div>
          <ErrorAlert error={failure} />
          {children}
        </Stack>
      </form>
    </Center>
  );
}

interface FieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function EmailField({
  value,
  change,
  field,
}: FieldProps & { readonly field?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      ref={field}
      size="sm"
      label={text('identity.email')}
      type="email"
      autoComplete="username"
      required
      autoFocus
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

export function TenantField({ value, change }: FieldProps) {
  return (
    <TextInput
      size="sm"
      label={text('identity.tenant')}
      description={text('identity.tenantWords')}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
