/** Reads, exports and verifies the audit log, and publishes its signed heads. It changes no record. */
export { auditConsole } from './audit-console.ts';
export { type HeadDestination, publishHeads } from './publish-heads.ts';
export { readSignedHeads, type VerificationReport, verifyAudit } from './verify-audit.ts';
