import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, hasChromium } from './support/chromium.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { inputDevices } from './support/input-devices.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { createWatchedList, type WatchedList } from './support/watched-list.ts';

const source = 'custom-csv';
/** So many lines of a list. */
const rows = (count: number, note = '') =>
  Array.from(
    { length: count },
    (_, id) => `e${String(id).padStart(3, '0')},Quillon Farnaby ${id},individual,,,,sanctions,${note}`,
  );

const house = (id: string) =>
  aTenant({
    id,
    users: [person('olaf', ['operator']), person('ana', ['analyst']), person('boss', ['admin'])],
    workflows: [],
  });

describe.each(storyStores())('the lists of a deployment over the console, %s', (store) => {
  let service: TestService;
  let list: WatchedList;
  let olaf: Browser;
  let ana: Browser;
  const tenant = house('lists-house');

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write(rows(40));
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: list.listsDir });
    await service.provision(tenant);
    olaf = await signIn(service, tenant, 'olaf');
    ana = await signIn(service, tenant, 'ana');
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await list?.remove();
  });

  const state = async (who: Browser) => (await who.get<'lists.list'>('/lists')).lists[0]!;

  it('are looked for anew, held back when too much is gone, accepted, and gone back from', async () => {
    const first = await state(olaf);
    expect(first).toMatchObject({ source, feed: 'folder', failures: 0, isStale: false, nodesBehind: 0 });
    await list.write(rows(10));
    const update = await olaf.post('/list-updates', { sources: [source] });
    expect(update).toMatchObject({
      isUnderWay: false,
      outcomes: [{ source, kind: 'refused', message: expect.stringContaining('from 40 to 10 entries') }],
    });
    const held = await state(olaf);
    expect(held.activeVersion).toBe(first.activeVersion);
    const [refused] = held.versions;
    expect(refused).toMatchObject({ state: 'refused', entries: 10, may: 'accept', activatedAt: null });
    const choice = { source, version: refused!.version };
    expect(await olaf.post('/list-choices', { ...choice, reason: 'rollback' })).toMatchObject({
      outcomes: [{ kind: 'failed', message: expect.stringContaining('was never active; use accept') }],
    });
    expect(await olaf.post('/list-choices', { ...choice, reason: 'accept' })).toMatchObject({
      outcomes: [{ kind: 'activated' }],
    });
    const accepted = await state(olaf);
    expect(accepted.activeVersion).toBe(refused!.version);
    const [activation] = accepted.activations;
    expect(activation).toMatchObject({
      version: refused!.version,
      previousVersion: first.activeVersion,
      reason: 'accept',
      actor: 'olaf@example.test',
      counts: { new: 0, material: 0, minor: 0, gone: 30 },
      itemized: true,
    });
    const { changes, nextAfter } = await olaf.get<'lists.changes'>(
      `/list-changes?sequence=${activation!.sequence}`,
    );
    expect([changes.length, changes[0], nextAfter]).toEqual([
      30,
      { entryId: `${source}:e010`, kind: 'gone' },
      null,
    ]);
    const back = { source, version: first.activeVersion, reason: 'rollback' };
    expect(await olaf.post('/list-choices', back)).toMatchObject({ outcomes: [{ kind: 'activated' }] });
    expect((await state(olaf)).activeVersion).toBe(first.activeVersion);
  });

  it('pages the entries that changed', async () => {
    const { sequence } = (await state(olaf)).activations[0]!;
    await list.publish(service.app, rows(260));
    const grown = (await state(olaf)).activations[0]!;
    expect(grown.sequence).toBeGreaterThan(sequence);
    const page = (after: string) =>
      olaf.get<'lists.changes'>(
        `/list-changes?sequence=${grown.sequence}&after=${encodeURIComponent(after)}`,
      );
    const one = await page('');
    const two = await page(one.nextAfter!);
    const ids = [...one.changes, ...two.changes].map(({ entryId }) => entryId);
    expect([one.changes.length, two.nextAfter, new Set(ids).size]).toEqual([200, null, grown.counts.new]);
  });

  it('are shown to a tenant’s people without addresses and names, who change nothing', async () => {
    const before = await state(olaf);
    const seen = await state(ana);
    expect(seen.activeVersion).toBe(before.activeVersion);
    expect(seen.versions.map(({ may }) => may)).toEqual(seen.versions.map(() => null));
    expect(seen.activations.map(({ actor }) => actor)).toEqual(seen.activations.map(() => null));
    expect(JSON.stringify(seen)).not.toMatch(/olaf|rolled back to|gatehouse-watched/);
    for (const who of [ana, await signIn(service, tenant, 'boss')]) {
      for (const [address, body] of [
        ['/list-updates', { sources: [] }],
        ['/list-choices', { source, version: 'any', reason: 'accept' }],
      ] as const) {
        const { status } = await who.send(address, { method: 'POST', body });
        expect(status).toBe(403);
      }
    }
    const { versions, activations } = await state(olaf);
    expect({ versions, activations }).toEqual({ versions: before.versions, activations: before.activations });
  });

  it('stand in the deployment’s record with who did what, and know no other list', async () => {
    const nobodys = { source: 'no-such-list', version: 'any', reason: 'accept' };
    expect((await olaf.send('/list-choices', { method: 'POST', body: nobodys })).status).toBe(404);
    const requested = { sources: [source, 'no-such-list'] };
    expect((await olaf.send('/list-updates', { method: 'POST', body: requested })).status).toBe(404);
    // Who refuses is whoever looks first: the service looks at the folder by itself, too.
    const records = await service.app.database.operator((tx) =>
      tx.sql<{ act: string; kind: string; reason: string | null }>(
        `select act, actor_kind as kind, detail ->> 'reason' as reason from audit_event
         where tenant_id = '*' and actor = 'olaf@example.test' and act <> 'list.refuse' order by at, event_id`,
      ),
    );
    expect(records).toEqual([
      { act: 'list.update', kind: 'operator', reason: null },
      { act: 'list.activate', kind: 'operator', reason: 'accept' },
      { act: 'list.activate', kind: 'operator', reason: 'rollback' },
    ]);
  });
});

