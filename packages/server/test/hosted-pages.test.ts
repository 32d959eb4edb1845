import { drawSpecimen, hasTesseract, seededNumbers, specimenOf } from '@gatehouse/document-reader/testing';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPages, Visitor } from './support/browser.ts';
import { hasChromium, startChromium } from './support/chromium.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const decisions = {
  nodes: [
    { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: {} } },
    { id: 'clear', type: 'decision', outcome: 'approve' },
    { id: 'people', type: 'decision', outcome: 'manual', groups: ['compliance'] },
  ],
  edges: [
    { from: 'screen', to: 'people', when: 'screen.hits > 0' },
    { from: 'screen', to: 'clear', otherwise: true },
  ],
};

/** People's steps one after the other, then a screening that decides. */
function asking(id: string, eventType: string, steps: readonly { readonly id: string }[]) {
  const ids = ['start', ...steps.map((step) => step.id), 'screen'];
  return {
    id,
    name: id,
    eventType,
    source: 'SDK',
    nodes: [...steps, ...decisions.nodes],
    edges: [...ids.slice(1).map((to, index) => ({ from: ids[index]!, to })), ...decisions.edges],
  };
}

const kyc = asking('wf_kyc', 'KYC_EVENT', [
  { id: 'about', type: 'particulars', form: 'KYC_PERSONAL' } as { id: string },
  { id: 'forms', type: 'required-forms', forms: ['KYC_SOURCE', 'DECLARATION'] } as { id: string },
  { id: 'mail', type: 'email-verification' } as { id: string },
  { id: 'review', type: 'review-and-submit' } as { id: string },
]);
const papers = asking('wf_papers', 'KYC_EVENT', [
  { id: 'about', type: 'particulars', fields: ['name', 'dateOfBirth'] } as { id: string },
  { id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' } as { id: string },
  { id: 'review', type: 'review-and-submit' } as { id: string },
]);
const kyb = asking('wf_kyb', 'KYB_EVENT', [
  { id: 'company', type: 'particulars', form: 'KYB_COMPANY' } as { id: string },
  { id: 'owners', type: 'ownership-structure' } as { id: string },
  { id: 'review', type: 'review-and-submit' } as { id: string },
]);

const lettersThatCame = `[...document.fonts]
  .filter(({ status }) => status === 'loaded')
  .map(({ family }) => family.replaceAll('"', ''))`;

/** As far as the step that waits is filled in the picture of the progress. */
const shareOfStep = (page: Page) =>
  page.evaluate<string>("document.documentElement.style.getPropertyValue('--share-of-step')");

const bytesOf = `(ending) => performance
  .getEntriesByType('resource')
  .filter(({ name }) => name.endsWith(ending))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

describe.skipIf(!hasChromium())('the pages in a browser', { timeout: 240_000 }, () => {
  let service: TestService;
  let browser: Browser;
  const tenant = aTenant({
    branding: {
      name: 'Example Bank',
      primaryColour: '#ffcc00',
      contact: { email: 'help@bank.example' },
      privacyUrl: 'https://bank.example/privacy',
    },
    workflows: [
      { domain: 'corporate', workflow: papers },
      { domain: 'retail', workflow: kyc },
      { domain: 'retail', workflow: kyb },
    ],
  });
  const client = (domain = 'retail') => service.client({ ...tenant.key, domain });

  beforeAll(async () => {
    buildPages();
    [service, browser] = await Promise.all([startTestService('embedded'), startChromium()]);
    await service.provision(tenant);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function newLink(
    customerId: string,
    eventType: 'KYC_EVENT' | 'KYB_EVENT',
    domain = 'retail',
  ): Promise<string> {
    const { url } = await client(domain).link.generate({
      email: `${customerId}@example.test`,
      customerId,
      eventType,
    });
    return url;
  }
  async function outcomeOf(customerId: string, eventType: 'KYC_EVENT' | 'KYB_EVENT') {
    const { executionId } = await client().workflow.query({ eventType, source: 'SDK', customerId });
    return client().workflow.waitForCase(executionId);
  }
  /** The code of the newest message in the development mailbox. */
  async function newestCode(): Promise<string> {
    await service.drain();
    const [newest] = await keptMessages(service);
    return /\b\d{6}\b/.exec(newest!.text)![0];
  }

  it('lead a person through a KYC on a small phone, whatever comes between', async () => {
    const url = await newLink('c-pages', 'KYC_EVENT');
    const visitor = await Visitor.open(browser, url, { hasTouch: true });
    const { page } = visitor;
    await visitor.arrive('Verify your identity');
    expect(page.url()).not.toContain('linkToken');
    // It stands where the person agrees, and need not stand a second time.
    await expect.poll(() => page.getByRole('link', { name: 'Privacy notice' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Agree and begin' }).tap();

    await visitor.arrive('Your name');
    await expect.poll(() => page.getByRole('link', { name: 'Privacy notice' }).count()).toBe(1);
    // Nothing is done yet, and this step has five screens.
    const progress = page.getByRole('progressbar', { name: 'Progress' });
    expect(await progress.getAttribute('aria-valuenow')).toBe('0');
    await page.getByText('Page 1 of 5 of this step').waitFor();
    expect(await shareOfStep(page)).toBe('0');
    await page.getByText('Why is this asked?').click();
    await page.getByText('These details are part of the verification that Example Bank asks for.').waitFor();
    await visitor.checkScreen('why');
    await visitor.fill('Full name', 'محمد علي');
    // A reload loses nothing that was typed, and asks for nothing anew.
    await page.reload();
    await visitor.arrive('Your name');
    expect(await page.getByLabel('Full name').inputValue()).toBe('محمد علي');
    // The form does not take the script of the name: the service proposes a spelling before anything else is asked.
    await visitor.go();
    await page.getByRole('group', { name: /One entry needs your attention/ }).waitFor();
    await visitor.checkScreen('spelling');
    await page.getByRole('button', { name: /^Use “/ }).click();
    expect(await page.getByLabel('Full name').inputValue()).toMatch(/^[A-Za-z' -]+$/);
    expect(await page.getByLabel('Name in original script').inputValue()).toBe('محمد علي');
    // What the service alone can judge is told where it is, also from a later screen.
    await visitor.fill('Full name', '---');
    await visitor.go();

    await visitor.arrive('About you');
    expect(await shareOfStep(page)).toBe('0.2');
    await visitor.go();
    await page.getByRole('group', { name: /entries need your attention/ }).waitFor();
    await visitor.checkScreen('faults');
    await page.getByRole('link', { name: /^Sex/ }).click();
    expect(await page.evaluate('document.activeElement.name')).toContain('sex');
    await page.getByLabel('Female').check();
    await visitor.fillDate('Date of birth', ['3', '2', '1980']);
    await visitor.choose('Nationality', 'singap', 'Singapore');
    await visitor.choose('Country of residence', 'côte', /Ivoire/);
    await page.reload();
    await page.getByRole('heading', { name: 'About you' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Nationality' }).inputValue()).toBe('Singapore');
    await visitor.go();

    await visitor.arrive('Your identity document');
    await visitor.choose('Issuing country', 'singap', 'Singapore');
    await page.getByLabel('Passport').check();
    await visitor.fill('Identity document number', 'K1234567E');
    await page.goBack();
    await page.getByRole('heading', { name: 'About you' }).waitFor();
    await expect.poll(() => page.getByLabel('Female').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Your name' }).waitFor();
    expect(await page.getByLabel('Name in original script').inputValue()).toBe('محمد علي');
    await visitor.go();
    await page.getByRole('heading', { name: 'About you' }).waitFor();
    await visitor.go();
    await page.getByRole('heading', { name: 'Your identity document' }).waitFor();
    expect(await page.getByLabel('Identity document number').inputValue()).toBe('K1234567E');
    await visitor.go();

    await visitor.arrive('Address and contact');
    await visitor.fill('Home address', '1 Sample Road\nSingapore');
    await visitor.fill('E-mail address', 'jane@mail.example');
    await visitor.choose('Phone country code', '+65', /Singapore/);
    await visitor.fill('Phone number', '8123 4567');
    await visitor.go();
    await visitor.arrive('More details');

    await visitor.go();
    await visitor.arrive('Your name');
    await page.getByRole('link', { name: /^Full name/ }).waitFor();
    await visitor.fill('Full name', 'Mohammed Ali');
    for (const title of ['About you', 'Your identity document', 'Address and contact', 'More details']) {
      await visitor.go();
      await page.getByRole('heading', { name: title }).waitFor();
    }

    // The connection goes while the step is sent, and comes back.
    await page.context().setOffline(true);
    await visitor.go();
    await page.getByText('No connection.').waitFor();
    await visitor.checkScreen('offline');
    await page.context().setOffline(false);
    await visitor.arrive('Source of funds and wealth');
    expect(await progress.getAttribute('aria-valuenow')).toBe('1');
    // What is not among the first of a long list is found by typing.
    const funds = page.getByRole('group', { name: 'Source of funds' });
    await expect.poll(() => funds.getByRole('checkbox').count()).toBe(5);
    await funds.getByRole('combobox', { name: 'More choices' }).fill('inher');
    await funds.getByRole('option', { name: 'Inheritance', selected: true }).waitFor();
    await visitor.checkScreen('more choices');
    await page.keyboard.press('Enter');
    await funds.getByRole('button', { name: 'Remove Inheritance' }).waitFor();
    // One of the first is found too, and is ticked where it stands.
    await funds.getByRole('combobox', { name: 'More choices' }).fill('salary');
    await funds.getByRole('option', { name: 'Salary or bonus', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => funds.getByRole('checkbox', { name: 'Salary or bonus' }).isChecked()).toBe(true);

    // A second tab continues; the first is told, and stands where the flow is.
    const second = await Visitor.open(browser, url);
    await second.page.getByRole('checkbox', { name: 'Personal savings' }).check();
    await second.go();
    await second.arrive('Declarations');
    for (const answer of await second.page.getByRole('radio', { name: 'No' }).all()) await answer.check();
    await second.page.getByRole('checkbox', { name: 'Yes' }).check();
    await second.go();
    await second.arrive('Confirm your e-mail address');
    await visitor.go();
    await page.getByRole('heading', { name: 'Declarations' }).waitFor();
    for (const answer of await page.getByRole('radio', { name: 'No' }).all()) await answer.check();
    await page.getByRole('checkbox', { name: 'Yes' }).check();
    await visitor.go();
    await visitor.arrive('Confirm your e-mail address');
    await page.getByText('You continued in another window').waitFor();

    expect(await page.getByLabel('E-mail address').inputValue()).toBe('jane@mail.example');
    await visitor.press('Send code');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await visitor.checkScreen('code');
    const code = await newestCode();
    await visitor.fill('Code', code === '000000' ? '000001' : '000000');
    await visitor.press('Confirm');
    await page
      .getByText(/The code is wrong/)
      .first()
      .waitFor();
    await visitor.checkScreen('code wrong');
    // The bar with the main button hides no field that has the focus.
    await page.getByRole('link', { name: /The code is wrong/ }).click();
    const [field, confirm] = await Promise.all([
      page.getByLabel('Code', { exact: true }).boundingBox(),
      page.getByRole('button', { name: 'Confirm' }).boundingBox(),
    ]);
    expect(field!.y + field!.height).toBeLessThan(confirm!.y);
    expect(confirm!.y + confirm!.height).toBeLessThanOrEqual(740);
    await visitor.fill('Code', code);
    await visitor.press('Confirm');

    await visitor.arrive('Please check your answers');
    await page.getByText('3 February 1980').waitFor();
    await visitor.press('Submit');
    await page.getByRole('link', { name: /Please confirm that you agree/ }).waitFor();
    await page.getByLabel('I agree').check();
    await visitor.press('Submit');
    await visitor.arrive('Thank you, you are done');
    expect(await outcomeOf('c-pages', 'KYC_EVENT')).toMatchObject({
      kind: 'concluded',
      caseStatus: 'APPROVED',
    });
    expect(await page.evaluate('Object.keys(sessionStorage).join()')).not.toContain('draft');

    const again = await Visitor.open(browser, url);
    expect(await again.page.title()).toMatch(/submitted/i);
    expect([...visitor.complaints, ...second.complaints, ...again.complaints]).toEqual([]);
    await Promise.all([visitor.close(), second.close(), again.close()]);
  });

  it('lead a company through a KYB in Arabic, from right to left', async () => {
    const visitor = await Visitor.open(browser, await newLink('c-kyb', 'KYB_EVENT'), { locale: 'ar' });
    const { page } = visitor;
    await visitor.arrive('التحقق من شركتك');
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await page.evaluate('document.fonts.ready');
    expect(await page.evaluate(lettersThatCame)).toContain('Noto Sans Arabic Variable');
    const on = () => visitor.press('متابعة');
    await visitor.press('موافقة وبدء');

    await visitor.arrive('اسم الشركة');
    await visitor.fill('الاسم المسجل', 'Sample Trading Ltd');
    await on();
    await visitor.arrive('معلومات عن الشركة');
    await visitor.fill('رقم التسجيل', '١٢٣٤٥٦');
    await visitor.choose('بلد التأسيس', 'سنغافورة', 'سنغافورة');
    // The parts stand in the order of the place, which is day, month, year.
    await visitor.fillDate('تاريخ التأسيس', ['٣', '٢', '٢٠١٠']);
    await visitor.choose('الشكل القانوني', 'private', /private/i);
    await on();
    await visitor.arrive('العنوان ووسائل الاتصال');
    await visitor.fill('العنوان المسجل', '1 Sample Road\nSingapore');
    await visitor.fill('البريد الإلكتروني', 'office@trading.example');
    await on();
    await visitor.arrive('معلومات إضافية');
    await visitor.choose('بلدان النشاط', 'ماليزيا', 'ماليزيا');
    await visitor.choose('مجال النشاط', 'trade', /trade/i);
    await on();

    await visitor.arrive('من يملك الشركة؟');
    const add = async (button: string, kind: 'شخص' | 'شركة', name: string, percent: string) => {
      await visitor.press(button);
      await page.getByRole('radio', { name: kind }).check();
      await visitor.fill(kind === 'شخص' ? 'الاسم الكامل' : 'الاسم المسجل', name);
      await page.getByLabel(/^الحصة في/).fill(percent);
      await visitor.press('حفظ');
    };
    // An owner that is being typed bears a reload and a way back over the step before.
    await visitor.press('إضافة مالك');
    await page.getByRole('radio', { name: 'شخص' }).check();
    await visitor.fill('الاسم الكامل', 'Erika Muster');
    await page.reload();
    await page.getByLabel('الاسم الكامل', { exact: true }).waitFor();
    expect(await page.getByLabel('الاسم الكامل', { exact: true }).inputValue()).toBe('Erika Muster');
    await page.getByRole('button', { name: 'رجوع' }).click();
    await page.getByRole('heading', { name: 'من يملك الشركة؟' }).waitFor();
    await page.getByRole('button', { name: 'رجوع' }).click();
    for (const title of ['اسم الشركة', 'معلومات عن الشركة', 'العنوان ووسائل الاتصال', 'معلومات إضافية']) {
      await page.getByRole('heading', { name: title }).waitFor();
      await on();
    }
    await page.getByRole('heading', { name: 'من يملك الشركة؟' }).waitFor();
    await visitor.press('إضافة مالك');
    expect(await page.getByLabel('الاسم الكامل', { exact: true }).inputValue()).toBe('Erika Muster');
    await page.getByRole('button', { name: 'رجوع' }).click();
    await add('إضافة مالك', 'شركة', 'Sample Holding Ltd', '٦٠');
    await add('إضافة مالك في Sample Holding Ltd', 'شخص', 'Erika Muster', '75');
    await add('إضافة مالك', 'شخص', 'Jane Doe', '50');
    await page.getByRole('img', { name: /Sample Holding Ltd, شركة.*شركتك/ }).waitFor();
    await visitor.checkScreen('owners');
    await on();
    await page.getByRole('link', { name: /أكثر من 100%/ }).waitFor();
    await page.getByRole('button', { name: 'إزالة Jane Doe' }).click();
    await add('إضافة مالك', 'شخص', 'Jane Doe', '40');
    await page.getByText('مستفيد حقيقي').nth(1).waitFor();
    await on();

    await visitor.arrive('يرجى مراجعة إجاباتك');
    // Digits of the person's keyboard are those of the register.
    await page.getByText('123456', { exact: true }).waitFor();
    await page.getByText(/Erika Muster\u2069 · .*45.* · مستفيد حقيقي/).waitFor();
    await page.getByLabel('أوافق').check();
    await visitor.press('إرسال');
    await visitor.arrive('شكرًا لك، هذا كل شيء');
    expect(await outcomeOf('c-kyb', 'KYB_EVENT')).toMatchObject({ kind: 'concluded' });
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('take documents: pictures of nothing, of 41 megapixels, over a line that breaks, taken back and put right', async () => {
    const specimen = { ...specimenOf(seededNumbers(7), 'TD3'), issuingCode: 'SGP', nationalityCode: 'SGP' };
    const passport = await drawSpecimen({ ...specimen, expiryDate: '2033-05-06' });
    const { width, height } = await sharp(passport).metadata();
    const scale = Math.sqrt(41_000_000 / (width * height));
    const huge = await sharp(passport)
      .resize(Math.ceil(width * scale), Math.ceil(height * scale))
      .jpeg()
      .toBuffer();
    const nothing = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a8f94' } })
      .png()
      .toBuffer();
    const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

    const visitor = await Visitor.open(browser, await newLink('c-papers', 'KYC_EVENT', 'corporate'), {
      hasTouch: true,
    });
    const { page } = visitor;
    await visitor.press('Agree and begin');
    await visitor.fill('Full name', 'Jane Doe');
    await visitor.go();
    await visitor.arrive('Documents');
    await visitor.go();
    await page.getByRole('link', { name: /^Proof of identity/ }).waitFor();
    await visitor.press('Add a document: Proof of identity');
    await visitor.arrive('Proof of identity');
    await page.getByLabel('Passport').check();
    await visitor.choose('Issuing country', 'singap', 'Singapore');
    for (const good of ['All four corners visible', 'Sharp and easy to read', 'Good light, no glare']) {
      await page.getByRole('listitem').filter({ hasText: good }).waitFor();
    }
    await visitor.checkScreen('photo guide');
    const front = page.locator('#side-front-file');
    await front.setInputFiles(file('notes.jpg', 'image/jpeg', Buffer.from('no picture')));
    await page.getByText('We cannot use this type of file.').waitFor();
    await front.setInputFiles(file('nothing.png', 'image/png', nothing));
    await page.getByText('We cannot see a document in this picture.').waitFor();
    await visitor.checkScreen('picture of nothing');

    let broken = 0;
    await page.route('**/parts/1', (route) => (broken++ === 0 ? route.abort() : route.continue()));
    await page.locator('#side-front-camera').setInputFiles(file('huge.jpg', 'image/jpeg', huge));
    await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: 60_000 });
    expect(broken).toBeGreaterThan(1);
    await visitor.checkScreen('picture sent');
    // A reload keeps what was chosen, and what was sent stays sent.
    await page.reload();
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Passport').isChecked()).toBe(true);
    await visitor.go();
    await page
      .getByRole('heading', { name: hasTesseract() ? 'Is this correct?' : /could not read/ })
      .waitFor({ timeout: 60_000 });
    await visitor.checkScreen('read');
    if (!hasTesseract()) await visitor.press('Enter the details myself');
    else expect(await page.getByLabel('Document number').inputValue()).toBe(specimen.documentNumber);
    await visitor.fill('Surname', 'DOE');
    await visitor.fill('Document number', 'K1234567');
    await visitor.fillDate('Date of birth', ['3', '2', '1980']);
    await page.reload();
    await page
      .getByRole('heading', { name: 'Is this correct?' })
      .or(page.getByText('Enter the details myself'))
      .waitFor();
    if (!hasTesseract()) await visitor.press('Enter the details myself');
    expect(await page.getByLabel('Document number').inputValue()).toBe('K1234567');
    await visitor.press('This is correct');
    // What is confirmed differs from what was entered: that is shown before the person goes on.
    await page.getByRole('region', { name: 'This is not what you entered before' }).waitFor();
    await visitor.press('This is correct');

    await visitor.arrive('Documents');
    await visitor.press('Add a document: Photo of yourself');
    await page.locator('#side-front-camera').setInputFiles(file('me.png', 'image/png', nothing));
    await visitor.press('Use it anyway');
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await visitor.go();
    await visitor.arrive('Please check this picture');
    await visitor.press('Use it anyway');
    await visitor.arrive('Documents');
    await visitor.press('Remove Photo of your face');
    await page.getByRole('button', { name: 'Add a document: Photo of yourself' }).click();
    // The same content again: it is there already.
    await page.locator('#side-front-file').setInputFiles(file('me.png', 'image/png', nothing));
    await visitor.press('Use it anyway');
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await visitor.go();
    await visitor.arrive('Please check this picture');
    await visitor.press('Use it anyway');
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await visitor.go();
    await visitor.arrive('Please check your answers');
    await page.getByLabel('I agree').check();
    await visitor.press('Submit');
    await visitor.arrive('Thank you, you are done');
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it.each([
    [
      'en-GB',
      'Agree and begin',
      'Continue',
      /^This link was opened again \(.+\)\. .*contact Example Bank\.$/,
    ],
    ['ar', 'موافقة وبدء', 'متابعة', /^فُتح هذا الرابط مرة أخرى \(.+\)/],
  ])('tell who has the link open that it was opened again, in %s', async (locale, start, go, words) => {
    const url = await newLink(`c-again-${locale}`, 'KYC_EVENT');
    const visitor = await Visitor.open(browser, url, { locale });
    const { page } = visitor;
    await page.getByRole('button', { name: start }).click();
    await page.getByRole('button', { name: go }).waitFor();
    const notice = page.getByRole('status').filter({ hasText: words });
    await expect.poll(() => notice.count()).toBe(0);
    const openElsewhere = async () => {
      const other = await Visitor.open(browser, url, { locale });
      await other.page.getByRole('button', { name: go }).waitFor();
      await expect.poll(() => other.page.getByRole('status').filter({ hasText: words }).count()).toBe(0);
      await other.close();
      // The person comes back to the page.
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await notice.waitFor();
    };
    await openElsewhere();
    await visitor.checkScreen(`opened-again-${locale}`);
    const { y, height } = (await page.getByRole('button', { name: go }).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(740);
    // It is read once, and comes again with the next opening.
    await notice.getByRole('button').click();
    await expect.poll(() => notice.count()).toBe(0);
    const requested = page.waitForResponse('**/verify/api/flow');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await requested;
    await expect.poll(() => notice.count()).toBe(0);
    await openElsewhere();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('begin before their script is there, and bear that their texts do not come at once', async () => {
    const url = await newLink('c-begin', 'KYC_EVENT');
    const opened = await fetch(url, { headers: { 'accept-language': 'fr-CH, en;q=0.5' } });
    const texts = /^<(\/verify\/assets\/load-fr-[^>]+\.js)>; rel=modulepreload$/.exec(
      opened.headers.get('link')!,
    )!;
    expect((await fetch(new URL(texts[1]!, url))).status).toBe(200);

    const context = await browser.newContext({ locale: 'fr-CH' });
    const page = await context.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    // The script comes last, and the exchange that the page's head began is the only one.
    await page.route('**/assets/index-*.js', async (route) => {
      await page.waitForRequest('**/verify/api/session', { timeout: 5000 }).catch(() => {});
      expect(requested).toContain('/verify/api/session');
      await route.continue();
    });
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Vérifiez votre identité' }).waitFor();
    expect(requested.filter((path) => path.startsWith('/verify/api/'))).toEqual(['/verify/api/session']);
    expect(requested.filter((path) => path.includes('/load-'))).toEqual([texts[1]]);
    // Of the letters a part alone: the names of the other languages fetch none of theirs.
    await page.evaluate('document.fonts.ready');
    expect(await page.evaluate(lettersThatCame)).toEqual(['Inter Variable']);
    expect(requested.filter((path) => path.endsWith('.woff2'))).toEqual([
      expect.stringMatching(/inter-latin-wght/),
    ]);
    // As it travels; the script alone had 45 kB.
    expect(await page.evaluate(`(${bytesOf})('.js')`)).toBeLessThan(55_000);
    expect(await page.evaluate(`(${bytesOf})('')`)).toBeLessThan(120_000);

    let cut = 0;
    await page.route('**/assets/load-de-*.js', (route) => (cut++ === 0 ? route.abort() : route.continue()));
    await page.getByRole('radio', { name: 'Deutsch' }).check();
    await page.getByRole('heading', { level: 1, name: 'Bestätigen Sie Ihre Identität' }).waitFor();
    expect(cut).toBe(2);
    await context.close();
  });

  it('fit a screen of 320 pixels and say what a dead link is', async () => {
    const first = await newLink('c-dead', 'KYC_EVENT');
    const narrow = await Visitor.open(browser, first, { viewport: { width: 320, height: 568 } });
    await narrow.arrive('Verify your identity');
    // A service that fails says nothing of the link: it is opened again, and is no dead one.
    const exchange = '**/verify/api/session';
    await narrow.page.route(exchange, (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL' } }));
    await narrow.page.reload();
    await narrow.arrive('This page could not be loaded');
    await narrow.page.unroute(exchange);
    await narrow.press('Try again');
    await narrow.page.getByRole('heading', { level: 1, name: 'Verify your identity' }).waitFor();
    await newLink('c-dead', 'KYC_EVENT');
    // The page is open, and its link has died meanwhile.
    await narrow.press('Agree and begin');
    await narrow.arrive('There is a newer link');
    await narrow.page.getByRole('link', { name: 'help@bank.example' }).first().waitFor();
    const unknown = await Visitor.open(browser, `${new URL(first).origin}/verify?linkToken=nothing`);
    expect(await unknown.page.title()).not.toBe('');
    await unknown.checkScreen('unknown link');
    expect([...narrow.complaints, ...unknown.complaints]).toEqual([]);
    await Promise.all([narrow.close(), unknown.close()]);
  });
});
