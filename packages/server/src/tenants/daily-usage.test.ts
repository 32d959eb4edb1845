import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import { meterScreening } from '../screening/usage-queries.ts';
import { mergeDailyUsage, mergeSql, readDailyUsage, sumOlderUsage, todaySql } from './daily-usage.ts';
import { recordUsage } from './quotas.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const wholeTime = { from: '2020-01-01', until: '2999-01-01' };
const references = Array.from({ length: 6 }, () => newId());

describe.each(stores)('usage by day, on the $kind store', (store) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    counted.clear();
    database = await store.open();
  });
  afterEach(() => database.close());

  /** Screenings of an engine that were counted, which no ledger has, by the day of their transaction. */
  const counted = new Map<string, number>();

  /** What the ledger and `counted` say, without the sums. */
  async function used() {
    const { rows } = await database.executeSql(
      `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, domain, u.api_key as "apiKey", u.kind, u.unit, sum(u.units)::float8 as units
       from gatehouse.usage_ledger l
         cross join lateral gatehouse.usage_units(l.kind, l.unit, l.units, l.api_key, l.screenings) u
       where tenant_id = 'acme' group by 1, 2, 3, 4, 5 having sum(u.units) <> 0
       order by day desc, domain, kind, unit, "apiKey"`,
    );
    const unit = 'WATCHLIST';
    for (const [day, units] of counted) {
      const row = rows.find(
        (one) => one['day'] === day && one['kind'] === 'screening' && one['unit'] === unit,
      );
      if (row === undefined)
        rows.push({ day, domain: 'retail', apiKey: null, kind: 'screening', unit, units });
      else row['units'] = Number(row['units']) + units;
    }
    return inOrder(rows);
  }
  const inOrder = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted();
  const read = () => readDailyUsage(database, 'acme', wholeTime);
  /** Units of each kind, on whichever days they were counted. */
  async function sums(): Promise<Record<string, number>> {
    const sum: Record<string, number> = {};
    for (const { kind, units } of await read()) sum[kind] = (sum[kind] ?? 0) + units;
    return sum;
  }
  async function count(): Promise<number> {
    const { rows } = await database.executeSql(
      'select count(*)::integer as count from gatehouse.daily_usage',
    );
    return Number(rows[0]!['count']);
  }

  const reference = fc.constantFrom(...references);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('record' as const), reference, units: fc.integer({ min: -3, max: 3 }) }),
    fc.record({ kind: fc.constant('meter' as const), units: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('earlier' as const), reference, units: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('fail' as const) }),
    fc.record({ kind: fc.constant('old' as const), hoursAgo: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ kind: fc.constant('merge' as const) }),
    fc.record({ kind: fc.constant('sumOlder' as const) }),
  );

  async function take(one: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    switch (one.kind) {
      case 'record':
        return database.transaction(scope, (tx) =>
          recordUsage(tx, scope, [
            { reference: one.reference, kind: 'event', unit: 'KYC_EVENT', units: one.units, apiKey: 'ak' },
            { reference: one.reference, kind: 'credit', unit: 'WATCHLIST', units: one.units },
          ]),
        );
      case 'meter': {
        const day = await database.transaction(scope, async (tx) => {
          await meterScreening(tx, scope, [
            { engine: 'WATCHLIST', units: one.units },
            { engine: 'WATCHLIST', units: 1 },
          ]);
          const [today] = await tx.sql<{ day: string }>(`select (${todaySql})::text as day`);
          return today!.day;
        });
        counted.set(day, (counted.get(day) ?? 0) + one.units + 1);
        return;
      }
      case 'earlier':
        // As versions before 0051 did, which may run beside this one.
        return void (await database.operator((tx) =>
          tx.sql(
            `update usage_ledger set screenings = coalesce(screenings, '{}') || jsonb_build_object(
               'RISK_LISTS', $2::integer + coalesce((screenings ->> 'RISK_LISTS')::integer, 0))
             where tenant_id = 'acme' and domain = 'retail' and reference = $1 and kind = 'event'`,
            [one.reference, one.units],
          ),
        ));
      case 'fail':
        return database
          .transaction(scope, async (tx) => {
            await meterScreening(tx, scope, [{ engine: 'RISK_LISTS', units: 9 }]);
            throw new Error('rolled back');
          })
          .catch(() => undefined);
      case 'old':
        return void (await database.operator((tx) =>
          tx.sql(
            `insert into usage_ledger (tenant_id, domain, reference, kind, unit, units, at)
             values ('acme', 'retail', $1, 'screening', 'WATCHLIST', 5, now() - $2 * interval '1 hour')
             on conflict (tenant_id, domain, reference, kind, unit) do update set units = usage_ledger.units + 5`,
            [newId(), one.hoursAgo],
          ),
        ));
      case 'merge':
        return void (await mergeDailyUsage(database));
      case 'sumOlder':
        return void (await sumOlderUsage(database));
    }
  }

  it('is what was counted and what the ledger has, whatever is written, undone, merged and summed at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(step, { maxLength: 12 }),
        fc.boolean(),
        async (before, meanwhile, isUpgrade) => {
          await database.executeSql('delete from gatehouse.usage_ledger; delete from gatehouse.daily_usage');
          counted.clear();
          // Of an older version the ledger has entries that nothing summed.
          await database.executeSql(
            `update gatehouse.usage_backlog set summed_from = ${isUpgrade ? "'infinity'" : "'-infinity'"}`,
          );
          for (const one of before.filter(({ kind }) => kind !== 'sumOlder')) await take(one);
          if (isUpgrade) await database.executeSql('update gatehouse.usage_backlog set summed_from = now()');
          expect(inOrder(await read())).toEqual(await used());
          await Promise.all(meanwhile.map(take));
          expect(inOrder(await read())).toEqual(await used());
          await Promise.all([mergeDailyUsage(database), sumOlderUsage(database), mergeDailyUsage(database)]);
          while (await sumOlderUsage(database));
          expect(inOrder(await read())).toEqual(await used());
          await database.executeSql('delete from gatehouse.usage_ledger');
          const summed = await read();
          await mergeDailyUsage(database);
          expect(await read()).toEqual(summed);
        },
      ),
      { numRuns: 5 },
    );
  });

  it('is merged by one look for the rows, whatever the planner believes of their number', async () => {
    // None is to be merged when it looks.
    await database.executeSql(
      `insert into gatehouse.daily_usage (tenant_id, domain, day, kind, unit, units, merged)
       select 'other', 'retail', current_date - n, 'screening', 'WATCHLIST', 1, true from generate_series(1, 2000) n;
       analyze gatehouse.daily_usage`,
    );
    const loops = await database.operator(async (tx) => {
      await tx.sql(
        `insert into daily_usage (tenant_id, domain, day, kind, unit, units)
         select 'acme', 'retail', current_date, 'screening', 'WATCHLIST', 1 from generate_series(1, 500)`,
      );
      const [plan] = await tx.sql<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, format json) ${mergeSql}`,
        [5_000],
      );
      return [...JSON.stringify(plan).matchAll(/"Actual Loops":\s*(\d+)/g)].map((match) => Number(match[1]));
    });
    expect(Math.max(...loops)).toBeLessThan(10);
    expect(await read()).toMatchObject([{ units: 500 }]);
  });

  it('has one row a day, key and unit once it is merged', async () => {
    for (const id of references) await take({ kind: 'record', reference: id, units: 2 });
    expect(await count()).toBe(12);
    await mergeDailyUsage(database);
    expect(await count()).toBe((await read()).length);
    expect(await sums()).toEqual({ credit: 12, event: 12 });
    await take({ kind: 'meter', units: 1 });
    await take({ kind: 'record', reference: newId(), units: 1 });
    await mergeDailyUsage(database);
    expect(await count()).toBe((await read()).length);
    expect(await sums()).toEqual({ credit: 13, event: 13, screening: 2 });
  });

  it('passes years without entries in a few steps', async () => {
    await database.executeSql("update gatehouse.usage_backlog set summed_from = 'infinity'");
    for (const hoursAgo of [1, 50_000]) await take({ kind: 'old', hoursAgo });
    await database.executeSql('update gatehouse.usage_backlog set summed_from = now()');
    let steps = 1;
    while (await sumOlderUsage(database)) steps += 1;
    expect(steps).toBeLessThan(80);
    expect(inOrder(await read())).toEqual(await used());
    expect(await sumOlderUsage(database)).toBe(false);
  });
});
