import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { ConsoleBody, ConsoleData } from '@gatehouse/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsSignature } from '../src/audit/index.ts';
import { accessibilityFindings, findingsInEachLook, hasChromium } from './support/chromium.ts';
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
const size = 1_100;
/** Tests of screening run behind everything else: on a busy machine they take ten times as long. */
const behindOthers = { timeout: 300_000 };

describe.each(storyStores())('tests of screening in the console, %s', (store) => {
  let service: TestService;
  let admin: Browser;
  const tenant = aTenant({
    publishing: { secondApprover: true },
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

  it(
    'goes on after an interruption, and gives the bytes that a run without one gives',
    behindOthers,
    async () => {
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
    },
  );

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

  it('takes the settings of a published workflow, and says which', behindOthers, async () => {
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

  it(
    'screens own customers, has people rule on what it does not find, and keeps nothing of one who is erased',
    behindOthers,
    async () => {
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
    },
  );

  it('refuses a test where the domain has as many as are kept, and deletes none for it', async () => {
    const count = () =>
      service.app.database.operator(async (tx) => {
        const [row] = await tx.sql<{ count: number }>(
          "select count(*)::int as count from assurance_run where state in ('ORDERED', 'DONE')",
        );
        return row!.count;
      });
    const before = await count();
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into assurance_run (tenant_id, domain, run_id, settings, state, total, ordered_by, ordered_at)
         select $1, 'retail', gen_random_uuid(), '{}', 'DONE', 0, 'filler', now() - interval '1 year'
         from generate_series(1, $2::int)`,
        [tenant.id, 2_000 - before],
      ),
    );
    const body = { seed: 1, size: 100, screening: strong };
    const refused = await admin.refused(runs, { method: 'POST', body });
    expect(refused).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
    expect(JSON.stringify(refused)).toContain('Retention deletes those whose period has ended');
    expect(await count()).toBe(2_000);
    await service.app.database.operator((tx) =>
      tx.sql("delete from assurance_run where ordered_by = 'filler'"),
    );
  });

  it('can be cancelled while it is not done', behindOthers, async () => {
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
    'leads a compliance officer from a test over its sample to another setting, approved by somebody else, and tested again',
    timeout,
    async () => {
      const retail = service.client({ ...tenant.key, domain: 'retail' });
      for (const [at, name] of belowThreshold.entries()) {
        const data = { customerId: `walk-${at}`, name, customerType: 'individual' } as const;
        await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
      }
      await service.drain();
      const pages = await ConsolePages.start(service, tenant);
      try {
        const page = await pages.openAs('ada', 'assurance');
        await orderOnPage(page);
        await service.drain();
        const row = page.getByRole('row').nth(1);
        await row.getByText('From workflow wf_screening, version 1').waitFor();
        await row.getByText('100%', { exact: true }).first().waitFor();
        expect(await accessibilityFindings(page)).toEqual([]);
        await shoot(page, 'walk-1-list');
        await row.getByRole('link').click();
        await page.getByText(/^Working point: score 0.85, recall/).waitFor();
        const sample = page.getByRole('region', { name: 'Sample below the threshold' });
        await sample.getByText('Pair 1 of 4').waitFor();
        expect(await findingsInEachLook(page, pictures && `${pictures}/walk-2-report`)).toEqual([]);
        // On a phone the tables fold, or scroll within themselves.
        await page.setViewportSize({ width: 390, height: 844 });
        await shoot(page, 'walk-2-phone');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        await page.setViewportSize({ width: 1440, height: 900 });
        // Passes over the first pair, and comes back to it after the last.
        await page.keyboard.press('j');
        for (const [key, next] of ['m2', 'n3', 'm0'].map((step) => [...step] as [string, string])) {
          await page.keyboard.press(key);
          await sample.getByText(`Pair ${Number(next) + 1} of 4`).waitFor();
        }
        await page.keyboard.press('n');
        await sample
          .getByText(/^Matches that the settings miss among \d customers, estimated: 2 \(/)
          .waitFor();
        await shoot(page, 'walk-3-ruled');

        await page.getByRole('link', { name: 'Compare settings' }).click();
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await service.drain();
        const compared = page.getByRole('table', { name: 'Compared settings' });
        await compared.getByRole('row').nth(3).waitFor();
        await page
          .getByText(/submits screened again\. Submits from .*: all \d+ of this workflow\./)
          .waitFor();
        await shoot(page, 'walk-4-tuning');
        await compared.getByRole('button', { name: /^Use in draft: Match strength Weak/ }).click();
        await page.getByText('No issues. Ready to publish.').waitFor();
        await shoot(page, 'walk-5-draft');
        await page.getByRole('button', { name: 'Request approval' }).click();
        const request = page.getByRole('dialog', { name: 'Request approval' });
        await request.getByText(/^4 of \d decisions would change/).waitFor();
        await request
          .getByRole('textbox', { name: 'Note' })
          .fill('The sample has matches below the threshold');
        expect(await accessibilityFindings(page)).toEqual([]);
        await shoot(page, 'walk-6-request');
        await request.getByRole('button', { name: 'Request approval' }).click();
        await page.getByText('Awaiting approval by another person').waitFor();

        const second = await pages.openAs('dora', 'workflows/retail/wf_screening');
        await second.getByRole('button', { name: 'Review', exact: true }).click();
        await second
          .getByRole('dialog')
          .getByText(/^4 of \d decisions would change/)
          .waitFor();
        await second.getByRole('dialog').getByText('No shadow run is kept for this draft.').waitFor();
        await shoot(second, 'walk-7-review');
        await second.getByRole('button', { name: 'Approve and publish' }).click();
        await second.getByText('version 2 published').waitFor();

        await page.getByRole('link', { name: 'Assurance' }).click();
        await page.getByRole('row').nth(1).getByRole('link').click();
        await page.getByRole('button', { name: 'Test again' }).click();
        await service.drain();
        // The last test is beside it without being asked for.
        const differences = page.getByRole('region', { name: 'What differs' });
        await differences.getByText(/match strength Strong/i).waitFor();
        await differences.getByText(/match strength Weak/i).waitFor();
        const figures = page.getByRole('region', { name: 'Main figures' });
        const altered = figures.getByRole('row', { name: /^Recall, altered/ });
        expect(await altered.textContent()).toMatch(/\+\d+(\.\d+)? points$/);
        expect(await accessibilityFindings(page)).toEqual([]);
        await shoot(page, 'walk-8-compared');
        expect(await download(page, 'Report (PDF)', 'report.pdf')).toMatch(/^%PDF-/);
        const report = JSON.parse(await download(page, 'Report (JSON)', 'report.json'));
        expect(report.settings).toMatchObject({ minScore: 0.65, workflow: { version: 2 } });
        expect(await download(page, 'Figures (CSV)', 'figures.csv')).toMatch(/^\S+,.*letter-dropped/s);
        expect(pages.complaints).toEqual([]);
      } finally {
        await pages.close();
      }
    },
  );
});

/** Customers: four beside an entry that match strength STRONG does not find, one that it finds, and nobody. */
const belowThreshold = [
  'Marguerita Plum',
  'Viktor Bulat',
  'Abu Muhamad Said',
  'Sameera Qantar Zumurud',
  'Tadeus Quilfeter',
  'Nobody Whatsoever',
];

/** Orders a test of the published workflow, with own customers. */
async function orderOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New test' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Records', { exact: true }).fill('1000');
  await dialog.getByLabel('Control records').click();
  await page.getByRole('option', { name: /^Own customers/ }).click();
  await shoot(page, 'walk-0-new');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** What a button of the page saves, as text. */
async function download(page: Page, button: string, name: string): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(name);
  if (pictures !== undefined) await saved.saveAs(`${pictures}/${name}`);
  return text(await saved.createReadStream());
}

async function shoot(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}
