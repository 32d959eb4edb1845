/** What proves decisions later: the audit record read and verified. It changes nothing and is no record of its own. */
export { evidenceConsole } from './evidence-console.ts';
export { readSignedHeads, type VerificationReport, type VerifyOptions, verifyAudit } from './verify-audit.ts';
