/** Tells the console's pages what changes while they are looked at. Changes nothing, and tells ids alone. */
export { LiveChanges } from './live-changes.ts';
export { liveConsole } from './live-console.ts';
