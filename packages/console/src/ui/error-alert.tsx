import { Alert } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { describeError } from '../queries.ts';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';

/** Why an action was refused, shown where it was requested; nothing without an error. */
export function ErrorAlert({ error, mb }: { readonly error: unknown; readonly mb?: 'sm' }) {
  if (!error) return null;
  return (
    <Alert color="red" role="alert" icon={<Icon of={CircleAlert} size={20} />} {...(mb ? { mb } : {})}>
      {describeError(error)}
      <RequestId error={error} />
    </Alert>
  );
}
