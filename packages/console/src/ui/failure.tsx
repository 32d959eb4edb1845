import { Alert, Button, Group, Text } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { isNotFound } from '../api.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { Absent } from './absent.tsx';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';

/** Why something cannot be shown, with a way to try again; what is not there is no fault, and no attempt brings it. */
export function Failure(props: {
  readonly error: unknown;
  readonly retry: () => void;
  /** What it means that it is not there, where the service says no more than that. */
  readonly absent?: string;
}) {
  const { error, retry, absent } = props;
  if (isNotFound(error)) {
    const isReasonGiven = error.problem.phrases?.some(({ code }) => code !== 'problems.NOT_FOUND');
    return <Absent words={isReasonGiven ? describeError(error) : (absent ?? describeError(error))} />;
  }
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
