import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityFindings,
  findingsInLightAndDark,
  hasChromium,
  startChromium,
} from './support/chromium.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { freePort } from './support/free-port.ts';
import { type ReceivedCall, type Receiver, startReceiver } from './support/receiver.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.skipIf(!hasChromium())('webhooks in the console', () => {
  let service: TestService;
  let receiver: Receiver;
  let chromium: Chromium;
  let page: Page;
  let dev: Browser;
  let folder: string;
  const complaints: string[] = [];
  const tenant = aTenant({ users: [person('dev', ['developer'])] });

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService('embedded', { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    await service.provision(tenant);
    dev = await signIn(service, tenant, 'dev');
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-receivers-'));
    await mkdir(join(folder, 'node_modules', '@gatehouse'), { recursive: true });
    await symlink(join(import.meta.dirname, '../../sdk'), join(folder, 'node_modules', '@gatehouse', 'sdk'));
    chromium = await startChromium();
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
    const [name, value] = dev.cookie!.split('=') as [string, string];
    await context.addCookies([{ name, value, url: service.app.consoleUrl }]);
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 422/.test(message.text()))
        complaints.push(message.text());
    });
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
    await receiver?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const shoot = async (name: string) => {
    const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/webhook-${name}.png`, fullPage: true });
  };
  const definition = () => page.getByRole('group', { name: 'Definition' });

  let firstSecret = '';
  it('are defined by a form, and faults are told by field', { timeout: 120_000 }, async () => {
    await page.goto(`${service.app.consoleUrl}/webhooks`);
    await page.getByRole('combobox', { name: 'Domain' }).click();
    await page.getByRole('option', { name: 'retail' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Create/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await definition().getByRole('textbox', { name: 'Id' }).fill('crm');
    await definition().getByRole('textbox', { name: 'Name', exact: true }).fill('CRM');
    await definition().getByRole('textbox', { name: 'Url' }).fill('ftp://elsewhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('must begin with http://').waitFor();
    await definition().getByText('must begin with http://').waitFor();
    expect(await definition().getByRole('textbox', { name: 'Url' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await definition().getByRole('textbox', { name: 'Url' }).fill(`${receiver.url}/crm`);
    await definition().getByRole('button', { name: 'Add inputs' }).click();
    await definition().getByRole('button', { name: 'Add to inputs' }).click();
    await definition().getByRole('textbox', { name: 'Input 1' }).fill('customerId');
    // A new one signs, with a secret that was made for it and is shown until it is saved.
    firstSecret = (await definition().getByLabel('Secret of the new webhook').textContent()) ?? '';
    expect(firstSecret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('version 1').first().waitFor();
    expect(await page.content()).not.toContain(firstSecret);
    await shoot('defined');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('are tested, replayed, and get another secret without a gap', { timeout: 120_000 }, async () => {
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('heading', { name: 'Delivery to crm' }).waitFor();
    await service.drain();
    await page.reload();
    await page.getByRole('region', { name: 'Attempt 1' }).getByText('HTTP 200').waitFor();
    await page.getByRole('textbox', { name: 'Request' }).getByText('sample customerId').waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await service.drain();
    await page.getByRole('region', { name: 'Attempt 2' }).getByText('HTTP 200').waitFor();
    expect(receiver.callsTo('/crm')).toHaveLength(2);
    await shoot('delivery');
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.goto(`${service.app.consoleUrl}/webhooks/crm`);
    const secret = page.getByRole('region', { name: 'Secret' });
    await secret.getByLabel('Next secret').fill('second-secret-of-the-crm');
    await secret.getByRole('button', { name: 'Rotate secret' }).click();
    await secret.getByRole('button', { name: 'Switch to the next secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch secret' }).click();
    await secret.getByText('Previous secret valid until').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('heading', { name: 'Delivery to crm' }).waitFor();
    await service.drain();
    const headers = Object.keys(receiver.callsTo('/crm').at(-1)!.headers);
    expect(headers).toContain('x-webhook-signature-previous');
    expect(complaints).toEqual([]);
  });

  it.each([
    ['TypeScript', 'receive.ts', process.execPath],
    ['Python', 'receive.py', 'python3'],
  ])('come with a receiver in %s that believes real calls alone', { timeout: 120_000 }, async (...of) => {
    const [language, file, program] = of;
    if (spawnSync(program, ['--version']).error !== undefined && process.env['CI'] !== 'true') return;
    const id = `body-${language.toLowerCase()}`;
    const secret = 'a-secret-of-the-body-alone';
    const signature = {
      type: 'HMAC_SHA256',
      payloadFormat: 'BODY',
      signatureHeader: 'X-Crm-Sign',
      timestampHeader: 'X-Crm-Time',
      secret,
    };
    const url = `${receiver.url}/${id}`;
    const definition = { name: id, method: 'POST', url, inputs: ['customerId'], signature };
    await dev.post('/webhooks', { id, definition });
    const requestId = crypto.randomUUID();
    await dev.post(`/domains/retail/webhooks/${id}/tests`, { requestId, inputs: {} });
    await service.drain();
    // The call of `crm` carries the signature of the secret before, too.
    for (const [webhook, key] of [
      ['crm', 'second-secret-of-the-crm'],
      ['crm', firstSecret],
      [id, secret],
    ] as const) {
      await page.goto(`${service.app.consoleUrl}/webhooks/${webhook}`);
      await page.getByRole('combobox', { name: 'Language' }).click();
      await page.getByRole('option', { name: language, exact: true }).click();
      await page.getByText(`${file}`).waitFor();
      const text = (await page.getByRole('region', { name: 'Receiver code' }).textContent())!;
      await writeFile(join(folder, file), text);
      const { headers, body } = receiver.callsTo(`/${webhook}`).at(-1)!;
      const answers = await answersOf([program, file], key, [
        [headers, body],
        [headers, `${body} `],
        [{ ...headers, 'x-webhook-timestamp': '1', 'x-crm-time': '1' }, body],
        [{ ...headers, 'x-webhook-timestamp': '1e3', 'x-crm-time': '1e3' }, body],
        [{ ...headers, 'x-webhook-signature': 'A', 'x-crm-sign': 'A' }, body],
        [{ 'content-type': 'application/json' }, body],
        [headers, 'x'.repeat(1_048_577)],
      ]);
      // As docs/webhooks.md says.
      expect(answers, `${webhook} with ${key}`).toEqual([
        '200 {}',
        '401 signatureMismatch',
        '401 timestampOutOfTolerance',
        '401 timestampMalformed',
        '401 signatureMalformed',
        '401 timestampMissing',
        '413 ',
      ]);
      expect(await answersOf([program, file], 'another-secret-altogether', [[headers, body]])).toEqual([
        '401 signatureMismatch',
      ]);
    }
    await shoot(`receiver-${language}`);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  /** What a program answers to calls, one after the other. */
  async function answersOf(
    [program, file]: readonly [string, string],
    secret: string,
    calls: readonly (readonly [ReceivedCall['headers'], string])[],
  ): Promise<string[]> {
    const port = await freePort();
    const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) };
    const child: ChildProcess = spawn(program, [file], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout!, 'data');
      const answers: string[] = [];
      for (const [{ host: _, connection: __, 'content-length': ___, ...headers }, body] of calls) {
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: headers as Record<string, string>,
          body,
        });
        answers.push(`${answer.status} ${await answer.text()}`);
      }
      return answers;
    } finally {
      child.kill();
    }
  }

  it('can be worked with by everybody, in light and dark', async () => {
    await page.goto(`${service.app.consoleUrl}/webhooks`);
    await page.getByRole('link', { name: 'CRM' }).waitFor();
    await page.getByRole('cell', { name: 'Test', exact: true }).first().waitFor();
    const findings = await findingsInLightAndDark(page, (colorScheme) => shoot(`list-${colorScheme}`));
    expect(findings).toEqual([]);
    await page.getByRole('link', { name: 'CRM' }).click();
    await page.getByRole('region', { name: 'Secret' }).waitFor();
    expect(await findingsInLightAndDark(page)).toEqual([]);
  });
});
