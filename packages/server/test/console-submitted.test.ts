import { fileURLToPath } from 'node:url';
import type { CaseDetail } from '@gatehouse/contract';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsInEachLook, hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { kycParticulars, walkKyc } from './support/example-people.ts';
import { FlowPages } from './support/flow-pages.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];
const pictureOf = (name: string) => pictures && `${pictures}/${name}`;
const example = (name: string) => ({
  domain: 'retail',
  file: fileURLToPath(new URL(`../../../examples/workflows/${name}`, import.meta.url)),
  publish: true,
});

/** Each of them is on the watchlist, with a birth of their own. */
const owners = [
  { partyId: 'p-1', name: 'Wilhelmina Thornapple', dateOfBirth: '1961-04-17', percent: 40 },
  { partyId: 'p-2', name: 'Bartholomew Quillfeather', dateOfBirth: '1972-05-18', percent: 35 },
  { partyId: 'p-3', name: 'Ottoline Vantreely', dateOfBirth: '1983-06-19', percent: 25 },
];
const company = {
  id: 'wf_owned',
  name: 'Owned company',
  eventType: 'KYB_EVENT',
  entry: [
    { name: 'companyName', type: 'text', required: true },
    { name: 'ownership', type: 'ownership' },
  ],
  nodes: [
    { id: 'owners', type: 'ownership' },
    { id: 'screen', type: 'screening', engines: { WATCHLIST: {} }, subjectsFrom: 'owners.parties' },
    { id: 'people', type: 'decision', outcome: 'manual', groups: ['first-line'] },
  ],
  edges: [
    { from: 'start', to: 'owners' },
    { from: 'owners', to: 'screen' },
    { from: 'screen', to: 'people' },
  ],
};

/** What a picture of the passport would say: another date of birth than the person entered and left. */
const read = {
  surname: 'QUILLFEATHER',
  givenNames: 'BARTHOLOMEW',
  documentNumber: 'C01X00T47',
  nationality: 'DE',
  dateOfBirth: '1991-02-01',
  sex: 'M',
};
/** The document as its step puts it out where a reader found that. */
const readDocument = {
  read,
  fields: { ...read, dateOfBirth: '1990-02-01' },
  differences: [{ field: 'dateOfBirth', read: '1991-02-01', confirmed: '1990-02-01' }],
  contradictions: [],
  findings: ['confirmedDiffers'],
  details: [
    {
      side: 'front',
      reading: { kind: 'read', mrz: { fields: read, places: {} }, printed: {}, findings: [] },
    },
  ],
};

