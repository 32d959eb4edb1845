import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsInEachLook, hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];
const pictureOf = (name: string) => pictures && `${pictures}/${name}`;

const nodes = screeningWorkflow()['nodes'] as Record<string, unknown>[];
const owner = (field: string) => ({
  role: "'owner'",
  name: `data.${field}`,
  dateOfBirth: `data.${field}Birth`,
  percent: `data.${field}Share`,
});
const text = (name: string) => ({ name, type: 'text' });
const number = (name: string) => ({ name, type: 'number' });

describe.skipIf(!hasChromium())('a case of a company with two owners', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let boss: Browser;
  let caseNo: string;
  const tenant = aTenant({
    cases: { holdSeconds: 0 },
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('amy', ['analyst'], ['first-line']),
      person('boss', ['admin']),
    ],
    watchlist: [
      { id: 'w1', name: 'Wilhelmina Thornapple', dateOfBirth: '1980' },
      { id: 'w2', name: 'Thornapple Holdings', type: 'corporate', countries: ['SG'] },
    ],
    workflows: [
      {
        domain: 'retail',
        workflow: {
          ...screeningWorkflow(),
          id: 'wf_owners',
          eventType: 'KYB_EVENT',
          entry: [
            ...['companyName', 'companyCountry', 'one', 'oneBirth', 'two', 'twoBirth'].map(text),
            ...['oneShare', 'twoShare'].map(number),
            text('countryOfResidence'),
          ],
          nodes: [
            {
              ...nodes[0],
              subjects: [
                {
                  role: "'self'",
                  name: 'data.companyName',
                  customerType: "'corporate'",
                  countryOfIncorporation: 'data.companyCountry',
                },
                owner('one'),
                owner('two'),
              ],
            },
            nodes[1],
            { ...nodes[2], groups: ['first-line'] },
            nodes[3],
          ],
        },
      },
    ],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    boss = await pages.as('boss');
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await retail.workflow.submit({
      eventType: 'KYB_EVENT',
      data: {
        customerId: 'k-1',
        companyName: 'Thornapple Holdings',
        companyCountry: 'SG',
        one: 'Wilhelmina Thornapple',
        oneBirth: '1980-05-05',
        oneShare: 60,
        // The sanctions list that ships names him.
        two: 'Osama bin Laden',
        twoBirth: '1957',
        twoShare: 40,
      },
    } as never);
    await service.drain();
    caseNo = (await retail.workflow.status(executionId))!.caseNo;
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  const read = () => boss.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);

  it('shows each hit beside whom it was found for, on screen and on paper', async () => {
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await page.getByRole('heading', { name: caseNo }).waitFor();
    const { alerts, subjects } = await read();
    expect(new Set(subjects.map(({ name }) => name)).size).toBe(3);
    await page.getByRole('link', { name: 'Thornapple Holdings', exact: true }).waitFor();
    const heads = ['Customer', 'Owner, 60%', 'Owner, 40%'];
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      for (const [index, alert] of alerts.entries()) {
        if (media === 'screen') await page.keyboard.press(String(index + 1));
        const section = page.getByRole('region', { name: new RegExp(`^Hit ${index + 1}:`) });
        const [head] = heads.slice(alert.subjectIndex);
        await section.getByText(head!).first().waitFor();
        const name = section.getByRole('row').filter({ hasText: /^Name/ });
        expect(await name.getByRole('cell').nth(1).textContent()).toBe(
          subjects.find(({ subjectIndex }) => subjectIndex === alert.subjectIndex)!.name,
        );
        // The list states it, and the hit itself has no member for it.
        if (alert.subjectIndex === 2)
          await section
            .getByRole('row')
            .filter({ hasText: /^Gender/ })
            .getByText('Male')
            .waitFor();
      }
      if (pictures) await page.screenshot({ path: `${pictures}/parties-${media}.png`, fullPage: true });
    }
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('1');
    const holdings = page.getByRole('region', { name: /^Hit \d+: Thornapple Holdings/ });
    await holdings.getByRole('cell', { name: 'Singapore (SG)', exact: true }).first().waitFor();
    await page.getByText('Same country: Singapore (SG)').first().waitFor();
    expect(await findingsInEachLook(page, pictureOf('parties'))).toEqual([]);
    await page.context().close();
  });

  it('is not approved before each hit is ruled on, and in spite of a sanctions match by two people', async () => {
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await page.getByRole('heading', { name: caseNo }).waitFor();
    await page.keyboard.press('c');
    await page.getByText('Assigned to you').waitFor();
    const approve = page.getByRole('main').getByRole('button', { name: 'Approve' });
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('hits are not ruled on').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440);
    await page.keyboard.press('a');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().waitFor();
    expect(await findingsInEachLook(page, pictureOf('parties-refusal'))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { alerts } = await read();
    for (const index of alerts.keys()) {
      await page.keyboard.press(String(index + 1));
      await page.keyboard.press('f');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      // None of them contradicts the list, so no key offers a reason.
      await expect
        .poll(() => dialog.getByRole('button').allInnerTexts())
        .not.toContain('Another date of birth');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('t');
      await dialog.getByLabel('Reason').fill('By the passport and the register.');
      if (index === 1) expect(await findingsInEachLook(page, pictureOf('parties-ruling'))).toEqual([]);
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(async () => (await read()).alerts[index]!.resolution).toBe('TRUE_MATCH');
    }
    await page.getByText('a second person must confirm').waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('In your own words, 20 characters or more').waitFor();
    expect(await findingsInEachLook(page, pictureOf('parties-approve'))).toEqual([]);
    await expect.poll(() => dialog.locator('button[type=submit]').isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('A licence of the treasury covers all of them.');
    await dialog.locator('button[type=submit]').click();
    await page.getByText('Awaiting second approval', { exact: true }).waitFor();
    await page.context().close();
    const second = await pages.openAs('amy', `cases/retail/${caseNo}`);
    await second.getByText('A licence of the treasury covers all of them.').first().waitFor();
    expect(await findingsInEachLook(second, pictureOf('parties-second'))).toEqual([]);
    await second.getByRole('main').getByRole('button', { name: 'Approve' }).click();
    await second.getByRole('dialog').getByLabel('Reason').fill('I saw the licence and asked the treasury.');
    await second.getByRole('dialog').locator('button[type=submit]').click();
    await expect.poll(async () => (await read()).status).toBe('APPROVED');
    await second.goto(`${service.app.consoleUrl}/customers/retail/k-1`);
    // The event has no field for the customer's name: it is the one that was screened for the customer.
    await second.getByRole('heading', { name: 'Thornapple Holdings' }).waitFor();
    const { cases } = await boss.get<'cases.list'>('/domains/retail/cases?search=thornapple');
    expect(cases.map(({ customerName }) => customerName)).toEqual(['Thornapple Holdings']);
    await second.getByText('Owner, 40%: Osama bin Laden').first().waitFor();
    const hits = second.getByRole('region', { name: 'Hits' });
    await expect
      .poll(() => hits.getByRole('link', { name: caseNo }).count())
      .toBe((await read()).alerts.length);
    const related = second.getByRole('table', { name: 'Owners, directors and other parties' });
    await second.getByRole('cell', { name: 'Watchlist', exact: true }).first().waitFor();
    await related.getByRole('row', { name: /Wilhelmina Thornapple Owner, 60%/ }).waitFor();
    expect(await findingsInEachLook(second, pictureOf('parties-customer'))).toEqual([]);
    await second.context().close();
    expect(pages.complaints).toEqual([]);
  });
});
