import { Alert } from '@mantine/core';
import { describeError } from '../queries.ts';

/** Why an action was refused, shown where it was requested; nothing without an error. */
export function ErrorAlert({ error, mb }: { readonly error: unknown; readonly mb?: 'sm' }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="outline" role="alert" {...(mb ? { mb } : {})}>
      {describeError(error)}
    </Alert>
  );
}
