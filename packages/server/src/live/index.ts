/** Tells the console's pages what changes while they are looked at, and who has a case open. Never writes to a case. */
export { LiveChanges } from './live-changes.ts';
export { liveConsole } from './live-console.ts';
