import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { addDailyUsage } from '../tenants/index.ts';

export interface ScreeningUsage {
  readonly engine: string;
  readonly units: number;
}

/** Counts screenings on the day of the transaction, which also writes what they found. */
export async function meterScreening(tx: Tx, scope: Scope, usages: readonly ScreeningUsage[]): Promise<void> {
  await addDailyUsage(
    tx,
    scope,
    usages.map(({ engine, units }) => ({ kind: 'screening', unit: engine, units })),
  );
}
