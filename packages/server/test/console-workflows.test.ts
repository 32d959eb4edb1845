import { readFile } from 'node:fs/promises';
import type { GatehouseClient } from '@gatehouse/sdk';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  accessibilityFindings,
  findingsInLightAndDark,
  hasChromium,
  startChromium,
} from './support/chromium.ts';
import { person, signIn } from './support/console.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** The example of the design's workflow file, as people write it. */
const retailScreening = `
id: wf_retail_screening
name: Retail screening
eventType: MANUAL_CASE_EVENT
source: API
mode: async
entry:
  - { name: amount, type: number, required: false }
nodes:
  - { id: screen, type: screening, engines: { GLOBAL_CHECK: { matchStrength: STRONG }, WATCHLIST: {} } }
  - id: score
    type: risk-score
    rules:
      - { when: "screen.hits > 0", add: 60, reason: "list hit" }
      - { when: "data.countryOfResidence in ['IR', 'KP']", add: 40, reason: "high-risk country" }
  - { id: crm, type: webhook, webhook: wh_crm, inputs: { customerId: "data.customerId", caseNo: "case.caseNo" } }
  - id: decide
    type: decision
    outcome: manual
    groups: [first-line, compliance]
    hook: { enabled: true, webhook: wh_crm, triggerOn: [approve, reject], inputs: { customerId: "data.customerId" } }
  - { id: clear, type: decision, outcome: approve }
edges:
  - { from: start, to: screen }
  - { from: screen, to: score }
  - { from: score, to: clear, when: "riskScore < 30" }
  - { from: score, to: crm, otherwise: true }
  - { from: crm, to: decide }
`;

/** What cannot be read at once: letters of less than 12 pixels, or a start that is cut off or below the buttons of the view. */
const unreadable = `(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [canvas, controls] = [box('.gh-canvas'), box('.react-flow__controls')];
  const { left, right, top, bottom } = box('.react-flow__node[data-id="start"]');
  const isCut = left < canvas.left || right > canvas.right || top < canvas.top || bottom > canvas.bottom;
  const zoom = (right - left) / document.querySelector('.gh-step').offsetWidth;
  return [
    ...(zoom * 13 < 12 ? ['letters'] : []),
    ...(isCut || (left < controls.right && bottom > controls.top) ? ['start'] : []),
  ];
})()`;

/** The nodes that the canvas does not show whole. */
const outOfSight = `(() => {
  const canvas = document.querySelector('.gh-canvas').getBoundingClientRect();
  return [...document.querySelectorAll('.react-flow__node')].filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left < canvas.left || right > canvas.right || top < canvas.top || bottom > canvas.bottom;
  }).map((node) => node.dataset.id);
})()`;

