import type { CaseDetail } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import type { Browser as Chromium, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { hasChromium, startChromium } from './support/chromium.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

/** Far more than a story takes; a busy machine draws slowly. */
const patience = { timeout: 300_000 };

/** What somebody does with a button or a field who has a mouse, or who has none. */
interface Hand {
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

const mouse = (page: Page): Hand => ({
  press: (target) => target.click(),
  write: async (field, text) => {
    await field.click();
    await page.keyboard.type(text);
  },
});

/** `Tab` alone reaches everything; nothing is focused by the story itself. */
const keyboard = (page: Page): Hand => {
  const reach = async (target: Locator) => {
    await target.waitFor();
    const isThere = () => target.evaluate((element) => element === element.ownerDocument.activeElement);
    for (let steps = 0; !(await isThere()); steps++) {
      if (steps === 150) throw new Error(`no Tab leads to ${String(target)}`);
      await page.keyboard.press('Tab');
    }
  };
  return {
    press: async (target) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    write: async (field, text) => {
      await reach(field);
      await page.keyboard.type(text);
    },
  };
};

describe.skipIf(!hasChromium())('every act of the console', patience, () => {
  let service: TestService;
  let retail: GatehouseClient;
  let chromium: Chromium;
  let boss: Browser;
  const complaints: string[] = [];
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('cora', ['analyst'], ['compliance']),
      person('boss', ['admin']),
    ],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT', 'manual') },
    ],
  });

  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_CANCELLED_STATUS: 'CANCELLED' });
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    boss = await signIn(service, tenant, 'boss');
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
  });

  async function submit(customerId: string, eventType: 'MANUAL_CASE_EVENT' | 'KYC_EVENT'): Promise<string> {
    const data = { customerId, name: 'Wilhelmina Thornapple', customerType: 'individual' } as const;
    const { executionId } = await retail.workflow.submit({ eventType, data });
    await service.drain();
    return (await retail.workflow.status(executionId))!.caseNo;
  }

  async function openAs(name: string, path: string): Promise<Page> {
    const { cookie } = await signIn(service, tenant, name);
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
    const [key, value] = cookie!.split('=') as [string, string];
    await context.addCookies([{ name: key, value, url: service.app.consoleUrl }]);
    await context.addInitScript(() => localStorage.setItem('gatehouse.domain', 'retail'));
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${service.app.consoleUrl}/${path}`);
    return page;
  }
  const read = (caseNo: string) => boss.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
  const becomes = (caseNo: string, state: Partial<CaseDetail>) =>
    expect.poll(() => read(caseNo), { timeout: 60_000 }).toMatchObject(state);

  describe.each([
    ['keyboard', keyboard],
    ['mouse', mouse],
  ] as const)('by %s alone', (by, handOf) => {
    /** A move by its button; with a reason where one is asked for, and with an empty one where only a word is. */
    async function move(page: Page, name: string, reason?: string): Promise<void> {
      const hand = handOf(page);
      await hand.press(page.getByRole('main').getByRole('button', { name }).first());
      if (reason === undefined) return;
      const dialog = page.getByRole('dialog');
      if (reason !== '') await hand.write(dialog.getByLabel('Reason'), reason);
      await hand.press(dialog.locator('button[type=submit]'));
      await dialog.waitFor({ state: 'detached' });
    }

    it('claims, releases, returns, resumes, passes on, and the next group approves', async () => {
      const caseNo = await submit(`moves-${by}`, 'MANUAL_CASE_EVENT');
      const page = await openAs('ana', `cases/retail/${caseNo}`);
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
      await move(page, 'Approve', 'No hit is the customer.');
      await becomes(caseNo, { status: 'OTHER_GROUP', assignee: null });
      await page.context().close();
      const next = await openAs('cora', `cases/retail/${caseNo}`);
      await next.getByRole('heading', { name: caseNo }).waitFor();
      await move(next, 'Approve', 'Seen, and the same.');
      await becomes(caseNo, { status: 'APPROVED', assignee: 'cora@example.test' });
      const { timeline } = await read(caseNo);
      const told = timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []));
      expect(told.filter((act) => act.startsWith('case.'))).toEqual([
        'case.claim',
        'case.release',
        'case.claim',
        'case.return',
        'case.resume',
        'case.pass_on',
        'case.approve',
      ]);
      await next.context().close();
    });

    it.each([
      ['Reject', 'REJECTED'],
      ['Close', 'CLOSED'],
      ['Cancel', 'CLOSED'],
    ] as const)('does: %s', async (name, status) => {
      const caseNo = await submit(`${name}-${by}`, 'KYC_EVENT');
      const page = await openAs('boss', `cases/retail/${caseNo}`);
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await move(page, 'Claim');
      await becomes(caseNo, { status: 'UNDER_REVIEW' });
      await move(page, name, 'As it is.');
      await becomes(caseNo, { status });
      const { timeline } = await read(caseNo);
      const act = `case.${name.toLowerCase()}`;
      expect(timeline).toContainEqual(expect.objectContaining({ kind: 'act', act }));
      await page.context().close();
    });

    it('rules on a hit, and takes the word back', async () => {
      const caseNo = await submit(`rule-${by}`, 'MANUAL_CASE_EVENT');
      const page = await openAs('ana', `cases/retail/${caseNo}`);
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
      const caseNo = await submit(`papers-${by}`, 'KYC_EVENT');
      const page = await openAs('boss', `cases/retail/${caseNo}`);
      const hand = handOf(page);
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await hand.write(page.getByLabel('Write a note'), 'She rang back.');
      await hand.press(page.getByRole('button', { name: 'Keep the note' }));
      await page.getByRole('region', { name: 'Notes' }).getByText('She rang back.').waitFor();
      const choosing = page.waitForEvent('filechooser');
      await hand.press(page.getByRole('button', { name: 'Attach a file' }));
      await (await choosing).setFiles({ name: 'passport.png', mimeType: 'image/png', buffer: png() });
      await hand.press(page.getByRole('button', { name: 'View passport.png' }));
      await page.getByRole('img', { name: 'passport.png' }).waitFor();
      const { timeline } = await read(caseNo);
      expect(timeline).toContainEqual(expect.objectContaining({ kind: 'act', act: 'upload.read' }));
      await page.context().close();
    });

    it('takes the next case, and opens one from the list', async () => {
      const caseNo = await submit(`next-${by}`, 'MANUAL_CASE_EVENT');
      const page = await openAs('ana', 'cases?view=open');
      const hand = handOf(page);
      await hand.press(page.getByRole('link', { name: caseNo }));
      await page.getByRole('heading', { name: caseNo }).waitFor();
      await hand.press(page.getByRole('button', { name: 'Next', exact: false }).first());
      await page.getByText('yours').waitFor();
      await page.context().close();
    });

    it('adds an entry to the watchlist, changes it, finds it and takes it off', async () => {
      const page = await openAs('ana', 'watchlist');
      const hand = handOf(page);
      const id = `entry-${by}`;
      await hand.press(page.getByRole('button', { name: 'Add an entry' }));
      const dialog = page.getByRole('dialog');
      await hand.write(dialog.getByRole('textbox', { name: 'Id', exact: true }), id);
      await hand.write(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Ebenezer Quillfeather');
      await hand.press(dialog.getByRole('button', { name: 'Save' }));
      await dialog.waitFor({ state: 'detached' });
      await hand.write(page.getByLabel('Search by id or name'), 'quillfeather');
      const row = page.getByRole('row').filter({ hasText: id });
      await hand.press(row.getByRole('button', { name: 'Edit' }));
      await hand.write(dialog.getByLabel('Note'), 'Asked for twice.');
      await hand.press(dialog.getByRole('button', { name: 'Save' }));
      await row.getByText('Asked for twice.').waitFor();
      await hand.press(row.getByRole('button', { name: 'Remove' }));
      await hand.press(dialog.getByRole('button', { name: 'Do it' }));
      await row.waitFor({ state: 'detached' });
      const { entries } = await boss.get<'watchlist.list'>('/domains/retail/watchlist?search=quillfeather');
      expect(entries).toEqual([]);
      await page.context().close();
    });

    it('finds a customer, has them monitored, and scans a name', async () => {
      await submit(`customer-${by}`, 'MANUAL_CASE_EVENT');
      const page = await openAs('ana', 'customers');
      const hand = handOf(page);
      await hand.write(page.getByRole('textbox'), `customer-${by}`);
      await hand.press(page.getByRole('link', { name: `customer-${by}` }));
      await hand.press(page.getByRole('button', { name: 'Monitor', exact: true }));
      await page.getByText('Screened again whenever a list changes.').waitFor();
      await hand.press(page.getByRole('link', { name: 'Quick scan' }));
      await hand.write(page.getByRole('textbox', { name: 'Name', exact: true }), 'Wilhelmina Thornapple');
      await hand.press(page.getByRole('button', { name: 'Scan', exact: true }));
      await page.getByRole('region', { name: 'WATCHLIST' }).getByRole('article').first().waitFor();
      await page.context().close();
    });

    it('filters the record and proves it', async () => {
      const page = await openAs('boss', 'audit');
      const hand = handOf(page);
      await hand.write(page.getByLabel('Act'), 'case.');
      await hand.press(page.getByRole('button', { name: 'Filter' }));
      const records = page.getByRole('region', { name: 'Records' }).getByRole('row');
      await expect.poll(() => records.filter({ hasText: 'case C0' }).count()).toBeGreaterThan(0);
      await expect.poll(() => records.filter({ hasText: 'user boss@' }).count()).toBe(0);
      await hand.press(page.getByRole('button', { name: 'Verify the record' }));
      await page.getByText('The record holds').waitFor();
      await page.context().close();
    });
  });

  it('leaves no complaint of a page', () => {
    expect(complaints).toEqual([]);
  });
});
