import { readRevision } from '../cases/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { listViewers, recordViewer, removeViewer } from './case-viewers.ts';
import type { LiveChanges } from './live-changes.ts';

type LiveHandlers = Pick<ConsoleHandlers, 'live.events' | 'cases.viewers' | 'cases.view' | 'cases.leave'>;

/** Live events for people's browsers, and who has a case open. */
export function liveConsoleHandlers({
  live,
  database,
}: {
  readonly live: LiveChanges;
  readonly database: Database;
}): LiveHandlers {
  return {
    'live.events': async ({ scope, lastEventId, user }) =>
      live.follow(scope, { lastEventId, readsCases: user.permissions.includes('cases.read') }),
    'cases.viewers': async ({ scope, params, user }) => ({
      viewers: await database.transaction(scope, async (tx) => {
        await requireCase(tx, scope, params.caseNo);
        return listViewers(tx, scope, { caseNo: params.caseNo, besides: user.email });
      }),
    }),
    'cases.view': async ({ scope, params, body, user }) => ({
      viewers: await database.transaction(scope, async (tx) => {
        await requireCase(tx, scope, params.caseNo);
        await recordViewer(tx, scope, { caseNo: params.caseNo, email: user.email, doing: body.doing });
        return listViewers(tx, scope, { caseNo: params.caseNo, besides: user.email });
      }),
    }),
    'cases.leave': async ({ scope, params, user }) => {
      await database.transaction(scope, (tx) =>
        removeViewer(tx, scope, { caseNo: params.caseNo, email: user.email }),
      );
      return undefined;
    },
  };
}

async function requireCase(tx: Tx, scope: Scope, caseNo: string): Promise<void> {
  if ((await readRevision(tx, scope, caseNo)) === undefined) throw new ConsoleRefusal('NOT_FOUND');
}
