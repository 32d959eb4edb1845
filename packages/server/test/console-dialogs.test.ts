import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Opening = readonly [path: string, title: string, main: string, open: (page: Page) => Promise<void>];

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const choose = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for Not yet taken up' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Dialogs that change something, with the button that does it. */
const ofAdmin: readonly Opening[] = [
  ['people', 'Invite user', 'Invite', press('Invite user')],
  ['account', 'Change password', 'Change password', press('Change password')],
  ['account', 'Create access token', 'Create access token', press('Create access token')],
  ['account', 'Set up authenticator codes', 'Confirm', press('Set up')],
  ['keys', 'Create key', 'Create', press('Create key')],
  ['watchlist', 'Watchlist entry', 'Save', press('Add entry')],
];
const ofOperator: readonly Opening[] = [
  ['tenants', 'Create tenant', 'Create', press('Create tenant')],
  ['tenants', 'Grant units', 'Grant', choose('Grant units')],
  ['tenants', 'Invite first admin', 'Invite', choose('Invite first admin')],
];

describe.skipIf(!hasChromium())('dialogs of the console that change something', () => {
  let service: TestService;
  let pages: ConsolePages;
  let house: ConsolePages;
  const tenant = aTenant({ users: [person('boss', ['admin'])] });
  const operators = aTenant({ users: [person('olaf', ['operator'])], workflows: [] });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    await service.provision(aTenant({ name: 'Not yet taken up', workflows: [] }));
    house = await ConsolePages.start(service, operators);
  });
  afterAll(async () => {
    await pages?.close();
    await house?.close();
    await service?.stop();
  });

  const cancel = async (page: Page, title: string, main: string) => {
    const dialog = page.getByRole('dialog', { name: title });
    const buttons = dialog.getByRole('button');
    await expect
      .poll(async () => {
        const names = (await buttons.allInnerTexts()).filter((name) => name !== '');
        return [names.at(names.indexOf('Cancel')), names.at(-1)];
      })
      .toEqual(['Cancel', main]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  it.each(ofAdmin)(
    'have Cancel first and what they do last: %s, %s',
    timeout,
    async (path, title, main, open) => {
      const page = await pages.openAs('boss', path);
      await open(page);
      await cancel(page, title, main);
      await page.close();
    },
  );

  it.each(ofOperator)('have it for operators too: %s, %s', timeout, async (path, title, main, open) => {
    const page = await house.openAs('olaf', path);
    await open(page);
    await cancel(page, title, main);
    await page.close();
  });

  it('change nothing where one does not confirm who one is', timeout, async () => {
    await service.app.database.operator((tx) =>
      tx.sql("update console_session set proved_at = now() - interval '11 minutes' where tenant_id = $1", [
        tenant.id,
      ]),
    );
    const page = await pages.openAs('boss', 'account');
    await press('Set up')(page);
    await cancel(page, 'Confirm your identity', 'Continue');
    await page.getByText('Nothing was changed').first().waitFor();
    await page.close();
  });
});
