import type { Actor } from '../audit/index.ts';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import {
  type CustomerMonitoring,
  chooseMonitoring,
  readAuditId,
  readCustomerMonitoring,
} from '../customers/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { readFollowedParties } from './followed-parties.ts';
import { orderRescreening } from './monitoring.ts';
import { readRun, readRuns } from './run-reports.ts';

type MonitoringHandlers = Pick<
  ConsoleHandlers,
  | 'monitoring.runs'
  | 'monitoring.run'
  | 'monitoring.order'
  | 'monitoring.customer'
  | 'monitoring.choose'
  | 'customers.parties'
>;

/** What people read and do of monitoring, over the console's interface. */
export function monitoringConsoleHandlers(service: {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
}): MonitoringHandlers {
  const { database, personalKeys } = service;
  return {
    'monitoring.runs': async ({ scope, query }) => ({
      runs: await database.transaction(scope, (tx) => readRuns(tx, scope, query.limit)),
    }),
    'monitoring.run': async ({ scope, params }) => {
      if (!isId(params.runId)) throw new ConsoleRefusal('NOT_FOUND');
      const run = await database.transaction(scope, (tx) => readRun(tx, scope, params.runId));
      if (run === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return run;
    },
    'monitoring.order': async ({ scope, user }) => ({
      runId: await database.transaction(scope, (tx) => orderRescreening(tx, scope, { actor: actorOf(user) })),
    }),
    'monitoring.customer': async ({ scope, params }) => {
      const found = await database.transaction(scope, (tx) =>
        readCustomerMonitoring(tx, scope, params.customerId),
      );
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'customers.parties': async ({ scope, params: { customerId } }) => {
      const keys = await personalKeys.ofDomain(scope);
      const found = await database.transaction(scope, (tx) =>
        readFollowedParties(tx, scope, { customerId, keys }),
      );
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'monitoring.choose': async ({ scope, params, body, user }) => {
      const choice = { customerId: params.customerId, monitored: body.monitored, actor: actorOf(user) };
      const chosen = await database.transaction(scope, (tx) => choose(tx, scope, choice));
      if (chosen === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return chosen;
    },
  };
}

function actorOf(user: ConsoleUser): Actor {
  return { kind: 'user', id: user.email };
}

/** Whoever becomes monitored is screened against what changed before. */
async function choose(
  tx: Tx,
  scope: Scope,
  { customerId, monitored, actor }: { customerId: string; monitored: boolean | null; actor: Actor },
): Promise<CustomerMonitoring | undefined> {
  const before = await readCustomerMonitoring(tx, scope, customerId);
  if (before === undefined) return undefined;
  if (before.chosen === monitored) return before;
  await chooseMonitoring(tx, scope, { customerId, monitored });
  await recordAudit(tx, scope, {
    actor,
    act: 'customer.monitor',
    object: { kind: 'customer', id: (await readAuditId(tx, scope, customerId))! },
    detail: { customerId, monitored, before: before.chosen },
  });
  const after = await readCustomerMonitoring(tx, scope, customerId);
  if (after?.isMonitored && !before.isMonitored) await orderRescreening(tx, scope, { customerId, actor });
  return after;
}
