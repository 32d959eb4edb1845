import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, findingsInEachLook, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { about, asking, flowsOf, jane } from './support/requested-flows.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_SCREENSHOTS'];

const pictureOf = (name: string) => (pictures === undefined ? undefined : `${pictures}/figures-${name}`);

/** Words of table heads that stand on more than one line. */
const brokenWords = `[...document.querySelectorAll('.gh-figures th')].flatMap((head) => {
  const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { index, 0: word } of node.data.matchAll(/[^ -]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) found.push(word);
    }
  }
  return found;
})`;

/** How the series of the figures are filled, without their colours. */
const looksOfSeries = `[...document.querySelectorAll('[data-look]')].map((part) => {
  const { backgroundImage, backgroundColor } = getComputedStyle(part);
  const isLight = backgroundColor.match(/\\d+/g).slice(0, 3).every((value) => value > 200);
  return backgroundImage.split('(')[0] + (backgroundImage === 'none' ? (isLight ? ' light' : ' dark') : '');
})`;

describe.skipIf(!hasChromium())('charts of the console', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line']), person('boss', ['admin'])],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: decidingWorkflow('TRANSACTION_EVENT') },
      { domain: 'retail', workflow: asking('wf_hosted', [{ ...about, title: 'About you '.repeat(20) }]) },
    ],
  });

  const { started } = flowsOf(() => service, tenant);

  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    pages = await ConsolePages.start(service, tenant);
    for (let number = 1; number <= 6; number++) await pages.submit(`hit-${number}`);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const data = { name: `Wilhelmina Thornapple ${'Wilhelmina-'.repeat(88)}`, customerType: 'individual' };
    await client.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { ...data, customerId: 'long' },
    } as never);
    for (let number = 1; number <= 4; number++) {
      await client.workflow.submit({
        eventType: 'TRANSACTION_EVENT',
        data: { customerId: `sender-${number}` },
      } as never);
    }
    await service.drain();
    const ana = await pages.as('ana');
    const { cases } = await ana.get<'cases.list'>('/domains/retail/cases?customerId=hit-1');
    const { caseNo, revision } = cases[0]!;
    const move = (expectedRevision: number, name: string) =>
      ana.post(`/domains/retail/cases/${caseNo}/moves`, {
        move: name,
        expectedRevision,
        ...(name === 'claim' ? {} : { reason: 'Another person, as the passport shows.' }),
      });
    await move(revision, 'claim');
    await move(revision + 1, 'reject');
    const { alerts } = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    expect(alerts).toHaveLength(1);
    const other = (await ana.get<'cases.list'>('/domains/retail/cases?customerId=hit-6')).cases[0]!.caseNo;
    await ana.post(`/domains/retail/cases/${other}/moves`, { move: 'claim', expectedRevision: 1 });
    const hits = (await ana.get<'cases.read'>(`/domains/retail/cases/${other}`)).alerts;
    const ruling = { ruling: 'TRUE_MATCH', reason: 'the passport number is the same' };
    await ana.post(`/domains/retail/cases/${other}/alerts/${hits[0]!.alertId}/rulings`, ruling);
    const { pages: flow, view } = await started('e-second');
    await flow.submitStep(view, { values: jane });
    await started('e-first');
    await service.drain();
    // Spread over days, as a service has them that ran for two weeks.
    await service.app.database.operator((tx) =>
      tx.sql(
        `update case_record c set opened_at = c.opened_at - s.age, resolved_at = c.resolved_at - s.age
         from (values ('hit-2', interval '2 days'), ('hit-3', '2 days'), ('hit-4', '5 days'), ('hit-5', '8 days'),
           ('sender-2', '2 days'), ('sender-3', '2 days'), ('sender-4', '8 days')) s (customer, age)
         where c.tenant_id = $1 and c.customer_id = s.customer`,
        [tenant.id],
      ),
    );
  });
  afterAll(async () => {
    expect(pages?.complaints ?? []).toEqual([]);
    await pages?.close();
    await service?.stop();
  });

  const shape = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const rows = (page: Page) => page.getByRole('link', { name: /^C\d+$/ });

  async function home(name = 'ana'): Promise<Page> {
    const page = await pages.openAs(name, '');
    await shape(page, 'Share decided automatically').getByText('decisions in 8 weeks').waitFor();
    return page;
  }

  /** The number that a bar states. */
  const stated = async (page: Page, name: string, series: string) => {
    const bars = shape(page, name).getByRole('group', { name: series }).getByRole('link');
    const labels = await bars.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')!));
    return labels.map((label) => Number(/: ([\d.,]+)/.exec(label)![1]));
  };

  it('begins with the next case, its risk and where the risk comes from', async () => {
    const page = await home();
    const next = page.getByRole('region', { name: 'Next case', exact: true });
    await next.getByText('60', { exact: true }).waitFor();
    await next.getByText('list hit', { exact: true }).waitFor();
    await page.context().close();
  });

  it('leads from each bar to the cases that it counts', async () => {
    const page = await home();
    const days = 'Alerts and decisions by day';
    for (const [series, sum] of [
      ['Alerts by day', 7],
      ['Decided by people by day', 1],
      ['Decided automatically by day', 4],
    ] as const) {
      const counts = await stated(page, days, series);
      expect(counts).toHaveLength(14);
      expect(counts.reduce((total, count) => total + count, 0)).toBe(sum);
      const at = counts.findIndex((count) => count > 0);
      await shape(page, days).getByRole('group', { name: series }).getByRole('link').nth(at).click();
      await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
      await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(counts[at]);
      await page.goBack();
      await shape(page, days).getByRole('group', { name: series }).waitFor();
    }
    await shape(page, 'Age of open cases').getByRole('link', { name: '7 days or more' }).click();
    await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(1);
    // What led here is named, and can be taken away.
    await page.goBack();
    await shape(page, days).getByRole('group', { name: 'Alerts by day' }).getByRole('link').last().click();
    await page.getByRole('button', { name: 'Remove filter: With hits' }).click();
    await page.getByRole('button', { name: /^Remove filter: Opened/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('counted')).toBeNull();
    await page.context().close();
  });

  it('keeps what a bar shows as a saved view, and opens it again', async () => {
    const page = await home();
    const bars = shape(page, 'Alerts and decisions by day').getByRole('group', { name: 'Alerts by day' });
    await bars.getByRole('link').last().click();
    const period = page.getByRole('button', { name: /^Remove filter: Opened/ });
    await period.waitFor();
    const label = await period.getAttribute('aria-label');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('textbox', { name: 'Save this view as' }).fill('Alerts of the day');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'View: Alerts of the day' }).waitFor();
    await page.goto(`${service.app.consoleUrl}/cases`);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'Alerts of the day', exact: true }).click();
    await page.getByRole('button', { name: 'Remove filter: With hits' }).waitFor();
    expect(await period.getAttribute('aria-label')).toBe(label);
    await page.context().close();
  });

  it('names each series in full, where the chart is as wide as its bars and where it scrolls', async () => {
    const page = await home();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      const name = shape(page, 'Alerts and decisions by day').getByText('Decided by people', { exact: true });
      await name.waitFor();
      const hidden = await name.evaluate(
        (element) =>
          element.closest('.gh-day-lanes')!.getBoundingClientRect().left -
          element.getBoundingClientRect().left,
      );
      expect(hidden).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });

  it('is used by keys alone: one stop for a row of bars, arrows between days, Enter opens', async () => {
    const page = await home();
    const bars = shape(page, 'Alerts and decisions by day').getByRole('group', { name: 'Alerts by day' });
    const focused = () => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''");
    for (let steps = 0; !/alerts?$/.test(await focused()); steps++) {
      expect(steps).toBeLessThan(60);
      await page.keyboard.press('Tab');
    }
    const labels = await bars
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')!));
    expect(await focused()).toBe(labels.at(-1));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe(labels.at(-3));
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/decided by people$/);
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe(labels.at(-3));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
    await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(2);
    await page.context().close();
  });

  it('has the same figures as a table behind each chart', async () => {
    const page = await home();
    const days = shape(page, 'Alerts and decisions by day');
    const counts = await stated(page, 'Alerts and decisions by day', 'Alerts by day');
    await days.getByRole('button', { name: 'Table: Alerts and decisions by day' }).click();
    const cells = days.getByRole('table').locator('tbody tr td:nth-of-type(1)');
    await expect.poll(async () => (await cells.allTextContents()).map(Number)).toEqual(counts.toReversed());
    const share = shape(page, 'Share decided automatically');
    await share.getByText('4 of 5 decisions in 8 weeks').waitFor();
    await share.getByRole('button', { name: 'Table: Share decided automatically' }).click();
    // Eight weeks below the head, of which those with a decision have a share.
    await expect.poll(() => share.getByRole('row').count()).toBe(9);
    await share.getByRole('row').filter({ hasText: '%' }).first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('has nothing against it in light and dark, wide and narrow', async () => {
    const page = await home();
    expect(await findingsInEachLook(page, pictureOf('home'))).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    // Bars stand on one line, also where the name of a week takes two.
    const bases = await page
      .locator('.gh-share-whole')
      .evaluateAll((wholes) => wholes.map((whole) => Math.round(whole.getBoundingClientRect().bottom)));
    expect(new Set(bases).size).toBe(1);
    if (pictures !== undefined)
      await page.screenshot({ path: `${pictures}/figures-home-360.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    if (pictures !== undefined) {
      await page.emulateMedia({ media: 'print' });
      await page.screenshot({ path: `${pictures}/figures-home-print.png`, fullPage: true });
    }
    await page.context().close();
  });

  it('holds on paper of a printer in grey: words whole, and each series filled in its own way', async () => {
    const page = await pages.openAs('ana', 'figures');
    await shape(page, 'Work by group').getByRole('row').nth(1).waitFor();
    await page.setViewportSize({ width: 700, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate<string[]>(brokenWords)).toEqual([]);
    expect(new Set(await page.evaluate<string[]>(looksOfSeries)).size).toBe(3);
    await page.context().close();
  });

  it('leads from work by group, precision and drop-off to the rows behind', async () => {
    const page = await pages.openAs('ana', 'figures');
    const figure = (name: string, row: string | RegExp) =>
      shape(page, name).getByRole('row').filter({ hasText: row }).getByRole('link');
    await figure('Work by group', 'first-line').first().waitFor();
    await expect.poll(() => figure('Work by group', 'first-line').allTextContents()).toEqual(['6', '0', '1']);
    await figure('Work by group', 'first-line').last().click();
    await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(1);
    await page.goBack();
    for (const name of ['Precision by list', 'Precision by rule']) {
      await shape(page, name).getByText('100%').waitFor();
      await figure(name, 'Watchlist').first().click();
      await page.getByRole('heading', { name: 'Rulings', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'hit-6' }).waitFor();
      await expect
        .poll(() => page.getByRole('button', { name: 'Remove filter: True match' }).count())
        .toBe(1);
      await page.goBack();
    }
    const steps = 'Drop-off of hosted steps: wf_hosted';
    await figure(steps, 'About you').first().waitFor();
    await expect.poll(() => figure(steps, 'Started').allTextContents()).toEqual(['2']);
    await expect.poll(() => figure(steps, 'About you').allTextContents()).toEqual(['1', '1', '0']);
    expect(await findingsInEachLook(page, pictureOf('page'))).toEqual([]);
    await figure(steps, 'About you').nth(1).click();
    await page.getByRole('heading', { name: 'Executions', level: 1 }).waitFor();
    await page.getByText('e-first').waitFor();
    await expect.poll(() => page.getByText('e-second').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove filter: At step about' }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('says the only risk score of a customer in words, without a chart', async () => {
    const page = await pages.openAs('ana', 'customers/retail/hit-3');
    const risk = shape(page, 'Risk over time');
    await risk.getByText('60', { exact: true }).waitFor();
    await risk.getByRole('link', { name: 'The only submission with a risk score' }).waitFor();
    await expect.poll(() => risk.locator('svg').count()).toBe(0);
    await page.context().close();
  });

  it('begins with what the period comes to, and leads from each number to its rows', async () => {
    const page = await pages.openAs('ana', 'figures');
    const number = (name: string) =>
      page.locator('.gh-headline').filter({ hasText: name }).locator('.gh-headline-value');
    const numbers = async () => {
      await number('True-match rate').getByRole('link').waitFor();
      await number('Decided automatically').getByRole('link').waitFor();
      const names = ['Open cases', 'Decided by people', 'Decided automatically', 'True-match rate'];
      return Promise.all(names.map((name) => number(name).textContent()));
    };
    expect(await numbers()).toEqual(['6', '1', '80%', '100%']);
    expect(await number('Median time to decision').textContent()).toMatch(/^\d/);
    for (const [name, count] of [
      ['Open cases', 6],
      ['Decided by people', 1],
      ['Median time to decision', 1],
      ['Decided automatically', 4],
    ] as const) {
      await number(name).getByRole('link').click();
      await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
      await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(count);
      await page.goBack();
      await number(name).getByRole('link').waitFor();
    }
    await number('True-match rate').getByRole('link').click();
    await page.getByRole('link', { name: 'hit-6' }).waitFor();
    await page.context().close();
  });

  it('draws the risk of a customer over time, and leads to what happened', async () => {
    await pages.submit('hit-2');
    const page = await pages.openAs('ana', 'customers/retail/hit-2');
    const risk = shape(page, 'Risk over time');
    const points = risk.getByRole('group').getByRole('link');
    await points.first().waitFor();
    await expect.poll(() => points.count()).toBe(2);
    const point = points.last();
    expect(await point.getAttribute('aria-label')).toMatch(/Manual case event.*: 60$/);
    if (pictures !== undefined)
      await page.screenshot({ path: `${pictures}/figures-customer.png`, fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);
    // Two points fit on the narrowest screen: nothing is cut or scrolled.
    await page.setViewportSize({ width: 360, height: 800 });
    await page.reload();
    await point.waitFor();
    const scrolled = await risk.locator('.gh-line').evaluate((line) => line.scrollWidth - line.clientWidth);
    expect(scrolled).toBe(0);
    await point.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^C\d+/ }).first().waitFor();
    await page.context().close();
  });

  it('shows somebody new what will be here and a first action, and no zeros', async () => {
    const page = await pages.newPage((await pages.as('boss')).cookie);
    await page.addInitScript(() => localStorage.setItem('gatehouse.domain', 'corporate'));
    await page.goto(`${service.app.consoleUrl}/`);
    await page.getByRole('region', { name: 'No cases yet' }).waitFor();
    await expect.poll(() => page.getByText('Assigned to you').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    if (pictures !== undefined)
      await page.screenshot({ path: `${pictures}/figures-new.png`, fullPage: true });
    await page.getByRole('link', { name: 'Choose a template' }).click();
    await page.getByRole('heading', { name: 'Workflow templates', exact: true }).waitFor();
    await page.context().close();
  });
});
