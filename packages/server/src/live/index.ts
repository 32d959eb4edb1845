/** Sends live events to the console's open pages: what changed, and who has a case open. Never writes to a case. */
export { LiveChanges } from './live-changes.ts';
export { liveConsole } from './live-console.ts';
