import { createHash } from 'node:crypto';
import type { ConsoleBody, ConsoleData } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsSignature } from '../src/audit/index.ts';
import { findingsInEachLook, hasChromium } from './support/chromium.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

type Run = ConsoleData<'assurance.list'>['runs'][number];
type Screening = ConsoleBody<'assurance.order'>['screening'];

const pictures = process.env['GATEHOUSE_TEST_PICTURES'];
const runs = '/domains/retail/assurance-runs';
/** More than one part. */
const size = 2_000;

describe.each(storyStores())('tests of screening in the console, %s', (store) => {
  let service: TestService;
  let admin: Browser;
  /** A run that screened customers. */
  let sampled: string;
  const tenant = aTenant({
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
    users: [
      person('ada', ['admin']),
      person('dora', ['admin']),
      person('ana', ['analyst']),
      person('aud', ['auditor']),
      person('dev', ['developer']),
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    admin = await signIn(service, tenant, 'ada');
  }, 120_000);
  afterAll(() => service?.stop());

  async function order(screening: Screening, seed = 1, records = size): Promise<string> {
    const body = { seed, size: records, screening };
    const { assuranceRunId } = await admin.post<'assurance.order'>(runs, body);
    return assuranceRunId;
  }

  async function runOf(id: string): Promise<Run> {
    return (await admin.get<'assurance.read'>(`${runs}/${id}`)).run;
  }

  const file = async (id: string, name: string) => (await admin.send(`${runs}/${id}/files/${name}`)).text;
  const strong = {
    engine: 'GLOBAL_CHECK',
    engineSettings: { matchStrength: 'STRONG', maxHits: 10 },
  } as const;

  it('goes on after an interruption, and gives the bytes that a run without one gives', async () => {
    const interrupted = await order(strong);
    await service.app.close();
    service = await startTestService(store, service.env);
    admin = await signIn(service, tenant, 'ada');
    const other = await order(strong);
    await service.drain();
    const [one, two] = [await runOf(interrupted), await runOf(other)];
    expect(one).toMatchObject({ state: 'DONE', failure: null, orderedBy: 'ada@example.test' });
    expect(one.total).toBeGreaterThan(1_000);
    expect(one.screened).toBe(one.total);
    expect(one.reportSha256).toBe(two.reportSha256);
    expect(one.summary?.exact).toBe(100);
    for (const name of ['report.json', 'figures.csv', 'missed.csv']) {
      expect(await file(interrupted, name)).toBe(await file(other, name));
    }
    const report = await file(other, 'report.json');
    expect(createHash('sha256').update(report).digest('hex')).toBe(two.reportSha256);
  });

  it('enters the hashes of the report into the audit log, and signs them', async () => {
    const [{ assuranceRunId }] = (await admin.get<'assurance.list'>(runs)).runs as [Run];
    const attestation = JSON.parse(await file(assuranceRunId, 'attestation.json'));
    const { masterKeyId, publicKey, signature, ...stated } = attestation;
    expect(holdsSignature(JSON.stringify(stated), { masterKeyId, publicKey, signature })).toBe(true);
    const { records } = await admin.get<'audit.list'>('/audit?act=assurance_run.done');
    expect(records).toContainEqual(
      expect.objectContaining({
        eventId: stated.auditRecord,
        object: { kind: 'assurance_run', id: assuranceRunId },
        detail: { files: stated.files },
      }),
    );
  });

  it('makes the report as PDF in the language that is asked for, and records who made it', async () => {
    const [{ assuranceRunId }] = (await admin.get<'assurance.list'>(runs)).runs as [Run];
    const pdf = await admin.send(`${runs}/${assuranceRunId}/pdf?language=ar`);
    expect(pdf.status).toBe(200);
    expect(pdf.text).toMatch(/^%PDF-/);
    const { records } = await admin.get<'audit.list'>('/audit?act=assurance_run.report');
    expect(records).toEqual([
      expect.objectContaining({
        object: { kind: 'assurance_run', id: assuranceRunId },
        detail: { language: 'ar', pdfSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      }),
    ]);
  });

  it('takes the settings of a published workflow, and says which', async () => {
    const { workflows } = await admin.get<'assurance.list'>(runs);
    const [first] = workflows;
    expect(workflows).toHaveLength(1);
    const { workflowId, nodeId, version } = first!;
    const id = await order(
      { engine: 'WORKFLOW', workflowId, nodeId, searchedBy: first!.engines[0] as 'GLOBAL_CHECK' },
      2,
      100,
    );
    await service.drain();
    const { run, report } = await admin.get<'assurance.read'>(`${runs}/${id}`);
    expect(run).toMatchObject({ state: 'DONE', settings: { workflow: { workflowId, nodeId, version } } });
    expect(report?.settings.workflow).toEqual({ workflowId, nodeId, version });
    expect(report?.recall.cells.length).toBeGreaterThan(0);
    const unknown = { engine: 'WORKFLOW', workflowId, nodeId: 'nowhere', searchedBy: 'GLOBAL_CHECK' };
    expect(
      (await admin.send(runs, { method: 'POST', body: { seed: 1, size: 100, screening: unknown } })).status,
    ).toBe(404);
  });

  it('screens own customers, has people rule on what it does not find, and keeps nothing of one who is erased', async () => {
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const names = ['Thadeus Quillfeather', 'Marguerite Vonderplum', 'Nobody Whatsoever'];
    for (const [at, name] of names.entries()) {
      const data = { customerId: `own-${at}`, name, customerType: 'individual' } as const;
      await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    }
    await service.drain();
    const exact = {
      engine: 'GLOBAL_CHECK',
      engineSettings: { matchStrength: 'EXACT', maxHits: 10 },
    } as const;
    const body = { seed: 3, size: 100, screening: exact, cleanFrom: 'CUSTOMERS' } as const;
    const { assuranceRunId: id } = await admin.post<'assurance.order'>(runs, body);
    sampled = id;
    await service.drain();
    const { run, report } = await admin.get<'assurance.read'>(`${runs}/${id}`);
    expect(run).toMatchObject({ state: 'DONE', settings: { cleanFrom: 'CUSTOMERS' } });
    expect(report).toMatchObject({ records: { clean: 3 }, belowLine: { customers: 3 } });
    for (const name of ['report.json', 'figures.csv', 'missed.csv']) {
      expect(await file(id, name)).not.toMatch(/own-\d/);
    }

    const ana = await signIn(service, tenant, 'ana');
    const pairsOf = async () => ana.get<'assurance.pairs'>(`${runs}/${id}/pairs`);
    const { pairs, missed } = await pairsOf();
    expect(missed).toBeNull();
    const first = pairs.find(({ customer }) => customer.customerId === 'own-0')!;
    expect(first).toMatchObject({
      customer: { name: 'Thadeus Quillfeather', type: 'individual' },
      listed: { name: 'Thaddeus Quillfeather' },
      ruling: null,
    });
    for (const { pairNo, customer } of pairs) {
      const ruling = customer.customerId === 'own-0' ? 'MATCH' : 'NO_MATCH';
      await ana.send(`${runs}/${id}/pairs/${pairNo}/ruling`, { method: 'POST', body: { ruling } });
    }
    const ruled = await pairsOf();
    expect(ruled.missed).toMatchObject({ count: 1 });
    expect(ruled.pairs.find(({ pairNo }) => pairNo === first.pairNo)).toMatchObject({
      ruling: 'MATCH',
      ruledBy: 'ana@example.test',
    });
    const { records } = await admin.get<'audit.list'>('/audit?act=assurance_run.rule');
    expect(records).toHaveLength(pairs.length);
    expect(JSON.stringify(records)).not.toMatch(/own-0|feather/);
    const aud = await signIn(service, tenant, 'aud');
    const rule = { method: 'POST', body: { ruling: 'MATCH' } } as const;
    expect((await aud.send(`${runs}/${id}/pairs/${first.pairNo}/ruling`, rule)).status).toBe(403);
    expect((await ana.send(`${runs}/${id}/pairs/999/ruling`, rule)).status).toBe(404);

    const { cases } = await admin.get<'cases.list'>('/domains/retail/cases?customerId=own-0&open=true');
    for (const { caseNo } of cases) {
      const moves = `/domains/retail/cases/${caseNo}/moves`;
      const { revision } = await admin.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
      await admin.post(moves, { move: 'claim', expectedRevision: revision });
      await admin.post(moves, {
        move: 'reject',
        expectedRevision: revision + 1,
        reason: 'papers are missing',
      });
    }
    await service.drain();
    const dora = await signIn(service, tenant, 'dora');
    const asked = await admin.post<'erasures.request'>('/domains/retail/customers/own-0/erasure', {
      reason: 'Request of the data subject',
    });
    const { erasureId, customerId } = asked.erasure;
    await dora.post<'erasures.confirm'>(`/domains/retail/erasures/${erasureId}/confirm`, { customerId });
    await until('the erasure', async () => !JSON.stringify(await pairsOf()).includes('own-0'));
    const left = await pairsOf();
    expect(left.bands.reduce((sum, { erased }) => sum + erased, 0)).toBe(pairs.length - left.pairs.length);
    expect(left.pairs.length).toBeLessThan(pairs.length);
  });

  it('can be cancelled while it is not done', async () => {
    const id = await order(strong, 9);
    expect((await admin.send(`${runs}/${id}/cancel`, { method: 'POST' })).status).toBe(204);
    await service.drain();
    expect(await runOf(id)).toMatchObject({ state: 'CANCELLED', summary: null });
    expect((await admin.send(`${runs}/${id}/cancel`, { method: 'POST' })).status).toBe(409);
    expect((await admin.send(`${runs}/${id}/files/report.json`)).status).toBe(404);
    expect((await admin.send(`${runs}/${id}/pdf`)).status).toBe(404);
  });

  it('is ordered by those alone who may, and read by analysts and auditors', async () => {
    const ana = await signIn(service, tenant, 'ana');
    expect((await ana.get<'assurance.list'>(runs)).runs.length).toBeGreaterThan(3);
    const body = { seed: 1, size: 100, screening: strong };
    expect((await ana.send(runs, { method: 'POST', body })).status).toBe(403);
    expect((await (await signIn(service, tenant, 'dev')).send(runs)).status).toBe(403);
    expect((await admin.send(runs, { method: 'POST', body: { ...body, size: 100_001 } })).status).toBe(422);
  });

  it.skipIf(!hasChromium() || store !== storyStores().at(-1))(
    'is ordered on a page, read there, and compared with another one',
    timeout,
    async () => {
      const pages = await ConsolePages.start(service, tenant);
      try {
        const page = await pages.openAs('ada', 'assurance');
        await page.getByRole('button', { name: 'New test' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Match strength').click();
        await page.getByRole('option', { name: /^Weak/ }).click();
        await dialog.getByLabel('Records', { exact: true }).fill('1000');
        await dialog.getByRole('button', { name: 'Start test' }).click();
        await dialog.waitFor({ state: 'detached' });
        await service.drain();
        const row = page.getByRole('row').nth(1);
        await row.getByText('Match strength Weak').waitFor();
        await row.getByText('100%', { exact: true }).first().waitFor();
        expect(await findingsInEachLook(page, pictures && `${pictures}/assurance`)).toEqual([]);
        await row.getByRole('link').click();
        await page.getByRole('heading', { name: 'Threshold curve' }).waitFor();
        await page.getByText(/^Working point: score 0.65, recall/).waitFor();
        await page.getByRole('combobox', { name: 'Compare with' }).click();
        await page
          .getByRole('option', { name: /Match strength Strong/ })
          .first()
          .click();
        const differences = page.getByRole('region', { name: 'What differs' });
        await differences
          .getByText(/match strength Strong/i)
          .first()
          .waitFor();
        expect(await findingsInEachLook(page, pictures && `${pictures}/assurance-report`)).toEqual([]);
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Attestation (JSON)' }).click();
        expect((await download).suggestedFilename()).toBe('attestation.json');

        const review = await pages.openAs('ana', `assurance/retail/${sampled}`);
        await review.getByRole('heading', { name: 'Sample below the threshold' }).waitFor();
        await review.getByText(/^Pair 1 of /).waitFor();
        await review.keyboard.press('u');
        await review.getByText(/^Cannot tell: ana@example\.test/).waitFor();
        expect(await findingsInEachLook(review, pictures && `${pictures}/assurance-sample`)).toEqual([]);
        expect(pages.complaints).toEqual([]);
      } finally {
        await pages.close();
      }
    },
  );
});
