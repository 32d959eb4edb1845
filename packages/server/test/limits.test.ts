import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { callGateway, readMetrics } from './support/network.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('what a key may spend, %s', (store) => {
  let service: TestService;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await freePort();
    service = await startTestService(store, { GATEHOUSE_METRICS_PORT: String(metricsPort) });
  });
  afterAll(() => service?.stop());

  /** A tenant whose key has these limits. */
  async function aLimitedTenant(limits: Record<string, unknown>) {
    const tenant = aTenant();
    const { apiKey, secret } = tenant.key;
    const limited = { ...tenant, apiKeys: [{ key: apiKey, secret, ...limits }] };
    await service.provision(limited);
    return { key: tenant.key, limited };
  }

  const call = (key: { apiKey: string; secret: string }, domain = 'retail') =>
    callGateway(service.app.baseUrl, key, {
      api: 'quickscan.detail',
      data: { data: { id: '01890000-0000-7000-8000-000000000000' } },
      domain,
    });

  it('answers 429 with Retry-After over the rate, and counts nothing against it', async () => {
    // The rest of the burst comes back after a minute at the soonest: no wait of the test decides anything.
    const { key } = await aLimitedTenant({ rate: { requests: 5, seconds: 300 }, calls: 100 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(key)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused).toHaveLength(15);
    for (const { apiCode, retryAfter, data } of refused) {
      expect([apiCode, data]).toEqual([999304, null]);
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
      expect(Number(retryAfter)).toBeLessThanOrEqual(60);
    }
    const [used] = await service.app.database.operator((tx) =>
      tx.sql('select calls_used from api_key where api_key = $1', [key.apiKey]),
    );
    expect(used).toEqual({ calls_used: 5 });
  });

  it('does not let a stranger spend the rate of a key that he only knows', async () => {
    const { key } = await aLimitedTenant({ rate: { requests: 1, seconds: 300 } });
    const forged = await Promise.all(
      Array.from({ length: 10 }, () => call({ apiKey: key.apiKey, secret: 'guessed' })),
    );
    expect(forged.map(({ apiCode }) => apiCode)).toEqual(Array.from({ length: 10 }, () => 999001));
    expect((await call(key)).status).toBe(200);
    expect((await call(key)).status).toBe(429);
  });

  it('answers 403 after exactly as many calls as were granted, however many come at once', async () => {
    const { key, limited } = await aLimitedTenant({ calls: 30 });
    const answers = await Promise.all(Array.from({ length: 80 }, () => call(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, apiCode, retryAfter } of refused) {
      expect([status, apiCode, retryAfter]).toEqual([403, 999501, null]);
    }
    await service.provision({ ...limited, apiKeys: [{ ...limited.apiKeys[0]!, calls: 31 }] });
    expect((await call(key)).status).toBe(200);
    expect((await call(key)).apiCode).toBe(999501);
  });

  it('takes nothing for a call that was refused before', async () => {
    const { key } = await aLimitedTenant({ calls: 1 });
    expect((await call(key, 'nowhere')).apiCode).toBe(999303);
    expect((await call(key)).status).toBe(200);
  });

  it('shows in the metrics, by what was answered and never by whom', async () => {
    const figures = await readMetrics(metricsPort);
    const calls = (apiCode: number) =>
      figures.get(`gatehouse_gateway_calls_total{operation="quickscan.detail",api_code="${apiCode}"}`);
    expect([calls(999304), calls(999501), calls(999001), calls(999303)]).toEqual([16, 51, 10, 1]);
    expect(figures.get('gatehouse_database_up')).toBe(1);
    expect(figures.get('gatehouse_list_entries{source="sample"}')).toBeGreaterThan(0);
    expect([...figures.keys()].filter((name) => /tenant-|ak_/.test(name))).toEqual([]);
  });
});
