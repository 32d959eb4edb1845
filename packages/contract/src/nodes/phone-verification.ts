import { z } from 'zod';
import { defineNode } from './node.ts';

/** Has the person prove a phone number by a code that is sent to it. */
export const phoneVerificationNode = defineNode({
  type: 'phone-verification',
  title: 'Phone verification',
  description: 'Sends a code to the person’s phone and asks for it.',
  config: z.strictObject({}),
  // In international form; `verifiedAt` in epoch milliseconds.
  output: { phoneNumber: 'text', verifiedAt: 'number' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
