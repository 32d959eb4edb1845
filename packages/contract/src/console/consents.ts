import { z } from 'zod';
import { flowLanguages } from '../flow/views.ts';

/** What an end user agreed to in a `review-and-submit` step: the very text that was shown. */
export const consentView = z
  .object({
    version: z.string(),
    language: z.enum(flowLanguages).describe('Of the text.'),
    text: z.string(),
    sha256: z
      .string()
      .describe('Of the text in UTF-8, in hex; the audit record of the submission has the same.'),
    agreedAt: z.number().describe('Epoch milliseconds.'),
  })
  .meta({ id: 'Consent' });
export type ConsentView = z.infer<typeof consentView>;
