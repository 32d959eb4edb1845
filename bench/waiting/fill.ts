/** Any number of waiting executions, as copies of two that the service made itself. */
import { type DatabaseLocation, openDatabase } from '../../packages/server/src/database/index.ts';
import { scope } from '../rig/tenant.ts';

export interface Filling {
  /** Copies of an execution that waits for its timer, due in 30 days. */
  readonly timers: { readonly of: string; readonly count: number };
  /** Copies of an execution that waits for people, with its case. */
  readonly cases: { readonly of: string; readonly count: number };
}

/** A statement that copies a row of a table once for each number from $2 to $3, with some columns replaced. */
export const copied = (table: string, replaced: Readonly<Record<string, string>>) => `
  insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${Object.entries(
    replaced,
  )
    .map(([column, value]) => `'${column}', ${value}`)
    .join(', ')}))).*
  from ${table} t, generate_series($2::integer, $3::integer) as n`;

/** The id of the nth copy of an execution. */
export function copyId(of: string, n: number): string {
  return `${of.slice(0, -8)}${n.toString(16).padStart(8, '0')}`;
}

/** The id of the nth copy of the execution $1. */
export const copyIdSql = `(left($1::text, -8) || lpad(to_hex(n), 8, '0'))::uuid`;

const customer = `(t.customer_id || '-' || n)`;
/** By the primary keys' first columns: without an index each chunk would read all copies before it. */
export const inScope = `t.tenant_id = '${scope.tenantId}' and t.domain = '${scope.domain}'`;
const where = `where ${inScope} and t.execution_id = $1::text::uuid`;

/** Customer, execution and steps of the execution $1. */
export const ofExecution = [
  `${copied('customer', { customer_id: customer })}
   where ${inScope} and t.customer_id = (select t.customer_id from execution t ${where})`,
  `${copied('execution', { execution_id: copyIdSql, customer_id: customer })} ${where}`,
  `${copied('visit', { execution_id: copyIdSql })} ${where}`,
];

/** The case of the execution $1. */
export const ofCase = `${copied('case_record', {
  execution_id: copyIdSql,
  customer_id: customer,
  case_no: `('C' || lpad((500000 + n)::text, 6, '0'))`,
})} ${where}`;

/** The number of the nth copied case. */
export function copiedCaseNo(n: number): string {
  return `C${String(500_000 + n).padStart(6, '0')}`;
}

/** Copies in one statement: the store ends statements that take half a minute. */
const chunk = 5000;

/** Fills the store of a service that is stopped. */
export async function fill(place: DatabaseLocation, { timers, cases }: Filling): Promise<void> {
  const database = await openDatabase(place);
  const copy = async (of: string, count: number, tables: readonly string[]) => {
    for (let from = 1; from <= count; from += chunk) {
      await database.operator(async (tx) => {
        for (const text of tables) await tx.sql(text, [of, from, Math.min(count, from + chunk - 1)]);
      });
    }
  };
  await copy(timers.of, timers.count, ofExecution);
  await copy(cases.of, cases.count, [...ofExecution, ofCase]);
  await database.vacuum();
  await database.close();
}

/** Makes all copied timers due together, in the order of their numbers. */
export async function makeDue(place: DatabaseLocation, timers: Filling['timers'], at: Date): Promise<void> {
  const database = await openDatabase(place);
  const number = `('x' || right(execution_id::text, 8))::bit(32)::integer`;
  for (let from = 1; from <= timers.count; from += chunk) {
    await database.operator((tx) =>
      tx.sql(
        `update execution set due_at = $4::timestamptz + ${number} * interval '1 microsecond'
         where state = 'WAITING' and due_at is not null and left(execution_id::text, -8) = left($1, -8)
           and ${number} between $2 and $3`,
        [timers.of, from, from + chunk - 1, at],
      ),
    );
  }
  await database.vacuum();
  await database.close();
}

export interface WakeRow {
  readonly waited: boolean;
  /** Milliseconds from birth to decision. */
  readonly tookMs: number;
}

/** The executions created since, by the store's clock, that ended: whether they waited, and how long they took. */
export async function readEnded(place: DatabaseLocation, from: Date): Promise<readonly WakeRow[]> {
  const database = await openDatabase(place);
  const rows = await database.operator((tx) =>
    tx.sql<WakeRow>(
      `select event_type = 'KYC_EVENT' as waited,
         (extract(epoch from finished_at - created_at) * 1000)::double precision as "tookMs"
       from execution where created_at >= $1 and finished_at is not null`,
      [from],
    ),
  );
  await database.close();
  return rows;
}
