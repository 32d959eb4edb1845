import type { CaseSort } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCustomers } from '../customers/find-customers.ts';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import { listCases } from './case-list.ts';
import { type CaseOpening, openCases } from './case-queries.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const reader = { email: 'ana@acme.test', groups: [], isAdmin: true } as never;
/** More than a search gathers. */
const frequent = 6_000;

describe.each(stores)('a search for cases, on the $kind store', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
    await database.operator((tx) =>
      tx.sql(
        `insert into case_record (tenant_id, domain, case_no, execution_id, customer_id, customer_name, event_type, status, groups,
           risk_score, reasons, subject, opened_at, due_at, resolved_at)
         select $1, $2, 'C' || lpad(n::text, 6, '0'), gen_random_uuid(), 'cust-' || n % 40,
           case when n % 100 = 0 then 'Zoë Rarely' when n % 2 = 0 then 'Ada Everett Everywhere' else 'Ada Everywhere' end, 'KYC_EVENT', 'UNASSIGNED', '{}', n % 7, '[]', '{}',
           now() - n % 50 * interval '1 hour', case when n % 3 > 0 then now() + n % 20 * interval '1 hour' end,
           case when n % 11 = 0 then now() end
         from generate_series(1, $3::integer) n`,
        [scope.tenantId, scope.domain, frequent],
      ),
    );
  });
  afterAll(() => database.close());

  async function numbers(search: string, sort: CaseSort, open?: true): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const request = { search, sort, open, limit: 20, cursor, reader } as never;
      const { cases, nextCursor } = (await listCases(database, scope, request))!;
      found.push(...cases.map(({ caseNo }) => caseNo));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    return found;
  }

  /** What is found by reading every case and its words. */
  async function expected(words: readonly string[], sort: string, open?: true): Promise<unknown[]> {
    const orders: Record<string, string> = {
      newest: 'opened_at desc, case_no desc',
      oldest: 'opened_at, case_no',
      risk: '- coalesce(risk_score, -1), opened_at, case_no',
      due: 'due_at, opened_at, case_no',
    };
    const { rows } = await database.executeSql(
      `select case_no from gatehouse.case_record c
       where (select bool_and(exists (select from gatehouse.words_of_case(case_no, customer_id, customer_name) w (word)
         where starts_with(w.word, asked))) from unnest($1::text[]) asked)
         and ($2::boolean is null or resolved_at is null)
       order by ${orders[sort]} limit 60`,
      [words, open ?? null],
    );
    return rows.map((row) => row['case_no']);
  }

  it('finds the same in every order, whether few cases match, all do, or one of its words is in all', async () => {
    const searches = [
      ['everywh'],
      // Half of the cases have two such words, so that the first words found are of fewer cases.
      ['ever'],
      ['ada', 'everywhere'],
      ['rarely', 'zoe'],
      ['zo'],
      ['rarely', 'ada'],
      ['c00012'],
      ['c'],
    ];
    for (const sort of ['newest', 'oldest', 'risk', 'due'] as const) {
      for (const words of searches) {
        const found = await numbers(words.join(' '), sort);
        expect({ words, sort, found }).toEqual({ words, sort, found: await expected(words, sort) });
        if (sort !== 'risk') continue;
        const open = await numbers(words.join(' '), sort, true);
        expect({ words, sort, open }).toEqual({ words, sort, open: await expected(words, sort, true) });
      }
    }
  });
});

describe.each(stores)('case numbers of more than six digits, on the $kind store', (store) => {
  let database: OpenDatabase;
  const widened = { ...scope, domain: 'widened' };
  beforeAll(async () => {
    database = await store.open();
    await database.operator(async (tx) => {
      await tx.sql('insert into case_number (tenant_id, domain, last) values ($1, $2, 999997)', [
        widened.tenantId,
        widened.domain,
      ]);
      await openCases(tx, widened, [1, 2, 3, 4, 5].map(opening));
    });
  });
  afterAll(() => database.close());

  const all = ['C999998', 'C999999', 'C1000000', 'C1000001', 'C1000002'];

  async function listed(request: { readonly sort: CaseSort; readonly search?: string }): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCases(database, widened, { ...request, limit: 2, cursor, reader } as never);
      found.push(...page!.cases.map(({ caseNo }) => caseNo));
      cursor = page!.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  it.each(['oldest', 'risk', 'due'] as const)(
    'follow those of six in every order, as by %s',
    async (sort) => {
      expect(await listed({ sort })).toEqual(all);
      expect(await listed({ sort: 'newest' })).toEqual(all.toReversed());
    },
  );

  it('are found by how they begin', async () => {
    const found = (search: string) => listed({ sort: 'oldest', search });
    expect(await found('C99')).toEqual(['C999998', 'C999999']);
    expect(await found('c999999')).toEqual(['C999999']);
    expect(await found('C1000')).toEqual(['C1000000', 'C1000001', 'C1000002']);
    expect(await found('c100000')).toEqual(['C1000000', 'C1000001', 'C1000002']);
    expect(await found('C1000001')).toEqual(['C1000001']);
    expect(await found('C2')).toEqual([]);
  });
});

