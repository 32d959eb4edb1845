import type { ConsoleRouteName } from '@gatehouse/contract';
import type { ConsoleHandlers } from '../console-api/index.ts';
import type { AppContext } from './app-context.ts';
import { type ConsoleCallers, createConsoleHandlers } from './console-handlers.ts';

/**
 * What a replica may answer: lists, searches and figures, which cost the store most. What people act on is read on the
 * primary: a single case, customer or execution. These handlers only read, since one may run twice.
 */
export const replicaRoutes = [
  'audit.list',
  'cases.daily',
  'cases.figures',
  'cases.groups',
  'cases.list',
  'customers.hits',
  'customers.list',
  'deliveries.list',
  'deploymentAudit.list',
  'executions.hosted',
  'executions.list',
  'monitoring.runs',
  'rulings.find',
  'rulings.list',
  'rulings.precision',
  'scans.list',
  'usage.read',
  'watchlist.history',
  'watchlist.list',
] as const satisfies readonly ConsoleRouteName[];

type Handler = (call: { readonly positions: readonly string[] }) => Promise<unknown>;

/** The console's handlers; where there is a replica, it answers what it may, and the primary the rest. */
export function createReplicatedConsoleHandlers(context: AppContext & ConsoleCallers): ConsoleHandlers {
  const handlers = createConsoleHandlers(context);
  const { replica } = context;
  if (replica === undefined) return handlers;
  const onReplica = createConsoleHandlers({ ...context, database: replica.database });
  const replicated = replicaRoutes.map((name) => {
    const [there, here] = [onReplica[name], handlers[name]] as unknown as readonly [Handler, Handler];
    const handler: Handler = async (call) =>
      (await replica.read(call.positions, () => there(call))) ?? here(call);
    return [name, handler];
  });
  return { ...handlers, ...Object.fromEntries(replicated) };
}
