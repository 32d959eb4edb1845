import { Alert, Button, Group, Text } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';

/** Why something cannot be shown, with a way to try again. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <Alert color="red" title={text('terms.couldNotLoad')} icon={<Icon of={CircleAlert} size={20} />}>
      <Group justify="space-between">
        <div>
          <Text size="sm">{describeError(error)}</Text>
          <RequestId error={error} />
        </div>
        <Button variant="default" onClick={retry}>
          {text('terms.tryAgain')}
        </Button>
      </Group>
    </Alert>
  );
}
