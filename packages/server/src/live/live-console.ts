import type { ConsoleHandlers } from '../console/index.ts';
import type { LiveChanges } from './live-changes.ts';

/** What people's browsers hear while they look. */
export function liveConsole({ live }: { readonly live: LiveChanges }): Pick<ConsoleHandlers, 'live.events'> {
  return { 'live.events': async ({ scope, lastEventId }) => live.follow(scope, lastEventId) };
}
