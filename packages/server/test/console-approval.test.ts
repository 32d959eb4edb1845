import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

describe.skipIf(!hasChromium())('a workflow that two people publish in the console', () => {
  let service: TestService;
  let pages: ConsolePages;
  let dev: Page;
  let eva: Page;
  const tenant = aTenant({
    users: [person('dev', ['developer']), person('eva', ['developer'])],
    publishing: { secondApprover: true },
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
    await pages.submit('c-1');
    dev = await pages.openAs('dev', 'workflows/retail/wf_screening');
    eva = await pages.openAs('eva', 'workflows');
  }, timeout.timeout);
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  const shoot = async (page: Page, name: string) => {
    const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/approval-${name}.png`, fullPage: true });
  };
  /** Everybody is waited for from now on: below this many points nobody is let through unseen. */
  const drawBound = async (bound: number) => {
    await dev.locator('.react-flow__node[data-id="score"]').click();
    const condition = dev.getByRole('group', { name: 'Condition of the edge to Approve' });
    await condition.getByLabel('Value of condition 1').fill(String(bound));
    await dev.getByText('No issues. Ready to publish.').waitFor();
  };
  const request = async (note: string) => {
    await dev.getByRole('button', { name: 'Request approval' }).click();
    const dialog = dev.getByRole('dialog', { name: 'Request approval' });
    await dialog.locator('.cm-deletedChunk').first().waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
    if (note === 'first') {
      await shoot(dev, 'asking');
      expect(await accessibilityFindings(dev)).toEqual([]);
    }
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await dev.getByText('Awaiting approval by another person').waitFor();
  };

  it('is shown to a colleague with what changes, and sent back with a reason', timeout, async () => {
    await dev.getByText('version 1 published').waitFor();
    await drawBound(0);
    await request('first');
    // Her list tells by itself.
    await eva.getByText('awaiting your approval').waitFor();
    await shoot(eva, 'list');
    await eva.getByRole('link', { name: 'Screening' }).click();
    await eva.getByText('dev@example.test requests approval').waitFor();
    await eva.getByRole('button', { name: 'Review', exact: true }).click();
    const review = eva.getByRole('dialog', { name: 'Review' });
    await review.locator('.cm-deletedChunk').getByText('riskScore < 30').waitFor();
    await review.getByText('No issues. Ready to publish.').waitFor();
    await review.getByText('1 of 1 decisions would change').waitFor();
    await shoot(eva, 'review');
    expect(await accessibilityFindings(eva)).toEqual([]);
    await review.getByRole('button', { name: 'Cancel' }).click();
    await review.waitFor({ state: 'hidden' });
    await eva.getByRole('button', { name: 'Review', exact: true }).click();
    await review.getByRole('textbox', { name: 'Reason' }).fill('everybody would wait');
    await review.getByRole('button', { name: 'Return' }).click();
    await dev.getByText('Returned by eva@example.test').waitFor();
    await dev.getByText('everybody would wait').waitFor();
    await shoot(dev, 'returned');
    expect(await accessibilityFindings(dev)).toEqual([]);
  });

  it('is published by her once it is right, under both their names', timeout, async () => {
    await drawBound(40);
    await request('as you said');
    await expect.poll(() => dev.getByRole('button', { name: 'Review', exact: true }).count()).toBe(0);
    await eva.getByRole('button', { name: 'Review', exact: true }).click();
    const review = eva.getByRole('dialog', { name: 'Review' });
    await review.getByText('No decision would change').waitFor();
    await review.getByRole('button', { name: 'Approve and publish' }).click();
    await eva.getByText('version 2 published').waitFor();
    await dev.getByText('version 2 published').waitFor();
    const { versions } = await (await pages.as('dev')).get<'workflows.read'>(
      '/domains/retail/workflows/wf_screening',
    );
    expect(versions[0]).toMatchObject({
      publishedBy: { id: 'eva@example.test' },
      askedBy: 'dev@example.test',
    });
  });

  it('is taken over by who drew on while a colleague saved, and undone again', timeout, async () => {
    const byEva = await pages.as('eva');
    const { draft, revision } = await byEva.get<'workflows.read'>('/domains/retail/workflows/wf_screening');
    await drawBound(55);
    const text = JSON.stringify(draft).replace('riskScore < 40', 'riskScore < 50');
    const saving = { definition: JSON.parse(text) as Record<string, unknown>, publish: false };
    const saved = await byEva.post<'workflows.save'>('/domains/retail/workflows', {
      ...saving,
      expectedRevision: revision,
    });
    const stated = dev.getByRole('alert').filter({ hasText: 'Someone else saved this workflow' });
    await stated.waitFor();
    await shoot(dev, 'overtaken');
    expect(await accessibilityFindings(dev)).toEqual([]);
    await stated.getByRole('button', { name: 'Use their version' }).press('Enter');
    await stated.waitFor({ state: 'detached' });
    await dev.getByText('Risk score < 50').first().waitFor();
    await dev.getByRole('button', { name: 'Undo' }).click();
    await dev.getByText('Risk score < 55').first().waitFor();
    await dev.getByRole('button', { name: 'Redo' }).click();
    await dev.getByText('Risk score < 50').first().waitFor();
    // What she saved is published by him, who did not draw it.
    const approval = '/domains/retail/workflows/wf_screening/approval';
    await byEva.post(approval, { revision: saved.revision });
    await (await pages.as('dev')).post(`${approval}/approving`, { revision: saved.revision });
    await dev.getByText('version 3 published').waitFor();
  });

  it('shows any two of its versions side by side', timeout, async () => {
    await dev.getByRole('radiogroup', { name: 'View' }).getByText('Versions').click();
    const left = dev.getByRole('textbox', { name: 'Version 2' });
    await left.getByText('riskScore < 40').waitFor();
    await dev.getByRole('textbox', { name: 'Version 3' }).getByText('riskScore < 50').waitFor();
    await dev.getByRole('radio', { name: 'Right: version 3' }).focus();
    await dev.keyboard.press('ArrowDown');
    await dev.getByRole('radio', { name: 'Left: version 2' }).focus();
    await dev.keyboard.press('ArrowDown');
    await dev.getByText('Left: version 1. Right: version 2.').waitFor();
    await dev.getByRole('textbox', { name: 'Version 1' }).getByText('riskScore < 30').waitFor();
    await dev.getByRole('textbox', { name: 'Version 2' }).getByText('riskScore < 40').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await dev.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(dev)).toEqual([]);
      await shoot(dev, `versions-${colorScheme}`);
    }
    expect(pages.complaints).toEqual([]);
  });
});
