import { type ConsoleData, endOf } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
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