describe.skipIf(!hasChromium())('the page of lists', timeout, () => {
  let service: TestService;
  let list: WatchedList;
  let pages: ConsolePages;

  beforeAll(async () => {
    list = await createWatchedList();
    await list.write(rows(40));
    service = await startTestService('embedded', { GATEHOUSE_LISTS_DIR: list.listsDir });
    pages = await ConsolePages.start(service, house('page-house'));
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
    await list?.remove();
  });

  it.each(inputDevices)('updates, accepts and rolls back by %s alone', async (by, deviceOf) => {
    const page = await pages.openAs('olaf', 'lists');
    const hand = deviceOf(page);
    const { lists } = await (await pages.as('olaf')).get<'lists.list'>('/lists');
    const before = lists[0]!.activeVersion!;
    await list.write(rows(10, by));
    await hand.press(page.getByRole('button', { name: `Update now: ${source}` }));
    await page
      .getByRole('status')
      .getByText(/is refused: fell from 40 to 10 entries/)
      .waitFor();
    await page.getByText('new version on hold').waitFor();
    await hand.press(page.getByRole('link', { name: 'Custom list (CSV)' }));
    await shoot(page, `${by}-held`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await hand.press(page.getByRole('button', { name: /^Accept / }).first());
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Accept' }));
    await page
      .getByRole('status')
      .getByText(/is active with 10 entries/)
      .waitFor();
    const changes = page.getByRole('region', { name: `Changes to ${source}` });
    await hand.press(changes.getByRole('button', { name: /^Entries changed by/ }).first());
    await changes.getByText(`${source}:e039`).waitFor();
    await hand.press(page.getByRole('button', { name: `Roll back to ${before}` }));
    await page.getByRole('dialog').getByText('is not activated again automatically').waitFor();
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Roll back' }));
    await page
      .getByRole('status')
      .getByText(/is active with 40 entries/)
      .waitFor();
    // Its button is gone: one continues from the result.
    await page.locator('div:focus', { hasText: 'is active with 40 entries' }).waitFor();
    await shoot(page, `${by}-rolled-back`);
    await page.context().close();
    expect(pages.complaints).toEqual([]);
  });

  it('shows an analyst how the lists stand and no act, in the dark too', async () => {
    const page = await pages.openAs('ana', `lists?source=${source}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('region', { name: `Versions of ${source}` }).waitFor();
    await shoot(page, 'analyst-dark');
    expect(await accessibilityFindings(page)).toEqual([]);
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('button', { name: /Update|Look|Accept|Roll/ })
          .count(),
      )
      .toBe(0);
    expect(pages.complaints).toEqual([]);
  });

  it('shows all pages of a tenant’s admin at once, at the side of a wide screen', async () => {
    const page = await pages.openAs('boss', 'lists');
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await shoot(page, 'admin');
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    const places = await links.evaluateAll((all) =>
      all.map((link) => {
        const { left, right, bottom } = link.getBoundingClientRect();
        return { left, right, bottom };
      }),
    );
    expect(places.length).toBe(18);
    expect(new Set(places.map(({ left }) => left)).size).toBe(1);
    expect(Math.max(...places.map(({ bottom }) => bottom))).toBeLessThan(page.viewportSize()!.height);
    const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
    expect(heading.x).toBeGreaterThan(Math.max(...places.map(({ right }) => right)));
  });

  async function shoot(page: { screenshot(of: object): Promise<unknown> }, name: string): Promise<void> {
    const kept = process.env['GATEHOUSE_TEST_PICTURES'];
    if (kept !== undefined) await page.screenshot({ path: `${kept}/lists-${name}.png`, fullPage: true });
  }
});
