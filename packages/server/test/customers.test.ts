import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const customers = '/domains/retail/customers';

describe.each(storyStores())('customers and quick scans over the console, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let olga: Browser;
  let dev: Browser;
  const users = [
    person('ana', ['analyst'], ['first-line']),
    person('olga', ['auditor']),
    person('dev', ['developer']),
  ];
  const tenant = aTenant({
    users,
    quickScanCredits: 3,
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      {
        domain: 'retail',
        workflow: { ...decidingWorkflow('KYC_EVENT'), entry: [{ name: 'passport', type: 'string' }] },
      },
    ],
  });
  const rival = aTenant({ users, workflows: [{ domain: 'retail', workflow: screeningWorkflow() }] });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant, rival);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    [ana, olga, dev] = (await Promise.all(
      ['ana', 'olga', 'dev'].map((name) => signIn(service, tenant, name)),
    )) as [Browser, Browser, Browser];
    const known = [
      ['C-100', 'Jörg Müller-Lüdenscheidt'],
      ['C-101', 'Annegret Müller'],
      ['D_200', 'Мария Иванова'],
      ['E.300', "Sinéad O'Connor"],
    ] as const;
    for (const [customerId, name] of known) await submit(retail, { customerId, name });
    await submit(service.client({ ...rival.key, domain: 'retail' }), {
      customerId: 'C-999',
      name: 'Rudolf Müller',
    });
  });
  afterAll(() => service?.stop());

  async function submit(client: GatehouseClient, data: { customerId: string; name: string }) {
    const subject = { customerType: 'individual', ...data } as const;
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: subject });
    await service.drain();
    return (await client.workflow.status(executionId))!;
  }

  const found = async (search: string) =>
    (await ana.get<'customers.list'>(`${customers}?search=${encodeURIComponent(search)}`)).customers
      .map(({ customerId }) => customerId)
      .toSorted();

  it.each([
    ['c-10', ['C-100', 'C-101']],
    ['C-101', ['C-101']],
    ['d_2', ['D_200']],
    ['muller', ['C-100', 'C-101']],
    ['MÜLLER anne', ['C-101']],
    ['luden', ['C-100']],
    ['иван мар', ['D_200']],
    ['sinead connor', ['E.300']],
    ["o'c", ['E.300']],
    ['ller', []],
    ['%', []],
    ["' | 'x':* & !\\", []],
    ['rudolf', []],
  ])('finds customers by the beginning of an id or of the words of a name: %s', async (search, ids) => {
    expect(await found(search)).toEqual(ids);
  });

  it('lists those that changed last without a search, and says when there are more', async () => {
    const { customers: newest, more } = await ana.get<'customers.list'>(`${customers}?limit=2`);
    expect(newest.map(({ customerId }) => customerId)).toEqual(['E.300', 'D_200']);
    expect(more).toBe(true);
    expect(await ana.get<'customers.list'>(`${customers}?search=muller&limit=2`)).toMatchObject({
      more: false,
    });
  });

  it('shows a customer with submits, hits, rulings, cases and files, and nothing of another tenant’s', async () => {
    const { caseNo, executionId } = await submit(retail, {
      customerId: 'full',
      name: 'Wilhelmina Thornapple',
    });
    const { url } = (
      await sendFile(service, await uploadToken(service, tenant.key), { bytes: png(), filename: 'front.png' })
    ).data!;
    await retail.workflow.submit({
      eventType: 'KYC_EVENT',
      data: { customerId: 'full', passport: url },
    } as never);
    await service.drain();
    const path = `${customers}/full`;
    expect(await olga.get<'customers.read'>(path)).toMatchObject({
      name: 'Wilhelmina Thornapple',
      customerType: 'individual',
      isMonitored: false,
    });
    const { hits } = await ana.get<'customers.hits'>(`${path}/hits`);
    expect(hits).toMatchObject([{ entityId: 'watchlist:w1', executionId, silenced: false, ruling: null }]);
    const cases = await ana.get<'cases.list'>('/domains/retail/cases?customerId=full&sort=oldest');
    expect(cases.cases[0]).toMatchObject({ caseNo });
    const [newest] = (await ana.get<'cases.list'>('/domains/retail/cases?customerId=full&sort=newest')).cases;
    const listed = await ana.get<'customers.list'>(`${customers}?search=full`);
    expect(listed.customers).toMatchObject([
      {
        customerId: 'full',
        latestCase: { caseNo: newest!.caseNo, status: newest!.status, riskScore: newest!.riskScore },
      },
    ]);
    const { documents } = await ana.get<'customers.documents'>(`${path}/documents`);
    expect(documents).toMatchObject([{ filename: 'front.png', origin: 'submitted' }]);
    const { executions } = await ana.get<'executions.list'>('/domains/retail/executions?customerId=full');
    expect(executions).toHaveLength(2);
    const stranger = await signIn(service, rival, 'ana');
    for (const part of ['', '/hits', '/documents']) {
      const theirs = await stranger.send(`${path}${part}`);
      const nobody = await stranger.send(`${customers}/nobody${part}`);
      expect([theirs.status, theirs.text]).toEqual([nobody.status, nobody.text]);
      expect(await dev.refused(`${path}${part}`)).toMatchObject({ status: 403 });
    }
  });

  it('scans a name for a person: settings, hits with their reasons, credits, history', async () => {
    const scans = '/domains/retail/quick-scans';
    const body = {
      name: 'Wilhelmina Thornapple',
      customerType: 'Individual',
      engines: ['GLOBAL_CHECK', 'WATCHLIST'],
      settings: { globalCheck: { matchStrength: 'WEAK' } },
      description: 'walk-in',
    };
    const { scanId } = await ana.post<'scans.begin'>(scans, body);
    await service.drain();
    const scan = await olga.get<'scans.read'>(`${scans}/${scanId}`);
    expect(scan).toMatchObject({
      state: 'DONE',
      by: 'ana@example.test',
      description: 'walk-in',
      settings: { GLOBAL_CHECK: { matchStrength: 'WEAK', maxHits: 20 }, WATCHLIST: {} },
    });
    expect(scan.results.map(({ engine }) => engine)).toEqual(['GLOBAL_CHECK', 'WATCHLIST']);
    expect(scan.results[1]!.hits[0]).toMatchObject({
      entityId: 'watchlist:w1',
      reasons: expect.arrayContaining([expect.objectContaining({ feature: 'name' })]),
    });
    expect((await ana.get<'allowance.read'>('/allowance')).quickScan).toEqual({ granted: 3, used: 1 });
    const both = { ...body, engines: ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'] };
    expect(await ana.refused(scans, { method: 'POST', body: both })).toMatchObject({
      status: 409,
      code: 'NO_CREDITS',
      message: 'the quick scan credits do not cover 3 engines',
    });
    expect(
      await ana.refused(scans, { method: 'POST', body: { ...body, engines: ['INTERNET_SEARCH'] } }),
    ).toMatchObject({ status: 409, code: 'ENGINE_NOT_READY' });
    expect(await ana.refused(scans, { method: 'POST', body: { ...body, name: '…' } })).toMatchObject({
      status: 422,
      field: 'name',
    });
    for (const who of [olga, dev]) {
      expect(await who.refused(scans, { method: 'POST', body })).toMatchObject({ status: 403 });
    }
    await retail.quickscan.submit({ name: 'Anybody', customerType: 1, providers: ['WATCHLIST'] });
    const all = await ana.get<'scans.list'>(`${scans}?limit=1`);
    expect(all.scans).toMatchObject([{ name: 'Anybody', by: tenant.key.apiKey }]);
    const next = await ana.get<'scans.list'>(`${scans}?limit=1&cursor=${all.nextCursor}`);
    expect(next.scans.map((one) => one.scanId)).toEqual([scanId]);
    expect((await ana.get<'scans.list'>(`${scans}?mine=true`)).scans).toHaveLength(1);
    const stranger = await signIn(service, rival, 'ana');
    expect(await stranger.refused(`${scans}/${scanId}`)).toEqual(await stranger.refused(`${scans}/nothing`));
  });

  it('counts what waits for whom, and what people decided', async () => {
    const now = Date.now();
    const read = () =>
      ana.get<'cases.figures'>(`/domains/retail/case-figures?today=${now - 60_000}&week=${now - 60_000}`);
    const before = await read();
    /** Every figure is the length of the list to which it leads. */
    const compareWithLists = async () => {
      const figures = await read();
      const count = async (query: string) =>
        (await ana.get<'cases.list'>(`/domains/retail/cases?limit=100&${query}`)).cases.length;
      expect({
        mine: await count('open=true&mine=true'),
        waiting: await count('available=true'),
        secondWord: await count('available=true&proposed=true'),
        returned: await count('available=true&status=RETURNED'),
        overdue: await count('overdue=true'),
        dueSoon: await count('open=true&dueWithinHours=4'),
        ages: [
          await count('open=true&maxAgeHours=24'),
          await count('open=true&minAgeHours=24&maxAgeHours=72'),
          await count('open=true&minAgeHours=72&maxAgeHours=168'),
          await count('open=true&minAgeHours=168'),
        ],
      }).toEqual({
        mine: figures.mine,
        waiting: figures.waiting,
        secondWord: figures.secondWord,
        returned: figures.returned,
        overdue: figures.overdue,
        dueSoon: figures.dueSoon,
        ages: figures.ages.map(({ open }) => open),
      });
    };
    const { caseNo } = await submit(retail, { customerId: 'counted', name: 'Wilhelmina Thornapple' });
    expect(await read()).toMatchObject({
      waiting: before.waiting + 1,
      open: { UNASSIGNED: (before.open.UNASSIGNED ?? 0) + 1 },
      ages: [{ hours: 24, open: before.ages[0]!.open + 1 }, { hours: 72 }, { hours: 168 }, { hours: null }],
      team: [{ group: 'first-line', waiting: before.team[0]!.waiting + 1 }],
    });
    await compareWithLists();
    const move = (word: string, expectedRevision: number) =>
      ana.post(`/domains/retail/cases/${caseNo}/moves`, { move: word, expectedRevision, reason: 'seen' });
    await move('claim', 1);
    expect(await read()).toMatchObject({ mine: before.mine + 1, waiting: before.waiting });
    await compareWithLists();
    await move('reject', 2);
    expect(await read()).toMatchObject({
      mine: before.mine,
      today: { rejected: before.today.rejected + 1, mine: 1 },
    });
    expect(await ana.refused('/domains/retail/case-figures')).toMatchObject({ status: 422, field: 'today' });
    expect((await ana.get<'lists.freshness'>('/list-freshness')).lists).toEqual(expect.any(Array));
  });
});
