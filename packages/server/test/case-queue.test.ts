import type { CaseSummary } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

const cases = '/domains/retail/cases';

describe.each(storyStores())('the queue of cases, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let amy: Browser;
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line']), person('amy', ['analyst'], ['first-line'])],
    watchlist: [
      { id: 'w1', name: 'Wilhelmina Thornapple' },
      { id: 'w2', name: 'Wilhelmina Thornaple' },
    ],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT', 'manual') },
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
    amy = await signIn(service, tenant, 'amy');
    const submit = (eventType: string, data: Record<string, unknown>) =>
      retail.workflow.submit({ eventType, data } as never);
    const someone = { name: 'Wilhelmina Thornapple', customerType: 'individual' };
    await submit('MANUAL_CASE_EVENT', {
      ...someone,
      customerId: 'iran',
      countryOfNationality: 'deu',
      countryOfResidence: 'IR',
    });
    await submit('MANUAL_CASE_EVENT', { ...someone, customerId: 'plain', countryOfNationality: 'DE' });
    await submit('KYC_EVENT', { customerId: 'kyc' });
    await service.drain();
  });
  afterAll(() => service?.stop());

  const list = async (query: string) => (await ana.get<'cases.list'>(`${cases}?${query}`)).cases;
  const customers = async (query: string) =>
    (await list(`sort=oldest&${query}`)).map(({ customerId }) => customerId).toSorted();
  const ofCustomer = async (customerId: string): Promise<CaseSummary> =>
    (await list(`customerId=${customerId}`))[0]!;

  it('shows with each case its countries and the hit with the highest score', async () => {
    expect(await ofCustomer('iran')).toMatchObject({
      countries: ['DE', 'IR'],
      topHit: { name: 'Wilhelmina Thornapple', source: 'watchlist', score: 1 },
      riskReasons: ['list hit', 'high-risk country'],
    });
    expect(await ofCustomer('kyc')).toMatchObject({ countries: [], topHit: null });
  });

  it('narrows the list by risk, event type, list of the hits and country, alone and together', async () => {
    expect(await customers('minRisk=61')).toEqual(['iran']);
    expect(await customers('maxRisk=60')).toEqual(['plain']);
    expect(await customers('minRisk=60&maxRisk=100')).toEqual(['iran', 'plain']);
    expect(await customers('eventType=KYC_EVENT')).toEqual(['kyc']);
    expect(await customers('eventType=KYC_EVENT,MANUAL_CASE_EVENT')).toEqual(['iran', 'kyc', 'plain']);
    expect(await customers('list=watchlist')).toEqual(['iran', 'plain']);
    expect(await customers('list=un-sc')).toEqual([]);
    expect(await customers('country=DE,FR')).toEqual(['iran', 'plain']);
    expect(await customers('country=IR')).toEqual(['iran']);
    expect(await customers('country=DE&list=watchlist&minRisk=90&eventType=MANUAL_CASE_EVENT')).toEqual([
      'iran',
    ]);
    for (const query of ['country=Germany', 'minRisk=101', 'eventType=NONE', "list='"]) {
      expect(await ana.refused(`${cases}?${query}`)).toMatchObject({ status: 422, code: 'INVALID' });
    }
  });

  it('goes on behind the first page of a narrowed list', async () => {
    const first = await ana.get<'cases.list'>(`${cases}?country=DE&sort=risk&limit=1`);
    expect(first.cases.map(({ customerId }) => customerId)).toEqual(['iran']);
    const second = await ana.get<'cases.list'>(
      `${cases}?country=DE&sort=risk&limit=1&cursor=${first.nextCursor}`,
    );
    expect(second.cases.map(({ customerId }) => customerId)).toEqual(['plain']);
    expect(second.nextCursor).toBeNull();
  });

  it('exports the new columns, by the same filters', async () => {
    const { text } = await ana.send('/domains/retail/cases-file?country=IR');
    expect(parse(text, { bom: true, columns: true })).toMatchObject([
      {
        customerId: 'iran',
        countries: 'DE IR',
        topHitName: 'Wilhelmina Thornapple',
        topHitList: 'watchlist',
        topHitScore: '1',
      },
    ]);
  });

  it('explains a risk score by the points of its reasons', async () => {
    const { caseNo } = await ofCustomer('iran');
    expect(await ana.get<'cases.risk'>(`${cases}/${caseNo}/risk`)).toEqual({
      score: 100,
      base: 0,
      reasons: [
        { reason: 'list hit', points: 60 },
        { reason: 'high-risk country', points: 40 },
      ],
      sum: 100,
    });
    const { caseNo: unscored } = await ofCustomer('kyc');
    expect(await ana.get<'cases.risk'>(`${cases}/${unscored}/risk`)).toEqual({
      score: null,
      base: null,
      reasons: [],
      sum: null,
    });
    expect(await ana.refused(`${cases}/C999999/risk`)).toMatchObject({ status: 404 });
  });

  it('keeps a view that a bar of a chart opened, with what the bar counts and its day', async () => {
    const path = '/domains/retail/case-views';
    const day = { openedFrom: 1_795_651_200_000, openedBefore: 1_795_737_600_000 };
    const alerts = { view: 'all', counted: 'alerts', ...day, sort: 'newest', columns: 'customer,risk' };
    const { openedFrom: resolvedFrom, openedBefore: resolvedBefore } = day;
    const decided = { view: 'concluded', counted: 'people', resolvedFrom, resolvedBefore };
    const { viewId: first } = await amy.post<'cases.saveView'>(path, { name: 'Alerts', search: alerts });
    const { viewId: second } = await amy.post<'cases.saveView'>(path, { name: 'Decided', search: decided });
    const { views } = await amy.get<'cases.savedViews'>(path);
    expect(views.map(({ search }) => search)).toEqual([alerts, decided]);
    for (const viewId of [first, second]) await amy.send(`${path}/${viewId}`, { method: 'DELETE' });
  });

  it('keeps the views of each person, and replaces one of the same name', async () => {
    const path = '/domains/retail/case-views';
    const save = (who: Browser, name: string, search: object) =>
      who.post<'cases.saveView'>(path, { name, search });
    const views = async (who: Browser) => (await who.get<'cases.savedViews'>(path)).views;
    await save(ana, 'Iran', { view: 'open', country: 'IR' });
    const { viewId } = await save(ana, 'Iran', { view: 'mine', country: 'IR,KP', minRisk: 60 });
    await save(ana, 'and mine', { view: 'mine', columns: 'customer,risk' });
    expect((await views(ana)).map(({ name, search }) => [name, search])).toEqual([
      ['and mine', { view: 'mine', columns: 'customer,risk' }],
      ['Iran', { view: 'mine', country: 'IR,KP', minRisk: 60 }],
    ]);
    expect(await views(amy)).toEqual([]);
    const others = await amy.refused(`${path}/${viewId}`, { method: 'DELETE' });
    expect(others).toMatchObject({ status: 404 });
    expect(
      await ana.refused(path, { method: 'POST', body: { name: 'x', search: { no: 'x' } } }),
    ).toMatchObject({ status: 422 });
    await ana.send(`${path}/${viewId}`, { method: 'DELETE' });
    expect((await views(ana)).map(({ name }) => name)).toEqual(['and mine']);
    for (let n = 0; n < 49; n++) await save(ana, `View ${n}`, {});
    expect(await ana.refused(path, { method: 'POST', body: { name: 'More', search: {} } })).toMatchObject({
      status: 422,
      message: expect.stringContaining('50 views are saved'),
    });
  });
});
