import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { flowLanguages } from '@gatehouse/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, findingsInLightAndDark, hasChromium } from './support/chromium.ts';
import { password, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { fixedTexts } from './support/fixed-texts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const run = promisify(execFile);
const hasCurl = ['curl', 'openssl'].every((name) => spawnSync(name, ['--help']).error === undefined);

describe.skipIf(!hasChromium())('the API reference in the console', () => {
  let service: TestService;
  let pages: ConsolePages;
  let page: Page;
  const tenant = aTenant({
    users: [person('dev', ['developer']), person('eye', ['auditor']), person('boss', ['admin'])],
    watchlist: [{ id: 'w1', name: 'Jane Example', domain: 'retail' }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    page = await pages.openAs('dev', 'keys');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  const shoot = async (name: string, of: Page = page) => {
    const kept = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (kept !== undefined)
      await of.screenshot({ path: `${kept}/api-reference-${name}.png`, fullPage: true });
  };
  const panel = () => page.getByRole('region', { name: 'Run it' });
  const answer = () => panel().getByRole('region', { name: 'Answer' });
  const choose = (operation: string) =>
    page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: operation }).click();
  const write = async (body: unknown) => {
    const field = panel().getByRole('textbox', { name: 'Body' });
    await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const runs = () =>
    service.app.database.operator((tx) =>
      tx.sql<{ operation: string }>(
        `select detail->>'operation' as operation from audit_event
         where tenant_id = $1 and act = 'api_key.run_operation' order by event_id`,
        [tenant.id],
      ),
    );

  it('says what an operation takes, answers and costs, before anything runs', timeout, async () => {
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('heading', { name: 'workflow.apply.submit' }).waitFor();
    await page.getByText('data.customerId').first().waitFor();
    const cost = panel().getByRole('group', { name: 'Cost and effect' });
    await cost.getByText('Uses 1 unit: Manual case event. 100 units remaining.').waitFor();
    await cost.getByText('Starts a real execution.').waitFor();
    await write('{"eventType":"MANUAL_CASE_');
    await cost.getByText('The body does not say what the call costs.').waitFor();
    await panel().getByText('This is not valid JSON.').waitFor();
    await panel().getByRole('button', { name: 'Reset to example' }).click();
    await cost.getByText('Uses 1 unit').waitFor();
    await shoot('submit');
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await runs()).toEqual([]);
  });

  it('runs it once it is confirmed, and shows the answer as a caller gets it', timeout, async () => {
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Run workflow.apply.submit?' });
    await asked.getByText('Uses 1 unit: Manual case event.').waitFor();
    await shoot('confirm');
    expect(await accessibilityFindings(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Run' }).click();
    await answer().getByText('Accepted').waitFor();
    await answer().getByText('"apiMsg"').waitFor();
    await shoot('accepted');
    expect(await accessibilityFindings(page)).toEqual([]);
    await panel().getByText('99 units remaining').waitFor();
    expect(await runs()).toEqual([{ operation: 'workflow.apply.submit' }]);
    // The case comes after the answer. Who may not read cases sees its number.
    await service.drain();
    const links = answer().getByRole('status');
    await links.getByText(/^Case \S/).waitFor();
    await links.getByRole('link', { name: 'Open execution' }).waitFor();
    await expect.poll(() => links.getByRole('link').count()).toBe(1);
    await shoot('case');
    // The execution is read by the id that the answer gave.
    await choose('workflow.execution.status');
    await panel().getByText('Uses no units and no credits.').waitFor();
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    await answer().getByText('"WAITING"').waitFor();
    await links.getByText(/^Case \S/).waitFor();
    await choose('workflow.apply.submit');
    await panel().getByRole('button', { name: 'Run', exact: true }).waitFor();
  });

  it('leads to the execution and to the case that it opened', timeout, async () => {
    const theirs = await pages.openAs('boss', 'keys/reference?operation=workflow.apply.submit');
    await theirs.getByRole('button', { name: 'Run', exact: true }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    const links = theirs.getByRole('region', { name: 'Answer' }).getByRole('status');
    await links.getByRole('link', { name: 'Open execution' }).waitFor();
    await service.drain();
    const found = links.getByText(/^Case \S/).getByRole('link');
    await found.waitFor();
    expect(await accessibilityFindings(theirs)).toEqual([]);
    await shoot('links', theirs);
    const caseNo = (await found.textContent())!;
    await found.click();
    await theirs.waitForURL(new RegExp(`/cases/retail/${caseNo}`));
    await theirs.close();
  });

  it('shows refusals as the gateway words them', timeout, async () => {
    await choose('quickscan.submit');
    await panel().getByText('Uses 1 credit: GLOBAL_CHECK. 100 credits remaining.').waitFor();
    await write({ data: { name: 'Jane Example', customerType: 'Individual', providers: ['WATCHLIST'] } });
    await panel().getByText('Uses no units and no credits.').waitFor();
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    // It costs nothing, but a scan is stored.
    const asked = page.getByRole('dialog', { name: 'Run quickscan.submit?' });
    await asked.getByRole('button', { name: 'Run', exact: true }).click();
    await answer().getByText('Accepted').waitFor();
    await service.drain();
    await choose('quickscan.detail');
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    await answer().getByText('"DONE"').waitFor();
    await write({ data: {} });
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    await answer().getByText('Refused by the operation').waitFor();
    await answer().getByText('data.code 400').waitFor();
    await write('{"data":');
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    await answer().getByText('Refused by the gateway').waitFor();
    await answer().getByText('apiCode 999301 API_INVALID_REQUEST').waitFor();
    await shoot('refused');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('says which key may not call, and leaves the refusal to the gateway', timeout, async () => {
    const dev = await pages.as('dev');
    const limits = { domains: null, rate: null, calls: null, expiresAt: null };
    const narrow = { name: 'Narrow', operations: ['quickscan.detail'], ...limits };
    await dev.post<'keys.create'>('/api-keys', narrow);
    await page.reload();
    await choose('prepare.platform.config');
    await panel().getByRole('combobox', { name: 'Key' }).click();
    await page.getByRole('option', { name: 'Narrow' }).click();
    await panel().getByText('This key may not call the operation in retail.').waitFor();
    await panel().getByRole('button', { name: 'Run', exact: true }).click();
    await answer().getByText('the key may not call prepare.platform.config').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it.skipIf(!hasCurl)('gives the same call as a program that runs as it is', timeout, async () => {
    await page.reload();
    const program = (await panel().getByRole('region', { name: 'As code' }).textContent())!;
    expect(program).not.toContain(tenant.key.secret);
    const { stdout } = await run('sh', ['-c', program], {
      env: { PATH: process.env['PATH'], GATEHOUSE_API_SECRET: tenant.key.secret },
    });
    expect(JSON.parse(stdout)).toMatchObject({ apiCode: 200, data: { code: 200 } });
    await choose('storage.upload.token');
    await panel().getByText('This page sends no files.').waitFor();
  });

  it('is worked by keys alone, and asks who one is where that was long ago', timeout, async () => {
    await service.app.database.operator((tx) =>
      tx.sql("update console_session set proved_at = now() - interval '11 minutes' where tenant_id = $1", [
        tenant.id,
      ]),
    );
    await page
      .getByRole('navigation', { name: 'Operations' })
      .getByRole('link', { name: 'workflow.apply.query' })
      .press('Enter');
    await page.getByRole('heading', { name: 'workflow.apply.query' }).waitFor();
    const before = (await runs()).length;
    await panel().getByRole('button', { name: 'Run', exact: true }).press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByText('This runs a call with a key of your tenant.').waitFor();
    await proof.getByLabel(/^Password/).fill(password);
    await page.keyboard.press('Enter');
    await answer().getByText('Accepted').waitFor();
    expect((await runs()).length).toBe(before + 1);
    const refused = pages.complaints.findIndex((complaint) => complaint.includes('status of 403'));
    expect(refused).toBeGreaterThanOrEqual(0);
    pages.complaints.splice(refused, 1);
  });

  it('is read by who may see keys, and run by nobody of them', timeout, async () => {
    const theirs = await pages.openAs('eye', 'keys/reference?operation=quickscan.submit');
    await theirs.getByText('Running needs the right to manage API keys.').waitFor();
    await expect.poll(() => theirs.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    await theirs.close();
  });

  it('can be worked with by everybody, in light and dark', timeout, async () => {
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${service.app.consoleUrl}/keys/reference?operation=quickscan.submit`);
      await page.getByRole('heading', { name: 'quickscan.submit' }).waitFor();
      await panel().getByText('credits remaining').waitFor();
      await page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))");
      const findings = await findingsInLightAndDark(page, (colorScheme) => shoot(`${colorScheme}-${width}`));
      expect(findings, String(width)).toEqual([]);
      const isWider = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
      await expect.poll(isWider).toBe(false);
    }
    expect(pages.complaints).toEqual([]);
  });

  it.each(flowLanguages)('is there in %s', timeout, async (language) => {
    const theirs = await pages.openAs('dev', 'keys/reference?operation=workflow.apply.submit');
    await theirs.evaluate((chosen) => localStorage.setItem('gatehouse.language', chosen), language);
    await theirs.reload();
    await theirs.getByRole('heading', { name: 'workflow.apply.submit' }).waitFor();
    await theirs.waitForLoadState('networkidle');
    await shoot(language, theirs);
    expect(await accessibilityFindings(theirs)).toEqual([]);
    await theirs.close();
  });

  it('has no text that is in one language alone, but for the words of the contract', timeout, async () => {
    const theirs = await pages.openAs('dev', 'keys/reference?operation=workflow.apply.submit');
    await theirs.evaluate(() => localStorage.setItem('gatehouse.language', 'pseudo'));
    await theirs.reload();
    await theirs.getByRole('heading', { name: 'workflow.apply.submit' }).waitFor();
    await theirs.waitForLoadState('networkidle');
    await theirs.evaluate(`document.querySelectorAll('main [lang="en"]').forEach((part) => part.remove())`);
    expect(await fixedTexts(theirs, tenant, 'main')).toEqual([]);
    await theirs.close();
  });
});
