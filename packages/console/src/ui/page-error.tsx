import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { text } from '../messages/text.ts';
import { Icon } from './icon.tsx';

/** In place of a page that cannot be drawn: that nothing is lost, the cause to report, and a way to try again. */
export function PageError({ error }: { readonly error: unknown }) {
  return (
    <Alert
      color="red"
      role="alert"
      title={text('ui.pageFailed')}
      icon={<Icon of={CircleAlert} size={20} />}
      m="md"
    >
      <Stack gap="sm">
        <Text size="sm">{text('ui.pageFailedWords')}</Text>
        <pre className="gh-program" dir="ltr">
          {error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
        </pre>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => window.location.reload()}>
            {text('ui.loadAgain')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
