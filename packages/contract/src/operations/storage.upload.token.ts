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
    code: z.number().int().describe('200, or the business code of a refusal.'),
    message: z.string().optional().describe('Why the operation refused.'),
    uploadToken: z.string().optional().describe('What an upload sends as its token.'),
    expiresIn: z.number().int().optional().describe('Seconds.'),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});
