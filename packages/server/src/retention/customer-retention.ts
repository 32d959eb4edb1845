import { type ConsoleData, endOf } from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from '../lib/scope.ts';
import { readCustomerAge } from './customer-kind.ts';
import { type RetentionDefaults, readPeriods } from './periods.ts';

/** How long a customer is kept as things are; undefined: there is no such customer. */
export async function readCustomerRetention(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly defaults: RetentionDefaults; readonly now: Date },
): Promise<ConsoleData<'retention.customer'> | undefined> {
  const periods = await readPeriods(tx, scope, of.defaults);
  const { rule } = periods.find(({ kind }) => kind === 'customers')!;
  const basis = rule.basis ?? 'RELATIONSHIP_END';
  const age = await readCustomerAge(tx, scope, { cutoff: of.now, basis, customerId: of.customerId });
  if (age === undefined) return undefined;
  const { isOngoing, from } = age;
  const until = rule.period === null || isOngoing ? null : endOf(rule.period, from);
  return { rule, isOngoing, countedFrom: from, until };
}

/** Reads the periods of a domain and how long a customer is kept, for whoever asks what is kept of them. */
export function retentionReader(of: {
  readonly database: Database;
  readonly clock: Clock;
  readonly defaults: RetentionDefaults;
}) {
  const { database, clock, defaults } = of;
  return (scope: Scope, customerId: string) =>
    database.transaction(scope, async (tx) => ({
      periods: await readPeriods(tx, scope, defaults),
      customer: await readCustomerRetention(tx, scope, { customerId, defaults, now: clock.now() }),
    }));
}
