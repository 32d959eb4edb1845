import { readFile } from 'node:fs/promises';
import type { GatehouseClient } from '@gatehouse/sdk';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { accessibilityFindings, hasChromium, startChromium } from './support/chromium.ts';
import { person, signIn } from './support/console.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.skipIf(!hasChromium())('a workflow drawn in the console', () => {
  let service: TestService;
  let retail: GatehouseClient;
  let chromium: Chromium;
  let page: Page;
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
    service = await startTestService('embedded', { GATEHOUSE_CANCELLED_STATUS: 'STORY_CANCELLED' });
    await service.provision(tenant);
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
  });

  const inspector = () => page.getByRole('group', { name: 'Properties' });
  const add = (type: string) =>
    page
      .getByRole('navigation', { name: 'Node types' })
      .getByRole('button', { name: type, exact: true })
      .click();
  /** Writes an expression as a person does, without taking what is offered. */
  const write = async (label: string | RegExp, text: string, nth = 0) => {
    await inspector().getByRole('textbox', { name: label }).nth(nth).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Escape');
  };
  const identify = async (id: string) => {
    await inspector().getByRole('textbox', { name: 'Id', exact: true }).fill(id);
    await page.keyboard.press('Enter');
    await page.locator(`.react-flow__node[data-id="${id}"]`).waitFor();
  };
  const choose = async (field: string, value: string) => {
    await inspector().getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  };
  const shoot = async (name: string) => {
    const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/workflow-${name}.png`, fullPage: true });
  };

  it('begins on an empty canvas and ends as a screening that takes submits', {
    timeout: 240_000,
  }, async () => {
    await page.goto(`${service.app.consoleUrl}/workflows`);
    await page.getByRole('combobox', { name: 'Domain' }).click();
    await page.getByRole('option', { name: 'retail' }).click();
    await page.getByRole('button', { name: 'Draw a workflow' }).click();
    await inspector().getByRole('textbox', { name: 'Id' }).fill('wf_drawn');
    await inspector().getByRole('textbox', { name: 'Name' }).fill('Drawn screening');

    await add('Screening');
    await identify('screen');
    await inspector().getByRole('button', { name: 'Use GLOBAL_CHECK' }).click();
    await inspector().getByRole('checkbox', { name: 'WATCHLIST' }).check();

    await add('Risk score');
    await identify('score');
    await inspector().getByRole('button', { name: 'Add to rules' }).click();
    await write('When', 'screen.hits > 0');
    await inspector().getByRole('textbox', { name: 'Add' }).fill('60');
    await inspector().getByRole('textbox', { name: 'Reason' }).fill('a name on a list');

    await add('Decision');
    await identify('review');
    await choose('Outcome', 'manual');
    await inspector().getByRole('button', { name: 'Use groups' }).click();
    await inspector().getByRole('button', { name: 'Add to groups' }).click();
    await inspector().getByRole('combobox').last().click();
    await page.getByRole('option', { name: 'first-line' }).click();

    await page.locator('.react-flow__node[data-id="score"]').click();
    await add('Decision');
    await identify('clear');
    await choose('Outcome', 'approve');
    await page.locator('.react-flow__node[data-id="score"]').click();
    await write('Condition of the way to clear', 'riskScore < 30');
    await page.getByText('No faults: it can be published.').waitFor();
    await shoot('drawn');
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('version 1 is published').waitFor();
    await shoot('published');
    const submitted = async (customerId: string, name: string) => {
      const data = { customerId, name, customerType: 'individual' } as const;
      const { executionId } = await retail.workflow.submit({
        eventType: 'MANUAL_CASE_EVENT',
        workflowId: 'wf_drawn@1',
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
  });

  it('is its file: what the text says is what is kept, and the other way round', async () => {
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Text').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export the file' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const dev = await signIn(service, tenant, 'dev');
    expect(await dev.post('/domains/retail/workflows/check', { text })).toEqual({ faults: [] });
    const kept = await dev.post<'workflows.save'>('/domains/retail/workflows', { text, publish: true });
    expect(kept.changes).toEqual([]);
    // Nor does a tenant file that has it, as `gatehouse provision` applies one.
    const filed = { domain: 'retail', workflow: parse(text) as unknown, publish: true };
    expect((await service.provision({ ...tenant, workflows: [filed] })).changes).toEqual([]);
    const { draft } = await dev.get<'workflows.read'>('/domains/retail/workflows/wf_drawn');
    expect(draft).toMatchObject({
      nodes: [
        { id: 'screen', engines: { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 }, WATCHLIST: {} } },
        { id: 'score', rules: [{ when: 'screen.hits > 0', add: 60, reason: 'a name on a list' }] },
        { id: 'review', outcome: 'manual', groups: ['first-line'] },
        { id: 'clear', outcome: 'approve' },
      ],
      edges: [
        { from: 'start', to: 'screen' },
        { from: 'screen', to: 'score' },
        { from: 'score', to: 'clear', when: 'riskScore < 30' },
        { from: 'score', to: 'review', otherwise: true },
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
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Graph').click();
    await page.getByText('riskScore < 45').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('riskScore < 30').waitFor();
  });

  it('is tried on an example and on what came in, with outcomes chosen', async () => {
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Try').click();
    await page.getByRole('button', { name: 'Try the example' }).click();
    const outcome = page.getByRole('region', { name: 'What came of it' });
    await outcome.getByRole('heading', { name: 'People decide' }).waitFor();
    await outcome.getByText('Risk score 60: a name on a list').waitFor();
    expect(await page.locator('.gh-step[data-traced]').count()).toBe(3);
    await outcome.getByRole('button', { name: 'score' }).click();
    await shoot('tried');
    await page.getByRole('combobox', { name: 'screen' }).click();
    await page.getByRole('option', { name: 'gives…' }).click();
    await page.getByRole('button', { name: 'Try the example' }).click();
    await outcome.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Replay' }).click();
    await outcome.getByText('1 of 2 decisions would change').waitFor();
    await outcome.getByText('c2').waitFor();
    await shoot('replayed');
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Graph').click();
  });

  it('shows what an execution did, laid over the graph that it ran', async () => {
    await page.goto(`${service.app.consoleUrl}/executions`);
    await page.getByRole('row', { name: /c2/ }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'wf_drawn@1' }).waitFor();
    await page.locator('.react-flow__node[data-id="review"]').getByText('stands here').waitFor();
    expect(await page.locator('.gh-step[data-traced]').count()).toBe(3);
    await page.locator('.react-flow__node[data-id="score"]').click();
    const ran = page.getByRole('region', { name: 'What ran' });
    await ran.getByText('a name on a list').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shoot('execution');
    await page.goto(`${service.app.consoleUrl}/workflows/retail/wf_drawn`);
    await page.getByText('No faults: it can be published.').waitFor();
  });

  it('lets an admin cancel an execution that waits, once they said why, and nobody else', async () => {
    const { executionId } = await retail.workflow.submit({
      eventType: 'TRANSACTION_EVENT',
      data: { customerId: 'c9' } as never,
    });
    await service.drain();
    const address = `${service.app.consoleUrl}/executions/retail/${executionId}`;
    await page.goto(address);
    await page.getByText('Stands at pause').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel execution' }).count()).toBe(0);
    const root = await signIn(service, tenant, 'root');
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
    const [name, value] = root.cookie!.split('=') as [string, string];
    await context.addCookies([{ name, value, url: service.app.consoleUrl }]);
    const theirs = await context.newPage();
    theirs.setDefaultTimeout(20_000);
    await theirs.goto(address);
    await theirs.getByRole('button', { name: 'Cancel execution' }).click();
    const dialog = theirs.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Cancel the execution' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('sent twice');
    await dialog.getByRole('button', { name: 'Cancel the execution' }).click();
    await theirs.getByText('CANCELLED').waitFor();
    await theirs.getByRole('button', { name: 'Cancel execution' }).waitFor({ state: 'detached' });
    expect(await accessibilityFindings(theirs)).toEqual([]);
    await context.close();
    expect((await retail.workflow.status(executionId))!.status).toBe('STORY_CANCELLED');
    await page.goto(`${service.app.consoleUrl}/workflows/retail/wf_drawn`);
    await page.getByText('No faults: it can be published.').waitFor();
  });

  it('is changed by the keyboard alone, faults told where they are', { timeout: 120_000 }, async () => {
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
    await page.locator('.react-flow__node[data-id="clear"]').focus();
    await page.keyboard.press('Enter');
    await inspector().getByRole('heading', { name: 'Decision' }).waitFor();
    await page.locator('.react-flow__node[data-id="clear"]').focus();
    await page.keyboard.press('Delete');
    await page.locator('.react-flow__node[data-id="clear"]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.locator('.react-flow__node[data-id="clear"]').waitFor();

    await page.locator('.react-flow__node[data-id="screen"]').focus();
    await page.keyboard.press('Enter');
    await inspector().getByRole('button', { name: 'Leave out GLOBAL_CHECK' }).press('Enter');
    await inspector().getByRole('checkbox', { name: 'WATCHLIST' }).press('Space');
    const fault = page
      .getByRole('region', { name: 'Faults' })
      .getByRole('button', { name: /screen\.engines/ });
    await fault.waitFor();
    await page.locator('.react-flow__node[data-id="review"]').focus();
    await page.keyboard.press('Enter');
    await inspector().getByRole('heading', { name: 'Decision' }).waitFor();
    await fault.press('Enter');
    await inspector().getByRole('heading', { name: 'Screening' }).waitFor();
    await shoot('faults');
    await page.getByRole('button', { name: 'Save draft' }).press('Enter');
    await page.getByText('Saved as a draft').waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Faults' }).getByText('One fault').waitFor();
    await page.goto(`${service.app.consoleUrl}/workflows`);
    await page.getByText('unpublished changes').waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'can be drawn by everybody, %s',
    { timeout: 120_000 },
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      for (const [path, ready] of [
        ['workflows', 'Drawn screening'],
        ['workflows/retail/wf_drawn', 'One fault'],
      ] as const) {
        await page.goto(`${service.app.consoleUrl}/${path}`);
        await page.getByText(ready).first().waitFor();
        expect(await accessibilityFindings(page), path).toEqual([]);
        await shoot(`${colorScheme}-${ready.replaceAll(' ', '-')}`);
      }
      await page.locator('.react-flow__node[data-id="score"]').click();
      await inspector().getByRole('heading', { name: 'Risk score' }).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.getByRole('radiogroup', { name: 'View' }).getByText('Text').click();
      await page.getByRole('textbox', { name: 'Workflow file' }).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await shoot(`${colorScheme}-text`);
    },
  );
});
