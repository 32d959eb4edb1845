/** A store as it is after years: customers, resolved cases, and open ones with their hits, by statements over sets. */
import { sealBacklog } from '../../packages/server/src/audit/index.ts';
import { openDatabase, type Tx } from '../../packages/server/src/database/index.ts';
import { loadMasterKeys } from '../../packages/server/src/lib/master-key.ts';
import type { BenchStore } from '../rig/stores.ts';
import { scope } from '../rig/tenant.ts';

export interface Filling {
  readonly customers: number;
  readonly open: number;
  /** By people. */
  readonly resolved: number;
  /** Executions that approved by themselves within a year, with their cases. */
  readonly automatic?: number;
}

/** Executions that the service made itself, which are copied. */
export interface Templates {
  /** With hits and a case that waits for people. */
  readonly reviewed: string;
  /** That approved by itself, sealed. */
  readonly automatic: string;
}

const first = [
  'Ada',
  'Bruno',
  'Chiara',
  'Dmitri',
  'Elif',
  'Farid',
  'Grete',
  'Hana',
  'Igor',
  'Jelena',
  'Kofi',
  'Lena',
];
const parts = [
  'ander',
  'berg',
  'castel',
  'dorn',
  'eich',
  'falk',
  'gold',
  'holm',
  'ivan',
  'jans',
  'kar',
  'lind',
  'mar',
];
const ends = [
  'sen',
  'mann',
  'ova',
  'etti',
  'oglu',
  'escu',
  'ski',
  'ez',
  'ström',
  'idis',
  'yan',
  'wala',
  'kova',
];
const families = parts.length * parts.length * ends.length;

/** A made-up name of number `n`: some 2,000 family names and 12 first names. */
export function nameOf(n: number): string {
  const family = Math.floor(n / first.length) % families;
  const middle = Math.floor(family / parts.length);
  const end = Math.floor(middle / parts.length);
  const word = `${parts[family % parts.length]}${parts[middle % parts.length]}${ends[end % ends.length]}`;
  return `${first[n % first.length]} ${word[0]!.toUpperCase()}${word.slice(1)}`;
}

