import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../messages/text.ts';

/** In place of what is not there: what that means, and where to go on. */
export function Absent(props: {
  readonly title?: string;
  readonly words: string;
  readonly children?: ReactNode;
}) {
  return (
    <Alert variant="outline" title={props.title ?? text('ui.notFound')}>
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {props.words}
        </Text>
        {props.children}
      </Stack>
    </Alert>
  );
}
