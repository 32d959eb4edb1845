/** Tests of screening as jobs of the service: ordered in the console, screened part by part behind everything else, and kept. */
export { AssuranceRuns } from './assurance-runs.ts';
export { assuranceConsoleHandlers } from './run-console-handlers.ts';
export type { AssuranceJob } from './run-rows.ts';
