import { createHash } from 'node:crypto';
import type { FlowFile, FlowView } from '@gatehouse/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { person, signIn } from './support/console.ts';
import { documentFields } from './support/example-people.ts';
import { type FlowAnswer, FlowPages, stepOf } from './support/flow-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const dayMs = 86_400_000;
const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
const nodes = [
  { id: 'company', type: 'particulars', fields: ['name', 'countryOfIncorporation'] },
  { id: 'owners', type: 'ownership-structure' },
  { id: 'papers', type: 'documents', rule: 'KYB_SG' },
  { id: 'submit', type: 'review-and-submit' },
  { id: 'decide', type: 'decision', outcome: 'approve' },
];
const ids = ['start', ...nodes.map((node) => node.id)];
const workflow = {
  id: 'wf_company',
  name: 'Company',
  eventType: 'KYB_EVENT',
  source: 'SDK',
  nodes,
  edges: ids.slice(1).map((to, index) => ({ from: ids[index]!, to })),
};

const kycNodes = [
  {
    id: 'about',
    type: 'particulars',
    fields: ['name', 'aliasName', 'dateOfBirth', 'countryOfNationality', 'idType', 'idNumber'],
  },
  { id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' },
  { id: 'submit', type: 'review-and-submit' },
  { id: 'decide', type: 'decision', outcome: 'manual', groups: ['compliance'] },
];
const kycIds = ['start', ...kycNodes.map((node) => node.id)];
const kyc = {
  ...workflow,
  id: 'wf_person',
  name: 'Person',
  eventType: 'KYC_EVENT',
  nodes: kycNodes,
  edges: kycIds.slice(1).map((to, index) => ({ from: kycIds[index]!, to })),
};

function owner(name: string, percent: number, facts: Record<string, string> = {}) {
  return {
    ownerId: name,
    parentId: null,
    kind: 'person',
    name,
    percent,
    dateOfBirth: null,
    countryOfNationality: null,
    countryOfIncorporation: null,
    registrationNumber: null,
    ...facts,
  };
}
const erika = owner('Erika Muster', 40, { dateOfBirth: '1980-02-03', countryOfNationality: 'DE' });
const jane = owner('Jane Doe', 60);

describe('documents', () => {
  let service: TestService;
  const tenant = aTenant({
    workflows: [workflow, kyc].map((each) => ({ domain: 'retail', workflow: each })),
    groups: ['compliance'],
    users: [person('cora', ['analyst'], ['compliance'])],
  });
  beforeAll(async () => {
    service = await startTestService('embedded');
    // Noon: no story takes so long that it is another day at its end.
    service.clock.turnBy((1.5 * dayMs - (Date.now() % dayMs)) % dayMs);
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  const day = (daysAgo: number) =>
    new Date(service.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);

  async function atThePapers(customerId: string) {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const email = `${customerId}@example.test`;
    const { url } = await client.link.generate({ email, customerId, eventType: 'KYB_EVENT' });
    const pages = new FlowPages(service.app.baseUrl, firefox);
    await pages.open(url);
    const company = { name: 'Sample Trading', countryOfIncorporation: 'SG' };
    const owners = await pages.submitStep(await pages.consent(), { values: company });
    return { pages, url, view: await pages.submitStep(owners, { owners: [erika, jane] }) };
  }

  async function add(pages: FlowPages, body: Record<string, unknown>): Promise<FlowAnswer> {
    const content = png();
    const clientKey = `file ${JSON.stringify(body)}`.slice(0, 100);
    const file = { clientKey, filename: 'photo.png', contentType: 'image/png', size: content.length };
    const announced = await pages.send('/files', { method: 'POST', body: file });
    const { fileId } = announced.body as unknown as FlowFile;
    await pages.send(`/files/${fileId}/parts/0`, { method: 'PUT', body: new Uint8Array(content) });
    const { callbackKey } = stepOf(await pages.view(), 'documents');
    const document = { callbackKey, ...body, files: { front: fileId } };
    return pages.send('/steps/papers/documents', { method: 'POST', body: document });
  }
  const faultsOf = ({ status, body }: FlowAnswer) => [status, body['faults']];
  const givenIn = (view: FlowView) => stepOf(view, 'documents').given;

  it('of a company that must not be too old are asked for with their date', async () => {
    const { pages, view, url } = await atThePapers('c-old');
    expect(stepOf(view, 'documents').groups[0]).toMatchObject({ group: 'REGISTRATION', maxAgeDays: 90 });
    const extract = { group: 'REGISTRATION', type: 'BUSINESS_PROFILE' };
    const attempt = async (issuedOn?: string) => faultsOf(await add(pages, { ...extract, issuedOn }));
    expect(await attempt()).toEqual([422, [{ field: 'issuedOn', rule: 'required', params: {} }]]);
    expect(await attempt('2026-02-30')).toMatchObject([422, [{ field: 'issuedOn', rule: 'type' }]]);
    expect(await attempt(day(-2))).toMatchObject([422, [{ field: 'issuedOn', rule: 'maxDate' }]]);
    expect(await attempt(day(91))).toEqual([
      422,
      [{ field: 'issuedOn', rule: 'minDate', params: { minDate: day(90) } }],
    ]);
    expect(await attempt(day(90))).toMatchObject([200, undefined]);
    expect(givenIn(await pages.view())).toMatchObject([{ type: 'BUSINESS_PROFILE', issuedOn: day(90) }]);

    // A day later it has grown too old, and another one is asked for.
    service.clock.turnBy(dayMs);
    await pages.open(url);
    const submitted = givenIn(await pages.view())[0]!;
    const refused = await pages.trySubmitStep(await pages.view(), {});
    expect(refused.body['faults']).toContainEqual({
      field: `documents.${submitted.documentId}`,
      rule: 'minDate',
      params: { minDate: day(90) },
    });
    service.clock.turnBy(-dayMs);
  });

  it('of a person are held against what the person told, and the analyst sees where they differ', async () => {
    const customerId = 'c-differs';
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const { url } = await client.link.generate({
      email: 'differs@example.test',
      customerId,
      eventType: 'KYC_EVENT',
    });
    const pages = new FlowPages(service.app.baseUrl, firefox);
    await pages.open(url);
    const about = {
      name: 'Jane Doe',
      aliasName: ['Jane Muster'],
      dateOfBirth: '1980-02-03',
      countryOfNationality: 'DE',
      idType: 'DE_NATIONAL_ID',
      idNumber: 'L01X00T471',
    };
    await pages.submitStep(await pages.consent(), { values: about });
    expect((await add(pages, { group: 'IDENTITY', type: 'PASSPORT', country: 'DE' })).status).toBe(200);
    expect((await add(pages, { group: 'SELFIE', type: 'SELFIE' })).status).toBe(200);
    const step = stepOf(await pages.view(), 'documents');
    expect(step.given.map(({ type, needsExpiryDate }) => [type, needsExpiryDate])).toEqual([
      ['PASSPORT', true],
      ['SELFIE', false],
    ]);
    const { documentId, reading, entered, contradictions } = step.given[0]!;
    // Nothing could be read: what was told before is there, but no number of another document and no guess of a surname.
    expect([reading.kind, contradictions]).toEqual(['unread', []]);
    expect(entered).toEqual({ dateOfBirth: '1980-02-03', nationality: 'DE', issuingCountry: 'DE' });
    expect(step.given[1]!.reading).toEqual({
      kind: 'kept',
      findings: ['plainPicture', 'poorPicture:tooSmall'],
    });
    const confirm = (fields: Record<string, string>) =>
      pages.send(`/steps/papers/documents/${documentId}`, {
        method: 'PUT',
        body: { callbackKey: step.callbackKey, fields },
      });
    const fields = {
      surname: 'MUSTER',
      givenNames: 'ERIKA',
      documentNumber: 'C01X00T47',
      nationality: 'DE',
      dateOfBirth: '1980-02-04',
    };
    expect(faultsOf(await confirm(fields))).toEqual([
      422,
      [{ field: 'expiryDate', rule: 'required', params: {} }],
    ]);
    const full = { ...fields, expiryDate: '2040-01-01' };
    expect(faultsOf(await confirm({ ...full, surname: 'M'.repeat(201) }))).toEqual([
      422,
      [{ field: 'surname', rule: 'maxLength', params: { maxLength: 200 } }],
    ]);
    expect(faultsOf(await confirm({ ...full, dateOfBirth: '1980-02' }))).toMatchObject([
      422,
      [{ field: 'dateOfBirth', rule: 'type' }],
    ]);
    // Of some people no document says more.
    expect((await confirm({ ...full, dateOfBirth: '1980' })).status).toBe(200);
    expect((await confirm(full)).status).toBe(200);
    // The person sees at once what differs; nothing of it is refused.
    const [shown] = givenIn(await pages.view());
    expect(shown!.contradictions).toEqual([
      { field: 'name', document: 'ERIKA MUSTER', told: 'Jane Doe, Jane Muster' },
      { field: 'dateOfBirth', document: '1980-02-04', told: '1980-02-03' },
    ]);
    const review = stepOf(await pages.submitStep(await pages.view(), {}), 'review-and-submit');
    // The text follows the language; what is kept is the one that was read, and no text that nobody was shown.
    const german = stepOf(await pages.view('/language', { language: 'de' }), 'review-and-submit').consent;
    expect(german).toMatchObject({ language: 'de', text: expect.stringContaining('Ich bestätige') });
    const { version, sha256 } = review.consent;
    const agreed = { consentVersion: version, agreed: true };
    // Nobody is put down as having read what their page does not say that it showed.
    expect(await pages.trySubmitStep(await pages.view(), agreed)).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED', field: 'consentSha256' },
    });
    expect(
      faultsOf(await pages.trySubmitStep(await pages.view(), { ...agreed, consentSha256: 'a'.repeat(64) })),
    ).toMatchObject([422, [{ field: 'consentVersion' }]]);
    await pages.submitStep(await pages.view(), { ...agreed, consentSha256: sha256 });
    await service.drain();

    const cora = await signIn(service, tenant, 'cora');
    const { cases } = await cora.get<'cases.list'>(`/domains/retail/cases?customerId=${customerId}`);
    const found = await cora.get<'cases.read'>(`/domains/retail/cases/${cases[0]!.caseNo}`);
    const english = {
      version: 'gatehouse-1',
      language: 'en',
      text: expect.stringContaining('I confirm that what I have entered is complete and true.'),
      sha256: createHash('sha256').update(review.consent.text).digest('hex'),
    };
    expect(found.givenConsents).toEqual([{ ...english, agreedAt: expect.any(Number) }]);
    const audited = await service.app.database.operator((tx) =>
      tx.sql(
        "select detail -> 'consent' as consent from audit_event where act = 'flow.submit' and object_id = $1",
        [found.execution.executionId],
      ),
    );
    expect(audited).toEqual([{ consent: english }]);
    // Uploads and history name the person, not the API key or the session that they came by.
    const who = 'differs@example.test';
    expect(found.documents.map(({ origin, by }) => [origin, by])).toEqual([
      ['end_user', who],
      ['end_user', who],
    ]);
    const names = found.timeline.flatMap((entry) =>
      entry.kind === 'act' && entry.actor.kind === 'end_user' ? [entry.actor.name] : [],
    );
    expect([...new Set(names)]).toEqual([who]);
    // Each opening of the link is in the history, with the time, the device and the client address.
    const opened = found.timeline.flatMap((entry) =>
      entry.kind === 'act' && entry.act === 'flow.open' ? [entry] : [],
    );
    expect(opened).toMatchObject([
      {
        at: expect.any(Number),
        object: { kind: 'link' },
        detail: { device: 'Firefox on macOS', client: '127.0.0.1' },
      },
    ]);
    const bundle = await fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${found.caseNo}/bundle`, {
      headers: { cookie: cora.cookie! },
    });
    const { 'audit.json': proof } = unzipSync(new Uint8Array(await bundle.arrayBuffer()));
    const { records } = JSON.parse(Buffer.from(proof!).toString('utf8'));
    expect(records.map(({ act }: { readonly act: string }) => act)).toContain('flow.open');
    const [passport, selfie] = found.givenDocuments;
    expect(passport).toMatchObject({
      type: 'PASSPORT',
      country: 'DE',
      filenames: ['photo.png'],
      fields: full,
      contradictions: [
        // Its picture could not be read.
        { field: 'name', document: 'ERIKA MUSTER', told: 'Jane Doe, Jane Muster', isRead: false },
        { field: 'dateOfBirth', document: '1980-02-04', told: '1980-02-03', score: null, isRead: false },
      ],
      readFields: [],
    });
    expect(passport!.contradictions[0]!.score).toBeLessThan(0.8);
    expect(passport!.findings).toContain('expectedDiffers');
    expect(passport!.unchecked).toEqual(['face']);
    expect(selfie).toMatchObject({
      type: 'SELFIE',
      fields: {},
      contradictions: [],
      findings: ['plainPicture', 'poorPicture:tooSmall'],
      unchecked: ['face'],
    });
  });

  it('are asked for of each of a company’s people, and fit who they are', async () => {
    const { pages, view } = await atThePapers('c-people');
    const people = stepOf(view, 'documents').groups.flatMap(({ group, person, minCount }) =>
      group === 'RELATED_PARTY_IDENTITY'
        ? [{ name: person?.name, personId: person?.personId, minCount }]
        : [],
    );
    expect(people.map(({ name, minCount }) => [name, minCount])).toEqual([
      ['Jane Doe', 1],
      ['Erika Muster', 1],
    ]);
    const passport = { group: 'RELATED_PARTY_IDENTITY', type: 'PASSPORT', country: 'DE' };
    for (const personId of [undefined, 'somebody']) {
      expect(faultsOf(await add(pages, { ...passport, personId }))).toEqual([
        422,
        [{ field: 'personId', rule: 'values', params: {} }],
      ]);
    }
    // Two of one are none of the other.
    const [first, second] = people.map(({ personId }) => personId!);
    expect((await add(pages, { ...passport, personId: first })).status).toBe(200);
    expect((await add(pages, { ...passport, personId: first, country: 'FR' })).status).toBe(200);
    const refused = await pages.trySubmitStep(await pages.view(), {});
    expect(refused.body['faults']).toContainEqual({
      field: `RELATED_PARTY_IDENTITY.${second}`,
      rule: 'minItems',
      params: { minItems: 1 },
    });
    expect((await add(pages, { ...passport, personId: second })).status).toBe(200);
    await add(pages, { group: 'REGISTRATION', type: 'BUSINESS_PROFILE', issuedOn: day(10) });
    await add(pages, { group: 'OWNERSHIP', type: 'REGISTER_OF_MEMBERS' });
    await add(pages, { group: 'AUTHORITY', type: 'BOARD_RESOLUTION' });
    const step = stepOf(await pages.view(), 'documents');
    for (const { documentId, reading } of step.given) {
      if (reading.kind === 'kept') continue;
      const body = { callbackKey: step.callbackKey, fields: documentFields };
      await pages.send(`/steps/papers/documents/${documentId}`, { method: 'PUT', body });
    }

    // Who no longer owns shows nothing; what was added of the others stands.
    const owners = await pages.view('/steps/owners/reopen', {});
    const papers = await pages.submitStep(owners, { owners: [{ ...erika, percent: 100 }] });
    expect(givenIn(papers).map(({ personId }) => personId)).toEqual([second, null, null, null]);
    const review = stepOf(await pages.submitStep(papers, {}), 'review-and-submit');
    expect(review.sections.flatMap(({ entries }) => entries)).toContainEqual(
      expect.objectContaining({ field: 'PASSPORT', value: 'Erika Muster, C01X00T47, photo.png' }),
    );
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ documents: Record<string, unknown>[] }>(
        `select outputs -> 'papers' -> 'documents' as documents from execution where customer_id = 'c-people'`,
      ),
    );
    expect(row!.documents[0]).toMatchObject({
      contradictions: [
        {
          field: 'name',
          document: 'BARTHOLOMEW QUILLFEATHER',
          told: 'Erika Muster',
          score: expect.any(Number),
        },
      ],
      findings: expect.arrayContaining(['expectedDiffers']),
    });
    expect(row!.documents.map(({ type, person, issuedOn }) => [type, person, issuedOn])).toEqual([
      ['PASSPORT', 'Erika Muster', null],
      ['BUSINESS_PROFILE', null, day(10)],
      ['REGISTER_OF_MEMBERS', null, null],
      ['BOARD_RESOLUTION', null, null],
    ]);
  });
});
