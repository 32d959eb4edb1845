/**
 * Shows that screening works as tuned: makes test packs from the active lists, screens them, and reports what was found and
 * missed. It keeps no customer, bills nothing and calls nobody outside.
 */
export { makePack, maxPackSize, type TestPack } from './pack/make-pack.ts';
export { readRecordFile } from './pack/record-file.ts';
export { type Attestation, attestReport, type ReportToAttest } from './run/attestation.ts';
export type { AssuranceReport } from './run/report.ts';
export { reportBasis } from './run/report-basis.ts';
export { sha256 } from './run/report-files.ts';
export { type AssuranceRun, runAssurance } from './run/run-assurance.ts';
export { openRecordThreads } from './run/thread-pool.ts';
export { checkAttestation, checkFiles, type ReadAttestation, readAttestation } from './run/verify-report.ts';
