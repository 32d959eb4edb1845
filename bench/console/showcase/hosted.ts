/** Verifications of the made-up bank that stand at each step of the hosted pages, and one that is through. */
import type { FlowFile, FlowView } from '@gatehouse/contract';
import { drawSpecimen } from '@gatehouse/document-reader/testing';
import type { Page } from 'playwright-core';
import type { App } from '../../../packages/server/src/app/app.ts';
import { FlowPages, stepOf } from '../../../packages/server/test/support/flow-pages.ts';
import { keptMessages } from '../../../packages/server/test/support/mailbox.ts';
import { company, declaration, owners, person, specimen } from './hosted-answers.ts';
import type { Weeks } from './weeks.ts';

/** Where somebody stands, and what is pressed before the picture. */
export interface HostedPicture {
  readonly name: string;
  readonly url: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const on = (times: number) => async (page: Page) => {
  for (let turn = 0; turn < times; turn += 1) {
    const heading = await page.locator('h1').textContent();
    await page.locator('.main-button').click();
    await page.locator('h1').filter({ hasNotText: heading! }).waitFor();
  }
};

type EventType = 'KYC_EVENT' | 'KYB_EVENT';

/** Brings verifications as far as each picture needs. */
export class HostedPeople {
  readonly #app: App;
  readonly #weeks: Weeks;
  #passport: Buffer = Buffer.alloc(0);

  constructor(app: App, weeks: Weeks) {
    this.#app = app;
    this.#weeks = weeks;
  }

  async pictures(): Promise<HostedPicture[]> {
    this.#passport = await drawSpecimen(specimen);
    const greeting = await this.#link('greeting', 'KYC_EVENT');
    const asked = await this.#started('asked', 'KYC_EVENT');
    const told = await this.#told('told');
    await told.pages.view('/steps/about/reopen', {});
    const forms = await this.#told('forms');
    const declared = await this.#declared('declared');
    await declared.pages.view('/steps/forms/reopen', {});
    const papers = await this.#declared('papers');
    const phone = await this.#withPapers('phone');
    const coded = await this.#withPapers('coded');
    await this.#sendCode(coded.pages, coded.view);
    const review = await this.#reviewed('review');
    const superseded = await this.#link('superseded', 'KYC_EVENT');
    await this.#link('superseded', 'KYC_EVENT');
    const firm = await this.#firm('firm');
    const owned = await this.#firm('owned');
    await owned.pages.submitStep(owned.view, { owners });
    await owned.pages.view('/steps/owners/reopen', {});
    const done = await this.#reviewed('done');
    return [
      { name: 'hosted-greeting', url: greeting },
      { name: 'hosted-name', url: asked.url },
      { name: 'hosted-faults', url: asked.url, prepare: (page) => page.locator('.main-button').click() },
      ...['about', 'identity', 'contact', 'more'].map((name, index) => ({
        name: `hosted-${name}`,
        url: told.url,
        prepare: on(index + 1),
      })),
      { name: 'hosted-funds', url: forms.url },
      { name: 'hosted-declarations', url: declared.url, prepare: on(1) },
      { name: 'hosted-documents', url: papers.url },
      {
        name: 'hosted-photo',
        url: papers.url,
        prepare: (page) => page.locator('main button:not(.main-button):not(.back)').first().click(),
      },
      { name: 'hosted-phone', url: phone.url },
      { name: 'hosted-code', url: coded.url },
      { name: 'hosted-review', url: review.url },
      {
        name: 'hosted-done',
        url: done.url,
        prepare: async (page) => {
          if (!(await page.locator('#agree').isVisible())) return;
          await page.locator('#agree').check();
          await page.locator('.main-button').click();
          await page.locator('#agree').waitFor({ state: 'detached' });
        },
      },
      { name: 'hosted-superseded', url: superseded },
      { name: 'hosted-owners-none', url: firm.url },
      { name: 'hosted-owners', url: owned.url },
    ];
  }

  /** Somebody who is through, whose passport has another date of birth than they told; returns the case. */
  async documentsCase(): Promise<string> {
    this.#passport = await drawSpecimen(specimen);
    const { pages, view } = await this.#reviewed('passport');
    const { consent } = stepOf(view, 'review-and-submit');
    await pages.submitStep(view, {
      consentVersion: consent.version,
      consentSha256: consent.sha256,
      agreed: true,
    });
    await this.#app.drain();
    const boss = await this.#weeks.analysts.as('boss');
    const { cases } = await boss.get<'cases.list'>('/domains/retail/cases?customerId=host-passport');
    return cases[0]!.caseNo;
  }

