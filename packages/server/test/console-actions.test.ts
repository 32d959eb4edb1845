import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CaseDetail } from '@gatehouse/contract';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBundle } from '../src/cases/evidence-bundle/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { inputDevices } from './support/input-devices.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

describe.skipIf(!hasChromium())('every act on a case', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let boss: Browser;
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('amy', ['analyst'], ['first-line']),
      person('cora', ['analyst'], ['compliance']),
      person('boss', ['admin']),
    ],
    // What it is to take a decision back has a story of its own: console-day.test.ts.
    cases: { holdSeconds: 0 },
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT', 'manual') },
      {
        domain: 'retail',
        workflow: {
          ...decidingWorkflow('KYB_EVENT'),
          nodes: [
            { id: 'decide', type: 'decision', outcome: 'manual', groups: ['first-line'], fourEyes: true },
          ],
        },
      },
    ],
  });

  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_CANCELLED_STATUS: 'CANCELLED' });
    pages = await ConsolePages.start(service, tenant);
    boss = await pages.as('boss');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  const read = (caseNo: string) => boss.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
  const becomes = (caseNo: string, state: Partial<CaseDetail>) =>
    expect.poll(() => read(caseNo), { timeout: 60_000 }).toMatchObject(state);

  describe.each(inputDevices)('by %s alone', (by, deviceOf) => {
    /** A move by its button; with a reason where one is asked for, and with an empty one where only a word is. */
    async function move(page: Page, name: string, reason?: string): Promise<void> {
      const hand = deviceOf(page);
      await hand.press(page.getByRole('main').getByRole('button', { name }).first());
      if (reason === undefined) return;
      const dialog = page.getByRole('dialog');
      if (reason !== '') await hand.write(dialog.getByLabel('Reason'), reason);
      await hand.press(dialog.locator('button[type=submit]'));
      await dialog.waitFor({ state: 'detached' });
    }

    it('claims, releases, returns, resumes, passes on, and the next group approves', async () => {
      const caseNo = await pages.submit(`moves-${by}`, 'MANUAL_CASE_EVENT');
      const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await move(page, 'Claim');
      await becomes(caseNo, { status: 'UNDER_REVIEW', assignee: 'ana@example.test' });
      await move(page, 'Release', '');
      await becomes(caseNo, { status: 'UNASSIGNED', assignee: null });
      await move(page, 'Claim');
      await move(page, 'Return', 'The address is missing.');
      await becomes(caseNo, { status: 'RETURNED' });
      await move(page, 'Resume');
      await becomes(caseNo, { status: 'UNDER_REVIEW' });
      await move(page, 'False positive', 'Another passport number.');
      await expect.poll(async () => (await read(caseNo)).alerts[0]!.resolution).toBe('FALSE_POSITIVE');
      await move(page, 'Pass to ', 'No hit is the customer.');
      await becomes(caseNo, { status: 'OTHER_GROUP', assignee: null });
      await page.context().close();
      const next = await pages.openAs('cora', `cases/retail/${caseNo}`);
      await next.getByRole('heading', { name: caseNo }).waitFor();
      await move(next, 'Approve', 'Seen, and the same.');
      await becomes(caseNo, { status: 'APPROVED', assignee: 'cora@example.test' });
      const { timeline } = await read(caseNo);
      const stated = timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []));
      expect(stated.filter((action) => action.startsWith('case.'))).toEqual([
        'case.claim',
        'case.release',
        'case.claim',
        'case.return',
        'case.resume',
        'case.rule',
        'case.pass_on',
        'case.approve',
      ]);
      await next.context().close();
    });

    it.each([
      ['Reject', 'REJECTED'],
      ['Close', 'CLOSED'],
      ['Cancel case', 'CLOSED'],
    ] as const)('does: %s', async (name, status) => {
      const caseNo = await pages.submit(`${name}-${by}`, 'KYC_EVENT');
      const page = await pages.openAs('boss', `cases/retail/${caseNo}`);
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await move(page, 'Claim');
      await becomes(caseNo, { status: 'UNDER_REVIEW' });
      await move(page, name, 'As it is.');
      await becomes(caseNo, { status });
      const { timeline } = await read(caseNo);
      const action = `case.${name.split(' ')[0]!.toLowerCase()}`;
      expect(timeline).toContainEqual(expect.objectContaining({ kind: 'act', act: action }));
      await page.context().close();
    });

    it('rules on a hit, and takes the word back', async () => {
      const caseNo = await pages.submit(`rule-${by}`, 'MANUAL_CASE_EVENT');
      const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await move(page, 'Claim');
      for (const [name, ruling] of [
        ['True match', 'TRUE_MATCH'],
        ['False positive', 'FALSE_POSITIVE'],
        ['Undecided', 'UNDECIDED'],
      ] as const) {
        await move(page, name, `It is ${name}.`);
        await expect
          .poll(async () => (await read(caseNo)).alerts[0]!.ruling, { timeout: 60_000 })
          .toMatchObject({ ruling, reason: `It is ${name}.` });
      }
      await page.context().close();
    });

    it('writes a note, attaches a file and looks at it', async () => {
      const caseNo = await pages.submit(`papers-${by}`, 'KYC_EVENT');
      const page = await pages.openAs('boss', `cases/retail/${caseNo}`);
      const hand = deviceOf(page);
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await hand.write(page.getByLabel('Note text'), 'She rang back.');
      await hand.press(page.getByRole('button', { name: 'Add note' }));
      await page.getByRole('region', { name: 'Notes' }).getByText('She rang back.').waitFor();
      const choosing = page.waitForEvent('filechooser');
      await hand.press(page.getByRole('button', { name: 'Attach file' }));
      await (await choosing).setFiles({ name: 'passport.png', mimeType: 'image/png', buffer: png() });
      await hand.press(page.getByRole('button', { name: 'View passport.png' }));
      await page.getByRole('img', { name: 'passport.png' }).waitFor();
      const kept = page.waitForEvent('download');
      await hand.press(page.getByRole('dialog').getByRole('link', { name: 'Download' }));
      expect(readFileSync(await (await kept).path()).equals(png())).toBe(true);
      const { timeline } = await read(caseNo);
      expect(timeline).toContainEqual(expect.objectContaining({ kind: 'act', act: 'upload.read' }));
      await page.context().close();
    });

    it('takes the next case, and opens one from the list', async () => {
      const caseNo = await pages.submit(`next-${by}`, 'MANUAL_CASE_EVENT');
      const page = await pages.openAs('ana', 'cases?view=open');
      const hand = deviceOf(page);
      await hand.press(page.getByRole('link', { name: caseNo }));
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await hand.press(page.getByRole('button', { name: 'Next', exact: false }).first());
      await page.getByText('Assigned to you').waitFor();
      await page.context().close();
    });

    it('takes two people where the workflow says so', async () => {
      const caseNo = await pages.submit(`two-${by}`, 'KYB_EVENT');
      const first = await pages.openAs('ana', `cases/retail/${caseNo}`);
      await first.getByText('This case needs two people').waitFor();
      await move(first, 'Claim');
      await becomes(caseNo, { assignee: 'ana@example.test' });
      await move(first, 'Reject', 'A listed party.');
      await first.getByText('ana proposed to reject').waitFor();
      await becomes(caseNo, {
        status: 'OTHER_GROUP',
        proposal: { decision: 'reject', by: 'ana@example.test', reason: 'A listed party.' },
      });
      const second = await pages.openAs('amy', `cases/retail/${caseNo}`);
      await second.getByText('ana proposed to reject').waitFor();
      await move(second, 'Reject', 'So it is.');
      await becomes(caseNo, { status: 'REJECTED', assignee: 'amy@example.test' });
      for (const page of [first, second]) await page.context().close();
    });

    it('saves the report of a case, which is on record', async () => {
      const caseNo = await pages.submit(`reported-${by}`, 'KYC_EVENT');
      const page = await pages.openAs('boss', `cases/retail/${caseNo}`);
      const started = page.waitForEvent('download');
      await deviceOf(page).press(page.getByRole('button', { name: 'Case report (PDF)' }));
      const download = await started;
      expect(download.suggestedFilename()).toBe(`${caseNo}-report.pdf`);
      const bytes = readFileSync(await download.path());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      const reportSha256 = createHash('sha256').update(bytes).digest('hex');
      expect((await read(caseNo)).timeline).toContainEqual(
        expect.objectContaining({
          kind: 'act',
          act: 'case.report',
          detail: expect.objectContaining({ reportSha256 }),
        }),
      );
      await page.context().close();
    });

    it('hands a case out as one file that proves itself', async () => {
      const caseNo = await pages.submit(`handed-${by}`, 'KYC_EVENT');
      const page = await pages.openAs('boss', `cases/retail/${caseNo}`);
      const started = page.waitForEvent('download');
      await deviceOf(page).press(page.getByRole('link', { name: 'Export evidence bundle' }));
      const download = await started;
      expect(download.suggestedFilename()).toBe(`${caseNo}.zip`);
      const bytes = new Uint8Array(readFileSync(await download.path()));
      const files = unzipSync(bytes);
      expect(JSON.parse(strFromU8(files['case.json']!))).toMatchObject({
        caseNo,
        customerId: `handed-${by}`,
      });
      expect(verifyBundle(bytes)).toMatchObject({ manifest: { caseNo }, findings: [] });
      const submitted = createHash('sha256').update(files['manifest.json']!).digest('hex');
      expect((await read(caseNo)).timeline).toContainEqual(
        expect.objectContaining({
          kind: 'act',
          act: 'case.export',
          actor: { kind: 'user', id: 'boss@example.test', name: null },
          detail: { manifestSha256: submitted },
        }),
      );
      await page.getByRole('region', { name: 'History' }).getByText('Evidence bundle exported').waitFor();
      await page.context().close();
    });

    it('gives many cases out at once, and tells which could not', async () => {
      const numbers = [await pages.submit(`bulk-1-${by}`), await pages.submit(`bulk-2-${by}`)];
      const page = await pages.openAs('boss', `cases?view=unassigned&sort=newest&search=bulk-`);
      const hand = deviceOf(page);
      for (const caseNo of numbers) await hand.mark(page.getByLabel(`Select ${caseNo}`));
      await hand.press(page.getByRole('button', { name: 'Assign 2' }));
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      // Somebody takes one of them meanwhile.
      const amy = await pages.as('amy');
      await amy.post(`/domains/retail/cases/${numbers[1]}/moves`, { move: 'claim', expectedRevision: 1 });
      await hand.choose(dialog.getByRole('combobox', { name: 'Assign to' }), /^ana\b/);
      await hand.press(dialog.getByRole('button', { name: 'Assign', exact: true }));
      await page.getByRole('alert').getByText('assigned to amy').waitFor();
      await becomes(numbers[0]!, { status: 'UNDER_REVIEW', assignee: 'ana@example.test' });
      await hand.press(dialog.getByRole('button', { name: 'Close' }).last());
      await dialog.waitFor({ state: 'detached' });
      await page.context().close();
    });
  });

  it('leaves no complaint of a page', () => {
    expect(pages.complaints).toEqual([]);
  });
});
