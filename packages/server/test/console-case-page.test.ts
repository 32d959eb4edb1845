import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_SCREENSHOTS'];

/** On the bundled sample too: an entity of two lists. */
const listed = 'Osama bin Laden';

const heights = (element: { readonly scrollHeight: number; readonly clientHeight: number }) => ({
  scrollHeight: element.scrollHeight,
  clientHeight: element.clientHeight,
});
const widths = (element: { readonly scrollWidth: number; readonly clientWidth: number }) => ({
  scrollWidth: element.scrollWidth,
  clientWidth: element.clientWidth,
});

describe.skipIf(!hasChromium())('the page of a case', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let ana: Browser;
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('amy', ['analyst'], ['first-line']),
      person('boss', ['admin']),
    ],
    watchlist: [{ id: 'w1', name: listed, dateOfBirth: '1957-03-10', countries: ['SA'] }],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    ana = await pages.as('ana');
  });
  afterAll(async () => {
    expect(pages?.complaints ?? []).toEqual([]);
    await pages?.close();
    await service?.stop();
  });

  async function submit(customerId: string): Promise<string> {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const data = {
      customerId,
      name: listed,
      customerType: 'individual',
      dateOfBirth: '1957-03-10',
      countryOfNationality: 'SA',
    } as const;
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    return (await client.workflow.status(executionId))!.caseNo;
  }

  const claim = (caseNo: string) =>
    ana.post(`/domains/retail/cases/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });

  it('says in words why a decision is refused, and does not show a cancellation that nobody can do', async () => {
    const caseNo = await submit('refused');
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    const unassigned = page.getByText(/^Blocked: Pass to compliance, Reject, Close · The case is unassigned/);
    await unassigned.waitFor();
    const reject = page.getByRole('button', { name: 'Reject' });
    const described = await reject.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('The case is unassigned');
    await expect.poll(() => page.getByRole('button', { name: 'Cancel case' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Claim' }).click();
    // As many as the table has rows: an entity of two lists is one hit.
    await page.getByText(/^Blocked: Close · 1 hit is not ruled on/).waitFor();
    await expect.poll(() => page.locator('tr.gh-row').count()).toBe(1);
    // What speaks against approval stands before everything else.
    const findings = page.getByRole('region', { name: 'For and against approval' });
    await findings.getByRole('link', { name: /^Unresolved hits \(1\): / }).waitFor();
    await expect.poll(() => unassigned.count()).toBe(0);
    await page.context().close();
    const other = await pages.openAs('amy', `cases/retail/${caseNo}`);
    await other
      .getByText(/^Blocked: Pass to compliance, Reject, Close · The case is assigned to ana/)
      .waitFor();
    await other.context().close();
  });

  it('names each list of an entity in the table, and shows the flag of a country', async () => {
    const page = await pages.openAs('ana', `cases/retail/${await submit('lists')}`);
    const row = page.locator('tr.gh-row').first();
    for (const name of ['Sample', 'Watchlist']) {
      const mark = row.getByText(name, { exact: true });
      await mark.waitFor();
      const [place, cell] = await Promise.all([
        mark.boundingBox(),
        row.locator('.gh-hits-lists').boundingBox(),
      ]);
      expect(place!.x + place!.width).toBeLessThanOrEqual(cell!.x + cell!.width);
      expect(place!.y + place!.height).toBeLessThanOrEqual(cell!.y + cell!.height + 1);
    }
    const flag = page.getByRole('region', { name: 'Subject' }).locator('.gh-flagged img');
    expect(await flag.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await page.locator('.gh-flagged').first().textContent()).toBe('Saudi Arabia (SA)');
    await page.context().close();
  });

  it('has the newest event first, and room for the history beside the hit', async () => {
    const caseNo = await submit('history');
    await claim(caseNo);
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    const history = page.getByRole('region', { name: 'History' });
    const events = history.locator('.mantine-Timeline-item');
    await events.first().getByText('Claimed').waitFor();
    await events.last().getByText('Received').waitFor();
    const box = (await history.boundingBox())!;
    expect(box.height).toBeGreaterThan(400);
    // All of it is in the box, or the box scrolls as high as the window.
    const place = page.locator('.gh-case-side');
    const { scrollHeight, clientHeight } = await place.evaluate(heights);
    expect(scrollHeight <= clientHeight || clientHeight > 600).toBe(true);
    if (pictures) await page.screenshot({ path: `${pictures}/case-page.png` });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('opens at its top, and moves to a hit that somebody chooses', async () => {
    const caseNo = await submit('top');
    const page = await pages.newPage(ana.cookie);
    await page.setViewportSize({ width: 360, height: 500 });
    await page.goto(`${service.app.consoleUrl}/cases/retail/${caseNo}`);
    const hit = page.locator('tr.gh-row').first();
    await hit.waitFor();
    // The page gives itself its title after its parts have done what they do at first.
    await expect.poll(() => page.title()).toMatch(new RegExp(`^.+ · ${caseNo} · Gatehouse$`));
    expect(await page.evaluate('window.scrollY')).toBe(0);
    const { y, height } = (await hit.boundingBox())!;
    expect(y).toBeGreaterThan(500);
    await page.keyboard.press('1');
    const isInSight = async () => {
      const place = (await hit.boundingBox())!;
      // Pages scroll by whole pixels.
      return place.y > 0 && Math.floor(place.y + height) <= 500;
    };
    await expect.poll(isInSight, { timeout: 30_000 }).toBe(true);
    await page.context().close();
  });

  it('fits its actions into a narrow window: the next two as buttons, the others in a menu', async () => {
    const caseNo = await submit('narrow');
    await claim(caseNo);
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await page.setViewportSize({ width: 360, height: 740 });
    const bar = page.locator('.gh-case-moves');
    await bar.getByRole('button', { name: 'More actions' }).waitFor();
    await expect.poll(() => bar.getByRole('button').count()).toBe(3);
    await bar.getByRole('button', { name: 'Pass to compliance' }).waitFor();
    await bar.getByRole('button', { name: 'Reject' }).waitFor();
    const { scrollWidth, clientWidth } = await bar.evaluate(widths);
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await bar.getByRole('button', { name: 'More actions' }).click();
    const close = page.getByRole('menuitem', { name: 'Close' });
    expect(await close.getAttribute('aria-disabled')).toBe('true');
    if (pictures) await page.screenshot({ path: `${pictures}/case-page-menu.png` });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Release' }).click();
    await page.getByRole('dialog').getByText('goes back to the queue').waitFor();
    await page.context().close();
  });
});
