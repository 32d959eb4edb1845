import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../src/audit/verification/audit-list.ts';
import { listCases } from '../src/cases/case-list.ts';
import type { Database, OpenDatabase } from '../src/database/index.ts';
import { stores } from '../src/database/stores.fixture.ts';
import { readHistory } from '../src/lists/watchlist/watchlist-history.ts';
import { listExecutions } from '../src/workflows/execution-log.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const reader = { email: 'ana@acme.test', groups: [], isAdmin: true };
/** Executions that approved by themselves, with what came with them. */
const usual = 10_000;
const usualActs = `'{execution.submit,execution.complete,quickscan.submit}'::text[]`;

const fillSql = `
  insert into execution (tenant_id, domain, execution_id, event_type, source, workflow_id, workflow_version, request_id, customer_id,
    data, state, created_at)
  select 'acme', 'retail', md5(n::text)::uuid, 'KYC_EVENT', 'API', 'w', 1, gen_random_uuid(), 'c-' || n, '{}',
    case when n % 2500 = 7 then 'FAILED' else 'COMPLETED' end, now() - n * interval '1 minute' from generate_series(1, ${usual}) n;
  insert into case_record (tenant_id, domain, case_no, execution_id, customer_id, event_type, status, groups, reasons, subject,
    opened_at, resolved_at, assignee)
  select 'acme', 'retail', 'C' || lpad(n::text, 6, '0'), md5(n::text)::uuid, 'c-' || n, 'KYC_EVENT',
    case when n % 2500 = 7 then 'REJECTED' else 'APPROVED' end, '{}', '[]', '{}',
    now() - n * interval '1 minute',
    now() - n * interval '1 minute' + case when n % 2500 in (7, 8) then interval '1 hour' else interval '0' end,
    case when n % 2500 in (7, 8) then 'ana@acme.test' end
  from generate_series(1, ${usual}) n;
  insert into audit_event (tenant_id, domain, event_id, at, actor_kind, actor, act, object_kind, object_id, detail)
  select 'acme', 'retail', gen_random_uuid(), now() - n * interval '1 minute', 'api_key', 'ak_acme', act, split_part(act, '.', 1), n::text, '{}'
  from generate_series(1, ${usual}) n, unnest(${usualActs}) act;
  insert into audit_event (tenant_id, domain, event_id, at, actor_kind, actor, act, object_kind, object_id, detail)
  select 'acme', 'retail', gen_random_uuid(), now() - n * interval '5000 minutes', 'user', 'ana@acme.test', 'case.assign', 'case', 'C000009', '{}'
  from generate_series(1, 4) n;
  insert into audit_event (tenant_id, domain, event_id, at, actor_kind, actor, act, object_kind, object_id, detail)
  select 'acme', 'retail', gen_random_uuid(), now() - n * interval '1 day', 'system', 'provision', 'watchlist_entry.create', 'watchlist_entry', 'w' || n, '{}'
  from generate_series(1, 2) n`;

describe.each(stores)('rows that are rare among those of years, on the $kind store', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
    await database.operator(async (tx) => {
      for (const text of fillSql.split(';')) await tx.sql(text);
    });
    for (const table of ['execution', 'case_record', 'audit_event']) {
      await database.executeSql(`analyze gatehouse.${table}`);
    }
  });
  afterAll(() => database.close());

  /** The most rows that one step of a read took up or left aside. */
  async function rowsRead(work: (watched: Database) => Promise<unknown>): Promise<number> {
    let most = 0;
    const watched: Pick<Database, 'read'> = {
      read: async (of, query) => {
        const plan = await database.read(of, {
          text: `explain (analyze, format json) ${query.text}`,
          values: query.values,
        });
        const counts = JSON.stringify(plan).matchAll(/"(?:Actual Rows|Rows Removed by [^"]*)":\s*(\d+)/g);
        most = Math.max(most, ...[...counts].map((match) => Number(match[1])));
        return database.read(of, query);
      },
    };
    await work(watched as Database);
    return most;
  }

  it.each([
    { status: ['REJECTED'] },
    { decidedBy: 'people' },
    { mine: true },
    { assignee: 'ana@acme.test', status: ['APPROVED'] },
  ])('are found among cases without reading the others: %j', async (filters) => {
    for (const sort of ['newest', 'oldest', 'risk', 'due'] as const) {
      const request = { ...filters, sort, limit: 20, reader } as never;
      let found: unknown[] = [];
      const read = await rowsRead(async (watched) => {
        found = (await listCases(watched, scope, request))!.cases;
      });
      expect(found.length, sort).toBeGreaterThanOrEqual(4);
      expect(read, sort).toBeLessThan(100);
    }
  });

  it('are found where they were resolved by the workflow since a while ago', async () => {
    for (const sort of ['newest', 'oldest'] as const) {
      const resolvedFrom = Date.now() - 10.5 * 60_000;
      const request = { decidedBy: 'workflow', resolvedFrom, sort, limit: 20, reader } as never;
      let found: unknown[] = [];
      const read = await rowsRead(async (watched) => {
        found = (await listCases(watched, scope, request))!.cases;
      });
      // Two of these ten a person resolved.
      expect(found, sort).toHaveLength(8);
      expect(read, sort).toBeLessThan(100);
    }
  });

  it('are found among executions without reading the others', async () => {
    for (const state of [['FAILED'], ['WAITING', 'CANCELLED']]) {
      let found: unknown[] = [];
      const read = await rowsRead(async (watched) => {
        found = (await listExecutions(watched, scope, { state, limit: 20 } as never))!.executions;
      });
      expect(found).toHaveLength(state.includes('FAILED') ? 4 : 0);
      expect(read).toBeLessThan(100);
    }
  });

  it.each([
    { act: 'case.assign' },
    { act: 'case.' },
    { act: 'case.', actorKind: 'user' },
    { actor: 'ana@acme.test' },
    { objectKind: 'case' },
    { objectId: 'C000009' },
    { objectKind: 'case', objectId: 'C000009' },
  ])('are found in the audit log without reading the others: %j', async (filters) => {
    let found: unknown[] = [];
    const read = await rowsRead(async (watched) => {
      found = (await listAudit(watched, scope, { ...filters, limit: 50 } as never))!.records;
    });
    expect(found).toHaveLength(4);
    expect(read).toBeLessThan(100);
  });

  it('are found of the own list without reading the others', async () => {
    let found: unknown[] = [];
    const read = await rowsRead(async (watched) => {
      const tx = { sql: (text: string, values: readonly unknown[]) => watched.read(scope, { text, values }) };
      found = await readHistory(tx as never, scope, { limit: 20 });
    });
    expect(found).toHaveLength(2);
    expect(read).toBeLessThan(100);
  });

  it('leave those that are usual as they are', async () => {
    for (const act of ['execution.', 'execution.submit', 'quickscan.submit']) {
      const page = await listAudit(database, scope, { act, limit: 50 } as never);
      expect(page!.records, act).toHaveLength(50);
    }
    const page = await listAudit(database, scope, { objectKind: 'quickscan', limit: 50 } as never);
    expect(page!.records).toHaveLength(50);
    const approved = await listCases(database, scope, {
      status: ['APPROVED', 'REJECTED'],
      sort: 'newest',
      limit: 50,
      reader,
    } as never);
    expect(approved!.cases).toHaveLength(50);
  });
});
