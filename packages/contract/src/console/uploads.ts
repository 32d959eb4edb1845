import { z } from 'zod';
import { defineConsoleRoute } from './route.ts';

/** Reading what was uploaded (docs/console-api.md). */

const uploadParams = z.object({
  domain: z.string(),
  uploadId: z
    .uuid({ abort: true })
    .lowercase()
    .describe("The last part of the file's `s3://` address, without its extension."),
});

const uploadView = z
  .object({
    uploadId: z.string(),
    url: z.string(),
    filename: z.string(),
    contentType: z.string(),
    size: z.int().describe('Bytes.'),
    sha256: z.string().describe('Of the bytes as they came, in lowercase hexadecimal digits.'),
    apiKey: z.string().nullable().describe('The key whose token took the file in; null where a person did.'),
    uploadedBy: z.string().nullable().describe('The person of the tenant who added it.'),
    uploadedAt: z.int().describe('Epoch milliseconds.'),
  })
  .meta({ id: 'Upload' });
export type UploadView = z.infer<typeof uploadView>;

export const uploadRoutes = {
  'uploads.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/uploads/{uploadId}',
    title: 'What is known of an uploaded file',
    access: 'uploads.read',
    params: uploadParams,
    output: uploadView,
    problems: [],
  }),
  'uploads.content': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/uploads/{uploadId}/content',
    title: 'The bytes of an uploaded file, as an attachment; every read is in the audit record',
    access: 'uploads.read',
    params: uploadParams,
    answers: 'file',
    problems: [],
  }),
} as const;
