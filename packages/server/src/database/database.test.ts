import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  insertInto,
  isRetryable,
  NestedTransactionError,
  type OpenDatabase,
  RolledBackError,
  statement,
  updateWhere,
} from './index.ts';
import { stores } from './stores.fixture.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const count = statement<{ count: number }>('select count(*) from customer');

function customer(customerId: string) {
  return insertInto('customer', {
    tenant_id: scope.tenantId,
    domain: scope.domain,
    customer_id: customerId,
    profile: '{}',
  });
}

describe.each(stores)('a database on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  async function customers(): Promise<number> {
    const [row] = await database.read(scope, count);
    return row!.count;
  }

  it('keeps what a transaction wrote and gives back what its work returned', async () => {
    const before = await customers();
    const answer = await database.transaction(scope, async (tx) => {
      await tx.run(customer('kept-1'));
      await tx.run(customer('kept-2'));
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await customers()).toBe(before + 2);
  });

  it('shows a snapshot as the store was at its first statement, and lets it write nothing', async () => {
    const before = await customers();
    const begun = Promise.withResolvers<void>();
    const written = begun.promise.then(() => database.transaction(scope, (tx) => tx.run(customer('beside'))));
    const seen = await database.snapshot(scope, async (tx) => {
      const first = await tx.run(count);
      begun.resolve();
      // The embedded store has one connection: it writes after the snapshot.
      if (database.kind === 'postgres') await written;
      return [...first, ...(await tx.run(count))];
    });
    expect(seen).toEqual([{ count: before }, { count: before }]);
    await written;
    expect(await customers()).toBe(before + 1);
    const write = database.snapshot(scope, (tx) => tx.run(customer('never')));
    await expect(write).rejects.toThrow('read-only');
    const [others] = await database.snapshot({ ...scope, tenantId: 'other' }, (tx) => tx.run(count));
    expect(others!.count).toBe(0);
  });

  it('keeps nothing when the work throws, and passes its error on', async () => {
    const before = await customers();
    const failure = new Error('no');
    const attempt = database.transaction(scope, async (tx) => {
      await tx.run(customer('undone'));
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await customers()).toBe(before);
  });

  it('keeps nothing when a statement fails, at the beginning as later on', async () => {
    const before = await customers();
    await expect(database.transaction(scope, (tx) => tx.sql('select 1/0'))).rejects.toThrow(
      'division by zero',
    );
    const later = database.transaction(scope, async (tx) => {
      await tx.run(customer('undone'));
      await tx.sql('select 1/0');
    });
    await expect(later).rejects.toThrow('division by zero');
    expect(await customers()).toBe(before);
  });

  it('tells when the work swallowed a failed statement, because then nothing is kept', async () => {
    const before = await customers();
    const attempt = database.transaction(scope, async (tx) => {
      await tx.run(customer('undone'));
      await tx.sql('select 1/0').catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow(RolledBackError);
    expect(await customers()).toBe(before);
  });

  it('runs the statements of a transaction one after the other though asked for at once', async () => {
    const rows = await database.transaction(scope, (tx) =>
      Promise.all([1, 2, 3].map((number) => tx.sql('select $1::integer as number', [number]))),
    );
    expect(rows.flat()).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });

  it('costs nothing when the work runs no statement', async () => {
    expect(await database.transaction(scope, async () => 'idle')).toBe('idle');
  });

  it('refuses a second transaction inside an open one', async () => {
    const inside: (() => Promise<unknown>)[] = [
      () => database.read(scope, count),
      () => database.operator(async () => undefined),
      () => database.transaction(scope, async () => undefined),
      () => database.atomic(scope, [count]),
      () => database.executeSql('select 1'),
    ];
    for (const open of inside) {
      await expect(database.transaction(scope, open)).rejects.toThrow(NestedTransactionError);
    }
  });

  it('lets what was started inside a transaction open its own when that is over', async () => {
    let release = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    let after: Promise<number> | undefined;
    await database.transaction(scope, async () => {
      after = over.then(customers);
    });
    release();
    expect(await after).toBeTypeOf('number');
  });

  it('refuses statements of a transaction that is over', async () => {
    const tx = await database.transaction(scope, async (open) => open);
    await expect(tx.sql('select 1')).rejects.toThrow('The transaction is over');
  });

  it('answers the rows of a statement with RETURNING, and none without', async () => {
    await database.transaction(scope, async (tx) => {
      expect(await tx.run(customer('counted'))).toEqual([]);
      const change = { customer_id: 'counted' };
      expect(await tx.run(updateWhere('customer', change, { name: 'n' }))).toEqual([]);
      expect(await tx.sql("select name from customer where customer_id = 'counted'")).toEqual([
        { name: 'n' },
      ]);
      expect(await tx.sql("update customer set name = 'm' where customer_id = 'nobody'")).toEqual([]);
    });
  });

  it('commits all statements of an atomic write or none', async () => {
    const before = await customers();
    const [, [row]] = await database.atomic(scope, [customer('together'), count]);
    expect(row).toEqual({ count: before + 1 });
    await expect(database.atomic(scope, [customer('apart'), customer('together')])).rejects.toMatchObject({
      code: '23505',
    });
    expect(await customers()).toBe(before + 1);
  });

  it('goes on after parameters that cannot be stored', async () => {
    const echo = (value: unknown) => database.read(scope, statement('select $1::text as value', [value]));
    for (const value of ['\ud800', Number.NaN, () => 1]) await expect(echo(value)).rejects.toThrow(TypeError);
    await expect(echo('a\0b')).rejects.toMatchObject({ code: '22021' });
    expect(await echo('fine')).toEqual([{ value: 'fine' }]);
  });

  it('goes on with more statements than a session keeps plans of', async () => {
    const numbers = Array.from({ length: 700 }, (_, index) => index % 350);
    for (const number of numbers) {
      const [row] = await database.read(scope, statement(`select $1::integer + ${number} as sum`, [1]));
      expect(row).toEqual({ sum: number + 1 });
    }
  });

  it('calls a plan that a migration outdated retryable, and succeeds when it is run again', async () => {
    await database.executeSql('create table scratch (a integer); grant select on scratch to gatehouse_app');
    const all = statement('select * from scratch');
    const everywhere = () => Promise.all(Array.from({ length: 8 }, () => database.read(scope, all)));
    await everywhere();
    await database.executeSql('alter table scratch add column b integer');
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => database.read(scope, all)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(isRetryable(outcome.reason)).toBe(true);
    }
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('rolls back what a failed text of several statements left open', async () => {
    await expect(database.executeSql('begin; create table half (a integer); select 1/0')).rejects.toThrow(
      'division by zero',
    );
    const { rows } = await database.executeSql("select to_regclass('half') as half");
    expect(rows).toEqual([{ half: null }]);
  });

  it('leads the stack of a failed statement to its caller', async () => {
    const failure = await database
      .transaction(scope, async function theCaller(tx) {
        return await tx.sql('select 1/0');
      })
      .catch((error: Error) => error);
    expect((failure as Error).stack).toContain('theCaller');
  });

  it('reclaims space on request', async () => {
    await expect(database.vacuum()).resolves.toBeUndefined();
  });
});
