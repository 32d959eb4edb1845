/**
 * One-time codes that prove that somebody reads a phone number or mail address: made, sent through `messages`, bounded
 * and checked once. Never knows what the proof is for.
 */
export { codeAddress } from './code-address.ts';
export type { CodeSubject } from './code-queries.ts';
export {
  type CodeRequest,
  type CodeRequestOutcome,
  OneTimeCodes,
  ScopedCodes,
} from './one-time-codes.ts';
export { pruneCodes } from './prune-codes.ts';
