import { z } from 'zod';
import { defineNode } from './node.ts';

/** Has the person prove an e-mail address by a code that is sent to it. */
export const emailVerificationNode = defineNode({
  type: 'email-verification',
  title: 'E-mail verification',
  description: 'Sends a code to the person’s e-mail address and asks for it.',
  config: z.strictObject({}),
  output: { email: 'text', verifiedAt: 'number' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
