import type pg from 'pg';

/**
 * After a store was moved into another cluster, as by dump and restore: transactions are numbered anew there, so
 * the numbers on records of the audit log say nothing any more. Records that a block holds are marked as sealed
 * long ago, all others as written now. Changes of customers and the marks of monitoring keep their order, before all that
 * the new cluster does: else a mark of a high number would hide what changes now. Runs under the migration's lock, before
 * the node does anything.
 */
export async function renumberAfterRestore(client: pg.PoolClient): Promise<void> {
  if (!(await isMoved(client))) return;
  try {
    // The owner is held back by the walls like everybody else.
    await client.query(
      `begin; set local statement_timeout = 0;
       alter table gatehouse.audit_event no force row level security;
       alter table gatehouse.audit_block no force row level security;
       alter table gatehouse.audit_sealing no force row level security;
       set local enable_nestloop = off;
       update gatehouse.audit_event e set transaction = '0'
       from (
         select tenant_id, encode(substring(content from 48 * place + 1 for 16), 'hex')::uuid as event_id
         from gatehouse.audit_block, lateral generate_series(0, events - 1) as place offset 0
       ) sealed
       where e.tenant_id = sealed.tenant_id and e.event_id = sealed.event_id;
       update gatehouse.audit_event set transaction = pg_current_xact_id() where transaction <> '0';
       update gatehouse.audit_sealing set sealed_before = '1',
         cluster = (select system_identifier::text from pg_control_system());
       ${shiftNumbers}
       alter table gatehouse.audit_event force row level security;
       alter table gatehouse.audit_block force row level security;
       alter table gatehouse.audit_sealing force row level security;
       commit`,
    );
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const numbered = ['customer', 'customer_parties', 'monitoring_position', 'monitoring_run'];

/** As an import of a moved store has them (transaction-numbers.ts). */
const shiftNumbers = `
       ${numbered.map((table) => `alter table gatehouse.${table} no force row level security;`).join(' ')}
       with moved as materialized (
         select greatest((select max(changed_in) from gatehouse.customer),
           (select max(changed_in) from gatehouse.customer_parties),
           (select max(mark) from gatehouse.monitoring_position), (select max(mark) from gatehouse.monitoring_run)) + 1 as next
       ), customers as (update gatehouse.customer set changed_in = changed_in - next from moved
       ), parties as (update gatehouse.customer_parties set changed_in = changed_in - next from moved
       ), positions as (update gatehouse.monitoring_position set mark = mark - next from moved)
       update gatehouse.monitoring_run set mark = mark - next from moved;
       ${numbered.map((table) => `alter table gatehouse.${table} force row level security;`).join(' ')}`;

/** Asked as the operator: the owner that is no superuser is held back by the walls, and would see no row. */
async function isMoved(client: pg.PoolClient): Promise<boolean> {
  await client.query('begin; set local role gatehouse_operator');
  try {
    const moved = await client.query(
      `select from gatehouse.audit_sealing
       where cluster <> (select system_identifier::text from pg_control_system())`,
    );
    return moved.rowCount !== 0;
  } finally {
    // Nothing was written; the role goes with the transaction.
    await client.query('rollback').catch(() => undefined);
  }
}