/** Columns of a table, without those that the store computes. */
async function columnsOf(tx: Tx, table: string): Promise<readonly string[]> {
  const rows = await tx.sql<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

interface Copy {
  readonly table: string;
  /** What is not as in the row that is copied. */
  readonly replaced: Readonly<Record<string, string>>;
  readonly where: string;
}

/**
 * One statement over a set, column by column: rows as JSON and back took ten times as long. `$1` is the execution that is copied, `$2` the
 * cases, `$3` how many there are in the end.
 */
function copySql({ table, replaced, where }: Copy, columns: readonly string[]): string {
  const values = columns.map((column) => replaced[column] ?? `t.${column}`);
  return `
    with s as materialized (
      select n, customer, name, "isOpen", now() - ($3::integer - n) / $3::float8 * interval '365 days' as at
      from jsonb_to_recordset($2::jsonb) as r(n integer, customer integer, name text, "isOpen" boolean))
    insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from ${table} t cross join s ${where}`;
}

const copyOf = (column: string) => `(left(${column}::text, -8) || lpad(to_hex(s.n), 8, '0'))::uuid`;
const copyId = copyOf('$1::text');
const customer = "'cust-' || s.customer";
/** By the first columns of each key: without an index a chunk would read all copies before it. */
const inScope = `where t.tenant_id = '${scope.tenantId}' and t.domain = '${scope.domain}'`;
const ofExecution = `${inScope} and t.execution_id = $1::text::uuid`;
const openedAt = "now() - s.n % 20000 * interval '1 minute'";

const records: Copy = {
  table: 'audit_event',
  // As if sealed long ago: records of one transaction are sealed at once, and all copies would be of the template's.
  replaced: {
    event_id: copyOf('t.event_id'),
    object_id: `${copyId}::text`,
    transaction: `'3'::xid8`,
  },
  where: `${inScope} and t.object_kind = 'execution' and t.object_id = $1::text`,
};

const ofCase: readonly Copy[] = [
  {
    table: 'execution',
    replaced: {
      execution_id: copyId,
      customer_id: customer,
      state: `case when s."isOpen" then 'WAITING' else 'COMPLETED' end`,
      created_at: openedAt,
    },
    where: ofExecution,
  },
  { table: 'visit', replaced: { execution_id: copyId }, where: ofExecution },
  {
    table: 'alert',
    replaced: { execution_id: copyId, customer_id: customer, alert_id: copyOf('t.alert_id') },
    where: ofExecution,
  },
  records,
  {
    table: 'case_record',
    replaced: {
      execution_id: copyId,
      customer_id: customer,
      customer_name: 's.name',
      case_no: `'C' || (100000 + s.n)`,
      risk_score: '20 + s.n * 7 % 80',
      status: `case when s."isOpen" then 'UNASSIGNED' else 'APPROVED' end`,
      assignee: `case when not s."isOpen" then 'ana-' || s.n % 20 || '@bench.test' end`,
      opened_at: openedAt,
      due_at: `${openedAt} + interval '48 hours'`,
      resolved_at: `case when not s."isOpen" then ${openedAt} + interval '1 hour' end`,
    },
    where: ofExecution,
  },
];

const ofAutomatic: readonly Copy[] = [
  {
    table: 'execution',
    replaced: {
      execution_id: copyId,
      customer_id: customer,
      created_at: 's.at',
      updated_at: 's.at',
      finished_at: 's.at',
    },
    where: ofExecution,
  },
  {
    table: 'personal_key',
    replaced: { key_id: copyId, created_at: 's.at' },
    where: `${inScope} and t.key_id = $1::text::uuid`,
  },
  { ...records, replaced: { ...records.replaced, at: 's.at' } },
  {
    table: 'case_record',
    replaced: {
      execution_id: copyId,
      customer_id: customer,
      customer_name: 's.name',
      case_no: `'C' || (100000 + s.n)`,
      opened_at: 's.at',
      resolved_at: 's.at',
    },
    where: ofExecution,
  },
];

/** Sums of each day of more than a year. */
const usage = `insert into daily_usage (tenant_id, domain, day, kind, unit, api_key, units, merged)
  select distinct t.tenant_id, t.domain, t.day - n, t.kind, t.unit, t.api_key, 50000, true
  from daily_usage t cross join generate_series(1, 400) n where t.tenant_id = $1 and t.domain = $2`;

/** The store ends statements that take half a minute. */
const chunk = { customers: 20_000, cases: 2_000, automatic: 20_000 };

/** Fills the store of a service that is stopped. */
export async function fill(store: BenchStore, templates: Templates, filling: Filling): Promise<void> {
  const database = await openDatabase(store.place);
  const masterKey = store.settings['GATEHOUSE_MASTER_KEY'];
  // The copies are of a transaction from before what is sealed here.
  await sealBacklog(database, await loadMasterKeys({ masterKey, dataDir: store.directory }));
  for (let from = 1; from <= filling.customers; from += chunk.customers) {
    const count = Math.min(chunk.customers, filling.customers - from + 1);
    const rows = Array.from({ length: count }, (_, index) => ({
      n: from + index,
      name: nameOf(from + index),
    }));
    await database.operator((tx) =>
      tx.sql(
        `insert into customer (tenant_id, domain, customer_id, customer_type, name, profile, subject)
         select $1, $2, 'cust-' || n, 'individual', name, '{"countryOfResidence": "DE"}',
           jsonb_build_object('customerId', 'cust-' || n, 'customerType', 'individual', 'name', name)
         from jsonb_to_recordset($3::jsonb) as r(n integer, name text)`,
        [scope.tenantId, scope.domain, JSON.stringify(rows)],
      ),
    );
  }
  await database.operator((tx) => tx.sql(usage, [scope.tenantId, scope.domain]));
  const reviewed = filling.open + filling.resolved;
  const total = reviewed + (filling.automatic ?? 0);
  await copyCases({ copies: ofCase, of: templates.reviewed, from: 1, until: reviewed, chunk: chunk.cases });
  await copyCases({
    copies: ofAutomatic,
    of: templates.automatic,
    from: reviewed + 1,
    until: total,
    chunk: chunk.automatic,
  });
  await database.vacuum();
  await database.close();

  async function copyCases(what: {
    readonly copies: readonly Copy[];
    readonly of: string;
    readonly from: number;
    readonly until: number;
    readonly chunk: number;
  }): Promise<void> {
    const statements = await database.operator(async (tx) => {
      const texts: string[] = [];
      for (const copy of what.copies) texts.push(copySql(copy, await columnsOf(tx, copy.table)));
      return texts;
    });
    for (let from = what.from; from <= what.until; from += what.chunk) {
      const rows = Array.from({ length: Math.min(what.chunk, what.until - from + 1) }, (_, index) => {
        const n = from + index;
        const whose = 1 + ((n * 97) % filling.customers);
        return { n, customer: whose, name: nameOf(whose), isOpen: n <= filling.open };
      });
      await database.operator(async (tx) => {
        for (const text of statements) await tx.sql(text, [what.of, JSON.stringify(rows), total]);
      });
    }
  }
}
