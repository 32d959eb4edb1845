import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { fixedTexts } from './support/fixed-texts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

const listed = 'Wilhelmina Thornapple';

/** Pages whose texts are all in the catalogue; the rest of the console joins them folder by folder. */
const convertedPages = [
  { path: 'account', name: 'boss' },
  { path: 'people', name: 'boss' },
  { path: 'usage', name: 'boss' },
  { path: 'erasures', name: 'boss' },
  { path: 'retention', name: 'boss' },
  { path: 'assurance', name: 'boss' },
  { path: 'watchlist', name: 'boss' },
  { path: 'webhooks', name: 'boss' },
  { path: 'webhooks/new', name: 'boss' },
  { path: '', name: 'boss' },
  { path: 'figures', name: 'boss' },
  { path: 'rulings', name: 'boss' },
  { path: 'rescreening', name: 'boss' },
  { path: 'customers', name: 'boss' },
  { path: 'executions', name: 'boss' },
  { path: 'workflows', name: 'boss' },
  { path: 'workflows/retail/wf_screening', name: 'boss' },
  { path: 'lists', name: 'olaf' },
  { path: 'tenants', name: 'olaf' },
  { path: 'settings', name: 'boss' },
  { path: 'settings?part=hosted', name: 'boss' },
  { path: 'settings?part=forms', name: 'boss' },
  { path: 'settings?part=cases', name: 'boss' },
  { path: 'settings?part=monitoring', name: 'boss' },
  { path: 'settings?part=webhooks', name: 'boss' },
];

