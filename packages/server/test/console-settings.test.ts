import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const hosted = {
  id: 'wf_hosted',
  name: 'Verification',
  eventType: 'KYC_EVENT',
  source: 'SDK',
  nodes: [
    { id: 'about', type: 'particulars', form: 'KYC_PERSONAL' },
    { id: 'forms', type: 'required-forms', forms: ['DECLARATION'] },
    { id: 'submit', type: 'review-and-submit' },
    { id: 'clear', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'about' },
    { from: 'about', to: 'forms' },
    { from: 'forms', to: 'submit' },
    { from: 'submit', to: 'clear' },
  ],
};

/** Each scheme on another width; both on both where somebody looks at the pictures. */
const widths =
  process.env['GATEHOUSE_TEST_SCREENSHOTS'] === undefined
    ? { light: [1440], dark: [768] }
    : { light: [1440, 768], dark: [1440, 768] };

describe.skipIf(!hasChromium())('settings in the console', () => {
  let service: TestService;
  let pages: ConsolePages;
  let page: Page;
  let ada: Browser;
  const tenant = aTenant({
    users: [person('ada', ['admin']), person('olga', ['auditor'])],
    cases: { dueHours: 48 },
    workflows: [
      { domain: 'retail', workflow: hosted },
      { domain: 'retail', workflow: decidingWorkflow('MANUAL_CASE_EVENT', 'manual') },
      { domain: 'retail', workflow: decidingWorkflow('PERIODIC_FLOW_EVENT', 'manual') },
    ],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    await pages.submit('c-1');
    ada = await pages.as('ada');
    page = await pages.openAs('ada', '');
    page.setDefaultTimeout(30_000);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  const shoot = async (name: string, of = page) => {
    const kept = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (kept !== undefined) await of.screenshot({ path: `${kept}/settings-${name}.png`, fullPage: true });
  };
  const read = () => ada.get<'settings.read'>('/settings');
  const save = async (form = 'Branding') => {
    const button = page.getByRole('form', { name: form }).getByRole('button', { name: 'Save' });
    await button.click();
  };

  it('tell what of a colour can be read, and give the hosted pages colour and logo', timeout, async () => {
    await page.getByRole('link', { name: 'Settings' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    const form = page.getByRole('form', { name: 'Branding' });
    const readings = form.getByRole('list', { name: 'Contrast check (WCAG 2.2 AA)' });
    await form.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffd400');
    await readings.getByText('black text on the button, 14').waitFor();
    await readings.getByText(/Fail:/).first().waitFor();
    await form.getByRole('textbox', { name: 'Name shown to end users' }).fill('Acme Pay');
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await form.locator('input[type=file]').setInputFiles(logo);
    await form.getByText('logo.png is not a complete picture').waitFor();
    await form.locator('input[type=file]').setInputFiles({ ...logo, buffer: png() });
    await form.getByRole('img', { name: 'The logo' }).waitFor();
    await form.getByRole('textbox', { name: 'Privacy notice' }).fill('http://acme.test');
    await save();
    await form.getByText('must be a URL that begins with https://').waitFor();
    await form.getByRole('textbox', { name: 'Privacy notice' }).and(page.locator(':focus')).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('branding-fault');
    await form.getByRole('textbox', { name: 'Privacy notice' }).fill('https://acme.test/privacy');
    // Of texts in several languages the one that was refused is shown, with why.
    await form.getByRole('textbox', { name: 'Version' }).fill('1');
    const languages = form.getByRole('combobox', { name: 'Language' });
    const write = async (language: string, text: string) => {
      await languages.click();
      await page.getByRole('option', { name: language }).click();
      await form.getByRole('textbox', { name: `Text in ${language}` }).fill(text);
    };
    await write('German', 'Ich stimme zu.');
    await save();
    const missing = form.getByRole('textbox', { name: 'Text in English' });
    await missing.and(page.locator(':focus')).waitFor();
    expect(await missing.getAttribute('aria-invalid')).toBe('true');
    await form.getByRole('textbox', { name: 'Version' }).fill('');
    await write('German', '');
    await save();
    await form.getByText(/Version 1, by ada@example.test/).waitFor();
    const { url } = await service
      .client({ ...tenant.key, domain: 'retail' })
      .link.generate({ email: 'jo@example.test', customerId: 'c-2', eventType: 'KYC_EVENT' });
    const end = await pages.newPage();
    await end.goto(url);
    const button = end.getByRole('button', { name: 'Agree and begin' });
    await button.waitFor();
    const fill = "getComputedStyle(document.querySelector('.main-button')).backgroundColor";
    expect(await end.evaluate(fill)).toBe('rgb(255, 212, 0)');
    await end.getByText('Acme Pay', { exact: true }).waitFor();
    await shoot('hosted', end);
    await end.close();
  });

  it('are written over nobody’s change without a word', timeout, async () => {
    const form = page.getByRole('form', { name: 'Branding' });
    const name = form.getByRole('textbox', { name: 'Name shown to end users' });
    await name.fill('Mine');
    const { branding } = await read();
    const body = { expectedVersion: branding.version, branding: { ...branding.value, name: 'Theirs' } };
    await ada.send('/settings/branding', { method: 'PUT', body });
    await form.getByText('Changed by someone else').waitFor();
    expect(await name.inputValue()).toBe('Mine');
    await shoot('outdated');
    await form.getByRole('button', { name: 'Keep my version' }).click();
    await save();
    await form.getByText(/Version 3, by ada/).waitFor();
    expect((await read()).branding.value?.name).toBe('Mine');
    await name.fill('Mine again');
    const later = { expectedVersion: 3, branding: { ...branding.value, name: 'Theirs again' } };
    await ada.send('/settings/branding', { method: 'PUT', body: later });
    await form.getByRole('button', { name: 'Use their version' }).press('Enter');
    await form.getByText(/Version 4, by ada/).waitFor();
    expect(await name.inputValue()).toBe('Theirs again');
    await form.getByText('Changed by someone else').waitFor({ state: 'detached' });
    await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('say which pages may frame the hosted ones, and where the last one leads on', timeout, async () => {
    await page.getByRole('tab', { name: 'Hosted pages' }).click();
    const form = page.getByRole('form', { name: 'Hosted pages' });
    const origins = form.getByRole('textbox', { name: 'Allowed frame origins' });
    await origins.fill('https://app.acme.test\n\nshop.acme.test');
    await save('Hosted pages');
    await form
      .getByText('Line 3, "shop.acme.test", must be an origin such as https://app.acme.test')
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await origins.fill('https://app.acme.test\nhttps://shop.acme.test');
    await form.getByRole('textbox', { name: 'Return URL' }).fill('https://acme.test/in');
    await save('Hosted pages');
    await form.getByText(/Version 1, by ada/).waitFor();
    const { url } = await service
      .client({ ...tenant.key, domain: 'retail' })
      .link.generate({ email: 'jo@example.test', customerId: 'c-2', eventType: 'KYC_EVENT' });
    const policy = (await fetch(url)).headers.get('content-security-policy');
    expect(policy).toContain('frame-ancestors https://app.acme.test https://shop.acme.test');
    expect((await read()).hosted.value?.returnUrl).toBe('https://acme.test/in');
  });

  it('change a form beside what ships, which callers and end users get', timeout, async () => {
    await page.getByRole('tab', { name: 'Forms and documents' }).click();
    await page.getByRole('button', { name: 'Exclude DECLARATION' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Exclude' }).click();
    await page.getByText(/^Published workflow “.+” \(retail\), step “.+”, would break: /).waitFor();
    await shoot('forms-refused');
    await page.getByRole('button', { name: 'Edit DECLARATION' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit DECLARATION' });
    const requested = dialog.getByRole('region', { name: 'Content' }).first();
    const first = (await requested.getByRole('listitem').first().textContent())!;
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('What you declare');
    await requested.getByText('What you declare').waitFor();
    await dialog
      .getByRole('button', { name: `Move ${first.replace(/ required.*/, '')} down` })
      .press('Enter');
    await expect.poll(() => requested.getByRole('listitem').nth(1).textContent()).toBe(first);
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /DECLARATION/ });
    await row.getByText('changed', { exact: true }).waitFor();
    const { 'required-form': forms } = await service
      .client({ ...tenant.key, domain: 'retail' })
      .config(['required-form']);
    expect(forms.items.find(({ code }) => code === 'DECLARATION')?.name).toBe('What you declare');
    await page.getByRole('button', { name: 'Restore DECLARATION' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await row.getByText('default', { exact: true }).waitFor();
    await page.getByText('Document rules', { exact: true }).click();
    await page.getByRole('button', { name: 'Edit KYC_DEFAULT' }).click();
    await page.getByRole('dialog', { name: 'Edit KYC_DEFAULT' }).getByText('Max age days').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('rule');
    await page.keyboard.press('Escape');
  });

  it('tell before they count which cases and customers they concern', timeout, async () => {
    await page.getByRole('tab', { name: 'Case deadlines and decisions' }).click();
    const hours = page.getByRole('textbox', { name: 'Due after (hours)', exact: true });
    await service.app.database.operator((tx) =>
      tx.sql(`update case_record set opened_at = now() - interval '10 hours' where tenant_id = $1`, [
        tenant.id,
      ]),
    );
    await hours.fill('9');
    await page.getByRole('row', { name: 'retail 1 0 1 0' }).waitFor();
    await save('Case deadlines and decisions');
    await page.getByText(/Version 2, by ada/).waitFor();
    await page.getByRole('tab', { name: 'Monitoring' }).click();
    await page.getByRole('checkbox', { name: 'Monitor new customers by default' }).check();
    await save('Continuous monitoring');
    await page.getByText(/Customers without their own setting become monitored: 1/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Start monitoring' }).click();
    await page.getByRole('row', { name: /retail .*1 of 1 1 by default \(on\)/ }).waitFor();
    expect((await read()).monitoring.value).toBe(true);
  });

  it('are read by auditors, who are offered no act', timeout, async () => {
    const olga = await pages.openAs('olga', 'settings?part=forms');
    await olga.getByRole('row', { name: /DECLARATION/ }).waitFor();
    await expect.poll(() => olga.getByRole('button', { name: /DECLARATION|Add|Save/ }).count()).toBe(0);
    await olga.close();
  });

  it('can be worked with by everybody, in light and dark', timeout, async () => {
    for (const [part, seen] of [
      ['branding', 'First screen of the hosted pages'],
      ['hosted', 'Allowed frame origins'],
      ['forms', 'KYC_PERSONAL'],
      ['cases', 'If these deadlines applied to open cases'],
      ['monitoring', 'Monitored customers'],
    ] as const) {
      await page.goto(`${service.app.consoleUrl}/settings?part=${part}`);
      await page.getByText(seen, { exact: true }).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of widths[colorScheme]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await accessibilityFindings(page, colorScheme), `${part} ${width}`).toEqual([]);
          await shoot(`${part}-${colorScheme}-${width}`);
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(pages.complaints.filter((text) => !/status of 4(09|22)/.test(text))).toEqual([]);
  });
});
