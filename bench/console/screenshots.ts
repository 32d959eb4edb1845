/**
 * Pictures of every page of the console, in light and dark, 1440, 768 and 360 pixels wide, of a service with a made-up
 * tenant, to be looked at by somebody who did not build them: in English, and in light in the other languages, of which
 * Arabic is taken unless others are asked for.
 *
 *   node bench/console/screenshots.ts [folder] [part of a page's name] [--languages en,ar,de,fr,es,zh]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@gatehouse/sdk';
import { buildPages } from '../../packages/server/test/support/browser.ts';
import { startChromium } from '../../packages/server/test/support/chromium.ts';
import { aTenant, screeningWorkflow } from '../../packages/server/test/support/tenants.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { startService } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { languages: { type: 'string', default: 'en,ar' } },
});
const [folder = 'data/screenshots', wanted = ''] = positionals;
const looks = values.languages.split(',').flatMap((language) =>
  (language === 'en' ? (['light', 'dark'] as const) : (['light'] as const)).map((colorScheme) => ({
    language,
    colorScheme,
  })),
);
const widths = [
  [1440, 900],
  [768, 1024],
  [360, 740],
] as const;
const password = 'correct-horse-battery';

const tenant = aTenant({
  name: 'Larkspur Bank',
  environment: 'test',
  users: [
    { email: 'ana@example.test', name: 'Ana Analyst', password, roles: ['analyst'], groups: ['first-line'] },
    {
      email: 'boss@example.test',
      name: 'Bo Sorensen',
      password,
      roles: ['admin', 'analyst', 'developer'],
      groups: ['first-line'],
    },
  ],
  cases: { dueHours: 48, urgent: { riskFrom: 60, dueHours: 4 } },
  watchlist: [
    {
      id: 'w1',
      name: 'Thaddeus Quillfeather',
      dateOfBirth: '1961-03-14',
      countries: ['GB'],
      note: 'Asked for by the board.',
    },
    { id: 'w2', name: 'Ted Quillfeather', dateOfBirth: '1955' },
  ],
  workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
});

const subjects = [
  {
    customerId: 'cust-1001',
    name: 'Thaddeus Quillfeather',
    dateOfBirth: '1961-03-14',
    sex: 'M',
    countryOfNationality: 'GB',
    countryOfResidence: 'IR',
  },
  {
    customerId: 'cust-1002',
    name: 'Marguerite Vonderplume',
    dateOfBirth: '1980-01-01',
    sex: 'F',
    countryOfNationality: 'CH',
  },
  {
    customerId: 'cust-1003',
    name: 'Людмила Звездопадова',
    dateOfBirth: '1983-07-21',
    sex: 'F',
    countryOfNationality: 'RU',
  },
  {
    customerId: 'cust-1004',
    name: 'Philippa Buttercup',
    dateOfBirth: '1991-05-05',
    countryOfNationality: 'NZ',
  },
];

buildPages();
mkdirSync(folder, { recursive: true });
const stores = await openStores('embedded');
const service = await startService(await stores.create('embedded'), { tenants: { tenants: [tenant] } });
const chromium = await startChromium();
try {
  const pages = await fillTenant();
  const chosen = Object.entries(pages).filter(([name]) => name.includes(wanted));
  for (const [name, path] of chosen) await shootPage(name, path);
  console.log(`${chosen.length * widths.length * looks.length} pictures in ${folder}`);
} finally {
  await chromium.close();
  await service.stop();
  await stores.stop();
}

/** Submits and scans what pages show; answers each page's address by its name. */
async function fillTenant(): Promise<Record<string, string>> {
  const client = createClient({
    baseUrl: `http://127.0.0.1:${service.port}/gateway`,
    ...tenant.key,
    domain: 'retail',
  });
  const submitted = [];
  for (const subject of subjects) {
    const data = { ...subject, customerType: 'individual' as const };
    submitted.push(await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data } as never));
  }
  const { executionId } = submitted[0]!;
  let caseNo: string | null = null;
  while (caseNo === null || caseNo === '') ({ caseNo } = (await client.workflow.status(executionId))!);
  const ana = await signedIn('ana');
  const cases = '/domains/retail/cases';
  await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
  await ana.post(`${cases}/${caseNo}/notes`, { text: 'Asked the branch for the passport.' });
  const scan = await ana.post('/domains/retail/quick-scans', {
    engines: ['GLOBAL_CHECK', 'WATCHLIST'],
    name: 'Thaddeus Quillfeather',
    customerType: 'Individual',
    description: 'Asked for by the branch in Zurich',
  });
  return {
    home: '',
    cases: 'cases?view=open',
    case: `cases/retail/${caseNo}`,
    customers: 'customers',
    customer: 'customers/retail/cust-1001',
    'quick-scans': 'quick-scans',
    'quick-scan': `quick-scans/retail/${String(scan['scanId'])}`,
    watchlist: 'watchlist',
    workflows: 'workflows',
    workflow: 'workflows/retail/wf_screening',
    executions: 'executions',
    execution: `executions/retail/${executionId}`,
    webhooks: 'webhooks',
    keys: 'keys',
    audit: 'audit',
    lists: 'lists',
    usage: 'usage',
    people: 'people',
    settings: 'settings',
    account: 'account',
  };
}

function signedIn(name: string): Promise<ConsoleCaller> {
  return ConsoleCaller.signIn(service.port, { tenant: tenant.id, email: `${name}@example.test`, password });
}

async function shootPage(name: string, path: string): Promise<void> {
  const { cookie } = await signedIn('boss');
  for (const look of looks) {
    for (const [width, height] of widths) {
      const page = await openPage(cookie, look, { width, height });
      await page.goto(`http://127.0.0.1:${service.port}/console/${path}`);
      await page.getByRole('main').waitFor();
      // Charts are loaded by themselves, and hold their place empty.
      await page.waitForLoadState('networkidle');
      const unfinished = page.locator('[role=status].gh-skeleton, .mantine-Loader-root, [aria-busy=true]');
      while ((await unfinished.count()) > 0) await unfinished.first().waitFor({ state: 'detached' });
      await page.evaluate('document.fonts.ready');
      const prefix = look.language === 'en' ? name : `${name}-${look.language}`;
      await page.screenshot({
        path: join(folder, `${prefix}-${look.colorScheme}-${width}.png`),
        fullPage: width !== 1440,
      });
      await page.context().close();
    }
  }
}

async function openPage(
  cookie: string,
  { language, colorScheme }: (typeof looks)[number],
  viewport: { readonly width: number; readonly height: number },
) {
  const locale = language === 'en' ? 'en-GB' : language;
  const context = await chromium.newContext({ colorScheme, viewport, reducedMotion: 'reduce', locale });
  const [name, value] = cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: `http://127.0.0.1:${service.port}` }]);
  await context.addInitScript((chosen) => {
    localStorage.setItem('gatehouse.domain', 'retail');
    localStorage.setItem('gatehouse.language', chosen);
  }, language);
  return context.newPage();
}
