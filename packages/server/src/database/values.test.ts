import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, statement } from './index.ts';
import { stores } from './stores.fixture.ts';

const scope = { tenantId: "o'brien\\", domain: 'größe "x"' };

// PostgreSQL's text has no NUL and UTF-8 no lone surrogates; both are refused, see database.test.ts.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', '')),
  fc.constantFrom(
    `'`,
    `''`,
    `\\`,
    `\\'`,
    `"`,
    `$1`,
    `$$`,
    `--`,
    `/*`,
    `;`,
    `\u2028`,
    `E'\\''`,
    `😀`,
    `ʼ`,
    `%s`,
    `{}`,
    `NULL`,
  ),
);

// V8 13.6 itself may give one key with a backslash for another: JSON.parse('{"\\\\":0}'), then '{"\\"":0}'.
const key = text.map((value) => value.replaceAll(/[\\"]/g, '_'));

const columns = `$1::text, $2::text[] as texts, $3::integer as int4, $4::bigint as int8,
  $5::double precision as float8, $6::boolean as bool, $7::timestamptz as at, $8::jsonb as document,
  $9::bytea as bytes, $10::uuid as id, $11::text as nothing`;

const row = fc.record({
  text,
  texts: fc.array(fc.option(text), { maxLength: 4 }),
  int4: fc.integer(),
  int8: fc.maxSafeInteger(),
  float8: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  bool: fc.boolean(),
  at: fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
  document: fc.dictionary(
    key,
    fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 2 })),
  ),
  bytes: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  id: fc.uuid(),
  nothing: fc.constant(null),
});

describe.each(stores)('values on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  it('come back as they were given, the same by every door', async () => {
    await fc.assert(
      fc.asyncProperty(row, async (submitted) => {
        const values = Object.values({ ...submitted, document: JSON.stringify(submitted.document) });
        const query = statement(`select ${columns}`, values);
        const [read] = await database.read(scope, query);
        expect(read).toEqual({ ...submitted, document: JSON.parse(JSON.stringify(submitted.document)) });
        const inside = (door: 'run' | 'sql') =>
          database.transaction(scope, (tx) =>
            door === 'run' ? tx.run(query) : tx.sql(`select ${columns}`, values),
          );
        expect(await inside('run')).toEqual([read]);
        expect(await inside('sql')).toEqual([read]);
        expect(await database.atomic(scope, [query])).toEqual([[read]]);
        expect((await database.executeSql(`select ${columns}`, values)).rows).toEqual([read]);
      }),
      { numRuns: 60 },
    );
  });

  it('give scopes with any text to the policies unchanged', async () => {
    const state = statement(
      "select current_setting('gatehouse.tenant') as tenant, current_setting('gatehouse.domain') as domain",
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (tenantId, domain) => {
        expect(await database.read({ tenantId, domain }, state)).toEqual([{ tenant: tenantId, domain }]);
      }),
      { numRuns: 60 },
    );
  });

  it('are a bigint beyond the safe integers, and text where JavaScript has no type', async () => {
    const query = statement(
      "select 9007199254740993::bigint as large, date '2026-02-03' as day, 1.10::numeric as exact",
    );
    expect(await database.read(scope, query)).toEqual([
      { large: 9007199254740993n, day: '2026-02-03', exact: '1.10' },
    ]);
  });
});