describe.skipIf(!hasChromium())('the languages of the console', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  const tenant = aTenant({
    users: [
      person('boss', ['admin', 'analyst'], ['first-line']),
      person('olaf', ['operator']),
      // Whom the menu lists to assign cases to.
      person('ana', ['analyst'], ['first-line']),
      person('dev', ['developer']),
    ],
    watchlist: [{ id: 'w1', name: listed, dateOfBirth: '1980', gender: 'F', countries: ['NZ'] }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  /** A page in a language that need not be offered yet, until another one is chosen there. */
  async function openIn(language: string, path: string, name?: string): Promise<Page> {
    const page = await pages.newPage(name === undefined ? undefined : (await pages.as(name)).cookie);
    await page.addInitScript((chosen) => {
      if (localStorage.getItem('gatehouse.language') === null)
        localStorage.setItem('gatehouse.language', chosen);
    }, language);
    await show(page, path);
    return page;
  }

  async function show(page: Page, path: string): Promise<void> {
    await page.goto(`${service.app.consoleUrl}/${path}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
  }

  /** One browser of a person for many pages: it loads the console's code once. */
  const browsers = new Map<string, Promise<Page>>();
  async function showIn(language: string, path: string, name: string): Promise<Page> {
    const known = browsers.get(name);
    const opened = known ?? openIn(language, path, name);
    browsers.set(name, opened);
    const page = await opened;
    if (known !== undefined) await show(page, path);
    return page;
  }

  it.each(convertedPages)('have no text of the page $path that is fixed', async ({ path, name }) => {
    const page = await showIn('pseudo', path, name);
    expect(await page.locator('main').textContent()).toContain('⟦');
    // Names of fields and forms are data: a tenant writes its own.
    const boss = await pages.as('boss');
    const [forms, fields] = await Promise.all([
      boss.get<'settings.readReference'>('/settings/reference/required-form'),
      boss.get<'settings.readReference'>('/settings/reference/particular'),
    ]);
    expect(await fixedTexts(page, { ...tenant, forms, fields } as never)).toEqual([]);
  });

  it('have no fixed text on the pages of work, nor in their dialogs', async () => {
    const boss = await pages.as('boss');
    const caseNo = await pages.submit('c-1');
    const { alerts, revision, execution } = await boss.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    await boss.post(`/domains/retail/cases/${caseNo}/moves`, { move: 'claim', expectedRevision: revision });
    await boss.post(`/domains/retail/cases/${caseNo}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'FALSE_POSITIVE',
      reason: 'Born in another year',
    });
    const scan = await boss.post<'scans.begin'>('/domains/retail/quick-scans', {
      engines: ['WATCHLIST'],
      name: listed,
      customerType: 'Individual',
    });
    await service.drain();
    // What people, the workflow and the records state stays as it is; a picture's place has the initials of a name.
    const written = ['Born in another year', 'WT'];
    const known = { ...tenant, caseNo, alerts, execution, scan, written };
    const fixed: Record<string, string[]> = {};
    const look = async (page: Page, name: string) => {
      const found = await fixedTexts(page, known as never);
      if (found.length > 0) fixed[name] = found;
    };
    for (const path of [
      'cases?view=all',
      'customers/retail/c-1',
      `executions/retail/${execution.executionId}`,
      `quick-scans/retail/${scan.scanId}`,
    ]) {
      const page = await openIn('pseudo', path, 'boss');
      await look(page, path);
      await page.close();
    }
    const page = await openIn('pseudo', `cases/retail/${caseNo}`, 'boss');
    await look(page, 'case');
    const moves = page.locator('.gh-case-moves button:not([aria-disabled])');
    const count = (await moves.count()) - 1;
    expect(count).toBeGreaterThan(2);
    for (let index = 0; index < count; index += 1) {
      await moves.nth(index).click();
      await page.locator('[role="dialog"]').getByText('⟦').first().waitFor();
      await look(page, `dialog ${index}`);
      await page.keyboard.press('Escape');
      await page.locator('[role="dialog"]').waitFor({ state: 'detached' });
    }
    expect(fixed).toEqual({});
    await page.close();
  });

  it('have the labels and the help of forms that are made from schemas', async () => {
    const boss = await pages.as('boss');
    const fields = await boss.get<'settings.readReference'>('/settings/reference/particular');
    const page = await openIn('pseudo', 'settings?part=forms', 'boss');
    await page.locator('tbody button').first().click();
    await page.locator('.gh-item-form').getByText('⟦').first().waitFor();
    expect(await fixedTexts(page, { ...tenant, fields } as never, '.gh-item-form')).toEqual([]);
    await page.close();
  });

  it('are kept once one is chosen in the menu of the account', async () => {
    const page = await pages.openAs('boss', 'account');
    await page.locator('.gh-account').click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.close();
  });

  it.each(['', 'forgotten', 'invitation'])(
    'have no fixed text on /%s, before one is signed in',
    async (path) => {
      const page = await openIn('pseudo', path);
      expect(await page.locator('main').textContent()).toContain('⟦');
      expect(await fixedTexts(page, tenant)).toEqual([]);
      await page.close();
    },
  );

  it('have no fixed text in the menus, the palette and the keys of the frame', async () => {
    const page = await openIn('pseudo', 'account', 'boss');
    for (const open of [
      () => page.locator('.gh-account').click(),
      () => page.locator('.gh-search').click(),
      () => page.keyboard.press('?'),
    ]) {
      await open();
      await page.locator('[role="menu"], [role="dialog"]').getByText('⟦').first().waitFor();
      expect(await fixedTexts(page, tenant)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('[role="menu"], [role="dialog"]').waitFor({ state: 'detached' });
    }
    await page.close();
  });

  it('are offered in the menu of the account', async () => {
    const page = await openIn('pseudo', 'account', 'boss');
    await page.locator('.gh-account').click();
    const chosen = page.getByRole('menuitemradio', { checked: true });
    expect(await chosen.textContent()).toBe('Pseudo');
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.close();
  });

  it('have refusals and rules of the service too', async () => {
    const entry = await openIn('pseudo', '');
    await entry.locator('input[type=email]').fill('nobody@acme.test');
    await entry.locator('input[type=password]').fill('a wrong password');
    await entry.locator('form button[type=submit]').click();
    await entry.getByText('⟦Áddréšš ör páššwörd íš wröñg').waitFor();
    await entry.close();

    const page = await openIn('pseudo', 'watchlist', 'boss');
    await page.getByRole('button', { name: '⟦Ádd' }).click();
    await page.locator('input[name=id]').fill('one');
    await page.locator('input[name=name]').fill('---');
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByText('müšt çöñtáíñ á léttér ör á dígít').waitFor();
    await page.close();
  });

  it('have what is wrong with a draft of a workflow', async () => {
    const { edges, ...workflow } = screeningWorkflow({ id: 'wf_faulty' });
    const dev = await pages.as('dev');
    await dev.post<'workflows.save'>('/domains/retail/workflows', {
      definition: {
        ...workflow,
        mood: 'async',
        edges: [
          ...(edges as readonly object[]).slice(1),
          { from: 'score', to: 'nowhere' },
          { from: 'start', to: 'screen', when: 'riskScore + data.dateOfBirth == score.hits' },
        ],
      },
      publish: false,
    });
    const page = await openIn('pseudo', 'workflows/retail/wf_faulty', 'dev');
    const faults = page.locator('.gh-faults');
    await faults.locator('button').first().waitFor();
    await expect.poll(() => faults.locator('button').count()).toBeGreaterThan(4);
    expect(await fixedTexts(page, tenant, '.gh-faults')).toEqual([]);
    await page.close();
  });

  it('name a page that is not there, and what to do', async () => {
    const page = await openIn('pseudo', 'account', 'boss');
    await page.goto(page.url().replace(/account$/, 'nowhere'));
    await page.getByRole('alert').getByText('⟦').first().waitFor();
    expect(await fixedTexts(page, tenant)).toEqual([]);
    await page.close();
  });

  it('are chosen by a switch that starts the page anew and is kept', async () => {
    const page = await openIn('pseudo', '');
    await page.getByRole('combobox', { name: '⟦Láñgüágé' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.close();
  });

  it('turn the page where they are written from right to left', async () => {
    const page = await openIn('ar', '');
    await page.getByRole('button', { name: 'تسجيل الدخول', exact: true }).waitFor();
    const root = page.locator('html');
    expect(await root.getAttribute('dir')).toBe('rtl');
    expect(await root.getAttribute('lang')).toBe('ar');
    const [label, field] = await Promise.all([
      page.locator('label').first().boundingBox(),
      page.locator('input').first().boundingBox(),
    ]);
    expect(Math.round(label!.x + label!.width)).toBe(Math.round(field!.x + field!.width));
    await page.close();
  });

  it('have the navigation where their lines begin, beside the page and over it', async () => {
    const page = await openIn('ar', 'account', 'boss');
    const rightEdge = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box === null ? 0 : Math.round(box.x + box.width);
    };
    const widthOf = () => page.evaluate<number>('document.documentElement.clientWidth');
    expect(await rightEdge('.gh-frame > .gh-sidebar')).toBe(await widthOf());
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('.gh-top > button:first-child').click();
    await expect.poll(() => rightEdge('.mantine-Drawer-content')).toBe(await widthOf());
    await page.close();
  });
});
