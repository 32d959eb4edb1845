import type { Database } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';

/** Executions that one statement looks through. */
const page = 2_000;

/**
 * Which files other customers' executions refer to as well, such as a form that a caller sends for everybody: they are not
 * one customer's to erase. Looks through the executions of the domain in pages, since nothing keeps who refers to a file.
 */
export async function findShared(
  database: Database,
  scope: Scope,
  of: { readonly customerId: string; readonly uploadIds: readonly string[] },
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const shared = new Set<string>();
  if (of.uploadIds.length === 0) return shared;
  let after = '00000000-0000-0000-0000-000000000000';
  while (true) {
    signal?.throwIfAborted();
    const rows = await database.read(
      scope,
      statement<{ last: string; files: string[] }>(
        `with looked as (
           select execution_id, customer_id, data::text as text from execution
           where tenant_id = $1 and domain = $2 and execution_id > $3::uuid order by execution_id limit ${page}
         )
         select max(execution_id::text) as last,
           coalesce((select array_agg(distinct f) from unnest($5::text[]) f
             where exists (select from looked where customer_id <> $4 and position(f in text) > 0)), '{}') as files
         from looked`,
        [scope.tenantId, scope.domain, after, of.customerId, of.uploadIds],
      ),
    );
    const { last, files } = rows[0]!;
    for (const file of files) shared.add(file);
    if (last === null) return shared;
    after = last;
  }
}
