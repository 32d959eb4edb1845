import type { RunSql } from '../database/bootstrap.ts';
import { type MovedTable, readMovedTables } from '../database/table-moves.ts';
import { transactionNumbers } from '../database/transaction-numbers.ts';

/** Tables with a tenant's rows that stay where they are. */
const staying: Readonly<Record<string, string>> = {
  tenant_data_key: 'goes along sealed for the other deployment',
  monitoring_position:
    'counts list versions of this deployment; without it, everybody is screened once by the other one',
  ceremony: 'a sign-in that is under way',
  change_marker: 'tells the nodes of this deployment what changed',
  tenant_move: 'is of this deployment',
};

/** Columns that the other deployment sets itself. */
const setThere: Readonly<Record<string, readonly string[]>> = { tenant: ['enabled'] };

/** What goes along of a tenant, each table behind those that its foreign keys name. */
export async function readTenantTables(run: RunSql): Promise<readonly MovedTable[]> {
  const numbered = transactionNumbers('0');
  return (await readMovedTables(run))
    .filter(({ name, transfer, columns }) => {
      return transfer === 'exported' && columns.includes('tenant_id') && !(name in staying);
    })
    .map((table) => {
      const own = [...(setThere[table.name] ?? []), ...Object.keys(numbered[table.name] ?? {})];
      return { ...table, columns: table.columns.filter((column) => !own.includes(column)) };
    });
}

/** All tables with rows of tenants, whatever becomes of them. */
export async function readTablesWithTenants(run: RunSql): Promise<readonly MovedTable[]> {
  return (await readMovedTables(run)).filter(({ columns }) => columns.includes('tenant_id'));
}

/** SQL: a text. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
