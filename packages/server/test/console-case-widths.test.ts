import type { CaseSummary, ConsoleData } from '@gatehouse/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const long = 'maximiliane.hohenberger-wittelsbach@privatkundenbank.example';
const proposal = { by: long, decision: 'approve', reason: 'known for years' };

/** What a row may say of who has a case, in the longest words. */
const states: readonly Partial<CaseSummary>[] = [
  { status: 'UNDER_REVIEW', assignee: long, group: 'sanctions-team' },
  { status: 'UNDER_REVIEW', assignee: 'ana.li@bank.example', group: 'first-line' },
  { status: 'UNASSIGNED', assignee: null, group: 'sanctions-escalation' },
  { status: 'RETURNED', assignee: long, group: 'compliance' },
  { status: 'OTHER_GROUP', assignee: null, group: 'sanctions-escalation' },
  { status: 'OTHER_GROUP', assignee: null, group: 'compliance', proposal } as never,
];

describe.skipIf(!hasChromium())('the list of cases in windows of laptops', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let page: Page;
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line', 'compliance'])],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple', domain: 'retail' }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    for (const [at] of states.entries()) await pages.submit(`customer-${at}`);
    page = await pages.openAs('ana', 'cases');
    await page.route(/\/domains\/retail\/cases\?/, async (route) => {
      const answer = (await (await route.fetch()).json()) as ConsoleData<'cases.list'>;
      const cases = answer.cases.map((row, at) => ({ ...row, ...states[at % states.length] }));
      await route.fulfill({ json: { ...answer, cases } });
    });
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  /** What does not fit into its place, of what says which state a case is in and whose it is. */
  const cut = () =>
    page
      .locator('.gh-case-table .gh-row')
      .evaluateAll((rows) =>
        rows.flatMap((row) =>
          [...row.querySelectorAll('.mantine-Badge-label, .gh-status-line:first-child .gh-status-part')]
            .filter((part) => part.scrollWidth > part.clientWidth + 1)
            .map((part) => part.textContent),
        ),
      );

  it.each(
    ['en', 'de'].flatMap((language) =>
      [1248, 1280, 1290, 1300, 1366, 1440].map((width) => [language, width] as const),
    ),
  )(
    'cuts neither state nor group, and shows whose case it is, in %s at %i pixels',
    async (language, width) => {
      await page.evaluate((chosen) => localStorage.setItem('gatehouse.language', chosen), language);
      await page.setViewportSize({ width, height: 700 });
      await page.reload();
      await page.locator('.gh-row').first().waitFor();
      const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/cases-${language}-${width}.png` });
      const groups = page.locator('.gh-status-line:first-child > .gh-status-part:visible');
      await expect.poll(() => groups.count()).toBe(width < 1440 ? states.length : 0);
      await expect.poll(cut).toEqual([]);
      const heights = await page
        .locator('.gh-row')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThanOrEqual(37);
      const isWider = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
      await expect.poll(isWider).toBe(false);
    },
  );

  it('has the group below the state where there is less room', async () => {
    await page.evaluate(() => localStorage.setItem('gatehouse.language', 'en'));
    const line = async (at: number) => {
      const [words] = await page
        .locator('.gh-row')
        .nth(at)
        .locator('.gh-line-second.gh-folded')
        .allInnerTexts();
      return words;
    };
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.reload();
    await page.locator('.gh-row').first().waitFor();
    await expect.poll(() => page.locator('.gh-group-beside:visible').count()).toBe(0);
    await expect.poll(() => line(1)).toMatch(/^ana\.li@bank\.example\s*· first-line\s*· opened/);
    await expect.poll(() => line(2)).toMatch(/^sanctions-escalation ·\s*opened/);
    await page.setViewportSize({ width: 1300, height: 700 });
    await expect.poll(() => line(1)).toMatch(/^ana\.li@bank\.example\s*· opened/);
    await expect.poll(() => line(2)).toMatch(/^opened/);
  });
});
