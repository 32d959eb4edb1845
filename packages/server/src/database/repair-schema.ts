import type pg from 'pg';
import { bootstrap } from './bootstrap.ts';
import { compareSchema, describeDifferences, type SchemaDifference } from './compare-schema.ts';
import { pendingMigrations, readApplied, readMigrations } from './migrate.ts';
import { requireNoUnfinishedImport } from './unfinished-import.ts';

/**
 * Puts policies, grants, indexes and constraints right, all or nothing; answers what was put right.
 * @throws Error in one line for what cannot be, such as a lost column, or rows that break a constraint
 */
export async function repairSchema(client: pg.ClientBase): Promise<readonly SchemaDifference[]> {
  await requireNoUnfinishedImport((text) => client.query(text));
  // Refuses a database that this version does not read, before anything is changed.
  pendingMigrations(await readMigrations(), await readApplied((text) => client.query(text)));
  await bootstrap(client);
  await client.query('begin; set local statement_timeout = 0; set local search_path = gatehouse');
  try {
    const differences = await compareSchema((text, values) => client.query(text, values));
    const lost = differences.filter(({ repair }) => repair.length === 0);
    if (lost.length > 0) {
      throw new Error(`this cannot be repaired, restore the database anew: ${describeDifferences(lost)}`);
    }
    for (const { text, repair } of differences) {
      for (const statement of repair) {
        await client.query(statement).catch((error: Error) => {
          throw new Error(`nothing was repaired: the database ${text}, and ${error.message}`, {
            cause: error,
          });
        });
      }
    }
    await client.query('commit');
    return differences;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