describe.skipIf(!hasChromium())('a workflow drawn in the console', () => {
  let service: TestService;
  let retail: GatehouseClient;
  let chromium: Chromium;
  let page: Page;
  let receiver: Receiver;
  const complaints: string[] = [];
  const tenant = aTenant({
    users: [
      person('dev', ['developer']),
      person('ana', ['analyst'], ['first-line']),
      person('root', ['admin']),
    ],
    workflows: [
      {
        domain: 'retail',
        workflow: {
          id: 'wf_week',
          name: 'A week',
          eventType: 'TRANSACTION_EVENT',
          nodes: [
            { id: 'pause', type: 'wait', for: 'P7D' },
            { id: 'fine', type: 'decision', outcome: 'approve' },
          ],
          edges: [
            { from: 'start', to: 'pause' },
            { from: 'pause', to: 'fine' },
          ],
        },
      },
    ],
  });

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService('embedded', {
      GATEHOUSE_CANCELLED_STATUS: 'STORY_CANCELLED',
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
    });
    const url = `${receiver.url}/hooks/{customerId}`;
    const crm = { id: 'wh_crm', name: 'CRM', method: 'POST', url, inputs: ['customerId', 'caseNo'] };
    await service.provision({ ...tenant, webhooks: [crm] });
    retail = service.client({ ...tenant.key, domain: 'retail' });
    const dev = await signIn(service, tenant, 'dev');
    chromium = await startChromium();
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
    const [name, value] = dev.cookie!.split('=') as [string, string];
    await context.addCookies([{ name, value, url: service.app.consoleUrl }]);
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
    await receiver?.stop();
  });

  const inspector = () => page.getByRole('group', { name: 'Properties' });
  const add = (type: string) =>
    page
      .getByRole('navigation', { name: 'Node types' })
      .getByRole('button', { name: type, exact: true })
      .click();
  /** Writes an expression as a person does, without taking what is offered. */
  const write = async (label: string | RegExp, text: string, nth = 0) => {
    // A condition is chosen in rows unless somebody prefers a text.
    const condition = inspector().getByRole('group', { name: label }).nth(nth);
    if ((await condition.count()) > 0) {
      await condition.getByRole('button', { name: 'Write as text' }).click();
      await condition.getByRole('textbox', { name: label }).click();
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
      return;
    }
    await inspector().getByRole('textbox', { name: label }).nth(nth).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Escape');
  };
  const identify = async (id: string) => {
    await inspector().getByRole('textbox', { name: 'ID', exact: true }).fill(id);
    await page.keyboard.press('Enter');
    await page.locator(`.react-flow__node[data-id="${id}"]`).waitFor();
  };
  const choose = async (field: string, value: string) => {
    await inspector().getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  };
  const addRule = async (place: number, rule: { when: string; points: number; reason: string }) => {
    await inspector().getByRole('button', { name: 'Add to rules' }).click();
    await write('When', rule.when, place);
    await inspector().getByRole('textbox', { name: 'Points' }).nth(place).fill(String(rule.points));
    await inspector().getByRole('textbox', { name: 'Reason' }).nth(place).fill(rule.reason);
  };
  const show = (view: 'Graph' | 'Text' | 'Test') =>
    page.getByRole('radiogroup', { name: 'View' }).getByText(view).click();
  const shoot = async (name: string) => {
    const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/workflow-${name}.png`, fullPage: true });
  };

  it('begins on an empty canvas, is tried, published and takes submits', {
    timeout: 240_000,
  }, async () => {
    await page.goto(`${service.app.consoleUrl}/workflows`);
    await page.getByRole('combobox', { name: 'Domain' }).click();
    await page.getByRole('option', { name: 'retail' }).click();
    // A template becomes a draft under an ID of its own, of which nothing is published.
    const useTemplate = async () => {
      await page.getByRole('button', { name: 'Create workflow' }).click();
      await page.locator('.gh-template-picture').first().waitFor();
      // The icons in the picture of a workflow are drawn as lines, as elsewhere.
      const parts = "document.querySelector('.gh-template-picture').querySelectorAll(':scope svg *')";
      const fills = `[...new Set([...${parts}].map((each) => getComputedStyle(each).fill))]`;
      expect(await page.evaluate(fills)).toEqual(['none']);
      await page.getByRole('button', { name: 'Use template: Name screening' }).click();
      await inspector().getByText('Screens a customer whom').waitFor();
      await page.getByRole('link', { name: 'Workflows' }).first().click();
    };
    await useTemplate();
    await useTemplate();
    const drafts = page.getByRole('row', { name: /^Name screening/ });
    await drafts.nth(1).waitFor();
    await expect.poll(() => drafts.getByText('never', { exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Create workflow' }).click();
    await page.getByRole('link', { name: 'Blank workflow' }).click();
    // What is still to be given is no fault of somebody who only begins.
    const issues = page.getByRole('region', { name: 'Issues' });
    await issues.getByText('Still needed to publish').waitFor();
    await expect
      .poll(() => issues.getByRole('button').allTextContents())
      .toEqual([
        'An ID, which submits refer to',
        'A name',
        'A first node, such as a screening',
        'A decision at the end',
      ]);
    await shoot('blank');
    await inspector().getByRole('textbox', { name: 'Id' }).fill('wf_retail_screening');
    await inspector().getByRole('textbox', { name: 'Name', exact: true }).fill('Retail screening');
    await inspector().getByRole('button', { name: 'Add field' }).click();
    await inspector().getByRole('textbox', { name: 'Name of field 1' }).fill('amount');
    await inspector().getByRole('combobox', { name: 'Type of field 1' }).click();
    await page.getByRole('option', { name: 'number' }).click();

    await page
      .getByRole('region', { name: 'Add the first node' })
      .getByRole('button', { name: 'Screening' })
      .click();
    await identify('screen');
    await inspector().getByRole('button', { name: 'Add Global check' }).click();
    await inspector().getByRole('checkbox', { name: 'Watchlist' }).check();

    await add('Risk score');
    await identify('score');
    await addRule(0, { when: 'screen.hits > 0', points: 60, reason: 'list hit' });
    await addRule(1, {
      when: "data.countryOfResidence in ['IR', 'KP']",
      points: 40,
      reason: 'high-risk country',
    });

    await add('Webhook');
    await identify('crm');
    await choose('Webhook', 'CRM (wh_crm)');
    await write('customerId', 'data.customerId');
    await write('caseNo', 'case.caseNo');

    await add('Decision');
    await identify('decide');
    await choose('Outcome', 'Manual review');
    for (const group of ['first-line', 'compliance']) {
      await inspector().getByRole('button', { name: 'Add to groups' }).click();
      await inspector()
        .getByRole('combobox', { name: /^group/i })
        .last()
        .click();
      await page.getByRole('option', { name: group }).click();
    }
    await inspector().getByRole('button', { name: 'Add Webhook after the decision' }).click();
    await inspector().getByRole('checkbox', { name: 'Enabled' }).check();
    // None is chosen by itself, and one that is chosen again stays.
    await inspector().getByRole('combobox', { name: 'Webhook', exact: true }).waitFor();
    expect(await inspector().getByRole('combobox', { name: 'Webhook', exact: true }).inputValue()).toBe('');
    await choose('Webhook', 'CRM (wh_crm)');
    await choose('Webhook', 'CRM (wh_crm)');
    await inspector()
      .getByRole('combobox', { name: /^trigger on/i })
      .click();
    await page.getByRole('option', { name: 'Approve', exact: true }).click();
    await page.getByRole('option', { name: 'Reject', exact: true }).click();
    await page.keyboard.press('Escape');
    await write('customerId', 'data.customerId');

    await page.locator('.react-flow__node[data-id="score"]').click();
    await add('Decision');
    await identify('clear');
    await choose('Outcome', 'Approve');
    await page.locator('.react-flow__node[data-id="score"]').click();
    const condition = inspector().getByRole('group', { name: 'Condition of the edge to Approve' });
    await condition.getByRole('combobox', { name: 'Field of condition 1' }).fill('risk score');
    await page.getByRole('option', { name: 'Risk score', exact: true }).first().click();
    await condition.getByRole('combobox', { name: 'Operator of condition 1' }).click();
    await page.getByRole('option', { name: '<', exact: true }).click();
    await condition.getByRole('textbox', { name: 'Value of condition 1' }).fill('30');
    await page.getByText('No issues. Ready to publish.').waitFor();
    await condition.getByRole('button', { name: 'Write as text' }).click();
    expect(await condition.getByRole('textbox').textContent()).toBe('riskScore < 30');
    await condition.getByRole('button', { name: 'Choose in rows' }).click();
    await shoot('drawn');
    expect(complaints).toEqual([]);

    // Nothing is published or kept yet: it is the drawing itself that is tried.
    await show('Test');
    const outcome = page.getByRole('region', { name: 'Result' });
    const attempt = () => page.getByRole('button', { name: 'Run example' }).click();
    const give = async (node: string, what: string) => {
      await page.getByRole('combobox', { name: `(${node})` }).click();
      await page.getByRole('option', { name: what }).click();
    };
    await attempt();
    await outcome.getByRole('heading', { name: 'Manual review' }).waitFor();
    await outcome.getByText('Risk score 60: list hit').waitFor();
    await expect.poll(() => page.locator('.gh-step[data-traced]').count()).toBe(4);
    await give('crm', 'Failure');
    await attempt();
    await outcome.getByRole('heading', { name: 'Failed' }).waitFor();
    await give('screen', 'Custom output…');
    await attempt();
    await outcome.getByRole('heading', { name: 'Approved' }).waitFor();
    await shoot('tried');
    expect(receiver.calls).toEqual([]);
    await show('Graph');

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('version 1 published').waitFor();
    await shoot('published');
    const submitted = async (customerId: string, name: string) => {
      const data = { customerId, name, customerType: 'individual', amount: 120 } as const;
      const { executionId } = await retail.workflow.submit({
        eventType: 'MANUAL_CASE_EVENT',
        workflowId: 'wf_retail_screening@1',
        data,
      });
      await service.drain();
      return (await retail.workflow.status(executionId))!;
    };
    expect(await submitted('c1', 'Bartholomew Quillfeather')).toMatchObject({ caseStatus: 'APPROVED' });
    expect(await submitted('c2', 'Osama bin Laden')).toMatchObject({
      caseStatus: 'UNASSIGNED',
      riskScore: 60,
    });
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/hooks/c2']);
  });

  it('is its file: what the text says is what is kept, and the other way round', async () => {
    await show('Text');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export file' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const dev = await signIn(service, tenant, 'dev');
    expect(await dev.post('/domains/retail/workflows/check', { text })).toEqual({ faults: [], warnings: [] });
    const kept = await dev.post<'workflows.save'>('/domains/retail/workflows', { text, publish: true });
    expect(kept.changes).toEqual([]);
    // Nor does a tenant file that has it, as `gatehouse provision` applies one.
    const filed = { domain: 'retail', workflow: parse(text) as unknown, publish: true };
    expect((await service.provision({ ...tenant, workflows: [filed] })).changes).toEqual([]);
    // It is, to the last key, what somebody writes who knows the file and no editor.
    const written = { domain: 'retail', workflow: parse(retailScreening) as unknown, publish: true };
    expect((await service.provision({ ...tenant, workflows: [written] })).changes).toEqual([]);
    const { draft } = await dev.get<'workflows.read'>('/domains/retail/workflows/wf_retail_screening');
    expect(draft).toMatchObject({
      nodes: [
        { id: 'screen', engines: { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 }, WATCHLIST: {} } },
        {},
        {},
        {},
        {},
      ],
    });

    const changed = text.replace('riskScore < 30', 'riskScore < 45');
    await page.getByLabel('File to import').setInputFiles({
      name: 'changed.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(changed),
    });
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'version 1' }).click();
    await page.locator('.cm-deletedChunk').getByText('riskScore < 30').waitFor();
    await shoot('text');
    await show('Graph');
    await page.getByText('Risk score < 45').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Risk score < 30').waitFor();
  });

  it('takes a node between two others, and stays in sight where the window shrinks', async () => {
    const between = page.getByRole('button', { name: 'Insert between Risk score and Webhook' });
    const menu = page.getByRole('menu');
    const added = page.locator('.react-flow__node[data-id="wait"]');
    await between.click();
    // What ends a workflow cannot stand between two nodes.
    await menu.getByRole('menuitem', { name: 'Webhook' }).waitFor();
    await expect.poll(() => menu.getByRole('menuitem', { name: 'Decision' }).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('insert');
    await menu.getByRole('menuitem', { name: 'Wait' }).click();
    await added.waitFor();
    await inspector().getByRole('heading', { name: 'Wait' }).waitFor();
    await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(6);
    await page.getByRole('button', { name: 'Undo' }).click();
    await added.waitFor({ state: 'detached' });

    // The same by keys; what was chosen is said beside the types of nodes.
    const types = page.getByRole('navigation', { name: 'Node types' });
    await types.getByText('Select a node or an edge to insert').waitFor();
    await between.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await added.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await added.waitFor({ state: 'detached' });
    await page.locator('.react-flow__node[data-id="score"]').click();
    await types.getByText('Insert after Risk score').waitFor();

    await page.setViewportSize({ width: 360, height: 900 });
    await page.getByRole('button', { name: 'Add node' }).click();
    await menu.getByText('Insert after Risk score').waitFor();
    await menu.getByRole('menuitem', { name: 'Wait' }).click();
    await added.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await added.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(unreadable), { timeout: 20_000 }).toEqual([]);
      await shoot(`fitted-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('keeps what is in sight when a node is dragged, and its domain where somebody stays with changes', async () => {
    const inSight = () => page.locator('.react-flow__viewport').getAttribute('style');
    // The canvas has the width of the window again.
    await expect
      .poll(() => page.evaluate("document.querySelector('.gh-flow-box').clientWidth"))
      .toBeGreaterThan(600);
    await page.getByRole('button', { name: 'Fit to the window' }).click();
    // The canvas fits the graph in a later frame.
    await expect.poll(() => page.evaluate(outOfSight), { timeout: 20_000 }).toEqual([]);
    const before = await inSight();
    // The first drag gives each node of an arranged workflow its place; the lowest one makes the graph larger.
    const nodes = await page.locator('.react-flow__node').all();
    const boxes = await Promise.all(nodes.map(async (node) => ({ node, y: (await node.boundingBox())!.y })));
    const { node } = boxes.toSorted((one, other) => other.y - one.y)[0]!;
    const { x, y } = (await node.boundingBox())!;
    await page.mouse.move(x + 60, y + 12);
    await page.mouse.down();
    await page.mouse.move(x + 70, y + 72, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await node.boundingBox())!.y).not.toBe(y);
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    const domain = page.getByRole('combobox', { name: 'Business domain' });
    await domain.click();
    await page.getByRole('option', { name: 'corporate' }).click();
    await asked;
    expect(await domain.inputValue()).toBe('retail');
    expect(new URL(page.url()).pathname).toContain('/workflows/retail/');
    expect(await inSight()).toBe(before);
    await page.getByRole('button', { name: 'Undo' }).click();
  });

  it('is tried on what came in, with outcomes chosen', async () => {
    await show('Test');
    const outcome = page.getByRole('region', { name: 'Result' });
    await page.getByRole('button', { name: 'Run example' }).click();
    await outcome.getByRole('button', { name: 'score' }).click();
    await page.getByRole('combobox', { name: '(screen)' }).click();
    await page.getByRole('option', { name: 'Custom output…' }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Replay' }).click();
    await outcome.getByText('1 of 2 decisions would change').waitFor();
    await outcome.getByText('c2').waitFor();
    await shoot('replayed');
    await show('Graph');
  });

  it('shows what an execution did, laid over the graph that it ran', async () => {
    await page.goto(`${service.app.consoleUrl}/executions`);
    await page.getByRole('row', { name: /c2/ }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Retail screening, version 1' }).waitFor();
    await page.locator('.react-flow__node[data-id="decide"]').getByText('current node').waitFor();
    await expect.poll(() => page.locator('.gh-step[data-traced]').count()).toBe(4);
    await page.locator('.react-flow__node[data-id="score"]').click();
    const ran = page.getByRole('region', { name: 'Steps' });
    await ran.getByText('list hit', { exact: true }).first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('execution');
    await page.goto(`${service.app.consoleUrl}/workflows/retail/wf_retail_screening`);
    await page.getByText('No issues. Same as the published version.').waitFor();
    await page.getByText('No changes to publish').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    // The ID of what was saved is no field.
    await expect.poll(() => inspector().getByRole('textbox', { name: 'ID', exact: true }).count()).toBe(0);
    await inspector().getByRole('button', { name: 'Copy wf_retail_screening' }).waitFor();
  });

  it('says which workflow starts before and after another one replaces it, and goes back', async () => {
    const list = `${service.app.consoleUrl}/workflows`;
    const open = (id: string) => page.goto(`${list}/retail/${id}`);
    await page.getByText('starts on Manual case event').waitFor();
    const author = await signIn(service, tenant, 'dev');
    const second = {
      ...(parse(retailScreening) as object),
      id: 'wf_second',
      name: 'Second screening',
    };
    await author.post('/domains/retail/workflows', { definition: second, publish: false });
    await open('wf_second');
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Replaces Retail screening').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('replaces');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('version 1 published').waitFor();

    await page.goto(list);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await row('Second screening').getByText('Submits start this workflow').waitFor();
    await row('Retail screening').getByText('Submits start Second screening instead').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('list-replaced');

    await open('wf_retail_screening');
    await page.getByText('Published, but submits start another workflow').waitFor();
    await shoot('replaced');
    await page.getByRole('button', { name: 'Publish again' }).click();
    await dialog.getByText('Replaces Second screening').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('version 2 published').waitFor();
    await page.getByText('No changes to publish').waitFor();
    await page.goto(list);
    await row('Second screening').getByText('Submits start Retail screening instead').waitFor();
  });

  it('lets an admin cancel an execution that waits, once they said why, and nobody else', async () => {
    const { executionId } = await retail.workflow.submit({
      eventType: 'TRANSACTION_EVENT',
      data: { customerId: 'c9' } as never,
    });
    await service.drain();
    const address = `${service.app.consoleUrl}/executions/retail/${executionId}`;
    await page.goto(address);
    await page.getByText('Current node: Wait, since').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Cancel execution' }).count()).toBe(0);
    const root = await signIn(service, tenant, 'root');
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
    const [name, value] = root.cookie!.split('=') as [string, string];
    await context.addCookies([{ name, value, url: service.app.consoleUrl }]);
    const theirs = await context.newPage();
    theirs.setDefaultTimeout(20_000);
    await theirs.goto(address);
    await theirs.getByRole('button', { name: 'Cancel execution' }).click();
    const dialog = theirs.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('button', { name: 'Cancel execution' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('sent twice');
    await dialog.getByRole('button', { name: 'Cancel execution' }).click();
    await theirs.getByText('CANCELLED').waitFor();
    await theirs.getByRole('button', { name: 'Cancel execution' }).waitFor({ state: 'detached' });
    expect(await accessibilityFindings(theirs)).toEqual([]);
    await context.close();
    expect((await retail.workflow.status(executionId))!.status).toBe('STORY_CANCELLED');
    await page.goto(`${service.app.consoleUrl}/workflows/retail/wf_retail_screening`);
    await page.getByText('No issues. Same as the published version.').waitFor();
  });

  it('is changed by the keyboard alone, faults told where they are', { timeout: 120_000 }, async () => {
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
    await page.locator('.react-flow__node[data-id="clear"]').focus();
    await page.keyboard.press('Enter');
    await inspector().getByRole('heading', { name: 'Decision', exact: true }).waitFor();
    await page.locator('.react-flow__node[data-id="clear"]').focus();
    await page.keyboard.press('Delete');
    await page.locator('.react-flow__node[data-id="clear"]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.locator('.react-flow__node[data-id="clear"]').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.locator('.react-flow__node[data-id="clear"]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.locator('.react-flow__node[data-id="clear"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.react-flow__node[data-id="clear"]').focus();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    const pasted = page.locator('.react-flow__node[data-id="decision"]');
    await pasted.waitFor();
    await page.keyboard.press('Control+z');
    await pasted.waitFor({ state: 'detached' });

    await page.locator('.react-flow__node[data-id="screen"]').focus();
    await page.keyboard.press('Enter');
    await inspector().getByRole('button', { name: 'Remove Global check' }).press('Enter');
    await inspector().getByRole('checkbox', { name: 'Watchlist' }).press('Space');
    const fault = page
      .getByRole('region', { name: 'Issues' })
      .getByRole('button', { name: /screen\.engines/ });
    await fault.waitFor();
    await page.locator('.react-flow__node[data-id="decide"]').focus();
    await page.keyboard.press('Enter');
    await inspector().getByRole('heading', { name: 'Decision', exact: true }).waitFor();
    await fault.press('Enter');
    await inspector().getByRole('heading', { name: 'Screening' }).waitFor();
    await shoot('faults');
    await page.getByRole('button', { name: 'Save draft' }).press('Enter');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Issues' }).getByText('1 issue').waitFor();
    await page.goto(`${service.app.consoleUrl}/workflows`);
    await page.getByText('unpublished changes').waitFor();
    expect(complaints).toEqual([]);
  });

  it('can be drawn by everybody, in light and dark', { timeout: 120_000 }, async () => {
    const findings = (name?: string) =>
      findingsInLightAndDark(page, async (colorScheme) => {
        if (name !== undefined) await shoot(`${colorScheme}-${name}`);
      });
    for (const [path, ready] of [
      ['workflows', 'Retail screening'],
      ['workflows/retail/wf_retail_screening', '1 issue'],
    ] as const) {
      await page.goto(`${service.app.consoleUrl}/${path}`);
      await page.getByText(ready).first().waitFor();
      expect(await findings(ready.replaceAll(' ', '-')), path).toEqual([]);
    }
    await page.locator('.react-flow__node[data-id="score"]').click();
    await inspector().getByRole('heading', { name: 'Risk score' }).waitFor();
    expect(await findings()).toEqual([]);
    await show('Text');
    await page.getByRole('textbox', { name: 'Workflow file' }).waitFor();
    expect(await findings('text')).toEqual([]);
  });
});
