import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

const wallet = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
const mistyped = '12QtD5BFwRsdMsAZY76UVE1xyCGNTojH9h';
const shots = process.env['GATEHOUSE_TEST_SCREENSHOTS'];

describe.skipIf(!hasChromium)('identifiers on the pages (skipped without Chromium)', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  const web3 = screeningWorkflow({ id: 'wf_web3', eventType: 'WEB3_TRANSACTION_EVENT' });
  const tenant = aTenant({
    users: [person('boss', ['admin', 'analyst'], ['first-line', 'compliance'])],
    workflows: [
      {
        domain: 'retail',
        workflow: {
          ...web3,
          entry: [
            { name: 'wallet', type: 'text' },
            { name: 'countryOfResidence', type: 'text' },
          ],
        },
      },
    ],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  async function caseOf(address: string): Promise<string> {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const submitted = await client.workflow.submit({
      eventType: 'WEB3_TRANSACTION_EVENT',
      data: { customerId: `c-${address}`, wallet: address, countryOfResidence: 'SG' },
    });
    await service.drain();
    return (await client.workflow.status(submitted.executionId))!.caseNo!;
  }

  it('are entered in the form of an entry, and compared in a case', async () => {
    const page = await pages.openAs('boss', 'watchlist');
    await page.getByRole('button', { name: 'Add entry' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('ID', { exact: false }).first().fill('w1');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Example Mixer');
    await form
      .getByRole('textbox', { name: 'Identifiers' })
      .fill(`Digital Currency Address - XBT: ${wallet}\nPassport: AB12345`);
    if (shots) await page.screenshot({ path: `${shots}/entry-form.png` });
    expect(await accessibilityFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Example Mixer').first().waitFor();
    const [entry] = (await service.app.database.operator((tx) =>
      tx.sql("select entry->'identifiers' as identifiers from watchlist_entry"),
    )) as unknown as { identifiers: unknown }[];
    expect(entry!.identifiers).toEqual([
      { kind: 'Digital Currency Address - XBT', value: wallet },
      { kind: 'Passport', value: 'AB12345' },
    ]);
    for (const [address, word] of [
      [wallet, 'agrees'],
      [mistyped, 'similar'],
    ] as const) {
      const shown = await pages.openAs('boss', `cases/retail/${await caseOf(address)}`);
      const row = shown.getByRole('row', { name: /^Identifiers/ }).first();
      await row.waitFor();
      expect(await row.textContent()).toContain(`wallet ${address}`);
      expect(await row.textContent()).toContain(word);
      if (shots) await shown.screenshot({ path: `${shots}/case-${word}.png`, fullPage: true });
      expect(await accessibilityFindings(shown)).toEqual([]);
    }
    expect(pages.complaints).toEqual([]);
  });

  it('name the lists that were searched without a hit, and say that they were only the sample', async () => {
    const page = await pages.openAs(
      'boss',
      `cases/retail/${await caseOf('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')}`,
    );
    await page
      .getByText(/^No hits\. Searched .* Lists: Sample list \(version .*\), Watchlist \(version 1\)\.$/)
      .waitFor();
    await page.getByText('No published list was searched').waitFor();
    await page.getByText('Case resolved: approved').waitFor();
    if (shots) await page.screenshot({ path: `${shots}/case-clear.png`, fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('say before a rejection whom it concerns, and that a hit stays unresolved', async () => {
    const page = await pages.openAs('boss', `cases/retail/${await caseOf(wallet.replace('RsdN', 'RsdK'))}`);
    await page.getByRole('button', { name: 'Claim' }).click();
    await page.getByText('Assigned to you').waitFor();
    for (const [name, text] of [
      ['Return', 'with the status Returned and your reason'],
      ['Release', 'Its status is Unassigned.'],
      [
        'Reject',
        /^Final after 10 seconds, in which you can take it back\. The submission for c-.* is rejected .* 1 hit has no ruling and stays unresolved\.$/,
      ],
    ] as const) {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').getByText(text).waitFor();
      if (shots) await page.screenshot({ path: `${shots}/dialog-${name}.png` });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.goto(`${service.app.consoleUrl}/`);
    await page.getByText('By you', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Risk' }).first().waitFor();
    if (shots) await page.screenshot({ path: `${shots}/home.png`, fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
