import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { mouse } from './support/input-devices.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.skipIf(!hasChromium())('the operator’s area in the console', () => {
  let service: TestService;
  let pages: ConsolePages;
  const house = aTenant({ users: [person('olaf', ['operator'])], workflows: [] });

  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_DEV_MAILBOX: 'off' });
    pages = await ConsolePages.start(service, house);
  }, timeout.timeout);
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  it('makes a tenant, hands its first admin a link, and grants what it may use', timeout, async () => {
    const page = await pages.openAs('olaf', 'tenants');
    const shoot = async (name: string) => {
      const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/operator-${name}.png`, fullPage: true });
    };
    await page.getByRole('button', { name: 'Create tenant' }).click();
    const form = page.getByRole('dialog', { name: 'Create tenant' });
    await form.getByRole('textbox', { name: 'ID', exact: true }).fill('beta');
    await form.getByRole('textbox', { name: 'Name' }).fill('Beta Pay');
    await form.getByRole('combobox', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'Test' }).click();
    await form.getByRole('combobox', { name: 'Domains' }).fill('retail');
    await page.keyboard.press('Enter');
    await mouse(page).choose(form.getByRole('combobox', { name: 'Events' }), 'Manual case event');
    await form.getByRole('textbox', { name: 'E-mail of the first admin' }).fill('first@beta.test');
    await shoot('form');
    expect(await accessibilityFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    const stated = page.getByRole('dialog', { name: 'Share this link' });
    await stated.getByText(/\/console\/invitation#/).waitFor();
    await stated.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Beta Pay/ });
    await row.getByText('No units granted').waitFor();

    await row.getByRole('button', { name: 'Actions for Beta Pay' }).click();
    await page.getByRole('menuitem', { name: 'Grant units' }).click();
    const grant = page.getByRole('dialog', { name: 'Grant units to Beta Pay' });
    await grant.getByRole('textbox', { name: 'Total granted' }).fill('250');
    await grant.getByRole('textbox', { name: 'Reason' }).fill('trial of three months');
    await shoot('grant');
    await grant.getByRole('button', { name: 'Grant' }).click();
    await row.getByText('Manual case event: 250 of 250').waitFor();

    await row.getByRole('button', { name: 'Actions for Beta Pay' }).click();
    await page.getByRole('menuitem', { name: 'Block billing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block billing' }).click();
    await row.getByText('billing blocked').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 768]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityFindings(page, colorScheme)).toEqual([]);
        await shoot(`${colorScheme}-${width}`);
      }
    }

    // What operators do is in the deployment's own record, too.
    await page.getByRole('tab', { name: 'Deployment audit log' }).click();
    const grantedOnRecord = page
      .getByRole('row', { name: /Tenant: quota granted/ })
      .filter({ hasText: 'beta' });
    await grantedOnRecord.getByText('trial of three months', { exact: true }).waitFor();
    await grantedOnRecord.getByText('0 → 250').waitFor();
    await page.getByRole('button', { name: 'Verify audit log' }).click();
    await page.getByText('Verified: no tampering found').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page)).toEqual([]);
      await shoot(`record-${colorScheme}`);
    }
    expect(pages.complaints).toEqual([]);
  });
});