describe.skipIf(!hasChromium())('what a customer stated', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let lena: Browser;
  let found: CaseDetail;
  const tenant = aTenant({
    users: [person('lena', ['analyst'], ['first-line'])],
    workflows: [example('kyc-hosted.yaml'), { domain: 'retail', workflow: company }],
    watchlist: owners.map(({ partyId, name, dateOfBirth }) => ({ id: `w-${partyId}`, name, dateOfBirth })),
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    lena = await pages.as('lena');
    found = await verifiedPerson('c-1');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  /** Somebody who walked the whole flow with a passport that could not be read; answers the case. */
  async function verifiedPerson(customerId: string): Promise<CaseDetail> {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const email = kycParticulars.email;
    const { url } = await client.link.generate({ email, customerId, eventType: 'KYC_EVENT' });
    const tab = new FlowPages(service.app.baseUrl);
    await tab.open(url);
    const walk = walkKyc(async (channel) => {
      await service.drain();
      const messages = await keptMessages(service);
      const content = messages.find((message) => message.channel === channel)?.content as { code: string };
      return content.code;
    });
    let step = await walk.next();
    while (!step.done) {
      const { path, method, body } = step.value;
      step = await walk.next(await tab.send(path, method === 'GET' ? {} : { method, body }));
    }
    await service.drain();
    return caseOf(customerId);
  }

  async function caseOf(customerId: string): Promise<CaseDetail> {
    const { cases } = await lena.get<'cases.list'>(`/domains/retail/cases?customerId=${customerId}`);
    return lena.get<'cases.read'>(`/domains/retail/cases/${cases[0]!.caseNo}`);
  }

  /** No picture of this flow can be read: what a reader would have found of the passport is written instead. */
  function keepReading(customerId: string, document: object): Promise<unknown> {
    return service.app.database.operator((tx) =>
      tx.sql(
        `update execution set outputs = jsonb_set(outputs, '{papers,documents,0}',
           (outputs #> '{papers,documents,0}') || $2::jsonb) where customer_id = $1`,
        [customerId, JSON.stringify(document)],
      ),
    );
  }

  async function bundleFile(caseNo: string, path: string): Promise<unknown> {
    const bundle = await fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/bundle`, {
      headers: { cookie: lena.cookie! },
    });
    const files = unzipSync(new Uint8Array(await bundle.arrayBuffer()));
    return JSON.parse(Buffer.from(files[path]!).toString('utf8'));
  }

  const sections = ['Declarations', 'Verified contacts', 'Entered vs document', 'Consents'];

  /** However long a question is, its answer has room, on a narrow screen too. */
  async function seeAnswersBesideQuestions(page: Page): Promise<void> {
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    const answers = page.getByRole('region', { name: 'Declarations' }).locator('dd');
    const widths = await answers.evaluateAll((all) => all.map((answer) => answer.clientWidth));
    expect(Math.min(...widths)).toBeGreaterThan(60);
    await page.setViewportSize(size);
  }

  async function seeSections(page: Page): Promise<void> {
    for (const name of sections) await page.getByRole('region', { name }).waitFor();
    const declarations = page.getByRole('region', { name: 'Declarations' });
    await declarations.getByText('Salary').waitFor();
    await seeAnswersBesideQuestions(page);
    const table = page.getByRole('table', { name: 'Entered vs document' });
    const birth = table.getByRole('row').filter({ hasText: 'Date of birth' });
    await expect
      .poll(() => birth.getByRole('cell').allInnerTexts())
      .toEqual([
        'Date of birth',
        '1990-02-01',
        expect.stringMatching(/^1991-02-01 Differs\s+· Passport of Germany$/),
      ]);
    // Nobody stated owners, so that there is no section for them.
    await expect.poll(() => page.getByRole('region', { name: 'Declared parties' }).count()).toBe(0);
  }

  it('is never taken for a reading where a document could not be read', async () => {
    // Even where a row has values as read.
    await keepReading('c-1', { read });
    const { submittedInformation, givenDocuments, caseNo } = await caseOf('c-1');
    expect(submittedInformation.particulars.flatMap((one) => one.read)).toEqual([]);
    const [passport] = givenDocuments;
    expect(passport).toMatchObject({ readFields: [], fields: { surname: 'QUILLFEATHER' } });
    expect(passport!.findings).toContain('unread:tooSmall');
    const page = await pages.openAs('lena', `cases/retail/${caseNo}`);
    const documents = page.getByRole('region', { name: 'Identity documents' });
    await documents.getByText('The document could not be read').waitFor();
    await documents.getByText('Entered by the end user, not read').waitFor();
    await expect.poll(() => documents.getByText('Read from the document').count()).toBe(0);
    await expect.poll(() => page.getByRole('region', { name: 'Entered vs document' }).count()).toBe(0);
    if (pictures) await page.screenshot({ path: `${pictures}/submitted-unread.png`, fullPage: true });
    await documents.getByRole('button', { name: 'Review documents' }).click();
    const dialog = page.getByRole('dialog', { name: /^Review documents/ });
    await dialog.getByText('Nothing was read from this document.').waitFor();
    await dialog.getByRole('columnheader', { name: 'Entered by the end user, not read' }).waitFor();
    await expect.poll(() => dialog.getByText('No differences found.').count()).toBe(0);
    // The selfie has neither fields nor another face beside it.
    await dialog.getByRole('button', { name: 'Selfie' }).click();
    await dialog.getByRole('heading', { name: 'Selfie' }).waitFor();
    await expect.poll(() => dialog.getByRole('region').count()).toBe(1);
    await page.context().close();
  });

  it('is in the case in words, with what was read beside what was entered', async () => {
    await keepReading('c-1', readDocument);
    found = await caseOf('c-1');
    expect(found.givenDocuments[0]!.readFields).not.toContain('dateOfBirth');
    const { declarations, contacts, particulars, ownership, consents } = found.submittedInformation;
    expect(declarations.map(({ form, title, item }) => [form, title, item])).toEqual([
      ['KYC_SOURCE', 'Source of funds and wealth', null],
      ['DECLARATION', 'Declarations', null],
    ]);
    expect(declarations[0]!.answers).toEqual([
      {
        field: 'sourceOfFunds',
        label: 'Source of funds',
        isOwnLabel: false,
        value: expect.stringMatching(/^Salary/),
        coded: { list: 'platform_source_of_funds', choices: [{ code: 'SALARY', name: expect.any(String) }] },
      },
    ]);
    expect(declarations[1]!.answers.map(({ label, value }) => [label, value])).toEqual([
      ['Acting for another person', 'No'],
      ['Politically exposed person or close associate', 'No'],
      ['Information is true and complete', 'Yes'],
    ]);
    expect(contacts).toEqual([
      { nodeId: 'phone', channel: 'phone', address: '+4915123456789', verifiedAt: expect.any(Number) },
    ]);
    const compared = particulars.flatMap(({ field, value, read: from }) =>
      from.map((one) => [field, value, one.value, one.differs, one.type, one.country]),
    );
    expect(compared).toEqual(
      expect.arrayContaining([
        ['name', 'Bartholomew Quillfeather', 'BARTHOLOMEW QUILLFEATHER', false, 'PASSPORT', 'DE'],
        ['dateOfBirth', '1990-02-01', '1991-02-01', true, 'PASSPORT', 'DE'],
        ['countryOfNationality', 'Germany (DE)', 'Germany (DE)', false, 'PASSPORT', 'DE'],
        ['idNumber', 'C01X00T47', 'C01X00T47', false, 'PASSPORT', 'DE'],
      ]),
    );
    expect(ownership).toBeNull();
    expect(consents).toEqual(found.givenConsents);
    expect(consents[0]).toMatchObject({ version: 'gatehouse-1', language: 'de' });
  });

  it('is in the evidence bundle and on the page of the customer as in the case', async () => {
    const { caseNo, customerId, execution, submittedInformation } = found;
    const content = (await bundleFile(caseNo, 'case.json')) as CaseDetail;
    expect(content.submittedInformation).toEqual(submittedInformation);
    const path = `/domains/retail/customers/${customerId}/submitted-information`;
    expect(await lena.get<'customers.submittedInformation'>(path)).toEqual({
      executionId: execution.executionId,
      submittedInformation,
    });
    expect(
      await lena.get<'customers.submittedInformation'>(
        '/domains/retail/customers/nobody/submitted-information',
      ),
    ).toEqual({ executionId: null, submittedInformation: null });
  });

  it('is on the pages of case and customer, on screen and on paper', async () => {
    const page = await pages.openAs('lena', `cases/retail/${found.caseNo}`);
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      await seeSections(page);
      if (pictures)
        await page.screenshot({ path: `${pictures}/submitted-case-${media}.png`, fullPage: true });
    }
    await page.emulateMedia({ media: 'screen' });
    expect(await findingsInEachLook(page, pictureOf('submitted-case'))).toEqual([]);
    // Two files of one name are told apart by what they show.
    const files = page.getByRole('region', { name: 'Documents', exact: true });
    await files.getByRole('button', { name: 'View Passport of Germany, photo.png' }).waitFor();
    await files.getByRole('button', { name: 'View Selfie, photo.png' }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Selfie, photo.png').first().waitFor();
    await expect.poll(() => history.getByText('Document received').count()).toBe(2);
    await history.getByText('Technical', { exact: true }).click();
    await history.getByText('required-forms · node forms', { exact: false }).waitFor();
    await history.getByText('Decisions', { exact: true }).click();
    await history.getByText('Decision: routed to first-line').waitFor();
    await expect.poll(() => history.getByText('Document received').count()).toBe(0);
    await page.getByRole('link', { name: 'Bartholomew Quillfeather', exact: true }).click();
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByText('Passport of Germany').waitFor();
    await page.getByRole('button', { name: 'View Selfie, photo.png' }).waitFor();
    const hits = page.getByRole('table', { name: 'Latest hit for each subject and list entry' });
    await hits.getByRole('cell', { name: 'Unresolved' }).waitFor();
    await hits.getByRole('link', { name: found.caseNo }).waitFor();
    for (const name of ['Cases', 'Submissions'])
      await expect
        .poll(() => page.getByRole('table', { name, exact: true }).getByRole('columnheader').count())
        .toBe(name === 'Cases' ? 5 : 4);
    await seeSections(page);
    expect(await findingsInEachLook(page, pictureOf('submitted-customer'))).toEqual([]);
    await page.context().close();
    expect(pages.complaints).toEqual([]);
  });

  it('shows each hit of a company beside its own owner, in the printed case and in the bundle', async () => {
    const parties = owners.map(({ percent, ...owner }) => ({
      ...owner,
      customerType: 'individual',
      holdings: [{ percent }],
    }));
    const data = { customerId: 'k-1', companyName: 'Quillfeather Trading', ownership: { parties } };
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await retail.workflow.submit({ eventType: 'KYB_EVENT', data } as never);
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    const subjects = (await bundleFile(caseNo, 'hits.json')) as {
      subject: { name: string; role: string; percent: number; facts: Record<string, string> };
      entities: { name: string; hits: { entityId: string; comparison: { detail: string }[] }[] }[];
    }[];
    expect(subjects.length).toBe(3);
    const page = await pages.openAs('lena', `cases/retail/${caseNo}`);
    await page.emulateMedia({ media: 'print' });
    for (const { partyId, name, dateOfBirth, percent } of owners) {
      const { subject, entities } = subjects.find((one) => one.subject.name === name)!;
      expect(subject).toMatchObject({ role: 'beneficial-owner', percent, facts: { dateOfBirth } });
      expect(entities.map((entity) => [entity.name, entity.hits.length])).toEqual([[name, 1]]);
      expect(entities[0]!.hits[0]!.entityId).toBe(`watchlist:w-${partyId}`);
      expect(entities[0]!.hits[0]!.comparison.map(({ detail }) => detail).join()).toContain(dateOfBirth);
      const printed = page
        .locator('.gh-printed')
        .getByLabel(new RegExp(`^Hit \\d: ${name}, for Beneficial owner, ${percent}%: ${name}$`));
      await printed.first().waitFor();
      await expect.poll(() => printed.count()).toBe(1);
      // What was compared comes with a call of its own.
      await printed.getByText(dateOfBirth).first().waitFor();
      const text = await printed.textContent();
      for (const other of owners) {
        expect([other.name, text?.includes(other.name)]).toEqual([other.name, other.name === name]);
        expect([other.name, text?.includes(other.dateOfBirth)]).toEqual([other.name, other.name === name]);
      }
      // What was stated of the owner is on the same paper.
      const stated = page.getByRole('table', { name: 'Declared parties' }).getByRole('row');
      expect(await stated.filter({ hasText: name }).textContent()).toContain(`${percent}%`);
    }
    if (pictures) await page.screenshot({ path: `${pictures}/owners-print.png`, fullPage: true });
    await page.emulateMedia({ media: 'screen' });
    expect(await findingsInEachLook(page, pictureOf('owners'))).toEqual([]);
    await page.context().close();
    expect(pages.complaints).toEqual([]);
  });
});
