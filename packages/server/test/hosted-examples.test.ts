import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FlowLanguage } from '@gatehouse/contract';
import { drawSpecimen, seededNumbers, specimenOf } from '@gatehouse/document-reader/testing';
import type { GatehouseClient } from '@gatehouse/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTenantFile } from '../src/provisioning/index.ts';
import { buildPages } from './support/browser.ts';
import { hasChromium, startChromium } from './support/chromium.ts';
import { person, signIn } from './support/console.ts';
import { ExampleWalk } from './support/example-walks.ts';
import { until } from './support/server-process.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

/** `npm run check:long` walks each example in a further language, half a minute each. */
const isLongRun = process.env['GATEHOUSE_TEST_LONG'] !== undefined;

const folder = new URL('../../../examples/workflows/', import.meta.url);
const secret = 'secret-of-the-examples';
const tenant = { id: 'examples', name: 'Examples', domains: ['retail'] };
const specimen = {
  ...specimenOf(seededNumbers(11), 'TD3'),
  issuingCode: 'SGP',
  nationalityCode: 'SGP',
  expiryDate: '2033-05-06',
};
const picture = async () => ({
  name: 'passport.png',
  mimeType: 'image/png',
  buffer: await drawSpecimen(specimen),
});
type Opened = NonNullable<Awaited<ReturnType<GatehouseClient['workflow']['status']>>>;

