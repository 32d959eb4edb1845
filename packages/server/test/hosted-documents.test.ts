import type { FlowFile, FlowView } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { documentFields } from './support/example-people.ts';
import { type FlowAnswer, FlowPages, stepOf } from './support/flow-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const dayMs = 86_400_000;
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

describe('documents of a company', () => {
  let service: TestService;
  const tenant = aTenant({ workflows: [{ domain: 'retail', workflow }] });
  beforeAll(async () => {
    service = await startTestService('embedded');
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  const day = (daysAgo: number) =>
    new Date(service.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);

  async function atThePapers(customerId: string) {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const email = `${customerId}@example.test`;
    const { url } = await client.link.generate({ email, customerId, eventType: 'KYB_EVENT' });
    const pages = new FlowPages(service.app.baseUrl);
    await pages.open(url);
    const company = { name: 'Sample Trading', countryOfIncorporation: 'SG' };
    const owners = await pages.give(await pages.consent(), { values: company });
    return { pages, url, view: await pages.give(owners, { owners: [erika, jane] }) };
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

  it('that must not be too old are asked for with their date', async () => {
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
    const given = givenIn(await pages.view())[0]!;
    const refused = await pages.tryGive(await pages.view(), {});
    expect(refused.body['faults']).toContainEqual({
      field: `documents.${given.documentId}`,
      rule: 'minDate',
      params: { minDate: day(90) },
    });
    service.clock.turnBy(-dayMs);
  });

  it('are asked for of each of its people, and fit who they are', async () => {
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
    const refused = await pages.tryGive(await pages.view(), {});
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
    const papers = await pages.give(owners, { owners: [{ ...erika, percent: 100 }] });
    expect(givenIn(papers).map(({ personId }) => personId)).toEqual([second, null, null, null]);
    await pages.give(papers, {});
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ documents: Record<string, unknown>[] }>(
        `select outputs -> 'papers' -> 'documents' as documents from execution where customer_id = 'c-people'`,
      ),
    );
    expect(row!.documents.map(({ type, person, issuedOn }) => [type, person, issuedOn])).toEqual([
      ['PASSPORT', 'Erika Muster', null],
      ['BUSINESS_PROFILE', null, day(10)],
      ['REGISTER_OF_MEMBERS', null, null],
      ['BOARD_RESOLUTION', null, null],
    ]);
  });
});
