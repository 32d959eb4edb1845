import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium, startChromium } from './support/chromium.ts';
import { person, signIn } from './support/console.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.skipIf(!hasChromium())('webhooks in the console', () => {
  let service: TestService;
  let receiver: Receiver;
  let chromium: Chromium;
  let page: Page;
  const complaints: string[] = [];
  const tenant = aTenant({ users: [person('dev', ['developer'])] });

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService('embedded', { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    await service.provision(tenant);
    const dev = await signIn(service, tenant, 'dev');
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
  });

  const shoot = async (name: string) => {
    const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/webhook-${name}.png`, fullPage: true });
  };
  const definition = () => page.getByRole('group', { name: 'Definition' });

  it('are defined by a form, and faults are told by field', { timeout: 120_000 }, async () => {
    await page.goto(`${service.app.consoleUrl}/webhooks`);
    await page.getByRole('combobox', { name: 'Domain' }).click();
    await page.getByRole('option', { name: 'retail' }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await definition().getByRole('textbox', { name: 'Id' }).fill('crm');
    await definition().getByRole('textbox', { name: 'Name', exact: true }).fill('CRM');
    await definition().getByRole('textbox', { name: 'Url' }).fill('ftp://elsewhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('must begin with http://').waitFor();
    await definition().getByRole('textbox', { name: 'Url' }).fill(`${receiver.url}/crm`);
    await definition().getByRole('button', { name: 'Use inputs' }).click();
    await definition().getByRole('button', { name: 'Add to inputs' }).click();
    await definition().getByRole('textbox', { name: 'Inputs-1' }).fill('customerId');
    await definition().getByRole('button', { name: 'Use signature' }).click();
    await definition().getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'HMAC_SHA256' }).click();
    await definition().getByLabel('Secret').fill('first-secret-of-the-crm');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('version 1').first().waitFor();
    expect(await page.content()).not.toContain('first-secret-of-the-crm');
    await shoot('defined');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('are tested, replayed, and get another secret without a gap', { timeout: 120_000 }, async () => {
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('heading', { name: 'Delivery to crm' }).waitFor();
    await service.drain();
    await page.reload();
    await page.getByRole('region', { name: 'Attempt 1' }).getByText('answered 200').waitFor();
    await page.getByRole('textbox', { name: 'What was sent' }).getByText('sample customerId').waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await service.drain();
    await page.getByRole('region', { name: 'Attempt 2' }).getByText('answered 200').waitFor();
    expect(receiver.callsTo('/crm')).toHaveLength(2);
    await shoot('delivery');
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.goto(`${service.app.consoleUrl}/webhooks/crm`);
    const secret = page.getByRole('region', { name: 'Secret' });
    await secret.getByLabel('Next secret').fill('second-secret-of-the-crm');
    await secret.getByRole('button', { name: 'Begin the change' }).click();
    await secret.getByRole('button', { name: 'Make the next one the secret' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await secret.getByText('The one before signs until').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('heading', { name: 'Delivery to crm' }).waitFor();
    await service.drain();
    const headers = Object.keys(receiver.callsTo('/crm').at(-1)!.headers);
    expect(headers).toContain('x-webhook-signature-previous');
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('can be worked with by everybody, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.app.consoleUrl}/webhooks`);
    await page.getByRole('link', { name: 'CRM' }).waitFor();
    await page.getByText('a test').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot(`list-${colorScheme}`);
    await page.getByRole('link', { name: 'CRM' }).click();
    await page.getByRole('region', { name: 'Secret' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