  async #link(name: string, eventType: EventType): Promise<string> {
    const email = `${name}@mail.example`;
    return (await this.#weeks.client.link.generate({ email, customerId: `host-${name}`, eventType })).url;
  }

  async #started(name: string, eventType: EventType) {
    const url = await this.#link(name, eventType);
    const pages = new FlowPages(this.#app.baseUrl);
    const { status, body } = await pages.open(url);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { url, pages, view: await pages.consent() };
  }

  async #told(name: string) {
    const { url, pages, view } = await this.#started(name, 'KYC_EVENT');
    return { url, pages, view: await pages.submitStep(view, { values: person }) };
  }

  async #declared(name: string) {
    const { url, pages, view } = await this.#told(name);
    const values = { KYC_SOURCE: [{ sourceOfFunds: ['SALARY'] }], DECLARATION: [declaration] };
    return { url, pages, view: await pages.submitStep(view, { values }) };
  }

  async #withPapers(name: string) {
    const { url, pages, view } = await this.#declared(name);
    let step = stepOf(view, 'documents');
    const path = `/steps/${step.nodeId}/documents`;
    for (const { group, minCount, choices } of step.groups) {
      if (minCount === 0) continue;
      const { type, needsCountry } = choices.find((each) => each.type === 'PASSPORT') ?? choices[0]!;
      const files = { front: await this.#upload(pages, `${group}.png`) };
      const document = { group, type, country: needsCountry ? 'DE' : null, personId: null, files };
      step = stepOf(await pages.view(path, { callbackKey: step.callbackKey, ...document }), 'documents');
    }
    for (const { documentId, reading } of step.given) {
      if (reading.kind === 'kept') continue;
      const fields = Object.fromEntries(
        reading.kind === 'read' ? reading.fields.map(({ field, value }) => [field, value]) : [],
      );
      const body = { callbackKey: step.callbackKey, fields };
      await pages.send(`${path}/${documentId}`, { method: 'PUT', body });
    }
    return { url, pages, view: await pages.submitStep(await pages.view(), {}) };
  }

  async #reviewed(name: string) {
    const { url, pages, view } = await this.#withPapers(name);
    const sent = await this.#sendCode(pages, view);
    const [newest] = await keptMessages({ app: this.#app });
    if (newest?.content.kind !== 'code') throw new Error(`no code was sent to ${name}`);
    return { url, pages, view: await pages.submitStep(sent, { code: newest.content.code }) };
  }

  async #sendCode(pages: FlowPages, view: FlowView): Promise<FlowView> {
    const { nodeId, callbackKey } = stepOf(view, 'phone-verification');
    const sent = await pages.view(`/steps/${nodeId}/code`, { callbackKey });
    await this.#app.drain();
    return sent;
  }

  async #firm(name: string) {
    const { url, pages, view } = await this.#started(name, 'KYB_EVENT');
    const first = async (key: string) => {
      const { body } = await pages.send(`/choices/${key}`);
      return (body as unknown as readonly { readonly code: string }[])[0]!.code;
    };
    const told = await pages.submitStep(view, {
      values: {
        ...company,
        entityType: await first('platform_entity_types'),
        industry: await first('platform_ssic'),
      },
    });
    const profile = {
      ownershipStructureLayer: '2',
      productServiceComplexity: 'SIMPLE',
      transactionBehaviour: [await first('transaction_behaviour')],
      sourceOfFunds: [await first('platform_source_of_funds')],
    };
    const values = { KYB_RISK_PROFILE: [profile], DECLARATION: [declaration] };
    return { url, pages, view: await pages.submitStep(told, { values }) };
  }

  async #upload(pages: FlowPages, filename: string): Promise<string> {
    const content = this.#passport;
    const file = { clientKey: filename, filename, contentType: 'image/png', size: content.length };
    const { body } = await pages.send('/files', { method: 'POST', body: file });
    const { fileId, missing, partBytes } = body as unknown as FlowFile;
    for (const part of missing) {
      const bytes = new Uint8Array(content.subarray(part * partBytes, (part + 1) * partBytes));
      await pages.send(`/files/${fileId}/parts/${part}`, { method: 'PUT', body: bytes });
    }
    return fileId;
  }
}
