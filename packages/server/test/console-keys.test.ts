import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, findingsInLightAndDark, hasChromium } from './support/chromium.ts';
import { password, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const run = promisify(execFile);

/** Whether all of them are on the machine; says which is not, which under CI=true is an error. */
function hasPrograms(names: readonly string[]): boolean {
  const missing = names.find((name) => spawnSync(name, ['--help']).error !== undefined);
  if (missing === undefined) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing} is not installed`);
  process.stderr.write(`A program of the console is not run: ${missing} is not installed\n`);
  return false;
}

describe.skipIf(!hasChromium())('keys and usage in the console', () => {
  let service: TestService;
  let pages: ConsolePages;
  let page: Page;
  let folder: string;
  /** Of the key that the story made. */
  let made: { apiKey: string; secret: string };
  const tenant = aTenant({ users: [person('dev', ['developer'])], apiKeys: [] });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-snippets-'));
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    page = await pages.openAs('dev', 'keys');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the page logs of a refusal that the story wants. */
  const expectRefusal = (status: number) => {
    const wanted = pages.complaints.findIndex((text) => text.includes(`status of ${status}`));
    expect(wanted).toBeGreaterThanOrEqual(0);
    pages.complaints.splice(wanted, 1);
  };
  const shoot = async (name: string) => {
    const kept = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (kept !== undefined) await page.screenshot({ path: `${kept}/keys-${name}.png`, fullPage: true });
  };
  const choose = async (select: string, option: string) => {
    await page.getByRole('combobox', { name: select, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const action = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Onboarding' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const readSecret = async () => (await page.getByLabel('Secret', { exact: true }).textContent())!.trim();

  it('are made by a form, and their secret is shown once', timeout, async () => {
    await page.getByText('With an API key, your server signs its calls to the gateway.').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Onboarding');
    await page.getByRole('textbox', { name: 'Rate limit (requests)' }).fill('50');
    await shoot('form');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const secret = await readSecret();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await shoot('secret');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const row = page.getByRole('row', { name: /Onboarding/ });
    await row.getByText('50 per 1 s').waitFor();
    const apiKey = (await row.locator('code').textContent())!.trim();
    expect(await page.content()).not.toContain(secret);
    made = { apiKey, secret };
  });

  it.each([
    ['curl', 'scan.sh', 'sh', ['curl', 'openssl']],
    ['TypeScript', 'scan.ts', process.execPath, []],
    ['Python', 'scan.py', 'python3', ['python3']],
  ])('come with a program in %s that runs as it is', timeout, async (language, file, program, needs) => {
    if (!hasPrograms(needs)) return;
    await choose('Language', language);
    const text = (await page.getByRole('region', { name: 'Code sample' }).textContent())!;
    await writeFile(join(folder, file), text);
    const { stdout } = await run(program, [file], {
      cwd: folder,
      env: { PATH: process.env['PATH'], GATEHOUSE_API_SECRET: made.secret },
      timeout: 60_000,
    });
    if (language === 'curl') {
      expect(JSON.parse(stdout)).toMatchObject({ apiCode: 200, data: { code: 200, status: 'RUNNING' } });
    } else {
      expect(JSON.parse(stdout)).toMatchObject({ code: 200, status: 'DONE', totalHits: 0 });
    }
    const wrong = { ...process.env, GATEHOUSE_API_SECRET: 'not the secret of this key' };
    const refused = await run(program, [file], { cwd: folder, env: wrong }).catch((error: unknown) => error);
    expect(JSON.stringify(refused) + (refused as { stdout: string }).stdout).not.toContain('"status":"DONE"');
    const { stdout: answered, stderr } = refused as { stdout: string; stderr: string };
    expect(answered + stderr).toContain('999001');
  });

  it('tell which bytes a refused request had to sign, and what was signed in their place', async () => {
    const body = '{"data":{"id":"x"}}';
    const sign = createHmac('sha256', made.secret).update(`${body}\n`).digest('hex');
    const query = new URLSearchParams({
      api: 'quickscan.detail',
      apiVersion: '1.0.0',
      apiKey: made.apiKey,
      sign,
    });
    const panel = page.getByRole('region', { name: 'Check a signed request' });
    await panel
      .getByRole('textbox', { name: 'URL with query string' })
      .fill(`${service.app.baseUrl}?${query.toString()}`);
    await panel
      .getByRole('textbox', { name: 'Headers' })
      .fill('Content-Type: application/json\nx-domain: retail');
    await panel.getByRole('textbox', { name: 'Body', exact: true }).fill(body);
    await panel.getByRole('button', { name: 'Check' }).click();
    const said = panel.getByRole('table', { name: 'Check result' });
    await said.getByRole('row', { name: /Signature failed .*line break that was not sent/ }).waitFor();
    await said.getByRole('row', { name: /Permission passed/ }).waitFor();
    await panel.getByText(createHmac('sha256', made.secret).update(body).digest('hex')).waitFor();
    await shoot('check');
    expect(await accessibilityFindings(page)).toEqual([]);
    // From a file its bytes count as they are.
    await writeFile(join(folder, 'body.json'), `${body}\n`);
    await panel.locator('input[type=file]').setInputFiles(join(folder, 'body.json'));
    await panel.getByRole('button', { name: 'Check' }).click();
    await said.getByRole('row', { name: /Signature passed/ }).waitFor();
  });

  it('are widened by nothing that was left out', timeout, async () => {
    await action('Edit key');
    const form = page.getByRole('dialog', { name: 'Edit Onboarding' });
    const save = form.getByRole('button', { name: 'Save' });
    await form
      .getByRole('radiogroup', { name: 'Domains' })
      .getByRole('radio', { name: 'Only these' })
      .check();
    await save.click();
    await form.getByText('Select at least one').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await form.getByRole('combobox', { name: 'Selected domains' }).click();
    await page.getByRole('option', { name: 'retail', exact: true }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('textbox', { name: 'Period (seconds)' }).fill('');
    await save.click();
    // The form stays: requests without their seconds are no limit at all.
    await expect.poll(() => form.locator('input:invalid').count()).toBe(1);
    await form.getByRole('textbox', { name: 'Period (seconds)' }).fill('2');
    await shoot('bounds');
    await save.click();
    const row = page.getByRole('row', { name: /Onboarding/ });
    await row.getByText('50 per 2 s').waitFor();
    await row.getByText('retail', { exact: true }).waitFor();
  });

  it('are not disabled where somebody was faster, which is told and shown', timeout, async () => {
    await action('Disable');
    const dev = await pages.as('dev');
    const { keys } = await dev.get<'keys.list'>('/api-keys');
    const { name, domains, operations, calls, expiresAt, revision } = keys.find(
      ({ apiKey }) => apiKey === made.apiKey,
    )!;
    const rate = { requests: 7, seconds: 3 };
    const body = { name, domains, operations, calls, expiresAt, rate, enabled: true };
    const path = `/api-keys/${made.apiKey}`;
    const method = 'PUT';
    await dev.send(path, { method, body: { ...body, expectedRevision: revision } });
    await page.getByRole('dialog').getByRole('button', { name: 'Disable key' }).click();
    const stated = page.getByRole('alert').filter({ hasText: 'Action failed' });
    await stated.getByRole('button').click();
    await stated.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Onboarding/ });
    await row.getByText('7 per 3 s').waitFor();
    await row.getByText('enabled', { exact: true }).waitFor();
    expectRefusal(409);
  });

  it(
    'get another secret by keyboard from who is known to be there, are disabled, and end for good',
    timeout,
    async () => {
      await service.app.database.operator((tx) =>
        tx.sql("update console_session set proved_at = now() - interval '11 minutes' where tenant_id = $1", [
          tenant.id,
        ]),
      );
      await action('Rotate secret');
      await page.getByRole('button', { name: 'Rotate secret' }).press('Enter');
      const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
      await proof.getByText('This creates a secret').waitFor();
      await shoot('proof');
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await proof.getByRole('alert').waitFor();
      await proof.getByLabel(/^Password/).fill(password);
      await page.keyboard.press('Enter');
      expect(await readSecret()).not.toBe(made.secret);
      expectRefusal(403);
      expectRefusal(403);
      await page.getByRole('button', { name: 'I have saved it' }).press('Enter');
      await page.getByText('not used since the rotation').waitFor();
      await action('Revoke previous secret');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke previous secret' }).click();
      await page.getByText('not used since the rotation').waitFor({ state: 'detached' });
      // One that may not call what the programs call is none for them.
      const dev = await pages.as('dev');
      const bounds = {
        domains: null,
        operations: ['quickscan.submit'],
        rate: null,
        calls: null,
        expiresAt: null,
      };
      await dev.post<'keys.create'>('/api-keys', { name: 'Narrow', ...bounds });
      await action('Disable');
      await page.getByRole('dialog').getByRole('button', { name: 'Disable key' }).click();
      await page.getByText('disabled', { exact: true }).waitFor();
      await page.getByText(/No enabled key may call .* for retail\./).waitFor();
      await page.getByRole('row', { name: /Narrow/ }).waitFor();
      await action('Revoke key');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('revoked', { exact: true }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Actions for Onboarding' }).count()).toBe(0);
    },
  );

  it('show what was used by day, key and domain, and hand it out as CSV', timeout, async () => {
    await service.provision({ ...tenant, apiKeys: [{ key: tenant.key.apiKey, secret: tenant.key.secret }] });
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const data = { customerId: 'c-1', name: 'Jane Example', customerType: 'individual' } as const;
    await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    const scan = { name: data.name, customerType: 1, providers: ['GLOBAL_CHECK', 'RISK_LISTS'] } as const;
    await retail.quickscan.submit({ ...scan, providers: [...scan.providers] });
    await service.drain();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Billing usage' }).waitFor();
    const left = page.getByRole('table', { name: 'Units granted, used and remaining' });
    await left.getByRole('row', { name: 'Manual case event 100 2 98' }).waitFor();
    await left.getByRole('row', { name: 'Quick scan credits 100 2 98' }).waitFor();
    const taken = page.getByRole('region', { name: 'Usage' });
    await taken.getByRole('row', { name: /Event units Manual case event 2/ }).waitFor();
    await choose('Group by', 'Key');
    await taken.getByRole('row', { name: new RegExp(`${tenant.key.apiKey} .*RISK_LISTS 1`) }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const csv = await readFile((await download.path())!, 'utf8');
    // Where midnight passes, there is a row for each of the days.
    const rows = csv.matchAll(
      new RegExp(`^[-\\d]{10},retail,${tenant.key.apiKey},event,MANUAL_CASE_EVENT,(\\d+)\r$`, 'gm'),
    );
    expect([...rows].reduce((sum, [, units]) => sum + Number(units), 0)).toBe(2);
    await page.getByRole('textbox', { name: 'From' }).or(page.getByLabel('From')).first().fill('2020-01-01');
    await page.getByText('at most 366 are allowed').waitFor();
    expectRefusal(422);
  });

  it('can be worked with by everybody, in light and dark', timeout, async () => {
    for (const [path, heading] of [
      ['keys', 'API & Integration'],
      ['usage', 'Billing usage'],
    ] as const) {
      await page.goto(`${service.app.consoleUrl}/${path}`);
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.getByRole('row').nth(2).waitFor();
      const wide = await findingsInLightAndDark(page, (colorScheme) => shoot(`${path}-${colorScheme}`));
      expect(wide, path).toEqual([]);
      await page.setViewportSize({ width: 768, height: 1024 });
      const narrow = await findingsInLightAndDark(page, (colorScheme) => shoot(`${path}-${colorScheme}-768`));
      expect(narrow, path).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(pages.complaints).toEqual([]);
  });
});
