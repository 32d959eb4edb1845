import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawSpecimen } from '../src/documents/specimen-drawing.fixture.ts';
import { seededNumbers, specimenOf } from '../src/documents/specimen-people.fixture.ts';
import { parseTenantFile } from '../src/tenants/index.ts';
import { pdf } from '../src/uploads/sample-files.fixture.ts';
import { buildPages, Visitor } from './support/browser.ts';
import { hasChromium, startChromium } from './support/chromium.ts';
import { person, signIn } from './support/console.ts';
import { until } from './support/server-process.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const folder = new URL('../../../examples/workflows/', import.meta.url);
const secret = 'secret-of-the-examples';

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
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const client = () => service.client({ apiKey: 'ak_examples', secret, domain: 'retail' });
  type EventType = 'KYC_EVENT' | 'KYB_EVENT';
  async function newLink(customerId: string, eventType: EventType): Promise<string> {
    const email = `${customerId}@example.test`;
    return (await client().link.generate({ email, customerId, eventType })).url;
  }
  async function statusOf(customerId: string, eventType: EventType) {
    const { executionId } = await client().workflow.query({ eventType, source: 'SDK', customerId });
    await until('the decision', async () => (await client().workflow.status(executionId))?.caseStatus !== '');
    return client().workflow.status(executionId);
  }
  async function newestCode(): Promise<string> {
    await service.drain();
    const response = await fetch(service.app.mailboxUrl!.replace(/\/dev\/mailbox$/, '/dev/mailbox.json'));
    const { messages } = (await response.json()) as { messages: { content: { code: string } }[] };
    return messages[0]!.content.code;
  }

  it('lead a person from the link to a decided case, in English and at the end in Arabic', async () => {
    const specimen = {
      ...specimenOf(seededNumbers(11), 'TD3'),
      issuingCode: 'SGP',
      nationalityCode: 'SGP',
      expiryDate: '2033-05-06',
    };
    const passport = {
      name: 'passport.png',
      mimeType: 'image/png',
      buffer: await drawSpecimen(specimen),
    };
    const [year, month, day] = specimen.dateOfBirth.split('-') as [string, string, string];
    const visitor = await Visitor.open(browser, await newLink('c-person', 'KYC_EVENT'), { hasTouch: true });
    const { page } = visitor;
    page.setDefaultTimeout(60_000);
    await visitor.arrive('Verify your identity');
    await visitor.press('Agree and begin');
    await visitor.arrive('About you');
    await visitor.fill('Full name', `${specimen.givenNames} ${specimen.surname}`);
    await page.getByLabel('Female').check();
    await visitor.fillDate('Date of birth', [day, month, year]);
    await visitor.choose('Nationality', 'singap', 'Singapore');
    await visitor.choose('Country of residence', 'singap', 'Singapore');
    await visitor.go();
    await visitor.choose('Country that issued it', 'singap', 'Singapore');
    await page.getByLabel('Passport').check();
    await visitor.fill('Number of the identity document', specimen.documentNumber);
    await visitor.go();
    await visitor.fill('Home address', '1 Sample Road\nSingapore');
    await visitor.fill('E-mail address', 'jane@mail.example');
    await visitor.choose('Country code of the phone number', '+65', /Singapore/);
    await visitor.fill('Phone number', '8123 4567');
    await visitor.go();
    await visitor.arrive('A little more');
    await visitor.go();
    await visitor.arrive('Source of funds and wealth');
    await page.getByRole('checkbox', { name: 'Salary or bonus' }).check();
    await visitor.go();
    await visitor.arrive('Declarations');
    for (const answer of await page.getByRole('radio', { name: 'No' }).all()) await answer.check();
    await page.getByRole('checkbox', { name: 'Yes' }).check();
    await visitor.go();

    await visitor.arrive('Documents');
    await visitor.press('Add a document: Proof of identity');
    // The document that was named with the particulars is asked for first.
    expect(await page.getByLabel('Passport').isChecked()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Country that issued it' }).inputValue()).toBe(
      'Singapore',
    );
    await page.locator('#side-front-camera').setInputFiles(passport);
    await page.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 });
    await visitor.go();
    const read = page.getByRole('heading', { name: 'Is this right?' });
    const unread = page.getByRole('heading', { name: /could not read/ });
    await read.or(unread).waitFor();
    // Without the reader, or where the machine has no time for it, people type.
    const isTyped = await unread.isVisible();
    if (isTyped) {
      await visitor.press('Enter the details myself');
      await visitor.fill('Surname', specimen.surname);
      await visitor.fill('Document number', specimen.documentNumber);
      await visitor.fillDate('Date of birth', [day, month, year]);
      await visitor.fillDate('Valid until', ['6', '5', '2033']);
    }
    await visitor.judge('document read');
    await visitor.press('This is right');
    await visitor.press('Add a document: Photo of yourself');
    await page.locator('#side-front-camera').setInputFiles(passport);
    await page.getByText('Sent', { exact: true }).waitFor();
    await visitor.go();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await visitor.go();

    await visitor.arrive('Confirm your phone number');
    const country = page.getByRole('combobox', { name: 'Country code' });
    await country.fill('');
    await country.press('Escape');
    await visitor.press('Send code');
    await page.getByRole('link', { name: 'Country code: Please choose.' }).waitFor();
    await visitor.judge('no country of the number');
    await visitor.choose('Country code', '+65', /Singapore/);
    await visitor.press('Send code');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await visitor.fill('Code', await newestCode());
    await visitor.press('Confirm');
    await visitor.arrive('Please check your answers');
    // Back to where the number stands, and on: it is proved already.
    await page.getByRole('button', { name: /^Change: Phone number/ }).click();
    await visitor.arrive('Confirm your phone number');
    await page.getByText(/is confirmed already/).waitFor();
    await visitor.judge('phone proved');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByText(/ist schon bestätigt/).waitFor();
    // The rest from right to left, also what is agreed to.
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('ar');
    await visitor.arrive('تأكيد رقم هاتفك');
    await visitor.press('متابعة');
    await visitor.arrive('يرجى مراجعة إجاباتك');
    await page.getByText('أؤكد أن ما أدخلته كامل وصحيح').waitFor();
    await page.getByLabel('أوافق').check();
    await visitor.press('إرسال');
    await visitor.arrive('شكرًا لك، هذا كل شيء');
    // Nobody but a person takes what was typed alone.
    expect(await statusOf('c-person', 'KYC_EVENT')).toMatchObject(
      isTyped
        ? { status: 'WAITING', caseStatus: 'UNASSIGNED' }
        : { status: 'COMPLETED', caseStatus: 'APPROVED' },
    );
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('lead a company from the link to a case that two groups decide, in Arabic and at the end in English', async () => {
    const visitor = await Visitor.open(browser, await newLink('c-company', 'KYB_EVENT'), {
      locale: 'ar',
      viewport: { width: 320, height: 640 },
    });
    const { page } = visitor;
    page.setDefaultTimeout(60_000);
    const on = () => visitor.press('متابعة');
    await visitor.arrive('التحقق من شركتك');
    await visitor.press('موافقة وبدء');
    await visitor.arrive('معلومات عن الشركة');
    await visitor.fill('الاسم المسجل', 'Sample Trading Ltd');
    await visitor.fill('رقم التسجيل', '١٢٣٤٥٦');
    await visitor.choose('بلد التأسيس', 'سويسرا', 'سويسرا');
    await visitor.fillDate('تاريخ التأسيس', ['٣', '٢', '٢٠١٠']);
    await visitor.choose('الشكل القانوني', 'private', /private/i);
    await on();
    await visitor.fill('العنوان المسجل', '1 Sample Road\nZürich');
    await visitor.fill('البريد الإلكتروني', 'office@trading.example');
    await on();
    await visitor.choose('بلدان النشاط', 'ماليزيا', 'ماليزيا');
    await visitor.choose('مجال النشاط', 'trade', /trade/i);
    await on();

    await visitor.arrive('عن النشاط التجاري');
    for (const group of await page.getByRole('group').all()) {
      const [choice] = await group.getByRole('radio').or(group.getByRole('checkbox')).all();
      await choice?.check();
    }
    await visitor.judge('risk profile');
    await on();
    await visitor.arrive('الإقرارات');
    for (const answer of await page.getByRole('radio', { name: 'لا' }).all()) await answer.check();
    await page.getByRole('checkbox', { name: 'نعم' }).check();
    await on();

    await visitor.arrive('من يملك الشركة؟');
    for (const [name, percent] of [
      ['Erika Muster', '60'],
      ['Jane Doe', '40'],
    ] as const) {
      await visitor.press('إضافة مالك');
      await page.getByRole('radio', { name: 'شخص' }).check();
      await visitor.fill('الاسم الكامل', name);
      await page.getByLabel(/^الحصة في/).fill(percent);
      await visitor.press('حفظ');
    }
    await on();

    await visitor.arrive('المستندات');
    const paper = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: pdf() };
    const add = async (title: string, hasKinds: boolean) => {
      await visitor.press(`إضافة مستند: ${title}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      if (hasKinds) await page.getByRole('radio').first().check();
    };
    const send = async () => {
      await page.locator('#side-front-file').setInputFiles(paper);
      await page.getByText('تم الإرسال', { exact: true }).waitFor();
      await on();
    };
    for (const title of ['إثبات التسجيل', 'النظام الأساسي', 'إثبات الملكية', 'المديرون', 'صلاحية التمثيل']) {
      // Of what a company is founded on there is one kind.
      await add(title, title !== 'النظام الأساسي');
      await send();
      await page.getByRole('heading', { level: 1, name: 'المستندات' }).waitFor();
    }
    // Each person who owns the company has documents of their own.
    for (const name of ['Erika Muster', 'Jane Doe']) {
      await add(`هوية المديرين والمالكين: ${name}`, true);
      await visitor.choose('بلد الإصدار', 'سنغافورة', 'سنغافورة');
      await send();
      await visitor.arrive('لم نتمكن من قراءة المستند');
      await visitor.press('إدخال البيانات بنفسي');
      await visitor.fill('اسم العائلة', name.split(' ')[1]!);
      await visitor.fill('رقم المستند', 'K1234567');
      await visitor.fillDate('تاريخ الميلاد', ['3', '2', '1980']);
      await visitor.fillDate('صالح حتى', ['3', '2', '2040']);
      await visitor.judge('details typed');
      await visitor.press('هذا صحيح');
      await page.getByRole('heading', { level: 1, name: 'المستندات' }).waitFor();
    }
    await visitor.judge('documents given');
    await on();

    await page.getByRole('combobox', { name: 'اللغة' }).selectOption('en');
    await visitor.arrive('Confirm your e-mail address');
    await visitor.press('Send code');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await visitor.fill('Code', await newestCode());
    await visitor.press('Confirm');
    await visitor.arrive('Please check your answers');
    await page.getByText('I confirm that what I have entered is complete and true').waitFor();
    await page.getByLabel('I agree').check();
    await visitor.press('Submit');
    await visitor.arrive('Thank you, that was all');
    const opened = await statusOf('c-company', 'KYB_EVENT');
    expect(opened).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });

    // First-line passes on by approving, compliance concludes.
    const tenant = { id: 'examples', name: 'Examples', domains: ['retail'] };
    const users = [person('lena', ['analyst'], ['first-line']), person('cora', ['analyst'], ['compliance'])];
    await service.provision({ ...tenant, users });
    const moves = `/domains/retail/cases/${opened!.caseNo}/moves`;
    const rule = async (name: string, revision: number) => {
      const analyst = await signIn(service, tenant, name);
      await analyst.post(moves, { move: 'claim', expectedRevision: revision });
      await analyst.post(moves, { move: 'approve', expectedRevision: revision + 1, reason: 'papers seen' });
      await service.drain();
      return client().workflow.status(opened!.executionId);
    };
    expect(await rule('lena', 1)).toMatchObject({ status: 'WAITING', caseStatus: 'OTHER_GROUP' });
    expect(await rule('cora', 3)).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  describe('in a frame', () => {
    let outside: Server;
    let address = '';
    /** A page of the tenant's, or of anybody else, that shows whatever it is told to. */
    beforeAll(async () => {
      outside = createServer((request, response) => {
        const shown = new URL(request.url!, 'http://outside').searchParams.get('shows') ?? '';
        response.setHeader('content-type', 'text/html');
        response.end(
          `<!doctype html><title>Acme</title><iframe title="verify" width="360" height="700" src="${shown}"></iframe>`,
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
      const framed = aTenant({ workflows, hosted: { frameAncestors: [address] } });
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
      await frame.getByRole('heading', { name: 'Thank you, that was all' }).waitFor();
      await page.reload();
      await frame.getByRole('heading', { name: 'Already submitted' }).waitFor();

      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.goto(`${address}/?shows=${encodeURIComponent(await link(alone))}`);
      expect((await refused).type()).toBe('error');
      await page.context().close();
    });
  });
});
