/** What proves decisions later: the audit record read and verified, cases handed out with it. It changes nothing. */
export { type BundleReport, verifyBundle } from './bundle-check.ts';
export { evidenceConsole } from './evidence-console.ts';
export { type HeadDestination, publishHeads } from './publish-heads.ts';
export { readSignedHeads, type VerificationReport, type VerifyOptions, verifyAudit } from './verify-audit.ts';
