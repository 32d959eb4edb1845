import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { walkKyc } from './support/example-people.ts';
import { FlowPages } from './support/flow-pages.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];
const hosted = fileURLToPath(new URL('../../../examples/workflows/kyc-hosted.yaml', import.meta.url));

/** A path through every kind of node that needs no end user. */
const machine = {
  id: 'wf_machine',
  name: 'Machine',
  eventType: 'TRANSACTION_EVENT',
  entry: [{ name: 'name', type: 'text', required: true }],
  nodes: [
    {
      id: 'screen',
      title: 'Names',
      type: 'screening',
      engines: { WATCHLIST: {}, GLOBAL_CHECK: { matchStrength: 'STRONG' } },
    },
    {
      id: 'score',
      type: 'risk-score',
      base: 5,
      rules: [{ when: 'screen.hits > 0', add: 60, reason: 'On the watchlist' }],
    },
    { id: 'way', title: 'Risky?', type: 'branch' },
    { id: 'crm', title: 'Ask the CRM', type: 'webhook', webhook: 'crm', inputs: { name: 'data.name' } },
    { id: 'look', title: 'First line', type: 'decision', outcome: 'manual', groups: ['first-line'] },
    { id: 'pass', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'screen' },
    { from: 'screen', to: 'score' },
    { from: 'score', to: 'way' },
    { from: 'way', to: 'crm', when: 'riskScore >= 60' },
    { from: 'way', to: 'pass', otherwise: true },
    { from: 'crm', to: 'look' },
  ],
};

describe.skipIf(!hasChromium())('the page of an execution', timeout, () => {
  let service: TestService;
  let receiver: Receiver;
  let pages: ConsolePages;
  let key: ReturnType<typeof aTenant>['key'];

  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.answer('/crm', { status: 200, body: { tier: 'tier-of-the-answer' } });
    const tenant = aTenant({
      users: [person('lena', ['analyst'], ['first-line']), person('audra', ['auditor'])],
      webhooks: [
        {
          id: 'crm',
          name: 'CRM',
          url: `${receiver.url}/crm`,
          inputs: ['name'],
          outputs: [{ paramName: 'tier', jsonPath: '$.tier' }],
        },
      ],
      workflows: [
        { domain: 'retail', workflow: machine },
        { domain: 'retail', file: hosted, publish: true },
      ],
      watchlist: [{ id: 'w-1', name: 'Wilhelmina Thornapple' }],
    });
    key = tenant.key;
    service = await startTestService('embedded', { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    pages = await ConsolePages.start(service, tenant);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
    await receiver?.stop();
  });

  /** Axe in both themes, and pictures at both widths. */
  async function look(page: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of [1440, 768]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityFindings(page, scheme)).toEqual([]);
        if (pictures)
          await page.screenshot({
            path: `${pictures}/execution-${name}-${scheme}-${width}.png`,
            fullPage: true,
          });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  /** Opens a step from the list of all, and goes back to it. */
  async function stepText(page: Page, title: string): Promise<string> {
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByRole('button', { name: title, exact: true }).click();
    const article = steps.getByRole('article', { name: title }).first();
    await article.waitFor();
    const text = (await article.allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ');
    await steps.getByRole('button', { name: 'All steps' }).click();
    return text;
  }

  it('says in words what each step answered, to those without raw data as well', async () => {
    const client = service.client({ ...key, domain: 'retail' });
    const data = { customerId: 'c-1', name: 'Wilhelmina Thornapple' } as never;
    const { executionId } = await client.workflow.submit({ eventType: 'TRANSACTION_EVENT', data });
    await service.drain();
    const page = await pages.openAs('lena', `executions/retail/${executionId}`);
    await page.getByText('Your role has no access to raw data', { exact: false }).waitFor();
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByText('1 matching list entry, strongest score 1.00').waitFor();
    await steps.getByText('65: base 5, On the watchlist +60').waitFor();
    await page.getByRole('heading', { name: `${machine.name}, version 1` }).waitFor();
    await look(page, 'analyst');
    const screening = await stepText(page, 'Names');
    expect(screening).toContain('Screened Wilhelmina Thornapple');
    expect(screening).toContain('match strength Strong (a score of');
    expect(await stepText(page, 'Risk score')).toContain('Risk score 65 Base score 5 On the watchlist +60');
    expect(await stepText(page, 'Risky?')).toContain(
      'Continued at Ask the CRM Because riskScore >= 60 was true Values read riskScore = 65',
    );
    const webhook = await stepText(page, 'Ask the CRM');
    expect(webhook).toContain('Webhook crm Fields sent name HTTP status 200 Fields taken over tier');
    expect(await stepText(page, 'First line')).toContain('Decision Manual review Groups first-line');
    expect(await page.content()).not.toContain('tier-of-the-answer');
    await expect.poll(() => page.getByText('Raw data', { exact: true }).count()).toBe(0);
    await page.context().close();

    // Their case shows what the execution withholds.
    const lena = await pages.as('lena');
    const found = await lena.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
    expect(found).not.toHaveProperty('data');
    expect(JSON.stringify(found)).not.toContain('tier-of-the-answer');
    const shown = await lena.get<'cases.read'>(`/domains/retail/cases/${found.caseNo}`);
    expect(shown.subject).toEqual(data);
    expect(shown.execution).toMatchObject({ workflowName: machine.name });
    expect(JSON.stringify(shown.timeline)).toContain('tier-of-the-answer');

    const whole = await pages.openAs('audra', `executions/retail/${executionId}`);
    const theirs = whole.getByRole('region', { name: 'Steps' });
    await theirs.getByRole('button', { name: 'Ask the CRM' }).click();
    await theirs.getByText('Raw data', { exact: true }).click();
    await theirs.getByText('tier-of-the-answer').waitFor();
    await look(whole, 'auditor');
    await whole.context().close();
    expect(pages.complaints.filter((text) => !text.includes('403'))).toEqual([]);
  });

  it('says what an end user gave in each step of a hosted flow', async () => {
    const client = service.client({ ...key, domain: 'retail' });
    const { url } = await client.link.generate({
      email: 'b@example.com',
      customerId: 'c-2',
      eventType: 'KYC_EVENT',
    });
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
    const lena = await pages.as('lena');
    const { executions } = await lena.get<'executions.list'>('/domains/retail/executions?customerId=c-2');
    const { executionId } = executions[0]!;
    const found = await lena.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
    const kinds = new Map(found.steps.map(({ nodeType, answer }) => [nodeType, answer.kind]));
    for (const type of [
      'particulars',
      'required-forms',
      'documents',
      'phone-verification',
      'review-and-submit',
    ])
      expect([type, kinds.get(type)]).toEqual([type, 'submitted']);
    const page = await pages.openAs('lena', `executions/retail/${executionId}`);
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByText('1 verified contact').waitFor();
    await look(page, 'hosted');
    const declared = found.steps.find(({ nodeType }) => nodeType === 'required-forms')!;
    await steps.getByRole('button', { name: declared.title ?? 'Required forms', exact: true }).click();
    await steps.getByText('Salary').waitFor();
    await look(page, 'forms');
    await steps.getByRole('button', { name: 'All steps' }).click();
    const papers = found.steps.find(({ nodeType }) => nodeType === 'documents')!;
    await steps.getByRole('button', { name: papers.title ?? 'Documents', exact: true }).click();
    await steps.getByText('Passport', { exact: false }).first().waitFor();
    await look(page, 'documents');
    await page.context().close();
    expect(pages.complaints.filter((text) => !text.includes('403'))).toEqual([]);
  });
});
