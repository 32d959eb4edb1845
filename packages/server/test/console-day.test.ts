import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { accessibilityFindings, findingsInLightAndDark, hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

describe.skipIf(!hasChromium())("an analyst's day in the console", timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let boss: Browser;
  let amy: Browser;
  /** The case with notes and files. */
  let papers: string;
  const tenant = aTenant({
    cases: { dueHours: 48, urgent: { riskFrom: 60, dueHours: 2 }, holdSeconds: 60 },
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('amy', ['analyst'], ['first-line']),
      person('boss', ['admin']),
    ],
    watchlist: ['w1', 'w2'].map((id) => ({ id, name: 'Wilhelmina Thornapple', dateOfBirth: '1980' })),
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      {
        domain: 'retail',
        workflow: {
          ...decidingWorkflow('KYC_EVENT'),
          nodes: [
            { id: 'decide', type: 'decision', outcome: 'manual', groups: ['first-line'], fourEyes: true },
          ],
        },
      },
    ],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    boss = await pages.as('boss');
    amy = await pages.as('amy');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  const read = (caseNo: string) => boss.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);

  it('begins at home: what waits, in order, and one key takes the next', async () => {
    const caseNo = await pages.submit('home');
    const page = await pages.openAs('ana', '');
    await page.getByRole('heading', { name: 'Hello, ana' }).waitFor();
    await page
      .getByRole('region', { name: 'Next case', exact: true })
      .getByRole('link', { name: caseNo })
      .waitFor();
    await page.getByText('Available in your groups').click();
    await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('available');
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('heading', { name: 'Hello, ana' }).waitFor();
    await page.keyboard.press('n');
    // The home page says the same of its tile.
    await page.getByRole('heading', { name: 'Hello, ana' }).waitFor({ state: 'detached' });
    await page.getByText('Assigned to you').waitFor();
    expect(await read(caseNo)).toMatchObject({ assignee: 'ana@example.test' });
    await page.context().close();
  });

  it('shows what others do without being asked, in the list and on the case', async () => {
    const caseNo = await pages.submit('live');
    const list = await pages.openAs('ana', 'cases?view=open');
    const row = list.getByRole('row').filter({ has: list.getByRole('link', { name: caseNo }) });
    await row.getByText('Unassigned').waitFor();
    const open = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await open.getByRole('heading', { name: caseNo }).waitFor();
    await amy.post(`/domains/retail/cases/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    await row.getByText('Under review').waitFor();
    await open.getByText('Assigned to amy', { exact: true }).waitFor();
    const later = await pages.submit('appears');
    await list.getByRole('link', { name: later }).waitFor();
    for (const page of [list, open]) await page.context().close();
  });

  it('tells who else has a case open, what they do, and who was faster', async () => {
    const caseNo = await pages.submit('together');
    const mine = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await mine.getByRole('heading', { name: caseNo }).waitFor();
    const others = mine.getByRole('status', { name: 'Also viewing' });
    const theirs = await pages.openAs('amy', `cases/retail/${caseNo}`);
    await theirs.getByText('ana is viewing').waitFor();
    await others.getByText('amy is viewing').waitFor();
    await theirs.keyboard.press('c');
    await others.getByText('amy has this case and is viewing it').waitFor();
    await theirs.keyboard.press('a');
    await others.getByText('amy is deciding now').waitFor();
    if (pictures) await mine.screenshot({ path: `${pictures}/case-together.png` });
    expect(await accessibilityFindings(mine)).toEqual([]);
    await theirs.goto(`${service.app.consoleUrl}/cases`);
    await others.getByText('amy').waitFor({ state: 'detached' });
    for (const page of [theirs, mine]) await page.context().close();
  });

  it('keeps notes and files by keyboard, and every look at a file stands in the history', async () => {
    const caseNo = await pages.submit('papers');
    papers = caseNo;
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    // Asked for long before: the browser has to be told to hand its dialog over.
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('heading', { name: caseNo }).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.type('Called her; the passport is on its way.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Notes' }).getByText('on its way').waitFor();
    // The note may be told by the line of changes before its own answer has come.
    await expect
      .poll(() => page.evaluate('document.activeElement.tagName'), { timeout: 30_000 })
      .toBe('BODY');
    await page.keyboard.press('d');
    await (await choosing).setFiles({ name: 'passport.png', mimeType: 'image/png', buffer: png() });
    await page.getByRole('button', { name: 'View passport.png' }).waitFor();
    await page.getByRole('button', { name: 'View passport.png' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'passport.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'History' }).getByText('Document viewed').waitFor();
    const { timeline, documents } = await read(caseNo);
    expect(documents).toMatchObject([{ filename: 'passport.png', by: 'ana@example.test' }]);
    const looks = timeline.filter((entry) => entry.kind === 'act' && entry.act === 'upload.read');
    expect(looks).toMatchObject([{ actor: { id: 'ana@example.test' } }]);
    await page.context().close();
  });

  it('prints a case with everything in the record, light on white, and nothing that one does', async () => {
    const caseNo = papers;
    const page = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('heading', { name: caseNo }).waitFor();
    // The browser's own dialog cannot be looked at; what it would be given can.
    await page.evaluate('window.print = () => { window.asked = true; }');
    await page.keyboard.press('p');
    await expect.poll(() => page.evaluate('window.asked')).toBe(true);
    const prints = async () => {
      const { timeline, revision } = await read(caseNo);
      const stated = timeline.filter((entry) => entry.kind === 'act' && entry.act === 'case.print');
      for (const action of stated) {
        expect(action).toMatchObject({ actor: { id: 'ana@example.test' }, detail: { revision } });
      }
      return stated.length;
    };
    expect(await prints()).toBe(1);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    for (const shown of [
      caseNo,
      'Called her; the passport is on its way.',
      'passport.png',
      'Document viewed',
    ]) {
      await expect
        .poll(() => page.getByRole('main').getByText(shown).first().isVisible(), { message: shown })
        .toBe(true);
    }
    await expect.poll(() => page.getByText(`${caseNo} as shown to ana@example.test`).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(false);
    const [ground, ink] = await page.evaluate<[string, string]>(
      "[document.body, document.querySelector('h1')].map((one, index) => getComputedStyle(one)[index === 0 ? 'backgroundColor' : 'color'])",
    );
    expect([ground, ink]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    // The browser printed it without being asked by the page, as by its own menu.
    await expect.poll(prints).toBe(2);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    await page.context().close();
  });

  it.each([1440, 360])(
    'keeps what may be done in sight while a case scrolls, %i pixels wide',
    async (width) => {
      const page = await pages.openAs('ana', `cases/retail/${papers}`);
      await page.setViewportSize({ width, height: 600 });
      await page.getByRole('heading', { name: papers, level: 1 }).waitFor();
      const bar = page.locator('.gh-case-bar');
      const field = page.getByRole('textbox', { name: 'Note text' });
      // Parts of the case that come later make the page longer.
      await field.waitFor();
      const toTheEnd = async () => {
        await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
        return (await bar.boundingBox())!;
      };
      await expect.poll(async () => (await toTheEnd()).y, { timeout: 10_000 }).toBe(0);
      const { height } = (await bar.boundingBox())!;
      expect(height).toBeLessThan(110);
      // What gets the focus, here from below, is not under it.
      const isInSight = async () => {
        await toTheEnd();
        await field.blur();
        await field.focus();
        const focused = (await field.boundingBox())!;
        return focused.y >= height && focused.y + focused.height <= 600;
      };
      await expect.poll(isInSight, { timeout: 10_000 }).toBe(true);
      await page.context().close();
    },
  );

  it('takes two people where the workflow says so, and tells each what the other said', async () => {
    const caseNo = await pages.submit('two', 'KYC_EVENT');
    const first = await pages.openAs('ana', `cases/retail/${caseNo}`);
    await first.getByText('This case needs two people').waitFor();
    await first.keyboard.press('c');
    await first.getByText('Assigned to you').waitFor();
    await first.keyboard.press('a');
    await first.getByRole('dialog').getByText('Takes effect after a second approval').waitFor();
    await first.keyboard.press('1');
    await first.getByText('ana proposed to approve').waitFor();
    const approve = first.getByRole('button', { name: 'Approve' });
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    const second = await pages.openAs('amy', `cases/retail/${caseNo}`);
    await second.getByRole('button', { name: 'Approve' }).click();
    await second.getByRole('dialog').getByText('Final after 60 seconds').waitFor();
    await second.getByLabel('Reason').fill('I agree');
    await second.keyboard.press('Control+Enter');
    const pending = second.getByText('Approval is not in effect yet.');
    await pending.waitFor();
    if (pictures) await second.screenshot({ path: `${pictures}/case-pending.png` });
    expect(await accessibilityFindings(second)).toEqual([]);
    // Others see it too, and may take it back.
    await first.getByText('Decided by amy').waitFor();
    await second.keyboard.press('z');
    await pending.waitFor({ state: 'detached' });
    await second.getByText('Decision taken back').waitFor();
    expect(await read(caseNo)).toMatchObject({
      status: 'UNDER_REVIEW',
      pending: null,
      assignee: 'amy@example.test',
    });
    await second.keyboard.press('a');
    await second.getByLabel('Reason').fill('I agree');
    await second.keyboard.press('Control+Enter');
    await pending.waitFor();
    await service.app.database.operator((tx) =>
      tx.sql('update case_record set pending_until = now() where case_no = $1 and pending is not null', [
        caseNo,
      ]),
    );
    await second.getByText('Approved', { exact: true }).first().waitFor();
    expect((await read(caseNo)).status).toBe('APPROVED');
    for (const page of [first, second]) await page.context().close();
  });

  it.each(['keyboard', 'mouse'])(
    'gives many cases out at once, by %s, and tells which could not',
    async (by) => {
      const numbers = [await pages.submit(`bulk-1-${by}`), await pages.submit(`bulk-2-${by}`)];
      const page = await pages.openAs('boss', `cases?view=unassigned&sort=newest&search=bulk-`);
      await page.getByRole('link', { name: numbers[0]! }).waitFor();
      if (by === 'keyboard') {
        for (const key of ['x', 'j', 'x', 'b']) await page.keyboard.press(key);
      } else {
        for (const caseNo of numbers) await page.getByLabel(`Select ${caseNo}`).click();
        await page.getByRole('button', { name: 'Assign 2' }).click();
      }
      await page.getByRole('dialog').waitFor();
      await amy.post(`/domains/retail/cases/${numbers[1]}/moves`, { move: 'claim', expectedRevision: 1 });
      await page.getByRole('combobox', { name: 'Assign to' }).fill('ana');
      await page.getByRole('option', { name: /^ana\b/ }).waitFor();
      if (by === 'keyboard') {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
      } else {
        await page.getByRole('option', { name: /^ana\b/ }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
      }
      await page.getByRole('alert').getByText('assigned to amy').waitFor();
      expect(await read(numbers[0]!)).toMatchObject({ assignee: 'ana@example.test' });
      await page.context().close();
    },
  );

  it('finds a customer and shows everything that is known of them', async () => {
    await pages.submit('c-known');
    const page = await pages.openAs('ana', 'customers');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('thornapple');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'c-known' }).waitFor();
    await page.getByRole('link', { name: 'c-known' }).click();
    await page.getByRole('heading', { name: 'Wilhelmina Thornapple' }).waitFor();
    await page.getByRole('region', { name: 'Hits' }).getByText('watchlist:w1').waitFor();
    await page.getByRole('region', { name: 'Customer cases' }).getByRole('link').waitFor();
    await page.getByRole('switch', { name: 'Monitor this customer' }).check();
    await page.getByText('Screened again whenever a list changes.').waitFor();
    await page.context().close();
  });

  it('scans a name by keyboard alone, and shows why each hit is one', async () => {
    const page = await pages.openAs('ana', 'quick-scans');
    await page.getByText('100 credits remaining').waitFor();
    // Where the sample alone is searched, a name is offered that it has.
    await page.getByRole('button', { name: 'Name on the sample list: Osama bin Laden' }).click();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'Osama bin Laden',
    );
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Wilhelmina Thornapple');
    await page.keyboard.press('Enter');
    const watchlist = page.getByRole('region', { name: 'Hits' });
    await watchlist.getByRole('article').first().waitFor();
    await watchlist.getByRole('row', { name: 'Same word 1.000 Wilhelmina' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('99 credits remaining').waitFor();
    await page.getByRole('link', { name: 'Wilhelmina Thornapple' }).first().waitFor();
    await page.context().close();
  });

  it('can be worked with by everybody, in light and dark', { timeout: 300_000 }, async () => {
    const caseNo = 'C000003';
    const { scans } = await boss.get<'scans.list'>('/domains/retail/quick-scans');
    const page = await pages.openAs('boss', '');
    for (const [name, path, heading] of [
      ['home', '', 'Hello, boss'],
      ['cases', 'cases?view=open', 'Cases'],
      ['case', `cases/retail/${caseNo}`, caseNo],
      ['customers', 'customers', 'Customers'],
      ['customer', 'customers/retail/c-known', 'Wilhelmina Thornapple'],
      ['quick-scans', 'quick-scans', 'Quick scan'],
      ['quick-scan', `quick-scans/retail/${scans[0]!.scanId}`, 'Wilhelmina Thornapple'],
      ['watchlist', 'watchlist', 'Watchlist'],
      ['audit', 'audit', 'Audit'],
    ] as const) {
      await page.goto(`${service.app.consoleUrl}/${path}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await expect.poll(() => page.getByLabel('Loading').count(), { timeout: 30_000 }).toBe(0);
      await expect.poll(() => page.getByText('Loading…').count(), { timeout: 30_000 }).toBe(0);
      for (const width of [1440, 768]) {
        await page.setViewportSize({ width, height: 900 });
        const findings = await findingsInLightAndDark(page, async (colorScheme) => {
          if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` });
        });
        expect(findings, `${name} ${width}`).toEqual([]);
        const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(wider, `${name} at ${width} is wider than the window`).toBe(false);
      }
    }
    await page.context().close();
  });

  it('sends less than 350 kB of script before anything is opened, compressed as it was sent', async () => {
    const page = await pages.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then((of) => of.responseBodySize));
    });
    await page.goto(service.app.consoleUrl);
    await page.getByLabel('E-mail').waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(350_000);
    await page.context().close();
  });

  it('breaks no policy of the page on any of these ways', () => {
    expect(pages.complaints.filter((text) => !/status of (401|409)/.test(text))).toEqual([]);
  });
});
