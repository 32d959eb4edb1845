import type { RunSql } from './bootstrap.ts';

/**
 * Columns that hold numbers of the old store's transactions. Another store numbers its transactions anew, so that they are
 * translated when rows leave the old one: what was before another stays before it, and before all that is still to come.
 */
type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What each such column becomes, as expressions over its row. `next` is the first number that no transaction has yet. */
export function transactionNumbers(next: string): Translations {
  const beforeAll = (column: string) => `${column} - ${next}`;
  return {
    // As after a restore (renumber-transactions.ts): sealed long ago, or still to be sealed.
    audit_event: {
      transaction: `case when transaction < (select sealed_before from audit_sealing) then '0' else '1' end`,
    },
    audit_sealing: { cluster: `'moved'`, sealed_before: `'1'` },
    customer: { changed_in: beforeAll('changed_in') },
    customer_parties: { changed_in: beforeAll('changed_in') },
    monitoring_position: { mark: beforeAll('mark') },
    monitoring_run: { mark: beforeAll('mark') },
  };
}

export async function readNextTransaction(run: RunSql): Promise<string> {
  const { rows } = await run<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  return rows[0]!.next;
}

/** Says of imported records that they are of this cluster, so that no start takes it for another restore. */
export async function renumberAfterImport(run: RunSql): Promise<void> {
  await run(
    'update gatehouse.audit_sealing set cluster = (select system_identifier::text from pg_control_system())',
  );
}
