import { fileURLToPath } from 'node:url';
import type { CaseDetail } from '@gatehouse/contract';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { type Browser, person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { kycParticulars, walkKyc } from './support/example-people.ts';
import { FlowPages } from './support/flow-pages.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];
const example = (name: string) => ({
  domain: 'retail',
  file: fileURLToPath(new URL(`../../../examples/workflows/${name}`, import.meta.url)),
  publish: true,
});

/** What a picture of the passport would say: another date of birth than the person entered. */
const read = {
  surname: 'QUILLFEATHER',
  givenNames: 'BARTHOLOMEW',
  documentNumber: 'C01X00T47',
  nationality: 'DE',
  dateOfBirth: '1991-02-01',
  sex: 'M',
};

describe.skipIf(!hasChromium())('what a customer stated', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let lena: Browser;
  let found: CaseDetail;
  const tenant = aTenant({
    users: [person('lena', ['analyst'], ['first-line'])],
    workflows: [example('kyc-hosted.yaml')],
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

  /** Somebody who walked the whole flow, and whose passport was read; answers the case. */
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
    // No reader of documents runs here: what it would have read is written beside what the person confirmed.
    await service.app.database.operator((tx) =>
      tx.sql(
        `update execution set outputs = jsonb_set(outputs, '{papers,documents,0,read}', $2::jsonb)
         where customer_id = $1`,
        [customerId, JSON.stringify(read)],
      ),
    );
    const { cases } = await lena.get<'cases.list'>(`/domains/retail/cases?customerId=${customerId}`);
    return lena.get<'cases.read'>(`/domains/retail/cases/${cases[0]!.caseNo}`);
  }

  const sections = ['Declarations', 'Verified contacts', 'Entered and read', 'Consents'];

  async function seeSections(page: Page): Promise<void> {
    for (const name of sections) await page.getByRole('region', { name }).waitFor();
    const declarations = page.getByRole('region', { name: 'Declarations' });
    await declarations.getByText('Salary').waitFor();
    const table = page.getByRole('table', { name: 'Entered and read' });
    const birth = table.getByRole('row').filter({ hasText: 'Date of birth' });
    expect(await birth.getByRole('cell').allInnerTexts()).toEqual([
      'Date of birth',
      '1990-02-01',
      expect.stringMatching(/^1991-02-01 Differs\s+· Passport of Germany$/),
    ]);
    // Nobody stated owners, so that there is no section for them.
    expect(await page.getByRole('region', { name: 'Stated ownership' }).count()).toBe(0);
  }

  it('is in the case in words, with what was read beside what was entered', () => {
    const { declarations, contacts, particulars, ownership, consents } = found.submittedInformation;
    expect(declarations.map(({ form, title, item }) => [form, title, item])).toEqual([
      ['KYC_SOURCE', 'Source of funds and wealth', null],
      ['DECLARATION', 'Declarations', null],
    ]);
    expect(declarations[0]!.answers).toEqual([
      { field: 'sourceOfFunds', label: 'Source of funds', value: expect.stringMatching(/^Salary/) },
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
      from.map((one) => [field, value, one.value, one.differs]),
    );
    expect(compared).toEqual(
      expect.arrayContaining([
        ['name', 'Bartholomew Quillfeather', 'BARTHOLOMEW QUILLFEATHER', false],
        ['dateOfBirth', '1990-02-01', '1991-02-01', true],
        ['countryOfNationality', 'Germany (DE)', 'Germany (DE)', false],
        ['idNumber', 'C01X00T47', 'C01X00T47', false],
      ]),
    );
    expect(ownership).toBeNull();
    expect(consents).toEqual(found.givenConsents);
    expect(consents[0]).toMatchObject({ version: 'gatehouse-1', language: 'de' });
  });

  it('is in the evidence bundle and on the page of the customer as in the case', async () => {
    const { caseNo, customerId, execution, submittedInformation } = found;
    const bundle = await fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/bundle`, {
      headers: { cookie: lena.cookie! },
    });
    const files = unzipSync(new Uint8Array(await bundle.arrayBuffer()));
    const content = JSON.parse(Buffer.from(files['case.json']!).toString('utf8')) as CaseDetail;
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
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 768, height: 900 });
    if (pictures) await page.screenshot({ path: `${pictures}/submitted-case-768.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Bartholomew Quillfeather' }).click();
    await page.getByRole('region', { name: 'Profile' }).waitFor();
    await seeSections(page);
    expect(await accessibilityFindings(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/submitted-customer-1440.png`, fullPage: true });
    await page.setViewportSize({ width: 768, height: 900 });
    if (pictures) await page.screenshot({ path: `${pictures}/submitted-customer-768.png`, fullPage: true });
    await page.context().close();
    expect(pages.complaints).toEqual([]);
  });
});
