import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium, startChromium } from './support/chromium.ts';
import { password, person, signIn } from './support/console.ts';
import { TestIdentityProvider } from './support/identity-provider.ts';
import { keyboard } from './support/input-devices.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** Where pictures of the pages go, to be looked at; none without it. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

/** A walk with a look at each page takes its time on a busy machine. */
const walk = 240_000;

describe.skipIf(!hasChromium())('the pages of accounts and people', { timeout: walk }, () => {
  let service: TestService;
  let chromium: Chromium;
  let page: Page;
  const complaints: string[] = [];
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('olaf', ['operator']),
      person('gus', ['developer']),
      person('hal', ['auditor']),
      person('boss', ['admin']),
      person('tess', ['analyst']),
    ],
    signIn: { secondFactor: { roles: ['developer'] } },
    workflows: [],
  });

  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    await service.provision(tenant);
    chromium = await startChromium();
    page = await openPage();
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
  });

  async function openPage(): Promise<Page> {
    const opened = await (await chromium.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    opened.on('pageerror', (error) => complaints.push(error.message));
    opened.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|403|409|422)/.test(message.text())) {
        complaints.push(message.text());
      }
    });
    return opened;
  }

  /** By keys alone: the first field has the focus. */
  async function typeIn(on: Page, name: string, secret: string, at = service.app.consoleUrl): Promise<void> {
    await on.goto(at);
    await on.getByLabel('E-mail').waitFor();
    await on.keyboard.type(`${name}@example.test`);
    await on.keyboard.press('Tab');
    await on.keyboard.type(secret);
    await on.keyboard.press('Enter');
  }

  async function signInByKeys(on: Page, name: string, secret: string): Promise<void> {
    await typeIn(on, name, secret);
    await on.getByRole('navigation', { name: 'Pages' }).waitFor();
  }

  /** What WCAG has against a page in light and dark; its picture in both, wide and narrow. */
  async function look(on: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await on.emulateMedia({ colorScheme });
      await on.waitForLoadState('networkidle');
      expect(await accessibilityFindings(on, colorScheme), `${name}, ${colorScheme}`).toEqual([]);
      if (pictures === undefined) continue;
      mkdirSync(pictures, { recursive: true });
      for (const width of [1440, 768]) {
        await on.setViewportSize({ width, height: 900 });
        await on.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      }
      await on.setViewportSize({ width: 1440, height: 900 });
    }
    await on.emulateMedia({ colorScheme: 'light' });
  }

  it('let somebody change their password and end their other sessions, by keys alone', async () => {
    const elsewhere = await signIn(service, tenant, 'ana');
    await signInByKeys(page, 'ana', password);
    await keyboard(page).pick(page.getByRole('button', { name: 'ana', exact: true }), 'Your account');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('current session').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await look(page, 'account');
    await page.getByRole('button', { name: 'Change password' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type(password);
    await page.getByLabel('New password').focus();
    await page.keyboard.type('qwertyuiopqwertyuiop');
    await page.keyboard.press('Enter');
    await page.getByText('is a commonly used password').waitFor();
    await look(page, 'password');
    await page.getByLabel('New password').fill('four words with blanks');
    await page.keyboard.press('Enter');
    await page.getByText('Your password was changed').waitFor();
    expect((await elsewhere.send('/session')).status).toBe(401);
    await expect.poll(() => page.getByRole('row').count(), { timeout: 30_000 }).toBe(2);
  });

  it('sign somebody in by the provider of their company, and say why where it does not', async () => {
    const idp = await TestIdentityProvider.start();
    idp.serve([`${service.app.consoleUrl}/single-sign-on/${tenant.id}/staff`]);
    const { issuer, clientId, clientSecret } = idp;
    const provider = { id: 'staff', name: 'Acme staff', issuer, clientId, clientSecret };
    await service.provision({ ...tenant, singleSignOn: [{ ...provider, emailDomains: ['example.test'] }] });
    const hal = await openPage();
    await hal.goto(service.app.consoleUrl);
    const button = hal.getByRole('button', { name: 'Single sign-on' });
    await button.click();
    expect(await hal.getByLabel('E-mail').evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    await hal.keyboard.type('hal@example.test');
    await button.focus();
    await hal.keyboard.press('Enter');
    await hal.getByText('Acme staff: it says the person gave up').waitFor();
    await look(hal, 'single-sign-on-refused');
    idp.people.set('h', { email: 'hal@example.test', email_verified: true });
    idp.current = 'h';
    await hal.getByRole('link', { name: 'Back to sign in' }).click();
    await hal.getByLabel('E-mail').fill('hal@example.test');
    // What is shown until the service has asked the provider.
    let goOn = () => {};
    const looked = new Promise<void>((resolve) => (goOn = resolve));
    await hal.route('**/api/session/single-sign-on', async (route) => {
      await looked;
      await route.continue();
    });
    await button.click();
    await hal.getByText('Signing you in').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await hal.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(hal, colorScheme), `waiting, ${colorScheme}`).toEqual([]);
      if (pictures) await hal.screenshot({ path: join(pictures, `single-sign-on-waits-${colorScheme}.png`) });
    }
    goOn();
    await hal.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(hal.url()).not.toContain('code=');
    await hal.context().close();
    await idp.stop();
  });

  it('set one-time codes up where the tenant demands them, and ask for one at the next sign-in', async () => {
    const gus = await openPage();
    await typeIn(gus, 'gus', password);
    await gus.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
    await gus.getByText('Authenticator codes', { exact: true }).waitFor();
    await look(gus, 'gate');
    await gus.getByRole('button', { name: 'Set up' }).focus();
    await gus.keyboard.press('Enter');
    await gus.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await look(gus, 'totp');
    const secret = (await gus.locator('pre').textContent())!.replaceAll(' ', '');
    await gus.getByLabel('Code from the app').fill('000000');
    await gus.keyboard.press('Enter');
    await gus.getByText('does not match the current code of the app').waitFor();
    const codeOf = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await gus.getByLabel('Code from the app').fill(codeOf(-1));
    await gus.keyboard.press('Enter');
    await gus.getByText('Store these codes apart from your phone').waitFor();
    expect((await gus.locator('pre').textContent())!.split('\n')).toHaveLength(10);
    await look(gus, 'recovery-codes');
    await gus.getByRole('button', { name: 'I have saved them' }).click();
    await gus.getByRole('navigation', { name: 'Pages' }).waitFor();
    await gus.getByRole('button', { name: 'gus', exact: true }).click();
    await gus.getByRole('menuitem', { name: 'Sign out' }).click();
    await gus.getByLabel('E-mail').fill('gus@example.test');
    await gus.locator('input[type=password]').fill(password);
    await gus.keyboard.press('Enter');
    await gus.getByLabel('One-time code').waitFor();
    await look(gus, 'code');
    // The field has the focus.
    await gus.keyboard.type(codeOf(0));
    await gus.keyboard.press('Enter');
    await gus.getByRole('navigation', { name: 'Pages' }).waitFor();
    await gus.context().close();
  });

  it('add a passkey, and let in by it without a password', async () => {
    const hal = await openPage();
    // A passkey belongs to a host name, which an address of numbers is not.
    const consoleUrl = service.app.consoleUrl.replace('127.0.0.1', 'localhost');
    const device = await hal.context().newCDPSession(hal);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await typeIn(hal, 'hal', password, consoleUrl);
    await hal.getByRole('navigation', { name: 'Pages' }).waitFor();
    await hal.goto(`${consoleUrl}/account`);
    await hal.getByRole('button', { name: 'Add a passkey' }).focus();
    await hal.keyboard.press('Enter');
    await hal.getByLabel('Passkey name').fill('work laptop');
    await hal.keyboard.press('Enter');
    await hal.getByRole('cell', { name: 'work laptop', exact: true }).waitFor();
    await look(hal, 'passkeys');
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);
    const signOut = async () => {
      await hal.getByRole('button', { name: 'hal', exact: true }).click();
      await hal.getByRole('menuitem', { name: 'Sign out' }).click();
      await hal.getByLabel('E-mail').waitFor();
    };
    await signOut();
    await look(hal, 'sign-in');
    await hal.getByRole('button', { name: 'Sign in with a passkey' }).focus();
    await hal.keyboard.press('Enter');
    await hal.getByRole('heading', { name: 'Your account' }).waitFor();
    await hal.getByText('current session').waitFor();
    expect(await hal.getByRole('row', { name: /current session/ }).textContent()).toContain('passkey');
    // A proof by the passkey replaces one by the password.
    await service.app.database.operator((tx) =>
      tx.sql(`update console_session set proved_at = proved_at - interval '11 minutes'`),
    );
    await hal.getByRole('button', { name: 'Remove work laptop' }).click();
    await hal.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
    await hal.getByRole('button', { name: 'Use passkey' }).click();
    await hal.getByRole('cell', { name: 'work laptop', exact: true }).waitFor({ state: 'detached' });
    await signOut();
    // The device still has it; the service knows it no more.
    await hal.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await hal.getByRole('alert').waitFor();
    await hal.context().close();
  });

  it('invite somebody by keys alone, who chooses a password by the mail and is in', async () => {
    const boss = await openPage();
    await signInByKeys(boss, 'boss', password);
    await boss.keyboard.press('g');
    await boss.keyboard.press('p');
    await boss.getByRole('heading', { name: 'People' }).waitFor();
    await boss.getByText('gus@example.test').waitFor();
    await look(boss, 'people');
    await boss.getByRole('button', { name: 'Invite user' }).focus();
    await boss.keyboard.press('Enter');
    await boss.getByRole('dialog').waitFor();
    await look(boss, 'invite');
    await boss.keyboard.type('newcomer@example.test');
    await boss.keyboard.press('Tab');
    await boss.keyboard.type('Newcomer');
    await boss.keyboard.press('Enter');
    await boss.getByText('An invitation is on its way').waitFor();
    await boss.getByText('invited until').waitFor();
    await service.drain();
    // The mail as the development mailbox shows it.
    const newcomer = await openPage();
    await newcomer.goto(service.app.mailbox!.url);
    await newcomer.getByRole('link', { name: 'Follow the link' }).first().click();
    await newcomer.getByRole('heading', { name: 'Welcome' }).waitFor();
    await look(newcomer, 'invitation');
    await newcomer.getByLabel('New password').fill('four words with blanks');
    await newcomer.keyboard.press('Enter');
    await newcomer.getByText('Password saved').waitFor();
    await newcomer.getByRole('link', { name: 'Sign in' }).click();
    await newcomer.getByLabel('E-mail').fill('newcomer@example.test');
    await newcomer.locator('input[type=password]').fill('four words with blanks');
    await newcomer.keyboard.press('Enter');
    await newcomer.getByRole('button', { name: 'Newcomer', exact: true }).waitFor();
    await boss.getByRole('button', { name: 'Actions for newcomer@example.test' }).click();
    await boss.getByRole('menuitem', { name: 'Disable user' }).waitFor();
    expect(await accessibilityFindings(boss)).toEqual([]);
    await boss.getByRole('menuitem', { name: 'Disable user' }).click();
    await boss.getByRole('dialog').getByText('Ends all sessions at once').waitFor();
    await boss.getByRole('dialog').getByRole('button', { name: 'Disable user' }).click();
    await boss.getByText('disabled').waitFor();
    await newcomer.reload();
    await newcomer.getByLabel('E-mail').waitFor();
    await newcomer.getByRole('link', { name: 'Forgot password?' }).click();
    await newcomer.getByLabel('E-mail').fill('newcomer@example.test');
    await look(newcomer, 'forgotten');
    await newcomer.keyboard.press('Enter');
    // The same words as for anybody.
    await newcomer.getByText('a reset link is on its way').waitFor();
    await boss.context().close();
    await newcomer.context().close();
  });

  it('show an admin the access tokens of somebody, and revoke one', async () => {
    const tess = await signIn(service, tenant, 'tess');
    for (const name of ['Assistant on my laptop', 'Export of figures']) {
      const body = { name, domain: 'retail', personalData: name.startsWith('A'), days: 30 };
      await tess.post<'accessTokens.create'>('/account/access-tokens', body);
    }
    const boss = await openPage();
    await signInByKeys(boss, 'boss', password);
    await boss.getByRole('link', { name: 'People' }).click();
    await boss.getByRole('button', { name: 'Actions for hal@example.test' }).click();
    await expect.poll(() => boss.getByRole('menuitem', { name: /^Access tokens/ }).count()).toBe(0);
    await boss.keyboard.press('Escape');
    await boss.getByRole('button', { name: 'Actions for tess@example.test' }).click();
    await boss.getByRole('menuitem', { name: 'Access tokens (2)' }).click();
    const dialog = boss.getByRole('dialog', { name: 'Access tokens of tess@example.test' });
    await dialog.getByRole('row', { name: /Assistant on my laptop personal data retail never/ }).waitFor();
    await look(boss, 'tokens-of-person');
    await dialog.getByRole('button', { name: 'Revoke Export of figures' }).click();
    await boss
      .getByRole('dialog', { name: 'Revoke access token Export of figures?' })
      .getByRole('button', { name: 'Revoke', exact: true })
      .click();
    await dialog.getByText('Export of figures').waitFor({ state: 'detached' });
    await dialog.getByText('Assistant on my laptop').waitFor();
    const { tokens } = await tess.get<'accessTokens.list'>('/account/access-tokens');
    expect(tokens.map(({ name }) => name)).toEqual(['Assistant on my laptop']);
    await boss.context().close();
  });

  it('show the operator the tenants, and nothing else', async () => {
    const olaf = await openPage();
    await signInByKeys(olaf, 'olaf', password);
    await olaf.getByRole('heading', { name: 'Tenants' }).waitFor();
    await olaf.getByRole('cell', { name: tenant.id }).waitFor();
    await expect.poll(() => olaf.getByRole('link', { name: 'Cases' }).count()).toBe(0);
    await look(olaf, 'tenants');
    await olaf.getByRole('button', { name: /^Actions for / }).click();
    await olaf.getByRole('menuitem', { name: 'Block billing' }).click();
    await olaf.getByRole('dialog').getByText('until billing is unblocked').waitFor();
    await olaf.keyboard.press('Enter');
    await olaf.getByText('billing blocked').waitFor();
    await olaf.context().close();
  });

  it('break no policy and throw nothing', () => {
    expect(complaints).toEqual([]);
  });
});
