import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

const shots = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
const header = 'id,name,type,aliases,dateOfBirth,countries,category,listedOn,programs,note';
const row = (birth: string, note: string) =>
  `t1,Philippa Quillfeather,individual,فيليبا;Pip Quillfeather,${birth},NZ,sanctions,2019-01-05,KITES,${note}`;
const others = ['o1,Peter Unlike,individual,,,,watchlist,,,', 'o2,Otto Elsewhere,individual,,,,watchlist,,,'];

describe.skipIf(!hasChromium)('the listed entity on a case (skipped without Chromium)', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let list: WatchedList;
  const tenant = aTenant({
    users: [person('boss', ['admin', 'analyst'], ['first-line', 'compliance'])],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
    watchlist: [
      { id: 'w1', name: 'Philippa Quillfeathers', dateOfBirth: '1961-04-02', note: 'Owes us three kites' },
      { id: 'w2', name: 'Philippa Quillfeather' },
    ],
  });

  beforeAll(async () => {
    list = await createWatchedList(header);
    await list.write([row('1961-04-02', 'Flies kites'), ...others]);
    service = await startTestService('embedded', {
      GATEHOUSE_LISTS_DIR: process.env['LOOK_LISTS'] ?? list.listsDir,
    });
    pages = await ConsolePages.start(service, tenant);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
    await list?.remove();
  });

  async function caseOf(name: string): Promise<string> {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const data = {
      customerId: `c-${name}`,
      name,
      customerType: 'individual',
      dateOfBirth: '1961-04-02',
    } as const;
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    return (await client.workflow.status(executionId))!.caseNo!;
  }

  it('is open for the selected hit, for another when asked, and says what changed since', async () => {
    const caseNo = await caseOf('Philippa Quillfeather');
    const page = await pages.openAs('boss', `cases/retail/${caseNo}`);
    const entity = page.getByRole('region', { name: 'Listed entity custom-csv:t1' });
    await entity.getByText('Unchanged since the screening.').waitFor();
    for (const text of [/فيليبا.* \(alias, Arabic\)/, 'KITES', '2019-01-05', 'Flies kites', 'New Zealand'])
      await entity.getByText(text).first().waitFor();
    const watched = page.getByRole('region', { name: 'Listed entity watchlist:w1' });
    await expect.poll(() => watched.count()).toBe(0);
    await page.getByRole('button', { name: 'Show listed entity' }).first().click();
    await watched.getByText('Owes us three kites').waitFor();
    const joined = page.getByRole('region', { name: 'Same entity as Philippa Quillfeather' });
    await joined.getByText('Joined by a similar name and the same date of birth (1961-04-02).').waitFor();
    if (shots) await page.screenshot({ path: `${shots}/entity.png`, fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);

    await list.publish(service.app, [row('1962', 'Sells kites'), ...others]);
    const later = await pages.openAs('boss', `cases/retail/${caseNo}`);
    await later.getByText(/Changed since the screening: 2 facts differ in the active version/).waitFor();
    await later.getByText('Now: Sells kites').waitFor();
    await later
      .getByText(
        /^The list changed after this screening: date of birth, remarks\. The score is of the searched version\.$/,
      )
      .waitFor();
    if (shots) await later.screenshot({ path: `${shots}/entity-changed.png`, fullPage: true });
    expect(await accessibilityFindings(later)).toEqual([]);
    expect(pages.complaints).toEqual([]);
  });

  it('fits a phone, however many words say how a fact compares', async () => {
    await list.publish(service.app, [row('1961-04-12', 'Flies kites'), ...others]);
    const page = await pages.openAs('boss', `cases/retail/${await caseOf('Philippa Quillfeather')}`);
    await page.locator('tr.gh-row', { hasText: '1961-04-12' }).click();
    await page.getByText('near, may be mistyped').first().waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  it('is ruled on with all its entries, and split and joined by hand', async () => {
    await list.publish(service.app, [row('1961-04-02', 'Flies kites'), ...others]);
    const page = await pages.openAs('boss', `cases/retail/${await caseOf('Philippa Quillfeather')}`);
    await page.getByRole('button', { name: 'Claim' }).click();
    await page.getByText('Assigned to you').waitFor();
    const rows = page.locator('tr.gh-row');
    const hit = page.getByRole('region', { name: /^Hit \d/ });
    await rows.nth(1).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    // A ruling applies to both entries, so both are compared with the subject.
    await hit.getByText('as screened').nth(1).waitFor();
    await expect.poll(() => hit.getByText('as screened').count()).toBe(2);
    await page.getByRole('button', { name: 'Separate this entry' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/are shown and ruled on separately, in every case/).waitFor();
    if (shots) await page.screenshot({ path: `${shots}/entity-split.png` });
    await dialog.getByRole('textbox').fill('the photographs');
    await dialog.getByRole('button', { name: 'Separate entries' }).click();
    await rows.nth(2).waitFor();
    await page.getByRole('button', { name: 'Join with another list entry…' }).first().click();
    if (shots) await page.screenshot({ path: `${shots}/entity-join.png` });
    await page.getByRole('menuitem', { name: /Philippa Quillfeathers · Watchlist/ }).click();
    await dialog.getByRole('textbox').fill('the photographs again');
    await dialog.getByRole('button', { name: 'Join entries' }).click();
    await page.getByText('Joined by a person’s decision (the photographs again).').waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press('1');
    await page.keyboard.press('f');
    await dialog.getByText(/and 2 list entries: Custom list \(CSV\) t1, Watchlist w1/).waitFor();
    if (shots) await page.screenshot({ path: `${shots}/entity-rule.png` });
    await dialog.getByRole('textbox').fill('another photograph');
    await dialog.getByRole('button', { name: 'False positive' }).click();
    // The next hit without a ruling is selected.
    await page.getByRole('region', { name: /^Hit 2/ }).waitFor();
    await page.keyboard.press('1');
    await hit.getByText('False positive by boss').first().waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Hit ruling: false positive, 2 list entries').waitFor();
    await expect.poll(() => history.getByText(/^Hit ruling/).count()).toBe(1);
    await history.getByText('Reason: another photograph').waitFor();
    await expect.poll(() => history.getByText('Philippa Quillfeathers, Watchlist w1').count()).toBe(3);
    if (shots) await page.screenshot({ path: `${shots}/entity-ruled.png`, fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(pages.complaints).toEqual([]);
  });
});
