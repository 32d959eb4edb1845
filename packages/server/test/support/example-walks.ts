import type { FlowLanguage } from '@gatehouse/contract';
import type { Specimen } from '@gatehouse/document-reader/testing';
import { loadMessages } from '@gatehouse/hosted/words';
import type { Browser } from 'playwright-core';
import { pdf } from '../../src/uploads/sample-files.fixture.ts';
import { Visitor } from './browser.ts';

type Words = Awaited<ReturnType<typeof loadMessages>>;

/** A picture or paper as a browser's file field takes it. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** How long a busy machine may take for a screen, with a document to read. */
const timeoutMs = 60_000;

/** Somebody who walks through an example of `examples/workflows` in one of the languages of the pages. */
export class ExampleWalk {
  readonly visitor: Visitor;
  readonly words: Words;
  readonly #readCode: () => Promise<string>;

  private constructor(visitor: Visitor, words: Words, readCode: () => Promise<string>) {
    this.visitor = visitor;
    this.words = words;
    this.#readCode = readCode;
    visitor.page.setDefaultTimeout(timeoutMs);
  }

  /** Opens a link on a small phone that speaks the language. */
  static async open(
    browser: Browser,
    url: string,
    {
      language,
      audience,
      readCode,
    }: {
      readonly language: FlowLanguage;
      readonly audience: 'person' | 'company';
      readonly readCode: () => Promise<string>;
    },
  ): Promise<ExampleWalk> {
    const locale = language === 'en' ? 'en-GB' : language;
    const words = (await loadMessages(language, [locale])).speakingTo(audience);
    const visitor = await Visitor.open(browser, url, { locale, hasTouch: true });
    return new ExampleWalk(visitor, words, readCode);
  }

  get page() {
    return this.visitor.page;
  }

  async on(): Promise<void> {
    await this.visitor.keepShot('filled');
    await this.visitor.press(this.words.text('continue'));
  }

  field(name: string): string {
    return this.words.field({ field: name, label: name, ownLabel: false });
  }

  choice(list: string, code: string): string {
    return this.words.choice(list, { code, name: code });
  }

  fill(name: string, text: string): Promise<void> {
    return this.visitor.fill(this.field(name), text);
  }

  country(name: string, code: string): Promise<void> {
    const country = this.words.country(code);
    return this.visitor.choose(this.field(name), country, country);
  }

  /** Answers yes or no to a question. */
  answer(name: string, answer: boolean): Promise<void> {
    const group = this.page.getByRole('group', { name: this.field(name) });
    const choice = this.words.text(answer ? 'yes' : 'no');
    return group.getByRole('radio', { name: choice, exact: true }).check();
  }

  async start(): Promise<void> {
    const { words, visitor } = this;
    await visitor.arrive(words.text(words.audience === 'company' ? 'greetingCompany' : 'greetingPerson'));
    const { lang, dir } = await this.page.evaluate<{ lang: string; dir: string }>(
      '({ lang: document.documentElement.lang, dir: document.documentElement.dir })',
    );
    if (lang !== words.language || dir !== words.direction) throw new Error(`the page is in ${lang}, ${dir}`);
    await visitor.press(words.text('greetingBegin'));
  }

  /** The particulars of whom a specimen passport of Singapore names, and the declarations. */
  async tellOfPerson(specimen: Specimen, { isExposed = false } = {}): Promise<void> {
    const { words, visitor, page } = this;
    const [year, month, day] = specimen.dateOfBirth.split('-') as [string, string, string];
    await visitor.arrive(words.text('topic_name'));
    await this.fill('name', `${specimen.givenNames} ${specimen.surname}`);
    await this.on();
    await visitor.arrive(words.text('topic_person'));
    await page.getByRole('radio', { name: this.choice('sex', specimen.sex), exact: true }).check();
    await visitor.fillDate(this.field('dateOfBirth'), [day, month, year]);
    await this.country('countryOfNationality', 'SG');
    await this.country('countryOfResidence', 'SG');
    await this.on();
    await visitor.arrive(words.text('topic_document'));
    await visitor.choose(words.text('whichCountryIssued'), words.country('SG'), words.country('SG'));
    await page.getByRole('radio', { name: words.document('PASSPORT', ''), exact: true }).check();
    await this.fill('idNumber', specimen.documentNumber);
    await this.on();
    await visitor.arrive(words.text('topic_contact'));
    await this.fill('residentialAddress', '1 Sample Road\nSingapore');
    await this.fill('email', 'jane@mail.example');
    await visitor.choose(this.field('phoneCountry'), '+65', new RegExp(words.country('SG')));
    await this.fill('phoneNumber', '8123 4567');
    await this.on();
    await visitor.arrive(words.text('topic_more'));
    await this.on();
    await visitor.arrive(words.form({ code: 'KYC_SOURCE', name: '', ownName: false }));
    await page
      .getByRole('checkbox', { name: this.choice('platform_source_of_funds', 'SALARY'), exact: true })
      .check();
    await this.on();
    await this.declare(isExposed);
  }

