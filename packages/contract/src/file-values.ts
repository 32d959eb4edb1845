import { z } from 'zod';

/** Values that several parts of the files share that people write (operating.md). */

/** An id that a person chooses: it is in addresses, logs and other files. */
export const identifier = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be a letter or digit and up to 63 letters, digits, dots, _ or -',
  );

/** A secret as it is in a file: literal, or taken from the environment. */
export const secret = (minLength: number) =>
  z.union(
    [z.string().min(minLength), z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) })],
    { error: `must be a text of at least ${minLength} characters, or {env: NAME}` },
  );
export type SecretReference = z.infer<ReturnType<typeof secret>>;
