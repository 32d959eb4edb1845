import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { type Browser, password, person, signIn } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { inputDevices } from './support/input-devices.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

describe.skipIf(!hasChromium())('every way through the console', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let boss: Browser;
  /** Two open cases. */
  let cases: string[];
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line']), person('boss', ['admin'])],
    watchlist: [
      { id: 'w1', name: 'Wilhelmina Thornapple' },
      // More than one page.
      ...Array.from({ length: 120 }, (_, index) => ({
        id: `many-${index + 1000}`,
        name: `Larkspur ${index}`,
      })),
    ],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_DEV_MAILBOX: 'off' });
    pages = await ConsolePages.start(service, tenant);
    boss = await pages.as('boss');
    cases = [await pages.submit('walked-1'), await pages.submit('walked-2')];
    await boss.post(`/domains/retail/cases/${cases[0]}/notes`, { text: 'For the record.' });
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  describe.each(inputDevices)('by %s alone', (by, deviceOf) => {
    it('leads to every page and domain, tells the keys, and out', async () => {
      const page = await pages.open('');
      const hand = deviceOf(page);
      await hand.write(page.getByLabel('E-mail'), 'boss@example.test');
      await hand.write(page.locator('input[type=password]'), person('boss', []).password);
      await hand.press(page.getByRole('button', { name: 'Sign in', exact: true }));
      const links = page.getByRole('navigation', { name: 'Pages' });
      for (const [name, heading] of [
        ['Cases', 'Cases'],
        ['Customers', 'Customers'],
        ['Quick scan', 'Quick scan'],
        ['Watchlist', 'Watchlist'],
        ['Workflows', 'Workflows'],
        ['Executions', 'Executions'],
        ['Webhooks', 'Webhooks'],
        ['Audit', 'Audit'],
        ['People', 'People'],
        ['Home', 'Hello, boss'],
      ] as const) {
        await hand.press(links.getByRole('link', { name, exact: true }));
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      }
      await hand.choose(page.getByRole('combobox', { name: 'Domain' }), 'corporate');
      await page.getByRole('heading', { name: 'No cases yet' }).waitFor();
      // The page of the lists says what to do, also to those who cannot do it.
      await page.getByRole('region', { name: 'Setup' }).getByRole('link', { name: 'Open lists' }).waitFor();
      await hand.press(page.getByRole('button', { name: 'Help and shortcuts' }));
      const stated = page.getByRole('dialog').getByRole('row');
      await stated.filter({ hasText: 'go to Webhooks' }).waitFor();
      const keys = await stated.locator('kbd').allTextContents();
      expect(new Set(keys).size, 'a key that means two things').toBe(keys.length);
      await hand.press(page.getByRole('dialog').getByRole('button'));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await hand.pick(page.getByRole('button', { name: 'boss', exact: true }), 'Your account');
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      await hand.pick(page.getByRole('button', { name: 'boss', exact: true }), 'Sign out');
      await page.getByLabel('E-mail').waitFor();
      await page.context().close();
    });

    it('shows the domain of the page, and leaves the page of a case for another domain', async () => {
      const page = await pages.openAs('boss', `cases/retail/${cases[0]!}`);
      await page.getByRole('heading', { name: cases[0]! }).waitFor();
      const domain = page.getByRole('combobox', { name: 'Business domain' });
      await deviceOf(page).choose(domain, 'corporate');
      await page.getByText('No cases here.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/cases');
      await page.goBack();
      await page.getByRole('heading', { name: cases[0]! }).waitFor();
      await expect.poll(() => domain.inputValue()).toBe('retail');
      await page.context().close();
    });

    it('finds pages, cases, customers and actions from anywhere, and nothing that the role may not', async () => {
      const page = await pages.openAs('ana', 'customers');
      const hand = deviceOf(page);
      const dialog = page.getByRole('dialog');
      const option = (name: RegExp) => dialog.getByRole('option', { name });
      const search = async (text: string) => {
        if (by === 'mouse') await hand.press(page.getByRole('button', { name: 'Search or go to' }));
        else await page.keyboard.press('Control+k');
        await dialog.getByRole('combobox').waitFor();
        await page.keyboard.type(text);
      };
      const choose = async (name: RegExp) => {
        await option(name).waitFor();
        if (by === 'mouse') await option(name).click();
        else {
          while ((await option(name).getAttribute('aria-selected')) !== 'true') {
            await page.keyboard.press('ArrowDown');
          }
          await page.keyboard.press('Enter');
        }
        await dialog.getByRole('combobox').waitFor({ state: 'detached' });
      };
      await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
      await search('walked-1');
      await option(/Wilhelmina Thornapple walked-1/).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await choose(new RegExp(`^${cases[0]!}`));
      await page.getByRole('heading', { name: cases[0]! }).waitFor();
      await search('audit');
      await dialog.getByText('No pages or actions match, and no cases or customers in retail.').waitFor();
      await page.keyboard.press('Escape');
      await search('new scan');
      await choose(/^New quick scan/);
      await page.getByRole('heading', { name: 'Quick scan', level: 1 }).waitFor();
      await search('');
      await choose(/^Help and shortcuts/);
      await page.getByRole('dialog').getByText('search pages, cases, customers and actions').waitFor();
      await page.context().close();
    });

    it('goes from what home counts to the cases that are counted', async () => {
      const page = await pages.openAs('ana', '');
      const hand = deviceOf(page);
      const main = page.getByRole('main');
      for (const [name, search] of [
        ['Overdue', '?view=overdue&sort=due'],
        [/^\d+ open$/, '?view=open'],
        ['Available in your groups', '?view=available'],
        ['Awaiting second approval', '?view=available&only=second-approval'],
        ['Due within four hours', '?view=open&only=due-soon&sort=due'],
        ['7 days or more', '?view=open&age=age-older&sort=oldest'],
        ['first-line', '?view=open&group=first-line'],
        ['All resolved cases', '?view=concluded&sort=newest'],
      ] as const) {
        await hand.press(main.getByRole('link', { name }));
        await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
        expect(new URL(page.url()).search).toBe(search);
        await page.goBack();
        await page.getByRole('heading', { name: 'Hello, ana' }).waitFor();
      }
      const next = page.getByRole('region', { name: 'Next case' });
      await hand.press(next.getByRole('link', { name: cases[0]! }));
      await page.getByRole('heading', { name: cases[0]! }).waitFor();
      await hand.press(page.getByRole('link', { name: 'Wilhelmina Thornapple', exact: true }));
      await page.getByText('walked-1 ·').waitFor();
      await page.context().close();
    });

    it('narrows the list of cases by view, order, group and search, in its address', async () => {
      const page = await pages.openAs('boss', 'cases?view=open&group=first-line');
      const hand = deviceOf(page);
      const rows = page.getByRole('link', { name: /^C\d+$/ });
      const shown = (search: Record<string, string>) =>
        expect
          .poll(() => Object.fromEntries(new URL(page.url()).searchParams), { timeout: 30_000 })
          .toEqual(search);
      await rows.first().waitFor();
      await hand.press(page.getByRole('button', { name: 'Clear filters' }));
      await shown({ view: 'open' });
      await hand.choose(page.getByRole('combobox', { name: 'Sort by' }), 'Newest first');
      await shown({ view: 'open', sort: 'newest' });
      await expect.poll(() => rows.allTextContents(), { timeout: 30_000 }).toEqual(cases.toReversed());
      const view = page.getByRole('radiogroup', { name: 'View' });
      await hand.turnTo(view, 'Mine');
      await page.getByText('No cases here').waitFor();
      await hand.turnTo(view, 'Unassigned');
      await shown({ view: 'unassigned', sort: 'newest' });
      await hand.write(page.getByRole('textbox', { name: 'Search' }), 'walked-1');
      await page.keyboard.press('Enter');
      await shown({ view: 'unassigned', sort: 'newest', search: 'walked-1' });
      await expect.poll(() => rows.allTextContents(), { timeout: 30_000 }).toEqual([cases[0]]);
      const started = page.waitForEvent('download');
      await (by === 'mouse'
        ? hand.press(page.getByRole('button', { name: 'Export CSV' }))
        : page.keyboard.press('e'));
      const file = await started;
      expect(file.suggestedFilename()).toMatch(/^cases-retail-[0-9-]{10}\.csv$/);
      const [first, ...others] = parse(readFileSync(await file.path()), { bom: true, columns: true });
      expect([first, others]).toMatchObject([{ caseNo: cases[0], customerId: 'walked-1' }, []]);
      await page.context().close();
    });

    it('adds an entry to the watchlist, changes it, finds it and takes it off', async () => {
      const page = await pages.openAs('ana', 'watchlist');
      const hand = deviceOf(page);
      const id = `entry-${by}`;
      await hand.press(page.getByRole('button', { name: 'Add entry' }));
      const dialog = page.getByRole('dialog');
      await hand.write(dialog.getByRole('textbox', { name: 'ID', exact: true }), id);
      await hand.write(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Ebenezer Quillfeather');
      await hand.press(dialog.getByRole('button', { name: 'Save' }));
      await dialog.waitFor({ state: 'detached' });
      await hand.write(page.getByLabel('Search by ID or name'), 'quillfeather');
      const row = page.getByRole('row').filter({ hasText: id });
      await hand.press(row.getByRole('button', { name: 'Edit' }));
      await hand.write(dialog.getByLabel('Note'), 'Asked for twice.');
      await hand.press(dialog.getByRole('button', { name: 'Save' }));
      await row.getByText('Asked for twice.').waitFor();
      await hand.press(row.getByRole('button', { name: 'Remove' }));
      await hand.press(dialog.getByRole('button', { name: 'Remove entry' }));
      await row.waitFor({ state: 'detached' });
      const { entries } = await boss.get<'watchlist.list'>('/domains/retail/watchlist?search=quillfeather');
      expect(entries).toEqual([]);
      await page.context().close();
    });

    it('takes entries in from a file, hands them out as one, and tells who did it', async () => {
      const page = await pages.openAs('ana', 'watchlist');
      const hand = deviceOf(page);
      const id = `filed-${by}`;
      const give = async (csv: string) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          hand.press(page.getByRole('dialog').getByRole('button', { name: 'File', exact: true })),
        ]);
        await chooser.setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
        await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }));
      };
      await hand.press(page.getByRole('button', { name: 'Import CSV' }));
      await give(`id,name\n${id},Peregrine Larkspur\n${id}-2,\n`);
      await page.getByText('Line 3: name is missing').waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await give(`id,name\n${id},Peregrine Larkspur\n`);
      await page.getByRole('status').getByText('1 added, 0 changed, 0 removed').waitFor();
      await hand.press(page.getByRole('button', { name: 'Done' }));
      await page.getByRole('row').filter({ hasText: id }).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        hand.press(page.getByRole('button', { name: 'Export CSV' })),
      ]);
      expect(file.suggestedFilename()).toMatch(/^watchlist-retail-[0-9-]{10}\.csv$/);
      expect(readFileSync(await file.path(), 'utf8')).toContain(`${id},Peregrine Larkspur`);
      await hand.press(page.getByRole('button', { name: 'History' }));
      const history = page.getByRole('region', { name: 'Watchlist history' });
      await history
        .getByRole('row', { name: /ana exported/ })
        .first()
        .waitFor();
      await history.getByRole('row', { name: `added ${id}` }).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/watchlist-history-${by}.png` });
      await boss.send(`/domains/retail/watchlist/${id}`, { method: 'DELETE' });
      await page.context().close();
    });

    it('shows more of a long list', async () => {
      const page = await pages.openAs('ana', 'watchlist');
      const last = page.getByRole('row').filter({ hasText: 'many-1119' });
      await page.getByRole('row').filter({ hasText: 'many-1050' }).waitFor();
      await expect.poll(() => last.count()).toBe(0);
      await deviceOf(page).press(page.getByRole('button', { name: 'Show more' }));
      await last.waitFor();
      await page.context().close();
    });

    it('finds a customer and says whether they are monitored', async () => {
      const page = await pages.openAs('ana', 'customers');
      const hand = deviceOf(page);
      await hand.write(page.getByRole('textbox'), 'walked-2');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.getByRole('link', { name: /^walked-/ }).count(), { timeout: 30_000 })
        .toBe(1);
      await hand.press(page.getByRole('link', { name: 'walked-2' }));
      const region = page.getByRole('region', { name: 'Monitoring' });
      const monitored = region.getByRole('switch', { name: 'Monitor this customer' });
      const byDefault = region.getByRole('button', { name: 'Use tenant default' });
      for (const [control, chosen] of [
        [monitored, true],
        [monitored, false],
        [byDefault, null],
      ] as const) {
        await hand.mark(control);
        await expect
          .poll(
            async () =>
              (await boss.get<'monitoring.customer'>('/domains/retail/customers/walked-2/monitoring')).chosen,
            { timeout: 30_000 },
          )
          .toBe(chosen);
      }
      const own = page.getByRole('table', { name: 'Cases' });
      await hand.press(own.getByRole('link', { name: cases[1]! }));
      await page.getByRole('heading', { name: cases[1]! }).waitFor();
      await page.context().close();
    });

    it('shows the default that was chosen before the answer to a press on the switch', async () => {
      const page = await pages.openAs('ana', 'customers/retail/walked-1');
      const hand = deviceOf(page);
      const monitored = page.getByRole('switch', { name: 'Monitor this customer' });
      await monitored.waitFor();
      const isByDefault = await monitored.isChecked();
      const chosen = async () =>
        (await boss.get<'monitoring.customer'>('/domains/retail/customers/walked-1/monitoring')).chosen;
      for (const choice of [!isByDefault, isByDefault]) {
        await hand.mark(monitored);
        await expect.poll(chosen, { timeout: 30_000 }).toBe(choice);
      }
      const sent = Promise.withResolvers<void>();
      await page.route(
        '**/customers/walked-1/monitoring',
        async (route) => {
          await sent.promise;
          await route.continue();
        },
        { times: 1 },
      );
      await hand.mark(monitored);
      await hand.mark(page.getByRole('button', { name: 'Use tenant default' }));
      sent.resolve();
      await expect.poll(chosen, { timeout: 30_000 }).toBe(null);
      await expect.poll(() => monitored.isChecked(), { timeout: 30_000 }).toBe(isByDefault);
      await page.context().close();
    });

    it('scans a name as strictly as is said, prints what was found, and opens it once more', async () => {
      const page = await pages.openAs('ana', 'quick-scans');
      const hand = deviceOf(page);
      await hand.write(page.getByRole('textbox', { name: 'Name', exact: true }), 'Wilhelmina Thornapple');
      await hand.turnTo(page.getByRole('radiogroup', { name: 'Type' }), 'Business');
      await hand.write(page.getByLabel('Reference'), `asked by ${by}`);
      await hand.mark(page.getByRole('checkbox', { name: 'Risk lists' }));
      await hand.choose(page.getByRole('combobox', { name: 'Match strength' }), 'WEAK');
      await hand.choose(page.getByRole('combobox', { name: 'Search type' }), 'Broad');
      await page.getByText('Uses 2 credits.').waitFor();
      await hand.press(page.getByRole('button', { name: 'Scan', exact: true }));
      await page.getByRole('region', { name: 'Hits' }).getByRole('article').first().waitFor();
      await page.getByRole('region', { name: 'Global check' }).getByText('Match strength WEAK').waitFor();
      await page.getByRole('region', { name: 'Risk lists' }).getByText('Search type Broad').waitFor();
      await page.evaluate('window.print = () => { window.asked = true; }');
      await hand.press(page.getByRole('button', { name: 'Print' }));
      await expect.poll(() => page.evaluate('window.asked'), { timeout: 30_000 }).toBe(true);
      const scanId = page.url().split('/').at(-1)!;
      const { records } = await boss.get<'audit.list'>(`/audit?objectId=${scanId}&act=quickscan.print`);
      expect(records).toMatchObject([{ actor: { id: 'ana@example.test' } }]);
      await hand.press(page.getByRole('link', { name: 'New scan' }));
      const before = page.getByRole('row').filter({ hasText: `asked by ${by}` });
      await hand.press(before.getByRole('link'));
      await page.getByText(`asked by ${by}`).waitFor();
      await page.context().close();
    });

    it('filters the record and proves it', async () => {
      const page = await pages.openAs('boss', 'audit');
      const hand = deviceOf(page);
      await hand.choose(page.getByRole('combobox', { name: 'Action' }), 'Case: any action');
      const records = page.getByRole('region', { name: 'Records' }).getByRole('row');
      await expect
        .poll(() => records.filter({ hasText: 'case C0' }).count(), { timeout: 30_000 })
        .toBeGreaterThan(0);
      await expect.poll(() => records.filter({ hasText: 'user boss@' }).count(), { timeout: 30_000 }).toBe(0);
      // The address has the filter, for a colleague.
      await page.reload();
      await expect
        .poll(() => records.filter({ hasText: 'case C0' }).count(), { timeout: 30_000 })
        .toBeGreaterThan(0);
      await expect.poll(() => records.filter({ hasText: 'user boss@' }).count()).toBe(0);
      for (const [name, ending] of [
        ['Export CSV', 'csv'],
        ['Export JSON Lines', 'jsonl'],
      ] as const) {
        const started = page.waitForEvent('download');
        await hand.pick(page.getByRole('button', { name: 'Export', exact: true }), name);
        const file = await started;
        expect(file.suggestedFilename()).toMatch(new RegExp(`^audit-[0-9-]{10}\\.${ending}$`));
        const content = readFileSync(await file.path(), 'utf8');
        const actions =
          ending === 'csv'
            ? (parse(content, { bom: true, columns: true }) as { act: string }[])
            : content
                .trimEnd()
                .split('\n')
                .map((line) => JSON.parse(line) as { act: string });
        expect(actions.length).toBeGreaterThan(0);
        expect(actions.filter(({ act }) => !act.startsWith('case.'))).toEqual([]);
      }
      await hand.press(page.getByRole('button', { name: 'Verify audit log' }));
      await page.getByText('Verified: no tampering found').waitFor();
      await page.context().close();
    });

    it('hands an invitation on where no mail is sent', async () => {
      const email = `guest-${by}@example.test`;
      const page = await pages.openAs('boss', 'people');
      const hand = deviceOf(page);
      const dialog = page.getByRole('dialog');
      await hand.press(page.getByRole('button', { name: 'Invite user' }));
      await hand.write(dialog.getByLabel('E-mail'), email);
      await hand.press(dialog.getByRole('button', { name: 'Invite' }));
      await dialog.getByText(`Send this link to ${email}`).waitFor();
      const link = await dialog.locator('pre').textContent();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFindings(page, colorScheme), colorScheme).toEqual([]);
        if (pictures) await page.screenshot({ path: `${pictures}/invitation-link-${colorScheme}.png` });
      }
      await hand.press(dialog.getByRole('button', { name: 'Done' }));
      await dialog.waitFor({ state: 'detached' });
      await page.goto(link!);
      await page.getByText(`${email}, choose a password`).waitFor();
      await page.context().close();
    });

    it('hands a link to another password on where no mail is sent, which is what who forgot it is told', async () => {
      const forgetful = await pages.open('');
      await deviceOf(forgetful).press(forgetful.getByRole('link', { name: 'Forgot password?' }));
      await forgetful.getByText('Ask an administrator for a reset link').waitFor();
      expect(await accessibilityFindings(forgetful)).toEqual([]);
      await forgetful.context().close();
      // The session is that of the whole story.
      await boss.send('/account/proof', { method: 'POST', body: { password } });
      const page = await pages.openAs('boss', 'people');
      const hand = deviceOf(page);
      const dialog = page.getByRole('dialog');
      await hand.pick(page.getByRole('button', { name: 'Actions for ana@example.test' }), 'Reset password');
      await dialog.getByText('ends all sessions of this person').waitFor();
      await hand.press(dialog.getByRole('button', { name: 'Reset password' }));
      await dialog.getByText('Send this link to ana@example.test').waitFor();
      const link = await dialog.locator('pre').textContent();
      await hand.press(dialog.getByRole('button', { name: 'Done' }));
      await page.goto(link!);
      await page.getByText('ana, choose a password').waitFor();
      await page.context().close();
    });

    it('goes from a case to its record', async () => {
      const page = await pages.openAs('boss', `cases/retail/${cases[0]}`);
      await deviceOf(page).press(page.getByRole('link', { name: 'View audit log' }));
      await page.getByRole('heading', { name: 'Audit' }).waitFor();
      expect(await page.getByLabel('Object').inputValue()).toBe(cases[0]);
      await page.context().close();
    });
  });

  it('signs out although a part is drawn again before all parts know', async () => {
    const { cookie } = await signIn(service, tenant, 'boss');
    const page = await pages.newPage(cookie);
    // The end of the session is told to the parts late, as on a busy machine.
    await page.addInitScript(() => {
      const soon = globalThis.setTimeout;
      const late = (call: () => void, delay?: number) =>
        soon(call, delay === 0 && localStorage.getItem('late') !== null ? 2_000 : delay);
      Object.assign(globalThis, { setTimeout: late });
    });
    await page.goto(service.app.consoleUrl);
    await page.getByRole('button', { name: 'boss', exact: true }).click();
    const item = page.getByRole('menuitem', { name: 'Sign out' });
    await item.waitFor();
    await page.evaluate(() => localStorage.setItem('late', ''));
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await item.click();
    await ended;
    await page.keyboard.press('?');
    await page.getByLabel('E-mail').waitFor();
    await page.context().close();
  });

  it('leaves no complaint of a page', () => {
    expect(pages.complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
  });
});
