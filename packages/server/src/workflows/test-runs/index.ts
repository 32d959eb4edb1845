/** Runs workflows on examples, on past submits, and drafts in shadow, to see what they would decide. Decides nothing and calls nobody outside. */
export { shadowConsoleHandlers } from './shadow-console-handlers.ts';
export { pruneShadowRuns, type ShadowJob } from './shadow-rows.ts';
export { ShadowRuns } from './shadow-runs.ts';
export { testRunConsoleHandlers } from './test-run-console-handlers.ts';
