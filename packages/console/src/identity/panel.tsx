import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** One matter of the account, with what can be done about it at the right. */
export function Panel(props: {
  readonly title: string;
  readonly words: string;
  readonly acts?: ReactNode;
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className="gh-panel" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" p="md" gap="md" wrap="nowrap">
        <div>
          <Title order={2} size="h5" id={id}>
            {props.title}
          </Title>
          <Text size="sm" className="gh-dim">
            {props.words}
          </Text>
        </div>
        {props.acts && (
          <Group gap={6} wrap="nowrap" style={{ flexShrink: 0 }}>
            {props.acts}
          </Group>
        )}
      </Group>
      {props.children}
    </section>
  );
}