  async declare(isExposed: boolean): Promise<void> {
    await this.visitor.arrive(this.words.form({ code: 'DECLARATION', name: '', ownName: false }));
    await this.answer('actingForThirdParty', false);
    await this.answer('politicallyExposed', isExposed);
    await this.page.getByRole('checkbox', { name: this.words.text('yes'), exact: true }).check();
    await this.on();
  }

  /** Goes to where a document of a group, and of a person of it, is added. */
  async addTo(group: string, person?: string): Promise<void> {
    const { words, visitor } = this;
    const what = words.documentGroup(group)!;
    const title = person === undefined ? what : words.text('ofPerson', { what, name: person });
    await visitor.press(`${words.text('documentsAdd')}: ${title}`);
    await this.page.getByRole('heading', { level: 1, name: title }).waitFor();
  }

  async send(file: ChosenFile, by: 'camera' | 'file'): Promise<void> {
    await this.page.locator(`#side-front-${by}`).setInputFiles(file);
    await this.page.getByText(this.words.text('uploaded'), { exact: true }).waitFor();
    await this.visitor.checkScreen(`${file.name} sent`);
    await this.on();
  }

  /** The passport and a photo; returns whether the passport could be read, or was typed. */
  async submitPassport(specimen: Specimen, picture: ChosenFile): Promise<'read' | 'typed'> {
    const { words, visitor, page } = this;
    await visitor.arrive(words.text('step_documents'));
    await this.addTo('IDENTITY');
    await this.send(picture, 'camera');
    const read = page.getByRole('heading', { name: words.text('confirmTitle') });
    const unread = page.getByRole('heading', { name: words.text('unreadTitle') });
    await read.or(unread).waitFor();
    // Without the reader, or where the machine has no time for it, people type.
    const isTyped = await unread.isVisible();
    if (isTyped) await this.typeDocument(specimen);
    await visitor.checkScreen('document');
    await visitor.press(words.text('lookRight'));
    await this.addTo('SELFIE');
    await this.send(picture, 'camera');
    await visitor.arrive(words.text('step_documents'));
    await this.on();
    return isTyped ? 'typed' : 'read';
  }

  async typeDocument(facts: Pick<Specimen, 'surname' | 'documentNumber' | 'dateOfBirth'>): Promise<void> {
    const { words, visitor } = this;
    const [year, month, day] = facts.dateOfBirth.split('-') as [string, string, string];
    await visitor.press(words.text('enterMyself'));
    await visitor.fill(words.text('read_surname'), facts.surname);
    await visitor.fill(words.text('read_documentNumber'), facts.documentNumber);
    await visitor.fillDate(words.text('read_dateOfBirth'), [day, month, year]);
    await visitor.fillDate(words.text('read_expiryDate'), ['6', '5', '2033']);
  }

  /** Particulars, risk profile and declarations of a company in Switzerland. */
  async tellOfCompany(): Promise<void> {
    const { words, visitor, page } = this;
    await visitor.arrive(words.text('topic_name_company'));
    await this.fill('name', 'Sample Trading Ltd');
    await this.on();
    await visitor.arrive(words.text('topic_company'));
    // Of an Arabic keyboard; registers have their digits as 0 to 9.
    await this.fill('incorporationNumber', words.language === 'ar' ? '١٢٣٤٥٦' : '123456');
    await this.country('countryOfIncorporation', 'CH');
    const founded = words.language === 'ar' ? ['٣', '٢', '٢٠١٠'] : ['3', '2', '2010'];
    await visitor.fillDate(this.field('incorporationDate'), founded as [string, string, string]);
    await visitor.choose(this.field('entityType'), 'private', /private/i);
    await this.on();
    await visitor.arrive(words.text('topic_contact'));
    await this.fill('registeredAddress', '1 Sample Road\nZürich');
    await this.fill('email', 'office@trading.example');
    await this.on();
    await visitor.arrive(words.text('topic_more'));
    await this.country('countryOfOperation', 'MY');
    await visitor.choose(this.field('industry'), 'trade', /trade/i);
    await this.on();
    const profile = words.form({ code: 'KYB_RISK_PROFILE', name: '', ownName: false });
    for (const title of [profile, words.text('topic_funds')]) {
      await visitor.arrive(title);
      for (const group of await page.getByRole('group').all()) {
        const [choice] = await group.getByRole('radio').or(group.getByRole('checkbox')).all();
        await choice?.check();
      }
      await this.on();
    }
    await this.declare(false);
  }

