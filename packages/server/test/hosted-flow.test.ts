import { readFile } from 'node:fs/promises';
import type { FlowFile, FlowView } from '@gatehouse/contract';
import type { Specimen } from '@gatehouse/document-reader/testing';
import { drawSpecimen, hasTesseract, seededNumbers, specimenOf } from '@gatehouse/document-reader/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTenantFile } from '../src/provisioning/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { declaration, kycForms as forms, kycParticulars as particulars } from './support/example-people.ts';
import { FlowPages, stepOf } from './support/flow-pages.ts';
import { keptMessages, startTestService, storyStores, type TestService } from './support/service.ts';

const folder = new URL('../../../examples/workflows/', import.meta.url);
const secret = 'secret-of-the-examples';
const dayMs = 86_400_000;

describe.each(storyStores())('hosted verification on %s', (store) => {
  let service: TestService;
  let origin: string;
  beforeAll(async () => {
    service = await startTestService(store);
    origin = new URL(service.app.baseUrl).origin;
    const file = new URL('tenants.yaml', folder);
    const text = (await readFile(file, 'utf8')).replace(
      '{ key: ak_examples }',
      `{ key: ak_examples, secret: ${secret} }`,
    );
    const read = await parseTenantFile(file.pathname, text);
    if (!read.ok) throw new Error(JSON.stringify(read.faults, null, 2));
    expect(await service.app.provision(read.value)).toMatchObject({ ok: true });
  });
  afterAll(() => service?.stop());

  const client = () => service.client({ apiKey: 'ak_examples', secret, domain: 'retail' });
  const link = async (customerId: string, email = `${customerId}@example.test`) =>
    (await client().link.generate({ email, customerId, eventType: 'KYC_EVENT' })).url;
  const page = (url: string, language = 'en') => fetch(url, { headers: { 'accept-language': language } });

  async function opened(url: string): Promise<FlowPages> {
    const pages = new FlowPages(service.app.baseUrl);
    const answer = await pages.open(url);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return pages;
  }

  async function executionOf(customerId: string, eventType: 'KYC_EVENT' | 'KYB_EVENT' = 'KYC_EVENT') {
    return (await client().workflow.query({ eventType, source: 'SDK', customerId })).executionId;
  }

  /** The code of the newest message; only one is sent by each channel. */
  async function newestCode(channel: 'sms' | 'email'): Promise<string> {
    for (;;) {
      const messages = await keptMessages(service);
      const message = messages.find((each) => each.channel === channel);
      if (message?.content.kind === 'code') return message.content.code;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function upload(pages: FlowPages, clientKey: string, bytes: Buffer = png()): Promise<string> {
    const body = { clientKey, filename: 'photo.png', contentType: 'image/png', size: bytes.length };
    const announced = await pages.send('/files', { method: 'POST', body });
    const { fileId, missing, partBytes } = announced.body as unknown as FlowFile;
    let sent = announced;
    for (const part of missing) {
      const body = new Uint8Array(bytes.subarray(part * partBytes, (part + 1) * partBytes));
      sent = await pages.send(`/files/${fileId}/parts/${part}`, { method: 'PUT', body });
      if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    }
    expect(sent.body).toMatchObject({ complete: true, missing: [] });
    return fileId;
  }

  /** A document for everything that is asked for, confirmed as `fields` where it is of the readable kind, or as read. */
  async function giveDocuments(
    pages: FlowPages,
    view: FlowView,
    {
      fields,
      picture,
      country: issuer = 'DE',
    }: { readonly fields?: Record<string, unknown>; readonly picture?: Buffer; readonly country?: string },
  ): Promise<FlowView> {
    let step = stepOf(view, 'documents');
    const path = `/steps/${step.nodeId}/documents`;
    for (const { group, person, minCount, choices } of step.groups) {
      for (let count = 0; count < minCount; count += 1) {
        const choice = choices.find(({ type }) => type === 'PASSPORT') ?? choices[0]!;
        const front = await upload(pages, `${group}-${count}-${choice.type}`, picture);
        const personId = person?.personId ?? null;
        const country = choice.needsCountry ? issuer : null;
        const { callbackKey } = step;
        const body = { callbackKey, group, type: choice.type, country, personId, files: { front } };
        step = stepOf(await pages.view(path, body), 'documents');
      }
    }
    for (const { documentId, reading } of step.given) {
      if (reading.kind === 'kept') continue;
      const read = reading.kind === 'read' ? reading.fields.map(({ field, value }) => [field, value]) : [];
      const body = { callbackKey: step.callbackKey, fields: fields ?? Object.fromEntries(read) };
      const answer = await pages.send(`${path}/${documentId}`, { method: 'PUT', body });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    }
    return pages.submitStep(await pages.view(), {});
  }

  it('leads a person whose documents say nothing from the link to an analyst', async () => {
    const url = await link('c-walk');
    const pages = await opened(url);
    let view = await pages.view();
    expect(view).toMatchObject({ state: 'consent', language: null, nextStep: null });
    expect(view.steps.map(({ nodeId }) => nodeId)).toEqual(['about', 'forms', 'papers', 'phone', 'submit']);

    view = await pages.consent('de');
    expect(view).toMatchObject({ state: 'step', language: 'de' });
    const executionId = await executionOf('c-walk');
    expect(await client().workflow.status(executionId)).toMatchObject({
      status: 'WAITING',
      currentNode: { nodeId: 'about', type: 'particulars', title: null },
      pendingCallbackTask: { nodeId: 'about', type: 'particulars' },
    });

    view = await pages.submitStep(view, { values: particulars });
    view = await pages.submitStep(view, { values: forms });
    expect(stepOf(view, 'documents').groups.map(({ group }) => group)).toEqual(['IDENTITY', 'SELFIE']);
    view = await giveDocuments(pages, view, {
      fields: {
        surname: 'QUILLFEATHER',
        givenNames: 'BARTHOLOMEW',
        documentNumber: 'C01X00T47',
        expiryDate: '2040-01-01',
      },
    });
    const phone = stepOf(view, 'phone-verification');
    expect(phone).toMatchObject({ phoneCountry: 'DE', phoneNumber: '15123456789', code: null });
    const sent = await pages.view(`/steps/${phone.nodeId}/code`, { callbackKey: phone.callbackKey });
    expect(stepOf(sent, 'phone-verification').code?.attemptsLeft).toBe(5);
    const code = await newestCode('sms');
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await pages.trySubmitStep(sent, { code: wrong })).toMatchObject({
      status: 422,
      body: { code: 'CODE_WRONG', attemptsLeft: 4 },
    });
    view = await pages.submitStep(sent, { code });

    const review = stepOf(view, 'review-and-submit');
    expect(review.sections.map(({ nodeId, canReopen }) => [nodeId, canReopen])).toEqual(
      ['about', 'forms', 'papers', 'phone'].map((nodeId) => [nodeId, true]),
    );
    const { version: consentVersion, sha256: consentSha256 } = review.consent;
    const submitted = { consentVersion, consentSha256, agreed: true };
    expect(await pages.trySubmitStep(view, { ...submitted, agreed: false })).toMatchObject({ status: 422 });
    const done = await pages.submitStep(view, submitted);
    expect(done).toMatchObject({ state: 'done', nextStep: null });
    // Sent again, as after an answer that was lost.
    expect(await pages.submitStep(view, submitted)).toMatchObject({ state: 'done' });

    await service.drain();
    const status = await client().workflow.status(executionId);
    expect(status).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED', riskScore: 40 });
    expect((await pages.open(url)).body).toMatchObject({ code: 'LINK_SPENT' });
    expect((await page(url)).status).toBe(410);
    const [customer] = await service.app.database.operator((tx) =>
      tx.sql<{ name: string; id_number: string; profile: Record<string, unknown> }>(
        "select name, id_number, profile from customer where customer_id = 'c-walk'",
      ),
    );
    expect(customer).toMatchObject({
      name: 'Bartholomew Quillfeather',
      id_number: 'C01X00T47',
      profile: { dateOfBirth: '1990-02-01', phoneNumber: '15123456789' },
    });
  });

  it.runIf(hasTesseract())('approves by itself whose passport was read and fits', async () => {
    const specimen: Specimen = {
      ...specimenOf(seededNumbers(11), 'TD3'),
      issuingCode: 'SGP',
      nationalityCode: 'SGP',
      expiryDate: '2033-05-06',
    };
    const passport = await drawSpecimen(specimen);
    const stated = {
      ...particulars,
      name: `${specimen.givenNames} ${specimen.surname}`,
      sex: specimen.sex,
      dateOfBirth: specimen.dateOfBirth,
      countryOfNationality: 'SG',
      idType: 'SG_PASSPORT',
    };
    const submit = async (customerId: string, idNumber: string) => {
      const pages = await opened(await link(customerId));
      let view = await pages.submitStep(await pages.consent(), { values: { ...stated, idNumber } });
      view = await pages.submitStep(view, { values: forms });
      view = await giveDocuments(pages, view, { picture: passport, country: 'SG' });
      const phone = stepOf(view, 'phone-verification');
      const sent = await pages.view(`/steps/${phone.nodeId}/code`, { callbackKey: phone.callbackKey });
      await service.drain();
      view = await pages.submitStep(sent, { code: await newestCode('sms') });
      const { consent } = stepOf(view, 'review-and-submit');
      await pages.submitStep(view, {
        consentVersion: consent.version,
        consentSha256: consent.sha256,
        agreed: true,
      });
      await service.drain();
      return client().workflow.status(await executionOf(customerId));
    };
    expect(await submit('c-read', specimen.documentNumber)).toMatchObject({
      status: 'COMPLETED',
      caseStatus: 'APPROVED',
    });
    expect(await submit('c-unlike', 'E0000000N')).toMatchObject({
      caseStatus: 'UNASSIGNED',
      riskScore: 40,
    });
  });

  it('screens every declared owner of a company, however small the share', async () => {
    const { url } = await client().link.generate({
      email: 'firm@example.test',
      customerId: 'c-firm',
      eventType: 'KYB_EVENT',
    });
    const pages = await opened(url);
    let view = await pages.consent();
    const company = stepOf(view, 'particulars');
    const choice = (field: string) => company.fields.find((each) => each.field === field)!.choices?.[0]?.code;
    const first = async (key: string) =>
      ((await pages.send(`/choices/${key}`)).body as unknown as { code: string }[])[0]!.code;
    view = await pages.submitStep(view, {
      values: {
        name: 'Quillfeather Trading',
        incorporationNumber: 'HRB 1',
        countryOfIncorporation: 'DE',
        incorporationDate: '2001',
        entityType: choice('entityType') ?? (await first('platform_entity_types')),
        registeredAddress: '1 Made-up Road',
        countryOfOperation: ['DE'],
        industry: choice('industry') ?? (await first('platform_ssic')),
        email: 'firm@example.test',
      },
    });
    view = await pages.submitStep(view, {
      values: {
        KYB_RISK_PROFILE: [
          {
            ownershipStructureLayer: '2',
            productServiceComplexity: 'SIMPLE',
            transactionBehaviour: [await first('transaction_behaviour')],
            sourceOfFunds: [await first('platform_source_of_funds')],
          },
        ],
        DECLARATION: declaration,
      },
    });
    const nobody = {
      dateOfBirth: null,
      countryOfNationality: null,
      countryOfIncorporation: null,
      registrationNumber: null,
    };
    const holding = {
      ...nobody,
      ownerId: 'h',
      parentId: null,
      kind: 'company',
      name: 'Holding',
      percent: 60,
    };
    const owner = { ...nobody, parentId: 'h', kind: 'person', name: 'Jane Owner', percent: 50 };
    const small = { ...owner, ownerId: 's', name: 'Osama bin Laden', percent: 5 };
    const tooMuch = await pages.trySubmitStep(view, {
      owners: [holding, { ...owner, ownerId: 'p', percent: 101 }],
    });
    expect(tooMuch).toMatchObject({
      status: 422,
      body: {
        faults: [
          { field: 'owners[1].percent', rule: 'max' },
          { field: 'owners[0]', rule: 'sum' },
        ],
      },
    });
    const director = {
      ...owner,
      ownerId: 'd',
      parentId: null,
      name: 'Dana Chief',
      percent: 0,
      roles: ['director'],
    };
    view = await pages.submitStep(view, { owners: [holding, { ...owner, ownerId: 'p' }, small, director] });
    const [{ owners: kept }] = (await service.app.database.operator((tx) =>
      tx.sql(`select outputs -> 'owners' as owners from execution where customer_id = 'c-firm'`),
    )) as [{ owners: Record<string, { name: string; role: string }[]> }];
    expect(kept['directors']).toMatchObject([{ name: 'Dana Chief', role: 'director', percent: null }]);
    expect(kept['parties']!.map(({ name }) => name)).toContain('Dana Chief');
    view = await giveDocuments(pages, view, {
      fields: {
        surname: 'OWNER',
        documentNumber: 'C01X00T47',
        expiryDate: '2040-01-01',
      },
    });
    const mail = stepOf(view, 'email-verification');
    const sent = await pages.view(`/steps/${mail.nodeId}/code`, { callbackKey: mail.callbackKey });
    view = await pages.submitStep(sent, { code: await newestCode('email') });
    const { consent } = stepOf(view, 'review-and-submit');
    await pages.submitStep(view, {
      consentVersion: consent.version,
      consentSha256: consent.sha256,
      agreed: true,
    });
    await service.drain();
    const status = await client().workflow.status(await executionOf('c-firm', 'KYB_EVENT'));
    expect(status).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED', riskScore: 90 });
  });

  it('keeps one live link of an address, whatever its letters', async () => {
    const first = await link('c-one', 'One@Example.test ');
    const [second, third] = await Promise.all([
      link('c-one', 'one@example.test'),
      link('c-one', 'ONE@example.test'),
    ]);
    const codes = await Promise.all(
      [first, second, third].map(
        async (url) => (await new FlowPages(service.app.baseUrl).open(url)).body['code'] ?? 'live',
      ),
    );
    expect(codes.filter((code) => code === 'live')).toHaveLength(1);
    expect(codes[0]).toBe('LINK_SUPERSEDED');
  });

  it('answers dead links with a page that says so in the language of its reader', async () => {
    const old = await link('c-dead');
    const url = await link('c-dead');
    const superseded = await page(old, 'de-AT, en;q=0.5');
    expect(superseded.status).toBe(410);
    expect(await superseded.text()).toContain('Es gibt einen neueren Link');
    expect(superseded.headers.get('content-security-policy')).toContain("default-src 'none'");
    const unknown = await page(`${origin}/verify?linkToken=${'x'.repeat(43)}`, 'ar');
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('dir="rtl"');
    // Opened by a scanner of mails, nothing has begun.
    await page(url);
    expect(await executionOf('c-dead')).toBe('');
    service.clock.turnBy(7 * dayMs + 1000);
    expect((await page(url)).status).toBe(410);
    expect((await new FlowPages(service.app.baseUrl).open(url)).body).toMatchObject({ code: 'LINK_EXPIRED' });
    service.clock.turnBy(-7 * dayMs - 1000);
  });

  it('takes each step once, in its turn, from its own session, and goes back', async () => {
    const pages = await opened(await link('c-turns'));
    const about = await pages.consent();
    const second = await opened(await link('c-turns', 'second@example.test'));
    // Another link of the same customer continues with what is unfinished.
    const same = await second.consent();
    expect(stepOf(same).callbackKey).toBe(stepOf(about).callbackKey);

    expect(await pages.trySubmitStep(about, { values: { name: 'محمد الشامي' } })).toMatchObject({
      status: 422,
      body: { faults: expect.arrayContaining([expect.objectContaining({ rule: 'script' })]) },
    });
    expect(await pages.trySubmitStep(about, { code: '123456' })).toMatchObject({ status: 400 });
    const forms1 = await pages.submitStep(about, { values: particulars });
    // The same again is the same answer; other data after it is told so, with where the flow is.
    expect(stepOf(await second.submitStep(same, { values: particulars })).nodeId).toBe('forms');
    expect(
      await second.trySubmitStep(same, { values: { ...particulars, name: 'Somebody Else' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'STEP_GIVEN', view: { nextStep: { nodeId: 'forms' } } },
    });
    const skipped = await pages.send('/steps/phone', {
      method: 'POST',
      body: { callbackKey: 'made-up-key', code: '1' },
    });
    expect(skipped).toMatchObject({ status: 409, body: { code: 'STEP_NOT_NEXT' } });

    const again = await pages.view('/steps/about/reopen', {});
    expect(stepOf(again, 'particulars').values).toMatchObject({ name: particulars.name });
    expect(await pages.trySubmitStep(forms1, { values: forms })).toMatchObject({ status: 409 });
    const back = await pages.submitStep(again, { values: { ...particulars, name: 'Barty Quillfeather' } });
    expect(stepOf(back).nodeId).toBe('forms');

    const stranger = await opened(await link('c-stranger'));
    expect((await stranger.trySubmitStep(back, { values: forms })).body['code']).toBe('STEP_NOT_NEXT');
    const nobody = new FlowPages(service.app.baseUrl);
    nobody.token = 'x'.repeat(43);
    expect((await nobody.send('/flow')).body['code']).toBe('UNAUTHENTICATED');
  });
});
