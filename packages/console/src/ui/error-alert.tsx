import { Alert } from '@mantine/core';
import { describeError } from '../queries.ts';

/** Why what was asked for was not done, told where it was asked; nothing where nothing stands in the way. */
export function ErrorAlert({ error, mb }: { readonly error: unknown; readonly mb?: 'sm' }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="outline" role="alert" {...(mb ? { mb } : {})}>
      {describeError(error)}
    </Alert>
  );
}
