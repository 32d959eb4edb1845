import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../src/messages/index.ts';
import { DataKeys } from '../src/tenants/index.ts';
import { hasChromium } from './support/chromium.ts';
import { type Browser, password, person, signIn } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { TestIdentityProvider } from './support/identity-provider.ts';
import { type InputDevice, inputDevices } from './support/input-devices.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const chosen = 'four words with blanks';

/** A folder for pictures, where somebody wants to look. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

describe.skipIf(!hasChromium())('every act on accounts and people', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let boss: Browser;
  let idp: TestIdentityProvider;
  const other = aTenant({ name: 'The other one', workflows: [] });
  const own = inputDevices.flatMap(([by]) =>
    ['ana', 'gus', 'hal', 'ida'].map((name) => person(`${name}-${by}`, ['auditor'])),
  );
  const tenant = aTenant({
    users: [...own, person('boss', ['admin']), person('olaf', ['operator'])],
    workflows: [],
  });

  beforeAll(async () => {
    service = await startTestService('embedded', {
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
    });
    await service.provision(other);
    pages = await ConsolePages.start(service, tenant);
    boss = await pages.as('boss');
    idp = await TestIdentityProvider.start();
    idp.serve([`${service.app.consoleUrl}/single-sign-on/${tenant.id}/staff`]);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
    await idp?.stop();
  });

  /** Where the newest mail to an address leads. */
  async function mailedTo(address: string): Promise<string> {
    const { database, masterKeys } = service.app;
    const mailbox = new Mailbox(database, new DataKeys(database, masterKeys));
    const newest = async () => {
      await service.drain();
      const found = (await mailbox.list()).find(({ to }) => to === address);
      return found?.content.kind === 'code' ? undefined : found?.content.url;
    };
    await expect.poll(newest, { timeout: 60_000 }).toBeDefined();
    return (await newest())!;
  }
  const personOf = async (email: string) =>
    (await boss.get<'people.list'>('/people')).people.find((found) => found.email === email)!;

  /** Fills the first page in; what comes then differs. */
  async function enter(on: Page, hand: InputDevice, email: string, secret: string): Promise<void> {
    await hand.write(on.getByLabel('E-mail'), email);
    await hand.write(on.locator('input[type=password]'), secret);
    await hand.press(on.getByRole('button', { name: 'Sign in', exact: true }));
  }
  const isIn = (on: Page) => on.getByRole('navigation', { name: 'Pages' }).waitFor();
  async function leave(on: Page, hand: InputDevice, name: string): Promise<void> {
    await hand.pick(on.getByRole('button', { name, exact: true }), 'Sign out');
    await on.getByLabel('E-mail').waitFor();
  }

  describe.each(inputDevices)('by %s alone', (by, deviceOf) => {
    it('ends one session, all others, makes an access token and revokes it, and changes the password', async () => {
      const name = `ana-${by}`;
      const [first, second] = [await signIn(service, tenant, name), await signIn(service, tenant, name)];
      const page = await pages.open('account');
      const hand = deviceOf(page);
      await enter(page, hand, `${name}@example.test`, password);
      const sessions = page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: /^End session on/ }) });
      const isEnded = async (of: Browser) => (await of.send('/session')).status === 401;
      await expect.poll(() => sessions.count(), { timeout: 60_000 }).toBe(3);
      await hand.press(sessions.filter({ hasNotText: 'current session' }).first().getByRole('button'));
      await expect.poll(() => sessions.count(), { timeout: 60_000 }).toBe(2);
      expect(new Set([await isEnded(first), await isEnded(second)])).toEqual(new Set([false, true]));
      await hand.press(page.getByRole('button', { name: 'End all other sessions' }));
      await expect.poll(() => sessions.count(), { timeout: 60_000 }).toBe(1);
      expect([await isEnded(first), await isEnded(second)]).toEqual([true, true]);
      const dialog = page.getByRole('dialog');
      await hand.press(page.getByRole('button', { name: 'Create access token' }));
      await hand.write(dialog.getByLabel('Name'), 'Assistant');
      await hand.press(dialog.getByRole('button', { name: 'Create access token' }));
      await dialog.getByLabel('Access token', { exact: true }).waitFor();
      if (pictures) await page.screenshot({ path: `${pictures}/access-token-${by}.png` });
      await hand.press(dialog.getByRole('button', { name: 'Done' }));
      await hand.press(page.getByRole('button', { name: 'Revoke Assistant' }));
      await hand.press(dialog.getByRole('button', { name: 'Revoke', exact: true }));
      await page.getByRole('button', { name: 'Revoke Assistant' }).waitFor({ state: 'hidden' });
      await hand.press(page.getByRole('button', { name: 'Change password' }));
      await hand.write(dialog.getByLabel('Current password'), password);
      await hand.write(dialog.getByLabel('New password'), chosen);
      await hand.press(dialog.getByRole('button', { name: 'Change password' }));
      await page.getByText('Your password was changed').waitFor();
      await leave(page, hand, name);
      await enter(page, hand, `${name}@example.test`, chosen);
      await isIn(page);
      await page.context().close();
    });

    it('sets one-time codes up, moves them to another phone, and does without them', async () => {
      const name = `gus-${by}`;
      const page = await pages.open('account');
      const hand = deviceOf(page);
      await enter(page, hand, `${name}@example.test`, password);
      const dialog = page.getByRole('dialog');
      /** Reads the secret as an app would, and gives the code that it shows. */
      const confirm = async () => {
        await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
        const secret = (await dialog.locator('pre').textContent())!.replaceAll(' ', '');
        const totp = new TOTP({ secret });
        await hand.write(dialog.getByLabel('Code from the app'), totp.generate());
        await hand.press(dialog.locator('button[type=submit]'));
        return totp;
      };
      const keep = async () => {
        await page.getByText('Store these codes apart from your phone').waitFor();
        const codes = (await dialog.locator('pre').textContent())!.split('\n');
        await hand.press(page.getByRole('button', { name: 'I have saved them' }));
        await dialog.waitFor({ state: 'detached' });
        return codes;
      };
      await hand.press(page.getByRole('button', { name: 'Set up' }));
      await confirm();
      await keep();
      await hand.press(page.getByRole('button', { name: 'Generate new recovery codes' }));
      const [recovery] = await keep();
      await hand.press(page.getByRole('button', { name: 'Change authenticator app' }));
      const totp = await confirm();
      await keep();
      await leave(page, hand, name);
      await enter(page, hand, `${name}@example.test`, password);
      // Each code opens once: the next one is good already.
      await hand.write(page.getByLabel('One-time code'), totp.generate({ timestamp: Date.now() + 30_000 }));
      await hand.press(page.getByRole('button', { name: 'Sign in', exact: true }));
      await page.getByText('current session').waitFor();
      expect(recovery).not.toBe('');
      await hand.press(page.getByRole('button', { name: 'Turn off' }));
      await hand.press(dialog.getByRole('button', { name: 'Turn off' }));
      await page.getByRole('button', { name: 'Set up' }).waitFor();
      expect(await personOf(`${name}@example.test`)).toMatchObject({ hasTotp: false });
      await page.context().close();
    });

    it('adds a passkey, comes in by it, and removes it', async () => {
      const name = `hal-${by}`;
      const page = await pages.newPage();
      const hand = deviceOf(page);
      const device = await page.context().newCDPSession(page);
      await device.send('WebAuthn.enable');
      await device.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      // A passkey belongs to a host name, which an address of numbers is not.
      await page.goto(`${service.app.consoleUrl.replace('127.0.0.1', 'localhost')}/account`);
      await enter(page, hand, `${name}@example.test`, password);
      await hand.press(page.getByRole('button', { name: 'Add a passkey' }));
      await hand.write(page.getByLabel('Passkey name'), 'work laptop');
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Continue' }));
      const row = page.getByRole('cell', { name: 'work laptop', exact: true });
      await row.waitFor();
      await leave(page, hand, name);
      await hand.press(page.getByRole('button', { name: 'Sign in with a passkey' }));
      await row.waitFor();
      await hand.press(page.getByRole('button', { name: 'Remove work laptop' }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }));
      await row.waitFor({ state: 'detached' });
      await page.context().close();
    });

    it('invites somebody, who comes in, and changes, disables, enables and resets them', async () => {
      const email = `new-${by}@example.test`;
      const page = await pages.openAs('boss', 'people');
      const hand = deviceOf(page);
      const dialog = page.getByRole('dialog');
      const action = (item: string) =>
        hand.pick(page.getByRole('button', { name: `Actions for ${email}` }), item);
      const becomes = (state: Record<string, unknown>) =>
        expect.poll(() => personOf(email), { timeout: 60_000 }).toMatchObject(state);
      await hand.press(page.getByRole('button', { name: 'Invite user' }));
      await hand.write(dialog.getByLabel('E-mail'), email);
      await hand.write(dialog.getByLabel('Name'), 'Newcomer');
      await hand.press(dialog.getByRole('button', { name: 'Invite' }));
      await page.getByText('An invitation is on its way').waitFor();
      const earlier = await mailedTo(email);
      await action('Resend invitation');
      await expect.poll(() => mailedTo(email), { timeout: 60_000 }).not.toBe(earlier);
      const newcomer = await pages.newPage();
      const theirs = deviceOf(newcomer);
      await newcomer.goto(await mailedTo(email));
      await theirs.write(newcomer.getByLabel('New password'), chosen);
      await theirs.press(newcomer.getByRole('button', { name: 'Save password' }));
      await theirs.press(newcomer.getByRole('link', { name: 'Sign in' }));
      await enter(newcomer, theirs, email, chosen);
      await isIn(newcomer);
      await action('Edit user');
      await hand.write(dialog.getByLabel('Name'), 'Nora');
      await hand.write(dialog.getByRole('combobox', { name: 'Groups' }), 'compliance');
      await page.keyboard.press('Enter');
      await hand.choose(dialog.getByRole('combobox', { name: 'Roles' }), /^auditor/);
      await hand.press(dialog.getByRole('button', { name: 'Save' }));
      await becomes({ name: 'Nora', roles: ['analyst', 'auditor'], groups: ['compliance'] });
      for (const [item, enabled] of [
        ['Disable user', false],
        ['Enable user', true],
      ] as const) {
        await action(item);
        await hand.press(dialog.getByRole('button', { name: item }));
        await becomes({ enabled });
        await dialog.waitFor({ state: 'detached' });
      }
      await newcomer.reload();
      await newcomer.getByLabel('E-mail').waitFor();
      await newcomer.context().close();
      await page.context().close();
    });

    it('chooses another password by a mail, and takes lost factors away', async () => {
      const name = `ida-${by}`;
      const email = `${name}@example.test`;
      const page = await pages.open('');
      const hand = deviceOf(page);
      await hand.press(page.getByRole('link', { name: 'Forgot password?' }));
      await hand.write(page.getByLabel('E-mail'), email);
      await hand.press(page.getByRole('button', { name: 'Send reset link' }));
      await page.getByText('a reset link is on its way').waitFor();
      await page.goto(await mailedTo(email));
      await hand.write(page.getByLabel('New password'), chosen);
      await hand.press(page.getByRole('button', { name: 'Save password' }));
      await hand.press(page.getByRole('link', { name: 'Sign in' }));
      // By a provider of the tenant instead, back to the page that was asked for.
      const { issuer, clientId, clientSecret } = idp;
      const staff = { id: 'staff', name: 'Staff', issuer, clientId, clientSecret };
      await service.provision({ ...tenant, singleSignOn: [{ ...staff, emailDomains: ['example.test'] }] });
      idp.people.set(name, { email, email_verified: true });
      idp.current = name;
      await page.goto(`${service.app.consoleUrl}/audit?objectId=C000001`);
      await hand.write(page.getByLabel('E-mail'), email);
      await hand.press(page.getByRole('button', { name: 'Single sign-on' }));
      await page.getByRole('heading', { name: 'Audit' }).waitFor();
      expect(page.url()).toBe(`${service.app.consoleUrl}/audit?objectId=C000001`);
      const admin = await pages.openAs('boss', 'people');
      const theirs = deviceOf(admin);
      await theirs.pick(admin.getByRole('button', { name: `Actions for ${email}` }), 'Reset second factors');
      await theirs.press(admin.getByRole('dialog').getByRole('button', { name: 'Reset second factors' }));
      await expect.poll(async () => (await personOf(email)).providers, { timeout: 60_000 }).toEqual([]);
      await page.reload();
      await enter(page, hand, email, chosen);
      await isIn(page);
      for (const one of [page, admin]) await one.context().close();
    });

    it('blocks a tenant and its billing, and serves it again', async () => {
      const page = await pages.openAs('olaf', 'tenants');
      const hand = deviceOf(page);
      const row = page.getByRole('row').filter({ hasText: 'The other one' });
      for (const [act, state] of [
        ['Block billing', 'billing blocked'],
        ['Unblock billing', 'active'],
        ['Disable tenant', 'disabled'],
        ['Enable tenant', 'active'],
      ] as const) {
        await hand.pick(row.getByRole('button', { name: 'Actions for The other one' }), act);
        await hand.press(page.getByRole('dialog').getByRole('button', { name: act }));
        await row.getByText(state, { exact: true }).waitFor();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.context().close();
    });
  });

  it('leaves no complaint of a page', () => {
    expect(pages.complaints.filter((text) => !/status of (401|403)/.test(text))).toEqual([]);
  });
});