  async nameOwners(owners: readonly (readonly [name: string, percent: string])[]): Promise<void> {
    const { words, visitor, page } = this;
    await visitor.arrive(words.text('ownersTitle'));
    for (const [name, percent] of owners) {
      await visitor.press(words.text('ownersAddCustomer'));
      await page.getByRole('radio', { name: words.text('ownersPerson'), exact: true }).check();
      await visitor.fill(words.text('ownersPersonName'), name);
      await visitor.fill(words.text('ownersPercentCustomer'), percent);
      if (name === owners[0]![0]) {
        await page.getByRole('checkbox', { name: words.text('ownersRole_director'), exact: true }).check();
        await visitor.checkScreen('owner');
      }
      await visitor.press(words.text('save'));
    }
    await visitor.checkScreen('owners named');
    await this.on();
  }

  /** The papers of a company, and those of each of its owners, typed because no PDF is read. */
  async submitPapers(owners: readonly string[]): Promise<void> {
    const { words, visitor, page } = this;
    const paper = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: pdf() };
    const kind = () => page.getByRole('radio').first().check();
    await visitor.arrive(words.text('step_documents'));
    const overview = () => page.getByRole('heading', { level: 1, name: words.text('step_documents') });
    const send = async () => {
      await page.locator('#side-front-file').setInputFiles(paper);
      await page.getByText(words.text('uploaded'), { exact: true }).waitFor();
      await this.on();
    };
    for (const group of ['REGISTRATION', 'CONSTITUTION', 'OWNERSHIP', 'DIRECTORS', 'AUTHORITY']) {
      await this.addTo(group);
      // Of what a company is founded on there is one kind.
      if (group !== 'CONSTITUTION') await kind();
      await send();
      await overview().waitFor();
    }
    for (const name of owners) {
      const isFirst = name === owners[0];
      await this.addTo('RELATED_PARTY_IDENTITY', name);
      await kind();
      await visitor.choose(words.text('whichCountryIssued'), words.country('SG'), words.country('SG'));
      await send();
      const unread = page.getByRole('heading', { level: 1, name: words.text('unreadTitle') });
      await unread.waitFor();
      if (isFirst) await visitor.checkScreen('not read');
      const surname = name.split(' ')[1]!;
      await this.typeDocument({ surname, documentNumber: 'K1234567', dateOfBirth: '1980-02-03' });
      if (isFirst) await visitor.checkScreen('typed');
      await visitor.press(words.text('lookRight'));
      // What differs from the declared owner is shown first, and confirmed by continuing.
      const differences = page.getByRole('region', { name: words.text('differsTitle') });
      await overview().or(differences).first().waitFor();
      if (await differences.isVisible()) await visitor.press(words.text('lookRight'));
      await overview().waitFor();
    }
    await visitor.checkScreen('documents given');
    await this.on();
  }

  /** Has a code sent to what was told before, and gives it. */
  async prove(): Promise<void> {
    const { words, visitor, page } = this;
    await visitor.press(words.text('sendCode'));
    await page.getByLabel(words.text('codeLabel'), { exact: true }).waitFor();
    await visitor.checkScreen('code sent');
    await visitor.fill(words.text('codeLabel'), await this.#readCode());
    await visitor.press(words.text('codeConfirm'));
  }

  /** Agrees to the text in the language that was read all along. */
  async submit(): Promise<void> {
    const { words, visitor, page } = this;
    await visitor.arrive(words.text('reviewTitle'));
    const consent = page.locator('#consent-text');
    if ((await consent.getAttribute('lang')) !== words.language) throw new Error('the consent is foreign');
    await page.getByLabel(words.text('reviewAgree'), { exact: true }).check();
    await visitor.press(words.text('reviewSubmit'));
    await visitor.arrive(words.text('doneTitle'));
  }
}
