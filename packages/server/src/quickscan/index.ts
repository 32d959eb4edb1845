/** One-off scans of a name: submit, run, read. Creates no customer and no workflow. */

export { quickscanDetail } from './quickscan.detail.ts';
export { quickscanHits } from './quickscan.hits.ts';
export { quickscanSubmit } from './quickscan.submit.ts';
export type { ScanJob } from './quickscan-queries.ts';
export { ScanBatches } from './scan-batches.ts';
export { scanConsoleHandlers } from './scan-console-handlers.ts';
export { ScanRunner } from './scan-runner.ts';
export { cipherOfScan, wrappedKeyOfScan } from './sealed-scans.ts';
