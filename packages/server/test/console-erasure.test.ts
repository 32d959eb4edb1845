import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsInEachLook, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { until } from './support/server-process.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

describe.skipIf(!hasChromium())('data protection in the console', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  let caseNo: string;
  let erasedCase: string;
  const tenant = aTenant({
    users: [
      person('ada', ['admin']),
      person('dora', ['admin']),
      person('olga', ['auditor']),
      person('ben', ['analyst']),
    ],
    watchlist: [{ id: 'w1', name: 'Quentin Marlowe' }],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    erasedCase = await pages.submit('c-1');
    caseNo = await pages.submit('c-2');
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  it('has one person request an erasure and another one confirm it, for ever', async () => {
    const ada = await pages.openAs('ada', 'customers/retail/c-1');
    await ada.getByRole('button', { name: 'Request erasure' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByText('To be deleted: 1 execution, 1 case').waitFor();
    await dialog.getByLabel('Reason').fill('Request 12 of the data subject');
    // What was typed outlives the dialog, and is there for nothing else.
    await ada.keyboard.press('Escape');
    await ada.getByRole('button', { name: 'Place legal hold' }).click();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('');
    await ada.keyboard.press('Escape');
    await ada.getByRole('button', { name: 'Request erasure' }).click();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Request 12 of the data subject');
    // It stays with the request: the audit log has no reasons of erasures.
    await expect.poll(() => dialog.getByText('Saved to the audit log').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Request erasure' }).click();
    await ada.getByText('Erasure requested by ada@example.test: Awaiting confirmation.').waitFor();
    await ada.getByRole('link', { name: 'See requests and holds' }).click();
    await ada.getByRole('heading', { name: 'Data protection' }).waitFor();
    // One's own request can be withdrawn alone.
    await ada.getByRole('button', { name: 'Withdraw' }).waitFor();
    await expect.poll(() => ada.getByRole('button', { name: 'Confirm erasure' }).count()).toBe(0);
    expect(await findingsInEachLook(ada, pictures && `${pictures}/erasures`)).toEqual([]);

    const dora = await pages.openAs('dora', 'erasures');
    await dora.getByRole('button', { name: 'Confirm erasure' }).click();
    const confirm = dora.getByRole('dialog');
    const erase = confirm.getByRole('button', { name: 'Erase customer' });
    await confirm.getByText('This cannot be undone.').waitFor();
    await confirm.getByText('Wilhelmina Thornapple', { exact: true }).waitFor();
    await confirm.getByText('The retention period has not ended').waitFor();
    await confirm
      .getByText('The relationship goes on: the retention period of the customer has not begun.')
      .waitFor();
    await expect.poll(() => erase.isDisabled()).toBe(true);
    await confirm.getByLabel('Type c-1 to confirm').fill('c-1');
    expect(await findingsInEachLook(dora, pictures && `${pictures}/erasure-confirm`)).toEqual([]);
    const ben = await pages.openAs('ben', `cases/retail/${erasedCase}`);
    await ben.getByRole('heading', { name: erasedCase }).waitFor();
    await erase.click();
    // Whoever has a page of the customer open sees it no longer: well before the page would read anew by itself.
    await ben.getByText(`There is no case ${erasedCase}`).waitFor({ timeout: 15_000 });
    await ben.goto(`${service.app.consoleUrl}/cases`);
    await dora.getByText('Erased', { exact: true }).waitFor();
    await dora.getByText(/Records deleted: \d+; files: 0; audit records emptied: \d+$/).waitFor();
    const gone = await pages.as('ada');
    await until(
      'the customer to be gone',
      async () => (await gone.send('/domains/retail/customers/c-1')).status === 404,
    );
  });

  it('says calmly that a customer was erased, and what of it may be reached by old links', async () => {
    const ada = await pages.as('ada');
    const { erasures } = await ada.get<'erasures.list'>('/domains/retail/erasures');
    const { auditId, erasureId } = erasures.find(({ state }) => state === 'DONE')!;
    const olga = await pages.openAs('olga', `audit?objectId=${auditId}`);
    await olga.getByRole('row').getByRole('link', { name: auditId }).first().click();
    await olga.getByText('This customer was erased').waitFor();
    await olga.getByText(/^Erased on .*, by the decision of two people\.$/).waitFor();
    await olga.getByText(erasureId).waitFor();
    expect(await findingsInEachLook(olga, pictures && `${pictures}/erased-customer`)).toEqual([]);
    await olga.getByRole('link', { name: 'Audit records' }).click();
    await olga.getByRole('row').getByRole('link', { name: auditId }).first().waitFor();
    for (const [path, words] of [
      ['customers/retail/c-1', /^There is no customer c-1 in retail.* erased/],
      [`customers/retail/${unknownId}`, /^There is no customer/],
      [`executions/retail/${unknownId}`, /^There is no execution .* deleted with its customer/],
      ['cases/retail/C000999', /^There is no case C000999.* deleted with its customer/],
      [`deliveries/retail/${unknownId}`, /^There is no such delivery/],
      [`quick-scans/retail/${unknownId}`, /^There is no such quick scan/],
      ['workflows/retail/wf_none', 'Not found, or not accessible to you.'],
    ] as const) {
      await olga.goto(`${service.app.consoleUrl}/${path}`);
      await olga.getByText(words).waitFor();
      await expect.poll(() => olga.getByText(/^(Could not load|Try again)$/).count()).toBe(0);
      if (pictures) await olga.screenshot({ path: `${pictures}/absent-${path.split('/')[0]}.png` });
    }
    // Who is there is found by the ID of the audit log too.
    await ada.post('/domains/retail/customers/c-2/relationship', { endedOn: '2026-01-01' });
    const { records } = await ada.get<'audit.list'>('/audit?act=customer.end_relationship');
    await olga.goto(`${service.app.consoleUrl}/customers/retail/${records[0]!.object.id}`);
    await olga.waitForURL('**/customers/retail/c-2');
    await olga.getByRole('heading', { name: 'Wilhelmina Thornapple' }).waitFor();
    await ada.post('/domains/retail/customers/c-2/relationship', { endedOn: null });
    // The browser itself reports each answer of what is not there.
    expect(pages.complaints.splice(0).filter((complaint) => !complaint.includes('404'))).toEqual([]);
  });

  it('places a legal hold, which another person releases', async () => {
    const ada = await pages.openAs('ada', 'customers/retail/c-2');
    await ada.getByRole('button', { name: 'Place legal hold' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Order of a court');
    await dialog.getByRole('button', { name: 'Place legal hold' }).click();
    await ada.getByText('Legal hold by ada@example.test: Order of a court').waitFor();
    await ada.goto(`${service.app.consoleUrl}/erasures`);
    await ada.getByRole('button', { name: 'Request release' }).click();
    await ada.getByRole('dialog').getByLabel('Reason').fill('The order was lifted');
    await ada.getByRole('dialog').getByRole('button', { name: 'Request release' }).click();
    await ada.getByText('Another person releases it').waitFor();
    await ada.getByRole('button', { name: 'Withdraw' }).click();
    const ending = ada.getByRole('dialog');
    await ending.getByText('The hold stays in force.').waitFor();
    await ending.getByRole('button', { name: 'End request' }).click();
    await ada.getByRole('button', { name: 'Request release' }).click();
    await ada.getByRole('dialog').getByLabel('Reason').fill('The order was lifted');
    await ada.getByRole('dialog').getByRole('button', { name: 'Request release' }).click();
    await ada.getByText('Another person releases it').waitFor();

    const dora = await pages.openAs('dora', 'erasures');
    await dora.getByRole('button', { name: 'Release', exact: true }).click();
    // Who releases it sees what: whom it is on and why, and who asked for it and why.
    for (const fact of ['c-2', 'Order of a court', 'ada@example.test', 'The order was lifted']) {
      await dora.getByRole('dialog').getByText(fact).first().waitFor();
    }
    expect(await findingsInEachLook(dora, pictures && `${pictures}/hold-release`)).toEqual([]);
    await dora.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click();
    await dora.getByText(/^Released by dora@example.test/).waitFor();
  });

  it('names the hold and the open case that keep a customer, before anybody requests its erasure', async () => {
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId: 'c-3', name: 'Quentin Marlowe', customerType: 'individual' },
    });
    await service.drain();
    const { caseNo: open } = (await retail.workflow.status(executionId))!;
    const ada = await pages.openAs('ada', 'customers/retail/c-3');
    const ask = ada.getByRole('button', { name: 'Request erasure' });
    const dialog = ada.getByRole('dialog');
    await ask.click();
    const alert = dialog.getByRole('alert').filter({ hasText: 'This customer cannot be erased now' });
    await alert.getByText(`Open case ${open}: decide or cancel it first`).waitFor();
    await alert.getByRole('link', { name: open }).waitFor();
    await alert.getByRole('link', { name: executionId }).waitFor();
    await expect.poll(() => alert.getByText(/Legal hold/).count()).toBe(0);
    await ada.keyboard.press('Escape');
    // Placed by somebody else, while the page is open.
    const dora = await pages.as('dora');
    await dora.post('/domains/retail/customers/c-3/holds', { reason: 'Order of a court' });
    await ask.click();
    await alert.getByText('Legal hold by dora@example.test: Order of a court').waitFor();
    expect(await findingsInEachLook(ada, pictures && `${pictures}/erasure-request`)).toEqual([]);
    await ada.keyboard.press('Escape');
    await ada.goto(`${service.app.consoleUrl}/customers/retail/c-2`);
    await ask.click();
    await dialog.getByText('To be deleted').waitFor();
    await expect.poll(() => dialog.getByText('This customer cannot be erased now').count()).toBe(0);
  });

  it('shows an auditor all of it and lets them change nothing', async () => {
    const olga = await pages.openAs('olga', 'erasures');
    await olga.getByText('Released by dora@example.test').first().waitFor();
    const actions = /^(Confirm erasure|Withdraw|Refuse|Release|Request release)$/;
    await expect.poll(() => olga.getByRole('button', { name: actions }).count()).toBe(0);
    await olga.goto(`${service.app.consoleUrl}/customers/retail/c-2`);
    await olga.getByText('There is no open request to erase this customer.').waitFor();
    await expect.poll(() => olga.getByRole('button', { name: /erasure|legal hold/ }).count()).toBe(0);
    expect(pages.complaints).toEqual([]);
  });

  it('filters the audit log by a customer, and shows what went in words', async () => {
    const olga = await pages.openAs('olga', 'customers/retail/c-2');
    await olga.getByRole('link', { name: 'Audit records' }).click();
    await olga.getByText('its newest 1,000 links, executions and cases').waitFor();
    expect(await olga.getByRole('textbox', { name: 'Customer' }).inputValue()).toBe('c-2');
    await olga.getByRole('row').getByRole('link', { name: 'c-2' }).first().waitFor();
    await expect.poll(() => olga.getByRole('row').getByRole('link', { name: 'c-3' }).count()).toBe(0);
    expect(await findingsInEachLook(olga, pictures && `${pictures}/audit-customer`)).toEqual([]);
    await olga.goto(`${service.app.consoleUrl}/audit?act=customer.erase`);
    await olga.getByText('Erased, Executions').waitFor();
    await expect.poll(() => olga.getByText('case_record').filter({ visible: true }).count()).toBe(0);
    if (pictures) await olga.screenshot({ path: `${pictures}/audit-erased.png` });
  });

  it('places a hold on one case, and says so wherever it is looked at', async () => {
    const ada = await pages.openAs('ada', `cases/retail/${caseNo}`);
    await ada.getByRole('button', { name: 'Place legal hold' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByText('this case with its execution is kept').waitFor();
    await dialog.getByLabel('Reason').fill('Order about this case');
    await dialog.getByRole('button', { name: 'Place legal hold' }).click();
    const said = `Legal hold on case ${caseNo} by ada@example.test: Order about this case`;
    await ada.getByText(said).waitFor();
    if (pictures) await ada.screenshot({ path: `${pictures}/case-hold.png` });
    await ada.goto(`${service.app.consoleUrl}/customers/retail/c-2`);
    await ada.getByText(said).waitFor();
    const olga = await pages.openAs('olga', `cases/retail/${caseNo}`);
    await olga.getByText(said).waitFor();
    await expect.poll(() => olga.getByRole('button', { name: 'Place legal hold' }).count()).toBe(0);
  });

  it('shows the second person what they approve of a shorter retention period', async () => {
    const ada = await pages.as('ada');
    const body = { kind: 'customers', appliesTo: 'domain', reason: 'Advice of counsel' };
    await ada.post('/domains/retail/retention/changes', {
      ...body,
      rule: { period: 'P2Y', basis: 'LAST_DECISION' },
    });
    const dora = await pages.openAs('dora', 'retention');
    await dora.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = dora.getByRole('dialog');
    for (const fact of [
      'Customers with all their data',
      'Domain retail',
      '5 years → 2 years',
      'End of the relationship; rejected customers: last decision → End of the relationship, else last decision; monitored customers stay',
      'ada@example.test',
      'Advice of counsel',
    ]) {
      await dialog.getByText(fact, { exact: true }).waitFor();
    }
    expect(await findingsInEachLook(dora, pictures && `${pictures}/retention-approve`)).toEqual([]);
  });

  it('changes the period of this domain alone unless somebody chooses all, and for a reason', async () => {
    const ada = await pages.openAs('ada', 'retention');
    await ada.getByRole('button', { name: 'Change period: Quick scans' }).click();
    const dialog = ada.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Domain retail').isChecked()).toBe(true);
    const submit = dialog.getByRole('button', { name: 'Submit change' });
    const topOf = async (label: string) =>
      (await dialog.locator('label', { hasText: label }).boundingBox())!.y;
    expect(await topOf('Unit')).toBe(await topOf('Length'));
    expect(await findingsInEachLook(ada, pictures && `${pictures}/retention-change`)).toEqual([]);
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('  ');
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('Advice of counsel');
    await expect.poll(() => submit.isEnabled()).toBe(true);
  });

  it('tells whoever may not see a page which permission it needs', async () => {
    const ben = await pages.openAs('ben', 'erasures');
    await ben.getByRole('heading', { name: 'Your role does not include this page' }).waitFor();
    await ben.getByText('erasures.read').waitFor();
    if (pictures) await ben.screenshot({ path: `${pictures}/not-permitted.png` });
    await expect.poll(() => ben.getByText('Could not load').count()).toBe(0);
    await ben.goto(`${service.app.consoleUrl}/cases/retail/${caseNo}`);
    await ben.getByRole('heading', { name: caseNo }).waitFor();
    await expect.poll(() => ben.getByText(/Legal hold/).count()).toBe(0);
    expect(pages.complaints).toEqual([]);
  });

  it('does not leave out that a customer is held where it cannot be read', async () => {
    const ada = await pages.openAs('ada', '');
    const read = '**/customers/c-2/erasure';
    await ada.route(read, (route) => route.fulfill({ status: 403, json: { message: 'not now' } }));
    await ada.goto(`${service.app.consoleUrl}/customers/retail/c-2`);
    const part = ada.getByRole('region', { name: 'Data protection' });
    await part.getByText('Could not load').waitFor();
    await ada.unroute(read);
    await part.getByRole('button', { name: 'Try again' }).click();
    await part.getByText('There is no open request to erase this customer.').waitFor();
  });
});
