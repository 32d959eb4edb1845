import { expect, it } from 'vitest';
import { insertInto, type OpenDatabase } from '../database/index.ts';
import type { KeyRecord } from '../gateway/index.ts';
import { newId } from '../lib/ids.ts';
import { StoredKeyLimits } from './key-limits.ts';
import { describeOnStores } from './stores.fixture.ts';

interface Limits {
  readonly rate?: { readonly requests: number; readonly seconds: number };
  readonly calls?: number;
}

async function addKey(database: OpenDatabase, { rate, calls }: Limits): Promise<KeyRecord> {
  const tenantId = `t-${newId()}`;
  const apiKey = `ak_${newId()}`;
  await database.operator(async (tx) => {
    await tx.run(
      insertInto('tenant', {
        tenant_id: tenantId,
        name: 'Acme',
        enabled: true,
        billing_blocked: false,
        events: [],
        quick_scan_granted: 0,
      }),
    );
    await tx.run(
      insertInto('api_key', {
        tenant_id: tenantId,
        api_key: apiKey,
        secret: Buffer.of(0),
        domains: null,
        operations: ['*'],
        rate_requests: rate?.requests ?? null,
        rate_seconds: rate?.seconds ?? null,
        calls_granted: calls ?? null,
        expires_at: null,
        enabled: true,
      }),
    );
  });
  return {
    apiKey,
    tenantId,
    tenantEnabled: true,
    enabled: true,
    secrets: [],
    secretNumber: 1,
    domains: new Set(['retail']),
    operations: '*',
    ...(rate ? { rate } : {}),
    callsLimited: calls !== undefined,
  };
}

function setDue(database: OpenDatabase, key: KeyRecord, secondsFromNow: number) {
  return database.operator((tx) =>
    tx.sql(
      `update api_key set rate_next_at = extract(epoch from clock_timestamp()) + $2 where api_key = $1`,
      [key.apiKey, secondsFromNow],
    ),
  );
}

describeOnStores('limits of keys', (store) => {
  it('let exactly the allowed requests through at once, counted over several nodes', async () => {
    const { database, otherNode } = store();
    const key = await addKey(database, { rate: { requests: 20, seconds: 3600 } });
    const nodes = [new StoredKeyLimits(database), new StoredKeyLimits(otherNode)];
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, index) => nodes[index % 2]!.deductRate(key)),
    );
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(20);
  });

  it('tell a refused caller when the next request is due, and take nothing for the refusal', async () => {
    const { database } = store();
    const keyLimits = new StoredKeyLimits(database);
    const key = await addKey(database, { rate: { requests: 2, seconds: 600 } });
    await keyLimits.deductRate(key);
    await keyLimits.deductRate(key);
    for (let turn = 0; turn < 3; turn += 1) {
      const refused = await keyLimits.deductRate(key);
      expect(refused).toMatchObject({ allowed: false });
      expect(refused.allowed ? 0 : refused.retryAfterSeconds).toSatisfy(
        (wait: number) => wait > 290 && wait <= 300,
      );
    }
  });

  it('allow one more request each time its share of the window has passed', async () => {
    const { database } = store();
    const keyLimits = new StoredKeyLimits(database);
    const key = await addKey(database, { rate: { requests: 2, seconds: 600 } });
    await setDue(database, key, 299);
    expect(await keyLimits.deductRate(key)).toEqual({ allowed: true });
    expect(await keyLimits.deductRate(key)).toEqual({ allowed: false, retryAfterSeconds: 299 });
  });

  it('do not shut a key for long when the clock was set back or the limit was shortened', async () => {
    const { database } = store();
    const keyLimits = new StoredKeyLimits(database);
    const key = await addKey(database, { rate: { requests: 2, seconds: 60 } });
    await setDue(database, key, 86_400);
    expect(await keyLimits.deductRate(key)).toEqual({ allowed: true });
  });

  it('spend exactly the granted calls, from several nodes at once', async () => {
    const { database, otherNode } = store();
    const key = await addKey(database, { calls: 50 });
    const nodes = [new StoredKeyLimits(database), new StoredKeyLimits(otherNode)];
    const taken = await Promise.all(
      Array.from({ length: 200 }, (_, index) => nodes[index % 2]!.deductCall(key)),
    );
    expect(taken.filter(Boolean)).toHaveLength(50);
  });

  it('ask the store nothing for a key without limits', async () => {
    const { database } = store();
    const key = await addKey(database, {});
    await database.operator((tx) => tx.sql('delete from api_key where api_key = $1', [key.apiKey]));
    const keyLimits = new StoredKeyLimits(database);
    expect(await keyLimits.deductRate(key)).toEqual({ allowed: true });
    expect(await keyLimits.deductCall(key)).toBe(true);
  });
});
