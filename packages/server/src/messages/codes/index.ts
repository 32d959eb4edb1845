/**
 * One-time codes that prove that somebody reads a phone number or mail address: made, sent through `messages`, bounded
 * and checked once. Never knows what the proof is for.
 */
export { type AddressFault, codeAddress } from './code-address.ts';
export type { CodeStanding, CodeSubject } from './code-queries.ts';
export {
  type CodeCheckOutcome,
  type CodeGuess,
  type CodeRequest,
  type CodeRequestOutcome,
  Codes,
  type CodesOptions,
  ScopedCodes,
} from './codes.ts';
export { forgetCodes } from './delete-codes.ts';
