/**
 * What people change of their tenant in the console: the same rows that the tenant file writes, each section with a version.
 * Never decides what a section means: its own module checks and uses it.
 */
export { settingConsoleHandlers } from './setting-console-handlers.ts';
