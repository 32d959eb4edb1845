/** Keeps who did what to which thing, beside the change itself, and seals it. Never changes or deletes a record, and never holds a secret. */
export * from './audit.ts';

export { isRareAction } from './common-actions.ts';
export { sealBacklog, sealRecords } from './seal-records.ts';
export { readProof, type SealedProof, verifyProof } from './sealed-proof.ts';
export {
  holdsHeads,
  holdsSignature,
  type SignedHead,
  type SignedText,
  signedHead,
  signHead,
  signText,
  verifySignedHead,
} from './signed-head.ts';
export { readSigningRestarts } from './signing-evidence.ts';
export { publicKeyOf } from './signing-key.ts';
export {
  givenKeys,
  readTrustedKeys,
  type TrustedKeys,
  vouchForKeys,
  vouchForTenantKeys,
} from './trusted-keys.ts';
export {
  type AuditFinding,
  type AuditProgress,
  atBeginning,
  findAdded,
  type Head,
  readHeads,
  verifyPart,
} from './verify-records.ts';
