import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

describe.skipIf(!hasChromium())('the queue of cases in the console', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let page: Page;
  const tenant = aTenant({
    cases: { dueHours: 48 },
    users: [person('ana', ['analyst'], ['first-line'])],
    watchlist: [
      { id: 'w1', name: 'Wilhelmina Thornapple' },
      { id: 'w2', name: `${'Bartholomew '.repeat(12)}Quillfeather` },
    ],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT', 'manual') },
    ],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const submit = (data: Record<string, unknown>) =>
      retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data } as never);
    const someone = { name: 'Wilhelmina Thornapple', customerType: 'individual' };
    await submit({ ...someone, customerId: 'iran', countryOfResidence: 'IR', countryOfNationality: 'DE' });
    await submit({ ...someone, customerId: 'plain', countryOfNationality: 'DE' });
    await submit({ ...someone, customerId: 'long', name: `${'Bartholomew '.repeat(12)}Quillfeather` });
    await retail.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId: 'kyc' } });
    await service.drain();
    page = await pages.openAs('ana', 'cases');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  const rows = () => page.locator('.gh-row');
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);

  it('shows top hit, list, score and country of each case, and narrows by them in the address', async () => {
    const iran = rows().filter({ hasText: 'iran' });
    await iran.getByText('Watchlist · 1.00').waitFor();
    expect(await iran.getByTitle('Germany, Iran', { exact: true }).textContent()).toBe('DE, IR');
    await page.getByRole('textbox', { name: 'Risk from' }).fill('90');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByRole('combobox', { name: 'Country' }).fill('deutsch');
    await page.getByRole('option', { name: 'Germany (DE)' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'List', exact: true }).fill('watch');
    await page.getByRole('option', { name: 'Watchlist' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(query).toEqual({
      view: 'open',
      minRisk: '90',
      country: 'DE',
      list: 'watchlist',
    });
    await iran.waitFor();
    await page.reload();
    await iran.waitFor();
    await expect.poll(() => rows().count()).toBe(1);
  });

  it('says by keys how a risk score came about', async () => {
    const score = page.getByRole('button', { name: 'Risk score 100. Points of the risk score' });
    await score.focus();
    await page.keyboard.press('Enter');
    const parts = page.getByRole('table', { name: 'Points of the risk score' });
    await parts.getByRole('row', { name: 'list hit +60' }).waitFor();
    await parts.getByRole('row', { name: 'high-risk country +40' }).waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/queue-risk.png` });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await parts.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows().count()).toBe(4);
  });

  it('has the columns that somebody chose', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Event type' }).check();
    await page.getByRole('checkbox', { name: 'Assigned to' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Event type' }).waitFor();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Assigned to' }).count()).toBe(0);
    expect(query()['columns']).toBe('customer,country,topHit,risk,status,event,opened,due');
    for (const [width, scheme] of [
      [1440, 'light'],
      [768, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      expect(await accessibilityFindings(page)).toEqual([]);
      if (pictures) await page.screenshot({ path: `${pictures}/queue-${width}-${scheme}.png` });
      // Where there is little room they are part of the status.
      const isWide = width === 1440;
      await expect
        .poll(() => page.getByRole('columnheader', { name: 'Opened' }).count())
        .toBe(isWide ? 1 : 0);
      const folded = page.getByRole('row', { name: 'C000001' }).locator('.gh-status-line.gh-folded');
      await expect.poll(() => folded.isVisible()).toBe(!isWide);
      expect(await folded.textContent()).toContain('Manual case event · opened ');
      const table = "document.querySelector('.gh-wide')";
      expect(await page.evaluate(`${table}.scrollWidth > ${table}.clientWidth`)).toBe(false);
    }
  });

  it('saves a view with its columns, opens it again and removes it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('textbox', { name: 'Save this view as' }).fill('Without people');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'View: Without people' }).waitFor();
    await page.getByRole('button', { name: 'Remove view Without people' }).waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/queue-views.png` });
    expect(await accessibilityFindings(page)).toEqual([]);
    // The columns that were chosen last are kept, until somebody wants those of the beginning.
    await page.goto(`${service.app.consoleUrl}/cases`);
    await page.getByRole('columnheader', { name: 'Event type' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Default columns' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Assigned to' }).waitFor();
    expect(query()['columns']).toBeUndefined();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Assigned to' }).waitFor();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'Without people', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Event type' }).waitFor();
    await page.getByRole('button', { name: 'View: Without people' }).click();
    await page.getByRole('button', { name: 'Remove view Without people' }).click();
    await page.getByText('No saved views yet').waitFor();
    expect(pages.complaints).toEqual([]);
  });

  it.each([
    [1440, 36],
    [768, 36],
  ])('has rows of one height, %i pixels wide, whatever is in them', async (width, most) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${service.app.consoleUrl}/cases`);
    await rows().first().waitFor();
    const heights = await rows().evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(most + 1);
  });

  it('shows that rows are on their way, not an empty list', async () => {
    const held = Promise.withResolvers<void>();
    const listed = /\/domains\/retail\/cases\?/;
    await page.route(listed, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${service.app.consoleUrl}/cases`);
    const waiting = page.locator('.gh-queue').getByRole('status', { name: 'Loading' });
    await waiting.waitFor();
    held.resolve();
    await rows().first().waitFor();
    await expect.poll(() => waiting.count()).toBe(0);
    await page.unroute(listed);
  });

  it('prints the cases with their risk, and all words of a row', async () => {
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.goto(`${service.app.consoleUrl}/cases`);
    const row = rows().filter({ hasText: 'Bartholomew' });
    await row.waitFor();
    await page.emulateMedia({ media: 'print' });
    await row.locator('.gh-risk').waitFor();
    expect(
      await rows().evaluateAll((all) =>
        all.flatMap((each) =>
          [...each.querySelectorAll('.gh-line-first')].filter(
            (line) => line.scrollWidth > line.clientWidth + 1,
          ),
        ),
      ),
    ).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  });

  it('shows a case as a card on a narrow screen, with nothing out of sight', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${service.app.consoleUrl}/cases`);
    const card = rows().filter({ hasText: 'Bartholomew' });
    await card.getByText('Unassigned').waitFor();
    await card.getByRole('button', { name: /^Risk score \d+\./ }).waitFor();
    await card.getByText(/^in \d+|^tomorrow|^in 2 days/).waitFor();
    const outside = await card.evaluate(
      (element) =>
        [...element.querySelectorAll('*')].filter((each) => {
          const { left, right } = each.getBoundingClientRect();
          return left < 0 || right > 360;
        }).length,
    );
    expect(outside).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await card.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^C\d+/ }).first().waitFor();
  });

  it('folds the filters on a narrow screen, and says which are set', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${service.app.consoleUrl}/cases`);
    await rows().first().waitFor();
    const fields = page.getByRole('textbox', { name: 'Risk from' });
    await expect.poll(() => fields.count()).toBe(0);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await fields.fill('90');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await expect.poll(() => rows().count()).toBe(1);
    if (pictures) await page.screenshot({ path: `${pictures}/queue-360-filters.png`, fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await fields.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove filter: Risk from: 90' }).click();
    await expect.poll(() => rows().count()).toBe(4);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(pages.complaints).toEqual([]);
  });

  it.each([
    [1440, 420],
    [360, 300],
  ])('keeps the head of the table and the chosen row in sight, %i pixels wide', async (width, height) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${service.app.consoleUrl}/cases`);
    await rows().last().scrollIntoViewIfNeeded();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const last = rows().last();
    await expect.poll(() => last.getAttribute('data-current')).toBe('true');
    const below = (await last.boundingBox())!;
    // Cards of a narrow screen have no head.
    const head = page.getByRole('columnheader', { name: 'Case', exact: true });
    const above = width === 360 ? { y: 0, height: 0 } : (await head.boundingBox())!;
    expect(above.y).toBeGreaterThanOrEqual(0);
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
    expect(below.y + below.height).toBeLessThanOrEqual(height);
  });

  it('shows whom a quick scan found once, and opens a case that leads back to the scan', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const ana = await pages.as('ana');
    const body = {
      name: 'Wilhelmina Thornapple',
      customerType: 'Individual',
      engines: ['GLOBAL_CHECK', 'WATCHLIST'],
    };
    const { scanId } = await ana.post<'scans.begin'>('/domains/retail/quick-scans', body);
    await service.drain();
    await page.goto(`${service.app.consoleUrl}/quick-scans/retail/${scanId}`);
    const hits = page.getByRole('region', { name: 'Hits', exact: true });
    await hits.getByText('Found by Watchlist 1.00').waitFor();
    await expect.poll(() => hits.getByRole('article').count()).toBe(1);
    // What was asked stands beside what the list states.
    await hits
      .getByRole('row', { name: /^Name Wilhelmina Thornapple Wilhelmina Thornapple .+agrees$/ })
      .waitFor();
    const lists = page.getByRole('region', { name: 'Global check' });
    await lists.getByText('No hits at these settings').waitFor();
    await lists.getByText(/^Lists: Sample list \(version .+\)\.$/).waitFor();
    await lists.getByText('No published list was searched').waitFor();
    const own = page.getByRole('region', { name: 'Watchlist' });
    await own.getByText(/^Lists: Watchlist \(version .+\)\.$/).waitFor();
    await expect.poll(() => own.getByText('No published list').count()).toBe(0);
    await page.getByRole('button', { name: 'Submit to case workflow…' }).click();
    await page.getByText('uses one unit of its quota').waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/scan-dialog.png` });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const opened = page.getByRole('status').getByRole('link', { name: /^C\d+$/ });
    await opened.waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/scan-case.png` });
    await opened.click();
    await page.getByRole('link', { name: 'from a quick scan with 1 hit' }).click();
    await hits.waitFor();
    expect(pages.complaints).toEqual([]);
  });

  it('names the sample and the watchlist among the lists that are searched', async () => {
    await page.goto(`${service.app.consoleUrl}/lists`);
    await page.getByText('No publisher lists are set up.').waitFor();
    await page.getByRole('row', { name: /^Sample list Sample data .+ comes with Gatehouse$/ }).waitFor();
    await page.getByRole('row', { name: /^Watchlist retail \d+ your own list$/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page
      .getByRole('row', { name: /your own list/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Watchlist', level: 1 }).waitFor();
  });

  it('keeps the risk score with its reasons where the points cannot be read, and reads them once', async () => {
    let reads = 0;
    await page.route('**/risk', (route) => {
      reads += 1;
      return reads === 1
        ? route.fulfill({ status: 403, json: { message: 'your role may not read it' } })
        : route.continue();
    });
    const ana = await pages.as('ana');
    const { cases } = await ana.get<'cases.list'>('/domains/retail/cases?customerId=iran');
    await page.goto(`${service.app.consoleUrl}/cases/retail/${cases[0]!.caseNo}`);
    const subject = page.getByRole('region', { name: 'Subject' });
    await subject.getByText('Your role may not read it.').waitFor();
    await subject.getByText(/^100: .*list hit/).waitFor();
    await subject.getByRole('button', { name: 'Try again' }).click();
    await subject.getByRole('row', { name: 'list hit +60' }).waitFor();
    await page.keyboard.press('c');
    await page.getByText('Assigned to you').waitFor();
    expect(reads).toBe(2);
  });

  it('says so where the part that tells of what was done cannot be loaded, instead of an empty page', async () => {
    const part = '**/assets/notices-*.js';
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${service.app.consoleUrl}/cases`);
    await page.getByRole('alert').getByText('This page cannot be shown').waitFor();
    await page.unroute(part);
    await page.getByRole('button', { name: 'Load again' }).click();
    await rows().first().waitFor();
  });
});
