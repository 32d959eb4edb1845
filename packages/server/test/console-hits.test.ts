import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { fixedTexts } from './support/fixed-texts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_SCREENSHOTS'];

const listed = 'Wilhelmina Thornapple';
/** Names as a table has to bear them: very long, of one word, from right to left, Chinese, Thai. */
const oddNames = [
  `${'Wilhelmina van der '.repeat(52)}Long`,
  'Wilhelmina'.repeat(100),
  'ويلهيلمينا ثورنابل',
  '威廉敏娜·索纳普尔',
  'วิลเฮลมินา ธอร์นแอปเปิล',
];
const watchlist = [
  {
    id: 'w1',
    name: listed,
    dateOfBirth: '1955-03-02',
    gender: 'F',
    countries: ['NZ', 'AU', 'GB'],
    identifiers: [{ kind: 'Passport', value: 'AB1234567' }],
  },
  { id: 'w2', name: listed, dateOfBirth: '1990-04-02', countries: ['NZ'], gender: 'F' },
  ...oddNames.map((name, index) => ({ id: `x${index}`, name, aliases: [listed], gender: 'M' })),
];

describe.skipIf(!hasChromium())('the hits of a case', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let caseNo: string;
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line'])],
    watchlist,
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await client.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: {
        customerId: 'c-1',
        customerType: 'individual',
        name: listed,
        dateOfBirth: '1990-04-02',
        sex: 'F',
        countryOfNationality: 'NZ',
        countryOfResidence: 'CH',
      },
    });
    await service.drain();
    caseNo = (await client.workflow.status(executionId))!.caseNo!;
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  async function open(language: string, width = 1440): Promise<Page> {
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => localStorage.setItem('gatehouse.language', chosen), language);
    await page.reload();
    await page.locator('.gh-entity').first().waitFor();
    return page;
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: `${pictures}/hits-${name}.png`, fullPage: true });
  }

  it('have no fixed text in the table, its filters and the selected hit', async () => {
    const page = await open('pseudo');
    for (const part of ['.gh-hits-head', '.gh-hits', '.gh-hit-detail']) {
      expect(await page.locator(part).textContent(), part).toContain('⟦');
      expect(await fixedTexts(page, tenant, part), part).toEqual([]);
    }
    await page.context().close();
  });

  it('show dates, countries and identifiers whole, however long the names are', async () => {
    const page = await open('en');
    for (const fact of ['birth', 'country', 'identifiers', 'gender']) {
      const cut = await page
        .locator(`tr.gh-row .gh-hits-${fact} bdi`)
        .evaluateAll((cells) =>
          cells
            .filter((cell) => cell.scrollHeight > cell.clientHeight || cell.scrollWidth > cell.clientWidth)
            .map((cell) => cell.textContent),
        );
      expect(cut, fact).toEqual([]);
    }
    const heights = await page
      .locator('tr.gh-row')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(new Set(heights)).toEqual(new Set([36]));
    // The name is read first: what one hit of seven states gives way to it.
    const name = await page.locator('th.gh-hits-name').boundingBox();
    expect(name!.width).toBeGreaterThanOrEqual(150);
    await expect.poll(() => page.locator('.gh-hits-identifiers > :visible').count()).toBe(0);
    await expect.poll(() => page.locator('.gh-hits-gender > :visible').count()).toBeGreaterThan(0);
    await picture(page, '1440');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, '1440-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page, String(width));
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
    }
    await page.context().close();
  });

  it('light what both sides state, one by one where there are several', async () => {
    const page = await open('en');
    await page.getByText('w1', { exact: true }).click();
    const countries = page.locator('.gh-compare tr', { hasText: 'Countries' }).locator('td');
    await expect
      .poll(() => countries.nth(1).locator('.gh-lit').allTextContents())
      .toEqual(['New Zealand (NZ)']);
    await expect
      .poll(() => countries.nth(2).locator('.gh-lit').allTextContents())
      .toEqual(['New Zealand (NZ)']);
    const entity = page.locator('.gh-entity').first();
    await expect
      .poll(() => entity.locator('.gh-lit').allTextContents())
      .toEqual(
        expect.arrayContaining(['Wilhelmina Thornapple (primary name)', 'New Zealand (NZ)', 'Female']),
      );
    await page.context().close();
  });

  // German has the longest heading, and a name has its room beside all of the columns.
  it.each([
    ['en', 1280],
    ['en', 1360],
    ['de', 1280],
    ['de', 1440],
  ])('show how each was ruled on without scrolling, in %s at %i pixels', async (language, width) => {
    const page = await open(language, width);
    const box = page.locator('.gh-hits');
    await expect.poll(() => box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    const cells = box.locator('.gh-hits-ruling');
    await expect.poll(() => cells.count()).toBe(watchlist.length + 1);
    const outer = (await box.boundingBox())!;
    for (const cell of await cells.all()) {
      const inner = (await cell.boundingBox())!;
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
      expect(await cell.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    }
    // A date is not broken.
    const heights = await box
      .locator('tr.gh-row .gh-hits-birth bdi')
      .evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(20);
    expect((await page.locator('th.gh-hits-name').boundingBox())!.width).toBeGreaterThanOrEqual(130);
    await picture(page, `${language}-${width}-ruling`);
    await page.context().close();
  });

  it('are read from right to left in Arabic', async () => {
    const page = await open('ar');
    const [name, ruling] = await Promise.all(
      ['name', 'ruling'].map((column) => page.locator(`th.gh-hits-${column}`).boundingBox()),
    );
    expect(name!.x).toBeGreaterThan(ruling!.x);
    await picture(page, 'ar-1440');
    await page.setViewportSize({ width: 360, height: 900 });
    await picture(page, 'ar-360');
    await page.context().close();
  });

  it('fit in German, where words are long', async () => {
    const page = await open('de');
    const cut = await page
      .locator('.gh-hits thead th')
      .evaluateAll((heads) =>
        heads.filter((head) => head.scrollWidth > head.clientWidth + 1).map((head) => head.textContent),
      );
    expect(cut).toEqual([]);
    await picture(page, 'de-1440');
    await page.context().close();
  });
});
