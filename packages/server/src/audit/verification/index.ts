/** Reads, exports and verifies the audit log, and publishes its signed heads. It changes no record. */
export { auditConsoleHandlers } from './audit-console-handlers.ts';
export { type HeadDestination, publishHeads } from './publish-heads.ts';
export { readSignedHeads, type VerificationReport, verifyAudit } from './verify-audit.ts';
