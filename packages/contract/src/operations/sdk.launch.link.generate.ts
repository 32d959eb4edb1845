import { z } from 'zod';
import { linkEventTypes } from '../domain-values.ts';
import { customerIdField, requiredText } from '../fields.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { defineOperation } from './operation.ts';

/** Days for which a link can be opened (interface specification 8). */
export const linkDays = 7;

const email = requiredText(254)
  .transform((text) => text.trim())
  .pipe(z.email('must be an e-mail address'));

/** Makes the one-time link of a hosted verification flow (interface specification 4.1). The whole URL is a secret. */
export const sdkLaunchLinkGenerate = defineOperation({
  name: 'sdk.launch.link.generate',
  title: 'Make a link to the hosted verification of an end user',
  versions: ['1.0.0'],
  timeoutMs: 10_000,
  billing: 'free',
  input: () =>
    z.object({
      email: email.describe('The end user’s address; one link of it is live at a time.'),
      customerId: customerIdField,
      eventType: z
        .string()
        .pipe(z.enum(linkEventTypes, { error: ruleText('rules.mustBeOneOf', { values: linkEventTypes }) }))
        .describe('`KYC_EVENT` for a person, `KYB_EVENT` for a business.'),
    }),
  output: z.object({
    code: z.number().int().describe('200, or the business code of a refusal.'),
    msg: z.string().describe('`success`, or why the operation refused.'),
    data: z.union([
      z.strictObject({
        url: z.string().describe('For the end user alone; a secret.'),
        expiresAt: z.number().int().describe('Epoch milliseconds.'),
      }),
      z.strictObject({}),
    ]),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, msg: message, data: {} }),
});
