import type { ReferenceSetting, SettingsView } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { FlowPages, stepOf } from './support/flow-pages.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const hosted = {
  id: 'wf_hosted',
  name: 'Verification',
  eventType: 'KYC_EVENT',
  source: 'SDK',
  nodes: [
    { id: 'about', type: 'particulars', form: 'KYC_PERSONAL' },
    { id: 'forms', type: 'required-forms', forms: ['DECLARATION'] },
    { id: 'submit', type: 'review-and-submit' },
    { id: 'clear', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'about' },
    { from: 'about', to: 'forms' },
    { from: 'forms', to: 'submit' },
    { from: 'submit', to: 'clear' },
  ],
};

describe.each(storyStores())('the settings of a tenant, %s', (store) => {
  let service: TestService;
  let ada: Browser;
  const people = [person('ada', ['admin']), person('olga', ['auditor']), person('ana', ['analyst'])];
  const tenant = aTenant({
    users: people,
    cases: { dueHours: 48 },
    workflows: [
      { domain: 'retail', workflow: hosted },
      { domain: 'retail', workflow: decidingWorkflow('MANUAL_CASE_EVENT', 'manual') },
    ],
  });
  const rival = aTenant({ users: people });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant, rival);
    ada = await signIn(service, tenant, 'ada');
  });
  afterAll(() => service?.stop());

  const read = (by = ada) => by.get<'settings.read'>('/settings');
  const readKey = (key: string) => ada.get<'settings.readReference'>(`/settings/reference/${key}`);
  const put = async <Data>(path: string, body: unknown, by = ada): Promise<Data> => {
    const { status, text } = await by.send(`/settings/${path}`, { method: 'PUT', body });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return JSON.parse(text) as Data;
  };
  const refused = (path: string, body: unknown, by = ada) =>
    by.refused(`/settings/${path}`, { method: 'PUT', body });
  const versionOf = async (section: 'branding' | 'cases' | 'monitoring') => (await read())[section].version;
  const keyVersion = async (key: string) => (await readKey(key)).version;
  const actions = () =>
    service.app.database.operator((tx) =>
      tx.sql<{ actor: string; id: string; detail: Record<string, unknown> }>(
        `select actor, object_id as id, detail from audit_event
         where tenant_id = $1 and act = 'settings.change' order by event_id`,
        [tenant.id],
      ),
    );

  it('are those of the tenant file, each with its version and where it came from', async () => {
    const settings = await read();
    expect(settings).toMatchObject({
      tenantName: tenant['name'],
      branding: { version: 0, isInFile: false, changedBy: null, changedAt: null, value: null },
      hosted: { version: 0, isInFile: false, value: null },
      cases: { version: 1, isInFile: true, changedBy: null, value: { dueHours: 48 } },
      monitoring: { version: 0, isInFile: false, value: false },
    });
    expect(settings.reference.map(({ key }) => key)).toEqual([
      'particular',
      'required-form',
      'platform_document_default_rule',
    ]);
    expect(settings.reference[0]).toMatchObject({ version: 0, own: 0, changed: 0, without: 0 });
  });

  it('change by admins alone, and are read by auditors', async () => {
    const olga = await signIn(service, tenant, 'olga');
    expect((await read(olga)).cases.value).toEqual({ dueHours: 48 });
    expect(await refused('cases', { expectedVersion: 1, cases: null }, olga)).toMatchObject({ status: 403 });
    const ana = await signIn(service, tenant, 'ana');
    expect(await ana.refused('/settings')).toMatchObject({ status: 403 });
  });

  it('show end users the branding at once, and keep a digest of the logo on record', async () => {
    const { url } = await service
      .client({ ...tenant.key, domain: 'retail' })
      .link.generate({ email: 'jo@example.test', customerId: 'c-brand', eventType: 'KYC_EVENT' });
    const pages = new FlowPages(service.app.baseUrl);
    const logo = `data:image/png;base64,${png().toString('base64')}`;
    const branding = {
      name: 'Acme Pay',
      logo,
      primaryColour: '#0a7d55',
      contact: { email: 'help@acme.test' },
    };
    const changed = await put<SettingsView['branding']>('branding', { expectedVersion: 0, branding });
    expect(changed).toMatchObject({ version: 1, changedBy: 'ada@example.test', value: branding });
    await pages.open(url);
    expect((await pages.view()).branding).toMatchObject({
      name: 'Acme Pay',
      primaryColour: '#0a7d55',
      contact: { email: 'help@acme.test', url: null },
    });
    const [act] = await actions();
    expect(act).toMatchObject({ actor: 'ada@example.test', id: 'branding' });
    expect(act!.detail['logo']).toEqual({ from: null, to: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it('tell what is wrong with a branding, by its field', async () => {
    const expectedVersion = await versionOf('branding');
    const wrong = async (branding: unknown) => refused('branding', { expectedVersion, branding });
    expect(await wrong({ primaryColour: 'green' })).toMatchObject({
      status: 422,
      field: 'branding.primaryColour',
    });
    expect(await wrong({ privacyUrl: 'http://acme.test' })).toMatchObject({ field: 'branding.privacyUrl' });
    const cut = png().subarray(0, -8).toString('base64');
    expect(await wrong({ logo: `data:image/png;base64,${cut}` })).toMatchObject({
      field: 'branding.logo',
      message: 'is not a complete image/png',
    });
    const large = `data:image/png;base64,${Buffer.alloc(110 * 1024).toString('base64')}`;
    expect(await wrong({ logo: large })).toMatchObject({ field: 'branding.logo' });
    expect(await versionOf('branding')).toBe(expectedVersion);
  });

  it('lead end users on from the last page, and name the pages that may frame it', async () => {
    const hosted = {
      frameAncestors: ['https://app.acme.test', 'https://*.acme.test:8443'],
      returnUrl: 'https://app.acme.test/welcome',
    };
    const wrong = { frameAncestors: ['https://app.acme.test', 'https://app.acme.test/page'] };
    expect(await refused('hosted', { expectedVersion: 0, hosted: wrong })).toMatchObject({
      status: 422,
      field: 'hosted.frameAncestors[1]',
    });
    const changed = await put<SettingsView['hosted']>('hosted', { expectedVersion: 0, hosted });
    expect(changed).toMatchObject({ version: 1, changedBy: 'ada@example.test', value: hosted });
    const { url } = await service
      .client({ ...tenant.key, domain: 'retail' })
      .link.generate({ email: 'jo@example.test', customerId: 'c-frame', eventType: 'KYC_EVENT' });
    const pages = new FlowPages(service.app.baseUrl);
    await pages.open(url);
    expect((await pages.view()).branding.returnUrl).toBe(hosted.returnUrl);
    expect(await put('hosted', { expectedVersion: 1, hosted: null })).toMatchObject({ value: null });
    expect((await actions()).at(-1)).toMatchObject({
      id: 'hosted',
      detail: { returnUrl: { from: hosted.returnUrl, to: null } },
    });
  });

  it('are changed by whoever was first; the other is told which version is active', async () => {
    const expectedVersion = await versionOf('monitoring');
    const answers = await Promise.all(
      [1, 2].map(() =>
        ada.send('/settings/monitoring', { method: 'PUT', body: { expectedVersion, default: true } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const conflict = answers.find(({ status }) => status === 409)!;
    expect(JSON.parse(conflict.text)).toMatchObject({
      code: 'VERSION_CONFLICT',
      version: expectedVersion + 1,
    });
    // What is so already is no change.
    const again = { expectedVersion: expectedVersion + 1, default: true };
    expect(await put('monitoring', again)).toMatchObject({ version: expectedVersion + 1, value: true });
  });

  it('give cases their time from then on, and tell first which would be over it', async () => {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const data = { customerId: 'c-1', name: 'Jane Example', customerType: 'individual' } as const;
    await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    await service.app.database.operator((tx) =>
      tx.sql(`update case_record set opened_at = now() - interval '10 hours' where tenant_id = $1`, [
        tenant.id,
      ]),
    );
    const forecast = async (query: string) =>
      (await ada.get<'settings.forecastCases'>(`/settings/case-forecast${query}`)).domains;
    const [, retail] = await forecast('?dueHours=9');
    expect(retail).toEqual({ domain: 'retail', open: 1, overdue: 0, would: 1, wouldSoon: 0 });
    expect((await forecast('?dueHours=12'))[1]).toMatchObject({ would: 0, wouldSoon: 1 });
    expect((await forecast(''))[1]).toMatchObject({ open: 1, would: 0 });
    expect(await ada.refused('/settings/case-forecast?urgentFrom=80')).toMatchObject({
      field: 'urgentHours',
    });
    const cases = { dueHours: 9, urgent: { riskFrom: 80, dueHours: 2 } };
    await put('cases', { expectedVersion: await versionOf('cases'), cases });
    await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: { ...data, customerId: 'c-2' } });
    await service.drain();
    const [newest] = (await ada.get<'cases.list'>('/domains/retail/cases?sort=newest')).cases;
    expect(newest!.dueAt! - newest!.openedAt).toBe(9 * 3_600_000);
  });

  it('say who is monitored and why, and what the runs came to', async () => {
    const { domains } = await ada.get<'settings.monitoringFigures'>('/settings/monitoring-figures');
    expect(domains.map(({ domain }) => domain)).toEqual(['corporate', 'retail']);
    expect(domains[1]).toMatchObject({
      workflow: null,
      customers: 2,
      monitored: 2,
      byDefault: 2,
      chosen: 0,
      excepted: 0,
      lastRun: null,
      month: { runs: 0, failedRuns: 0, screened: 0, executions: 0, failures: 0 },
    });
    await put('monitoring', { expectedVersion: await versionOf('monitoring'), default: false });
    const after = await ada.get<'settings.monitoringFigures'>('/settings/monitoring-figures');
    expect(after.domains[1]).toMatchObject({ monitored: 0, byDefault: 2 });
  });

  it('change a form beside what ships; callers and end users get it at once, and what ships comes back', async () => {
    const before = await readKey('required-form');
    const { item } = before.items.find((one) => one.item['code'] === 'DECLARATION')!;
    const fields = item['fields'] as Record<string, unknown>[];
    const reversed = { ...item, name: 'What you declare', fields: [...fields].reverse() };
    const changed = await put<ReferenceSetting>('reference/required-form', {
      expectedVersion: before.version,
      items: [reversed],
      without: [],
    });
    expect(changed.items.find((one) => one.item['code'] === 'DECLARATION')).toEqual({
      item: expect.objectContaining({ name: 'What you declare' }),
      shipped: item,
      isOwn: true,
    });
    const config = await service.client({ ...tenant.key, domain: 'retail' }).config(['required-form']);
    const served = config['required-form']!.items.find(({ code }) => code === 'DECLARATION')!;
    expect(served.fields.map(({ field }) => field)).toEqual(
      (reversed.fields as { field: string }[]).map(({ field }) => field),
    );
    const restored = await put<ReferenceSetting>('reference/required-form', {
      expectedVersion: changed.version,
      items: [],
      without: [],
    });
    expect(restored.items).toEqual(before.items);
    expect((await actions()).at(-1)!.detail).toMatchObject({ order: { from: ['DECLARATION'], to: [] } });
  });

  it('refuse forms that do not agree with each other, and what a published workflow asks for, all at once', async () => {
    const expectedVersion = await keyVersion('required-form');
    const form = { code: 'EXTRA', name: 'More', appliesTo: 'individual' };
    expect(
      await refused('reference/required-form', {
        expectedVersion,
        items: [{ ...form, fields: [{ field: 'hobby', required: true }] }],
        without: ['NOTHING'],
      }),
    ).toMatchObject({
      status: 422,
      code: 'DEFINITION_FAULTS',
      faults: [
        { place: 'without[0]', message: expect.stringContaining('NOTHING') },
        { place: 'items[0].fields[0]', message: expect.stringContaining('hobby') },
      ],
    });
    expect(
      await refused('reference/required-form', {
        expectedVersion,
        items: [{ ...form, fields: [] }],
        without: [],
      }),
    ).toMatchObject({ code: 'DEFINITION_FAULTS', faults: [{ place: 'items[0].fields' }] });
    expect(
      await refused('reference/required-form', { expectedVersion, items: [], without: ['DECLARATION'] }),
    ).toMatchObject({
      code: 'DEFINITION_FAULTS',
      faults: [{ node: 'forms', workflow: { domain: 'retail', workflowId: 'wf_hosted' } }],
    });
    expect(await keyVersion('required-form')).toBe(expectedVersion);
  });

  it('are the tenant file’s again when it speaks of them, and stay where it does not', async () => {
    const cases = { dueHours: 5 };
    await put('cases', { expectedVersion: await versionOf('cases'), cases });
    const branding = (await read()).branding;
    const before = await versionOf('cases');
    await service.provision(tenant);
    const after = await read();
    expect(after.cases).toMatchObject({ version: before + 1, changedBy: null, value: { dueHours: 48 } });
    expect(after.branding).toEqual(branding);
    const { cases: _, ...partial } = tenant as typeof tenant & { cases?: unknown };
    await service.provision(partial as typeof tenant);
    expect((await read()).cases).toMatchObject({ version: before + 1, isInFile: false });
  });

  it('are nobody else’s', async () => {
    const stranger = await signIn(service, rival, 'ada');
    expect((await read(stranger)).branding.value).toBeNull();
    const figures = await stranger.get<'settings.monitoringFigures'>('/settings/monitoring-figures');
    expect(figures.domains.every(({ customers }) => customers === 0)).toBe(true);
  });

  it('ask an end user for what the tenant made of a form', async () => {
    const items = [
      { code: 'hobby', name: 'Hobby', appliesTo: 'individual', type: 'string', requirement: 'optional' },
    ];
    await put('reference/particular', {
      expectedVersion: await keyVersion('particular'),
      items,
      without: [],
    });
    const { item } = (await readKey('required-form')).items.find(
      (one) => one.item['code'] === 'KYC_PERSONAL',
    )!;
    const fields = [{ field: 'hobby', required: true }, ...(item['fields'] as object[])];
    const expectedVersion = await keyVersion('required-form');
    await put('reference/required-form', { expectedVersion, items: [{ ...item, fields }], without: [] });
    const { url } = await service
      .client({ ...tenant.key, domain: 'retail' })
      .link.generate({ email: 'jo@example.test', customerId: 'c-hobby', eventType: 'KYC_EVENT' });
    const pages = new FlowPages(service.app.baseUrl);
    await pages.open(url);
    const { fields: requested } = stepOf(await pages.consent(), 'particulars');
    expect(requested[0]).toMatchObject({ field: 'hobby', label: 'Hobby', required: true });
  });
});
