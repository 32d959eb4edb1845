import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePagesFolder } from '../src/console-api/index.ts';
import { accessibilityFindings, findingsInLightAndDark, hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.skipIf(!hasChromium())('the pages of the console', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let page: Page;
  let boss: Browser;
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line']), person('boss', ['admin'])],
    watchlist: ['w1', 'w2', 'w3'].map((id) => ({ id, name: 'Wilhelmina Thornapple', dateOfBirth: '1980' })),
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    boss = await pages.as('boss');
    page = await pages.newPage();
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  it('let people in by address and password, and tell what was wrong', async () => {
    await page.goto(service.app.consoleUrl);
    const { email, password } = person('ana', ['analyst']);
    await page.getByLabel('E-mail').fill(email);
    await page.locator('input[type=password]').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Tenant').fill(tenant.id);
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    // Nobody has sent a case yet.
    await page.getByRole('heading', { name: 'No cases yet' }).waitFor();
    await page.getByRole('combobox', { name: 'Domain' }).click();
    await page.getByRole('option', { name: 'retail' }).click();
  });

  it('take a case with three hits from the list to its end in ten keys, and show the next', async () => {
    const caseNo = await pages.submit('keys');
    await pages.submit('after');
    await page.reload();
    await page.getByRole('link', { name: caseNo }).waitFor();
    let strokes = 0;
    const press = async (key: string) => {
      strokes += 1;
      await page.keyboard.press(key);
    };
    await press('n');
    // The home page says the same of its tile.
    await page.getByRole('heading', { name: /^Hello/ }).waitFor({ state: 'detached' });
    await page.getByText('Assigned to you').waitFor();
    // The next hit without a ruling is selected after each.
    for (const hit of [1, 2, 3]) {
      await press('f');
      const field = page.getByRole('dialog').getByLabel('Reason');
      await field.waitFor();
      // A digit counts before the field has the focus too, as on a busy computer.
      if (hit === 2) await field.blur();
      await press('1');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText(`${hit} of 3 ruled`).waitFor();
    }
    await press('a');
    await page.getByRole('dialog').waitFor();
    await press('1');
    await page.getByText('Escalated', { exact: true }).waitFor();
    await press('n');
    await page
      .getByRole('heading', { name: /^C\d+$/ })
      .and(page.getByText(caseNo))
      .waitFor({ state: 'detached' });
    expect(strokes).toBeLessThanOrEqual(10);
    const { timeline, status } = await boss.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    expect(status).toBe('OTHER_GROUP');
    expect(timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []))).toEqual([
      'execution.submit',
      'execution.wait',
      'case.claim',
      'case.rule',
      'case.rule',
      'case.rule',
      'case.pass_on',
    ]);
  });

  it('do the same by mouse, and say who was faster', async () => {
    const caseNo = await pages.submit('mouse');
    // Else the page may show what somebody else did before its button is pressed.
    await page.route('**/events**', (route) => route.fulfill({ status: 204 }));
    await page.goto(`${service.app.consoleUrl}/cases?view=open`);
    await page.getByRole('link', { name: caseNo }).click();
    await page.getByRole('button', { name: 'Claim' }).waitFor();
    // Somebody else acts on what this page still shows as it was.
    await boss.post(`/domains/retail/cases/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    await page.getByRole('button', { name: 'Claim' }).click();
    await page.getByText('boss changed this case').waitFor();
    await page.getByText('Assigned to boss').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'True match' }).count()).toBe(0);
    await page.unroute('**/events**');
  });

  it('prove the record to an admin', async () => {
    const audit = await pages.openAs('boss', 'audit');
    await audit.getByRole('button', { name: 'Verify audit log' }).click();
    await audit.getByText('Verified: no tampering found').waitFor();
    await audit.context().close();
  });

  it('narrow the record to days, both ends among them, in the list and in its file', async () => {
    const audit = await pages.openAs('boss', 'audit');
    const rows = audit.locator('.gh-audit-row');
    await rows.first().waitFor();
    // What the hour before brought is there, also after midnight.
    const [from, to] = await audit.evaluate<[string, string]>(
      "[3_600_000, 0].map((ago) => new Date(Date.now() - ago).toLocaleDateString('sv'))",
    );
    const filter = async (first: string, last: string) => {
      await audit.getByLabel('From', { exact: true }).fill(first);
      await audit.getByLabel('To', { exact: true }).fill(last);
      await audit.getByRole('button', { name: 'Filter', exact: true }).click();
    };
    await filter('2001-01-01', '2001-12-31');
    await audit.getByText('No matching records.').waitFor();
    const file = audit.waitForRequest(/audit-file/);
    await audit.getByRole('button', { name: 'Export', exact: true }).click();
    await audit.getByRole('menuitem', { name: 'Export CSV' }).click();
    const asked = new URL((await file).url()).searchParams;
    const spanned = Number(asked.get('to')) - Number(asked.get('from'));
    expect(spanned).toBe(365 * 86_400_000);
    await filter(from, to);
    await rows.first().waitFor();
    // An action is found by its words, and takes effect at once.
    const action = audit.getByRole('combobox', { name: 'Action' });
    await action.fill('invi acc');
    await audit.getByRole('option').filter({ hasText: 'user.accept_invitation' }).click();
    await audit.getByText('No matching records.').waitFor();
    await action.fill('workflow any');
    await audit.getByRole('option', { name: 'Workflow: any action' }).click();
    await rows.first().waitFor();
    expect(await rows.first().textContent()).toContain('Workflow:');
    await audit.context().close();
  });

  it.each(['audit', 'customers'])(
    'fold the rows of %s on a narrow screen, so that none is beside it',
    async (path) => {
      const folded = await pages.openAs('boss', path);
      await folded.setViewportSize({ width: 360, height: 740 });
      const row = folded.locator('.gh-folds > tbody > tr').first();
      await row.waitFor();
      const outside = await folded
        .locator('.gh-wide')
        .evaluateAll((all) =>
          all.map((each) => each.scrollWidth - each.clientWidth).filter((width) => width > 0),
        );
      expect(outside).toEqual([]);
      // A value keeps the head of its column.
      const heads = await folded.evaluate(
        "[...document.querySelector('.gh-folds > tbody > tr').cells].map((cell) => getComputedStyle(cell, '::before').content).join()",
      );
      expect(heads).toContain(path === 'audit' ? 'Actor' : 'Last submitted');
      expect(await accessibilityFindings(folded)).toEqual([]);
      await folded.context().close();
    },
  );

  it('can be used by everybody, in light and dark', async () => {
    for (const [path, heading] of [
      ['cases?view=open', 'Cases'],
      ['cases/retail/C000001', 'C000001'],
      ['watchlist', 'Watchlist'],
    ] as const) {
      await page.goto(`${service.app.consoleUrl}/${path}`);
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await findingsInLightAndDark(page), path).toEqual([]);
    }
  });

  it('send less than 350 kB of script before anything is opened, and break no policy', async () => {
    const opened = await pages.open();
    await opened.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const addresses = await opened.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const scripts = new Set(addresses.filter((path) => path.endsWith('.js')).map((path) => basename(path)));
    const bytes = [...scripts].reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(consolePagesFolder, 'assets', name))).length,
      0,
    );
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(350_000);
    expect(pages.complaints.filter((text) => !/status of (401|409)/.test(text))).toEqual([]);
  });
});