describe.each(stores)('words of search, on the $kind store', (store) => {
  let database: OpenDatabase;
  const named = { ...scope, domain: 'named' };
  beforeAll(async () => {
    database = await store.open();
    await database.executeSql(`insert into gatehouse.tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
      values ('acme', 'Acme', true, false, '{}', 0)`);
  });
  afterAll(() => database.close());

  const write = (text: string, ...values: unknown[]) =>
    database.operator((tx) => tx.sql(text, [named.tenantId, named.domain, ...values]));
  const addCustomer = (customerId: string, name: string | null) =>
    write(
      `insert into customer (tenant_id, domain, customer_id, name, profile) values ($1, $2, $3, $4, '{}')`,
      customerId,
      name,
    );
  const openCase = (customerId: string, customerName: string | null) =>
    database.operator((tx) => openCases(tx, named, [{ ...opening(0), customerId, customerName }]));
  const rename = (customerId: string, name: string) =>
    write(
      'update customer set name = $4 where tenant_id = $1 and domain = $2 and customer_id = $3',
      customerId,
      name,
    );
  const remove = (table: 'case_record' | 'customer', condition: string) =>
    write(`delete from ${table} where tenant_id = $1 and domain = $2 and ${condition}`);
  const casesOf = async (search: string) => {
    const page = await listCases(database, named, { search, sort: 'oldest', limit: 20, reader } as never);
    return page!.cases.map((one) => one.customerName);
  };
  const customersOf = async (search: string) =>
    (await findCustomers(database, named, { search, limit: 20 })).map((one) => one.customerId);
  const words = async () =>
    (await write('select word from customer_word where tenant_id = $1 and domain = $2 order by word')).map(
      (row) => (row as { word: string }).word,
    );

  it('are kept once, at the customer, and go with whom they are of', async () => {
    await addCustomer('k-1', 'Anna Miller');
    await openCase('k-1', 'Anna Miller');
    await openCase('k-1', 'Anna Miller');
    expect(await words()).toEqual(['anna', 'miller']);
    expect(await casesOf('mill')).toEqual(['Anna Miller', 'Anna Miller']);
    expect(await casesOf('K-1')).toHaveLength(2);
    expect(await casesOf('k-1 anna')).toEqual([]);

    await rename('k-1', 'Anna Smith');
    await openCase('k-1', 'Anna Smith');
    // A case keeps the name that it was opened with.
    expect(await casesOf('miller anna')).toEqual(['Anna Miller', 'Anna Miller']);
    expect(await casesOf('smith')).toEqual(['Anna Smith']);
    expect(await casesOf('anna')).toHaveLength(3);
    expect(await customersOf('miller')).toEqual([]);
    expect(await customersOf('anna smi')).toEqual(['k-1']);
    expect(await words()).toEqual(['anna', 'miller', 'smith']);

    await remove('case_record', `customer_name = 'Anna Miller' and case_no = 'C000001'`);
    expect(await words()).toEqual(['anna', 'miller', 'smith']);
    await remove('case_record', `customer_name = 'Anna Miller'`);
    expect(await words()).toEqual(['anna', 'smith']);
    await rename('k-1', 'Anna');
    expect(await words()).toEqual(['anna', 'smith']);
    await remove('case_record', 'true');
    await rename('k-1', 'Anna Berg');
    expect(await words()).toEqual(['anna', 'berg']);
    await remove('customer', 'true');
    expect(await words()).toEqual([]);
  });

  it('are of the case alone where the customer has no name', async () => {
    await addCustomer('B-2', null);
    expect(await words()).toEqual(['b-2']);
    await openCase('B-2', 'Quillfeather Trading');
    await openCase('B-2', 'Quillfeather Holding');
    expect(await words()).toEqual(['b-2', 'holding', 'quillfeather', 'trading']);
    expect(await casesOf('quill')).toEqual(['Quillfeather Trading', 'Quillfeather Holding']);
    expect(await casesOf('quill tra')).toEqual(['Quillfeather Trading']);
    expect(await casesOf('b-2')).toHaveLength(2);
    expect(await customersOf('b-')).toEqual(['B-2']);
    await remove('case_record', `customer_name = 'Quillfeather Trading'`);
    expect(await words()).toEqual(['b-2', 'holding', 'quillfeather']);
    await remove('case_record', 'true');
    expect(await words()).toEqual(['b-2']);
    await remove('customer', 'true');
    expect(await words()).toEqual([]);
  });
});

function opening(place: number): CaseOpening {
  return {
    executionId: newId(),
    customerId: `c-${place}`,
    customerName: null,
    eventType: 'KYC_EVENT',
    status: 'APPROVED',
    resolved: true,
    groups: [],
    fourEyes: false,
    policy: null,
    riskScore: null,
    reasons: [],
    countries: [],
  };
}