describe.skipIf(!hasChromium())('the examples in a browser', { timeout: 240_000 }, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    buildPages();
    [service, browser] = await Promise.all([startTestService('embedded'), startChromium()]);
    const file = new URL('tenants.yaml', folder);
    const text = (await readFile(file, 'utf8')).replace(
      '{ key: ak_examples }',
      `{ key: ak_examples, secret: ${secret} }`,
    );
    const read = await parseTenantFile(file.pathname, text);
    if (!read.ok) throw new Error(JSON.stringify(read.faults, null, 2));
    expect(await service.app.provision(read.value)).toMatchObject({ ok: true });
    const users = [person('lena', ['analyst'], ['first-line']), person('cora', ['analyst'], ['compliance'])];
    await service.provision({ ...tenant, users });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const client = () => service.client({ apiKey: 'ak_examples', secret, domain: 'retail' });
  type EventType = 'KYC_EVENT' | 'KYB_EVENT';
  async function open(customerId: string, eventType: EventType, language: FlowLanguage) {
    const email = `${customerId}@example.test`;
    const { url } = await client().link.generate({ email, customerId, eventType });
    const audience = eventType === 'KYB_EVENT' ? 'company' : 'person';
    return ExampleWalk.open(browser, url, { language, audience, readCode: newestCode });
  }
  async function statusOf(customerId: string, eventType: EventType): Promise<Opened> {
    const { executionId } = await client().workflow.query({ eventType, source: 'SDK', customerId });
    await until('the decision', async () => (await client().workflow.status(executionId))?.caseStatus !== '');
    return (await client().workflow.status(executionId))!;
  }
  async function newestCode(): Promise<string> {
    await service.drain();
    const [newest] = await keptMessages(service);
    if (newest?.content.kind !== 'code') throw new Error('the newest message holds no code');
    return newest.content.code;
  }

  /** An analyst takes the case and approves it; answers what the caller sees then. */
  async function approve(name: string, { executionId, caseNo }: Opened, revision: number) {
    const analyst = await signIn(service, tenant, name);
    const moves = `/domains/retail/cases/${caseNo}/moves`;
    await analyst.post(moves, { move: 'claim', expectedRevision: revision });
    await analyst.post(moves, { move: 'approve', expectedRevision: revision + 1, reason: 'papers seen' });
    await service.drain();
    return client().workflow.status(executionId);
  }

  it('lead a person from the link to a case that is approved by itself, in English', async () => {
    const walk = await open('c-person', 'KYC_EVENT', 'en');
    const { visitor, page } = walk;
    await walk.start();
    await walk.tellOfPerson(specimen);
    const passport = await walk.submitPassport(specimen, await picture());
    await visitor.arrive('Confirm your phone number');
    const country = page.getByRole('combobox', { name: 'Country code' });
    await country.fill('');
    await country.press('Escape');
    await visitor.press('Send code');
    await page.getByRole('link', { name: 'Country code: Please choose.' }).waitFor();
    await visitor.checkScreen('no country of the number');
    await visitor.choose('Country code', '+65', /Singapore/);
    await walk.prove();
    await visitor.arrive('Please check your answers');
    // Back to where the number stands, and on: it is proved already, which is told in any language.
    await page.getByRole('button', { name: /^Change: Phone number/ }).click();
    await visitor.arrive('Confirm your phone number');
    await page.getByText(/is already confirmed/).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByText(/ist schon bestätigt/).waitFor();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await page.getByText(/is already confirmed/).waitFor();
    await walk.on();
    await walk.submit();
    const opened = await statusOf('c-person', 'KYC_EVENT');
    if (passport === 'read') expect(opened).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
    else {
      // Nobody but a person takes what was typed alone.
      expect(opened).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });
      expect(await approve('lena', opened, 1)).toMatchObject({ caseStatus: 'APPROVED' });
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it.each(isLongRun ? ['Arabic'] : [])(
    'lead a person from the link to a case that an analyst approves, in %s from right to left',
    async () => {
      const walk = await open('c-exposed', 'KYC_EVENT', 'ar');
      await walk.start();
      await walk.tellOfPerson(specimen, { isExposed: true });
      await walk.submitPassport(specimen, await picture());
      await walk.visitor.arrive('تأكيد رقم هاتفك');
      await walk.prove();
      await walk.submit();
      const opened = await statusOf('c-exposed', 'KYC_EVENT');
      expect(opened).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });
      expect(await approve('lena', opened, 1)).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
      expect(walk.visitor.complaints).toEqual([]);
      await walk.visitor.close();
    },
  );

  it.each([
    ['Arabic', 'ar', 'تأكيد بريدك الإلكتروني'] as const,
    ...(isLongRun ? [['German', 'de', 'Bestätigen Sie Ihre E-Mail-Adresse'] as const] : []),
  ])(
    'lead a company from the link to a case that two groups decide, in %s',
    async (_name, language, title) => {
      const walk = await open(`c-company-${language}`, 'KYB_EVENT', language);
      await walk.start();
      await walk.tellOfCompany();
      await walk.nameOwners([
        ['Erika Muster', '60'],
        ['Jane Doe', '40'],
      ]);
      await walk.submitPapers(['Erika Muster', 'Jane Doe']);
      await walk.visitor.arrive(title);
      await walk.prove();
      await walk.submit();
      const opened = await statusOf(`c-company-${language}`, 'KYB_EVENT');
      expect(opened).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });
      // First-line passes on by approving, compliance resolves.
      expect(await approve('lena', opened, 1)).toMatchObject({
        status: 'WAITING',
        caseStatus: 'OTHER_GROUP',
      });
      expect(await approve('cora', opened, 3)).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
      expect(walk.visitor.complaints).toEqual([]);
      await walk.visitor.close();
    },
  );

  describe('in a frame', () => {
    let outside: Server;
    let address = '';
    /** A page of the tenant's, or of anybody else, that shows whatever it is told to. */
    beforeAll(async () => {
      outside = createServer((request, response) => {
        const shown = new URL(request.url!, 'http://outside').searchParams.get('shows') ?? '';
        response.setHeader('content-type', 'text/html');
        response.end(
          `<!doctype html><title>Acme</title><script>var told = [];
           addEventListener('message', ({ origin, data }) => told.push({ origin, ...data }));</script><iframe title="verify" width="360" height="700" src="${shown}"></iframe>`,
        );
      });
      await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    });
    afterAll(() => outside?.close());

    it('stand where the tenant lets them, also when the page is loaded again, and nowhere else', async () => {
      const steps = [
        { id: 'about', type: 'particulars', fields: ['name'] },
        { id: 'review', type: 'review-and-submit' },
      ];
      const asking = {
        ...decidingWorkflow('KYC_EVENT'),
        source: 'SDK',
        nodes: [...steps, { id: 'decide', type: 'decision', outcome: 'approve' }],
        edges: [
          { from: 'start', to: 'about' },
          { from: 'about', to: 'review' },
          { from: 'review', to: 'decide' },
        ],
      };
      const workflows = [{ domain: 'retail', workflow: asking }];
      const returnUrl = 'https://app.acme.test/welcome';
      const framed = aTenant({ workflows, hosted: { frameAncestors: [address], returnUrl } });
      const alone = aTenant({ workflows });
      await service.provision(framed, alone);
      const link = async (tenant: typeof framed) => {
        const to = service.client({ ...tenant.key, domain: 'retail' });
        const ask = { email: 'f@example.test', customerId: 'c-frame', eventType: 'KYC_EVENT' } as const;
        // The address that people open: another site than the page around it.
        return (await to.link.generate(ask)).url.replace('127.0.0.1', 'localhost');
      };
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(`${address}/?shows=${encodeURIComponent(await link(framed))}`);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('button', { name: 'Agree and begin' }).click();
      await frame.getByLabel('Full name').waitFor();
      // The frame asks for the link anew; where browsers keep nothing for frames, what was typed goes.
      await page.reload();
      await frame.getByLabel('Full name').fill('Jane Doe');
      await frame.getByRole('button', { name: 'Continue' }).click();
      await frame.getByLabel('I agree').check();
      await frame.getByRole('button', { name: 'Submit' }).click();
      await frame.getByRole('heading', { name: 'Thank you, you are done' }).waitFor();
      // The page around it is told where the flow is, and the person continues there.
      const stated = await page.evaluate<{ origin: string; source: string; state: string }[]>('told');
      expect(new Set(stated.map(({ origin, source }) => `${source} ${new URL(origin).hostname}`))).toEqual(
        new Set(['gatehouse-verify localhost']),
      );
      expect(stated.at(-1)).toMatchObject({ state: 'done' });
      const onward = frame.getByRole('link', { name: /^Continue to/ });
      expect(await onward.getAttribute('href')).toBe(returnUrl);
      expect(await onward.getAttribute('target')).toBe('_top');
      await page.reload();
      await frame.getByRole('heading', { name: 'Already submitted' }).waitFor();

      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.goto(`${address}/?shows=${encodeURIComponent(await link(alone))}`);
      expect((await refused).type()).toBe('error');
      await page.context().close();
    });
  });
});
