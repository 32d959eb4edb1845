/**
 * One-time codes that prove that somebody reads a phone number or mail address: made, sent through `messages`, bounded
 * and checked once. Never knows what the proof is for.
 */
export { type AddressFault, codeAddress } from './code-address.ts';
export type { CodeState, CodeSubject } from './code-queries.ts';
export {
  type CodeCheckOutcome,
  type CodeRequest,
  type CodeRequestOutcome,
  Codes,
  type CodesOptions,
  ScopedCodes,
  type SubmittedCode,
} from './codes.ts';
export { pruneCodes } from './delete-codes.ts';
