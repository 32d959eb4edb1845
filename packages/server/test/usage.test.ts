import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('usage in the console, %s', (store) => {
  let service: TestService;
  let dev: Browser;
  const people = [person('dev', ['developer']), person('ana', ['analyst'])];
  const tenant = aTenant({ users: people });
  const rival = aTenant({ users: people });
  const today = () => new Date().toISOString().slice(0, 10);
  const begun = today();
  const read = (from = begun, until = today(), by = dev) =>
    by.get<'usage.read'>(`/usage?from=${from}&until=${until}`);

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant, rival);
    dev = await signIn(service, tenant, 'dev');
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    for (const customerId of ['one', 'two']) {
      const data = { customerId, name: 'Jane Example', customerType: 'individual' } as const;
      await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    }
    await retail.quickscan.submit({ name: 'Jane Example', customerType: 1, providers: ['GLOBAL_CHECK'] });
    await service.drain();
    const ana = await signIn(service, tenant, 'ana');
    await ana.post<'scans.begin'>('/domains/corporate/quick-scans', {
      name: 'Jane Example',
      customerType: 'Individual',
      engines: ['RISK_LISTS'],
    });
    await service.drain();
  });
  afterAll(() => service?.stop());

  it('is what was used, by day, domain, key and unit', async () => {
    const { rows } = await read();
    const billed = rows.filter(({ kind }) => kind !== 'screening');
    const key = tenant.key.apiKey;
    // On whichever of the days that the story took.
    const units: Record<string, number> = {};
    for (const { day, ...one } of billed) {
      expect(day >= begun && day <= today(), day).toBe(true);
      const unit = [one.domain, one.apiKey, one.kind, one.unit].join(' ');
      units[unit] = (units[unit] ?? 0) + one.units;
    }
    expect(units).toEqual({
      'corporate  credit RISK_LISTS': 1,
      [`retail ${key} credit GLOBAL_CHECK`]: 1,
      [`retail ${key} event MANUAL_CASE_EVENT`]: 2,
    });
    const { events, quickScan } = await dev.get<'allowance.read'>('/allowance');
    const sum = (kind: string) =>
      billed.filter((one) => one.kind === kind).reduce((all, { units }) => all + units, 0);
    expect(sum('event')).toBe(events.reduce((all, { used }) => all + used, 0));
    expect(sum('credit')).toBe(quickScan.used);
  });

  it('is bounded by days of UTC, to its first and last moment', async () => {
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into usage_ledger (tenant_id, domain, reference, kind, unit, units, at)
         select $1, 'retail', gen_random_uuid(), 'event', 'KYC_EVENT', 1, at::timestamptz
         from unnest($2::text[]) at`,
        [
          tenant.id,
          [
            '2020-02-27T23:59:59.999Z',
            '2020-02-28T00:00:00Z',
            '2020-02-29T23:59:59.999999Z',
            '2020-03-01T00:00:00Z',
          ],
        ],
      ),
    );
    const { rows } = await read('2020-02-28', '2020-02-29');
    expect(rows.map(({ day, units }) => [day, units])).toEqual([
      ['2020-02-29', 1],
      ['2020-02-28', 1],
    ]);
    const { text } = await dev.send('/usage-file?from=2020-02-28&until=2020-02-29');
    expect(text.split('\r\n')).toEqual([
      'day,domain,apiKey,kind,unit,units',
      '2020-02-29,retail,,event,KYC_EVENT,1',
      '2020-02-28,retail,,event,KYC_EVENT,1',
      '',
    ]);
  });

  it('is no other tenant’s, and nobody’s without the permission', async () => {
    const theirs = await signIn(service, rival, 'dev');
    expect(await read('2020-01-01', '2020-12-31', theirs)).toEqual({ rows: [] });
    const ana = await signIn(service, tenant, 'ana');
    expect(await ana.refused(`/usage?from=${begun}&until=${today()}`)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('refuses days that are none, too many, or the wrong way round', async () => {
    for (const [from, until, field] of [
      ['2020-02-30', '2020-03-01', 'from'],
      ['2020-03-02', '2020-03-01', 'until'],
      ['2020-01-01', '2021-01-01', 'from'],
    ] as const) {
      for (const path of ['usage', 'usage-file']) {
        const refusal = await dev.refused(`/${path}?from=${from}&until=${until}`);
        expect(refusal, from).toMatchObject({ code: 'INVALID', field });
      }
    }
    expect((await read('2020-01-01', '2020-12-31')).rows).toHaveLength(4);
  });
});
