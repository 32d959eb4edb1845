import type { CaseSort } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { listCases } from './case-list.ts';

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
           risk_score, reasons, subject, opened_at, due_at)
         select $1, $2, 'C' || lpad(n::text, 6, '0'), gen_random_uuid(), 'cust-' || n % 40,
           case when n % 100 = 0 then 'Zoë Rarely' when n % 2 = 0 then 'Ada Everett Everywhere' else 'Ada Everywhere' end, 'KYC_EVENT', 'UNASSIGNED', '{}', n % 7, '[]', '{}',
           now() - n % 50 * interval '1 hour', case when n % 3 > 0 then now() + n % 20 * interval '1 hour' end
         from generate_series(1, $3::integer) n`,
        [scope.tenantId, scope.domain, frequent],
      ),
    );
  });
  afterAll(() => database.close());

  async function numbers(search: string, sort: CaseSort): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const request = { search, sort, limit: 20, cursor, reader } as never;
      const { cases, nextCursor } = (await listCases(database, scope, request))!;
      found.push(...cases.map(({ caseNo }) => caseNo));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    return found;
  }

  /** What is found by reading every case and its words. */
  async function expected(words: readonly string[], sort: string): Promise<unknown[]> {
    const orders: Record<string, string> = {
      newest: 'opened_at desc, case_no desc',
      oldest: 'opened_at, case_no',
      risk: '- coalesce(risk_score, -1), opened_at, case_no',
      due: "coalesce(due_at, 'infinity'), case_no",
    };
    const { rows } = await database.executeSql(
      `select case_no from gatehouse.case_record c
       where (select bool_and(exists (select from gatehouse.words_of_case(case_no, customer_id, customer_name) w (word)
         where starts_with(w.word, asked))) from unnest($1::text[]) asked)
       order by ${orders[sort]} limit 60`,
      [words],
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
      }
    }
  });
});
