/** Any number of executions in an embedded store, as copies of a few that the service made itself. */
import { sealBacklog } from '../../packages/server/src/audit/index.ts';
import { type OpenDatabase, openDatabase } from '../../packages/server/src/database/index.ts';
import { loadMasterKeys } from '../../packages/server/src/lib/master-key.ts';
import type { BenchStore } from '../rig/stores.ts';
import { copied, copyIdSql, inScope, ofCase, ofExecution } from '../waiting/fill.ts';

/** What is copied of each execution beyond its customer, itself and its steps. */
const ofRecords = [
  `${copied('alert', { alert_id: 'gen_random_uuid()', execution_id: copyIdSql, customer_id: `(t.customer_id || '-' || n)` })}
   where ${inScope} and t.execution_id = $1::text::uuid`,
  `${copied('audit_event', {
    event_id: 'gen_random_uuid()',
    object_id: `case when t.object_id = $1::text then ${copyIdSql}::text else t.object_id end`,
    at: 'now()',
    transaction: 'pg_current_xact_id()',
  })} where ${inScope} and t.object_kind = 'execution' and t.object_id = $1::text`,
];

/** Copies in one statement, so that none takes long. */
const chunk = 2000;

export interface Filling {
  /** An execution that the service made. */
  readonly of: string;
  readonly copies: number;
  readonly hasCase: boolean;
}

/** Fills the store of a service that is stopped, and seals the audit records. */
export async function fillStore({ directory }: BenchStore, fillings: readonly Filling[]): Promise<void> {
  const database = await openDatabase({ dataDir: directory });
  const masterKeys = await loadMasterKeys({ dataDir: directory });
  for (const filling of fillings) {
    await copyExecution(database, filling);
    // Little by little, as a service does.
    await sealBacklog(database, masterKeys);
  }
  await database.vacuum();
  await database.close();
}

async function copyExecution(database: OpenDatabase, { of, copies, hasCase }: Filling): Promise<void> {
  const tables = [...ofExecution, ...(hasCase ? [ofCase] : []), ...ofRecords];
  for (let from = 1; from <= copies; from += chunk) {
    await database.operator(async (tx) => {
      for (const text of tables) await tx.sql(text, [of, from, Math.min(copies, from + chunk - 1)]);
    });
  }
}
