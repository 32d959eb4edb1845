/** Keeps who did what to which thing, beside the change itself, and seals it. Never changes or deletes a record, and never holds a secret. */
export * from './audit.ts';
export { sealRecords } from './seal-records.ts';
export { type SignedHead, signedHead, signHead, verifySignedHead } from './signed-head.ts';
export {
  type AuditFinding,
  type AuditProgress,
  atBeginning,
  findAdded,
  type Head,
  readHeads,
  verifyPart,
} from './verify-records.ts';
