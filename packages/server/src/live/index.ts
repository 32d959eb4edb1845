/** Sends live events to the console's open pages: what changed, and who has a case open. Never writes to a case. */
export { LiveChanges } from './live-changes.ts';
export { liveConsoleHandlers } from './live-console-handlers.ts';
