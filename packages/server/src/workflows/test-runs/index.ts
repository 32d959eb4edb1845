/** Runs workflows on examples and on past submits, to see what they would decide. Keeps nothing and calls nobody outside. */
export { testRunConsoleHandlers } from './test-run-console-handlers.ts';
