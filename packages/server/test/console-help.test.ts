import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, findingsInLightAndDark, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

describe.skipIf(!hasChromium())('the manual of a page', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let caseNo: string;
  const tenant = aTenant({
    users: [person('boss', ['admin']), person('ana', ['analyst'], ['first-line'])],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_DEV_MAILBOX: 'off' });
    pages = await ConsolePages.start(service, tenant);
    caseNo = await pages.submit('helped-1');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  it('opens by a key beside the page, says what the role may, and gives the focus back', async () => {
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await page.getByRole('heading', { name: caseNo }).waitFor();
    const button = page.getByRole('button', { name: 'Help and shortcuts' });
    await button.focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
    await help.getByRole('heading', { name: 'Case', exact: true }).waitFor();
    await help.getByText('Your roles include cases.read, cases.work, uploads.read.').waitFor();
    await help.getByText('Your roles do not include audit.read.').waitFor();
    await help.getByText('In the documentation: docs/console.md#the-review-of-documents').waitFor();
    // The keys of the page do nothing meanwhile.
    await page.keyboard.press('c');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await page.getByText('Unassigned').first().waitFor();
    await page.context().close();
  });

  it('is there for every page of the navigation, in light and dark', async () => {
    const page = await pages.openAs('boss', '');
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await links.first().waitFor();
    const names = await links.allTextContents();
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      await links.filter({ hasText: new RegExp(`^${name}$`) }).click();
      await page.getByRole('button', { name: 'Help and shortcuts' }).click();
      const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
      await help.getByRole('heading', { name, exact: true }).waitFor();
      expect(await findingsInLightAndDark(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
    }
    await page.context().close();
  });

  it('fits a phone, also where lines run from right to left', async () => {
    const page = await pages.openAs('boss', 'retention');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Help and shortcuts' }).click();
    const help = page.getByRole('dialog');
    await help.getByRole('heading', { name: 'Retention', exact: true }).waitFor();
    await expect.poll(() => page.locator('html').evaluate((one) => one.scrollWidth)).toBe(360);
    await expect.poll(() => help.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/help-phone.png` });
    await page.evaluate(() => localStorage.setItem('gatehouse.language', 'ar'));
    await page.reload();
    await page.getByRole('button', { name: 'المساعدة والاختصارات' }).click();
    await help.getByRole('heading', { name: 'الاحتفاظ بالبيانات', exact: true }).waitFor();
    await expect.poll(() => help.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/help-arabic.png` });
    expect(pages.complaints).toEqual([]);
    await page.context().close();
  });
});
