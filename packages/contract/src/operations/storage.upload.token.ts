import { z } from 'zod';
import { defineOperation } from './operation.ts';

/** Issues a token for uploads at `{storage_url}` (interface specification 4.9, 5.2). */
export const storageUploadToken = defineOperation({
  name: 'storage.upload.token',
  title: 'Get a token for uploading files',
  versions: 'open',
  timeoutMs: 10_000,
  billing: 'free',
  input: () => z.object({}),
  output: z.object({
    code: z.number().int(),
    message: z.string().optional(),
    uploadToken: z.string().optional(),
    expiresIn: z.number().int().optional().describe('Seconds.'),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});
