import type { GatehouseClient, Scan } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/index.ts';
import { createLogger } from '../src/lib/logger.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

type Done = Extract<Scan, { status: 'DONE' }>;

const entry = (id: string, name: string, extra: object = {}) => ({ id, name, ...extra });

describe.each(everyStore())("the tenant's own list, %s", (store) => {
  let service: TestService;
  let ana: Browser;
  let olaf: Browser;
  let retail: GatehouseClient;
  let corporate: GatehouseClient;
  const tenant = aTenant({
    watchlist: [
      entry('w1', 'Isadora Vantongeren'),
      { ...entry('w2', 'Marigold Fennimore'), domain: 'corporate' },
      entry('retail:7', 'Cressida Hollingbourne'),
    ],
    users: [person('ana', ['analyst']), person('olaf', ['auditor']), person('dev', ['developer'])],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    corporate = service.client({ ...tenant.key, domain: 'corporate' });
    ana = await signIn(service, tenant, 'ana');
    olaf = await signIn(service, tenant, 'olaf');
  });
  afterAll(() => service?.stop());

  async function scan(
    name: string,
    client: GatehouseClient = retail,
    customerType: 'Individual' | 'Business' = 'Individual',
  ): Promise<Done> {
    const { id } = await client.quickscan.submit({ name, customerType, providers: ['WATCHLIST'] });
    await service.drain();
    return (await client.quickscan.detail(id)) as Done;
  }

  const found = async (name: string, client?: GatehouseClient) =>
    (await scan(name, client)).hits?.WATCHLIST?.map(({ entityId }) => entityId);

  const keep = (body: object) => ana.post<'watchlist.keep'>('/domains/retail/watchlist', body);
  const list = (query = '') => ana.get<'watchlist.list'>(`/domains/retail/watchlist${query}`);

  it('of the tenant file is searched in every domain, or in the one that it names', async () => {
    expect(await found('Isadora Vantongeren')).toEqual(['watchlist:w1']);
    expect(await found('Isadora Vantongeren', corporate)).toEqual(['watchlist:w1']);
    expect(await found('Marigold Fennimore')).toEqual([]);
    expect(await found('Marigold Fennimore', corporate)).toEqual(['watchlist:corporate:w2']);
  });

  it('tells an entry of every domain from one of a domain whatever its id looks like', async () => {
    await keep(entry('7', 'Cressida Hollingbourne'));
    expect((await found('Cressida Hollingbourne'))?.toSorted()).toEqual([
      'watchlist::retail:7',
      'watchlist:retail:7',
    ]);
    expect(await found('Cressida Hollingbourne', corporate)).toEqual(['watchlist::retail:7']);
    await ana.send('/domains/retail/watchlist/7', { method: 'DELETE' });
  });

  it('is changed from the console and searched as it then is', async () => {
    expect(
      await keep(entry('k1', 'Ottoline Brackenridge', { aliases: ['Otti B'], countries: ['sgp'] })),
    ).toEqual({
      entryId: 'k1',
      change: 'added',
    });
    expect(await found('Ottoline Brackenridge')).toEqual(['watchlist:retail:k1']);
    expect(await found('Ottoline Brackenridge', corporate)).toEqual([]);
    expect(
      await keep(entry('k1', 'Ottoline Brackenridge', { aliases: ['Otti B'], countries: ['SG'] })),
    ).toMatchObject({
      change: 'unchanged',
    });
    expect(await keep(entry('k1', 'Ottoline Pemberwick'))).toMatchObject({ change: 'changed' });
    expect(await found('Ottoline Brackenridge')).toEqual([]);
    expect(await found('Ottoline Pemberwick')).toEqual(['watchlist:retail:k1']);
    expect(await ana.get<'watchlist.read'>('/domains/retail/watchlist/k1')).toMatchObject({
      entry: { id: 'k1', name: 'Ottoline Pemberwick', type: 'individual' },
      everyDomain: false,
    });
    expect((await ana.send('/domains/retail/watchlist/k1', { method: 'DELETE' })).status).toBe(204);
    expect(await found('Ottoline Pemberwick')).toEqual([]);
    expect(await ana.refused('/domains/retail/watchlist/k1')).toMatchObject({ status: 404 });
  });

  it('is searched in its new form by every node', async () => {
    if (store === 'embedded') return;
    const { config } = loadConfig({ ...service.env, GATEHOUSE_ROLES: 'gateway,worker' });
    const other: App = await createApp(config, { logger: createLogger('silent') });
    try {
      await other.ready;
      await keep(entry('n1', 'Thaddeus Wrenfield'));
      for (let round = 0; round < 8; round += 1) expect(await found('Thaddeus Wrenfield')).toHaveLength(1);
      await ana.send('/domains/retail/watchlist/n1', { method: 'DELETE' });
      for (let round = 0; round < 8; round += 1) expect(await found('Thaddeus Wrenfield')).toHaveLength(0);
    } finally {
      await other.close();
    }
  });

  it('matches companies by names and registration numbers', async () => {
    await keep(
      entry('c1', 'Pemberwick Holdings Limited', {
        type: 'corporate',
        identifiers: [{ kind: 'Registration Number', value: 'PB 55-120' }],
      }),
    );
    for (const name of ['PEMBERWICK HOLDINGS LTD', 'pb55120']) {
      expect(await scan(name, retail, 'Business'), name).toMatchObject({ totalHits: 1 });
    }
  });

  it('takes in a CSV file whole or not at all, and gives it back', async () => {
    const csv =
      'id,name,aliases,countries\nf1,Cordelia Ashgrove,Delia Ashgrove,PT\nf2,Barnaby Thistledown,,SG\n';
    const send = (body: object) => ana.post<'watchlist.import'>('/domains/retail/watchlist-file', body);
    expect(await send({ csv: 'id,name\nf1,Cordelia Ashgrove\nf2,\n' })).toMatchObject({
      applied: false,
      faults: [{ line: 3, message: 'name is missing' }],
    });
    expect(await found('Cordelia Ashgrove')).toEqual([]);
    expect(await send({ csv })).toEqual({
      applied: true,
      added: 2,
      changed: 0,
      unchanged: 0,
      removed: 0,
      faults: [],
    });
    expect(await found('Delia Ashgrove')).toEqual(['watchlist:retail:f1']);
    expect(await send({ csv: csv.replace('Thistledown', 'Thistledowne') })).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
      removed: 0,
    });
    expect(await send({ csv: 'id,name\nf2,Barnaby Thistledown\n', replace: true })).toMatchObject({
      changed: 1,
      removed: 2,
    });
    expect(await ana.get<'watchlist.export'>('/domains/retail/watchlist-file')).toEqual({
      entries: 1,
      csv: expect.stringContaining('f2,Barnaby Thistledown'),
    });
    expect(await found('Isadora Vantongeren')).toEqual(['watchlist:w1']);
    const history = (query = '') => ana.get<'watchlist.history'>(`/domains/retail/watchlist-history${query}`);
    const newest = await history('?limit=3');
    expect(newest.acts[0]).toMatchObject({ act: 'export', entryId: null, actor: 'ana@example.test' });
    const older = await history(`?limit=200&cursor=${newest.nextCursor}`);
    const acts = [...newest.acts, ...older.acts].map(({ act, entryId }) => `${act} ${entryId}`);
    expect(older.nextCursor).toBeNull();
    // One action after the other; those of one action together.
    expect(acts.slice(1, 4).toSorted()).toEqual(['change f2', 'remove c1', 'remove f1']);
    expect(acts.slice(4, 7).toSorted()).toEqual(['change f2', 'create f1', 'create f2']);
    expect(new Set([...newest.acts, ...older.acts].map(({ recordId }) => recordId)).size).toBe(acts.length);
  });

  it('takes in files of many rows, and pages through them', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => {
      return `p${String(index).padStart(4, '0')},Person Number ${index} Quill,"${'x'.repeat(40)}"`;
    });
    const csv = `id,name,note\n${rows.join('\n')}\n`;
    expect(csv.length).toBeGreaterThan(64 * 1024);
    const taken = await ana.post<'watchlist.import'>('/domains/retail/watchlist-file', { csv });
    expect(taken).toMatchObject({ applied: true, added: 1500 });
    const seen: string[] = [];
    for (let query = '?search=p&limit=500', more = true; more; ) {
      const page = await list(query);
      expect(page.total).toBe(1500);
      seen.push(...page.entries.map(({ entry: { id } }) => id));
      more = page.nextCursor !== null;
      query = `?search=p&limit=500&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual([...new Set(seen)].toSorted());
    expect(seen).toHaveLength(1500);
    expect(await list('?search=number%2017%20quill')).toMatchObject({ total: 1 });
    const one = await ana.post<'watchlist.import'>('/domains/retail/watchlist-file', {
      csv: 'id,name\nlast,Last Person Quill\n',
      replace: true,
    });
    expect(one).toMatchObject({ added: 1, removed: 1501 });
  });

  it.each([
    [entry('', 'Jane'), 'id'],
    [entry('x', ''), 'name'],
    [entry('x', '---'), 'name'],
    [entry('x', 'Jane', { countries: ['QQ'] }), 'countries'],
    [entry('x', 'Jane', { dateOfBirth: '1980-02-31' }), 'dateOfBirth'],
    [entry('x', 'Jane', { colour: 'red' }), 'colour'],
  ])('refuses the entry %j', async (body, field) => {
    const refused = await ana.refused('/domains/retail/watchlist', { method: 'POST', body });
    expect(refused).toMatchObject({ status: 422, code: 'INVALID', field });
  });

  it('leaves what the tenant file gives for every domain to the tenant file', async () => {
    expect(await ana.refused('/domains/retail/watchlist/w1', { method: 'DELETE' })).toMatchObject({
      status: 409,
      code: 'KEPT_ELSEWHERE',
    });
    expect(await list('?search=w1')).toMatchObject({ entries: [{ everyDomain: true }] });
    expect(await ana.refused('/domains/retail/watchlist/w2')).toMatchObject({ status: 404 });
    await keep(entry('w1', 'Somebody Else'));
    expect(await found('Isadora Vantongeren')).toEqual(['watchlist:w1']);
    expect(await found('Somebody Else')).toEqual(['watchlist:retail:w1']);
  });

  it('is not there for another tenant, whose list may have the same ids', async () => {
    const rival = aTenant({ users: [person('rita', ['admin'])], watchlist: [entry('w1', 'Rival Person')] });
    await service.provision(rival);
    const rita = await signIn(service, rival, 'rita');
    await rita.post('/domains/retail/watchlist', entry('r1', 'Isadora Vantongeren'));
    expect(await rita.get<'watchlist.list'>('/domains/retail/watchlist')).toMatchObject({ total: 2 });
    expect(await found('Rival Person')).toEqual([]);
    expect(await found('Isadora Vantongeren')).toEqual(['watchlist:w1']);
    expect(await rita.refused('/domains/retail/watchlist/last')).toMatchObject({ status: 404 });
  });

  it('is read by auditors and changed by nobody but analysts and admins', async () => {
    expect(await olaf.get<'watchlist.list'>('/domains/retail/watchlist')).toMatchObject({
      total: expect.any(Number),
    });
    const change = { method: 'POST', body: entry('x', 'Jane Example') };
    expect(await olaf.refused('/domains/retail/watchlist', change)).toMatchObject({ status: 403 });
    const dev = await signIn(service, tenant, 'dev');
    expect(await dev.refused('/domains/retail/watchlist')).toMatchObject({ status: 403 });
  });

  it('writes who changed what into the audit log, and no name', async () => {
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ actor: string; act: string; object_id: string; detail: unknown }>(
        `select actor, act, object_id, detail from audit_event
         where tenant_id = $1 and domain = 'retail' and object_kind = 'watchlist_entry' and object_id in ('k1', 'f2')
         order by event_id`,
        [tenant.id],
      ),
    );
    expect(rows.map(({ act, object_id }) => `${act} ${object_id}`).slice(0, 4)).toEqual([
      'watchlist_entry.create k1',
      'watchlist_entry.change k1',
      'watchlist_entry.remove k1',
      'watchlist_entry.create f2',
    ]);
    expect(rows.every(({ actor }) => actor === 'ana@example.test')).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('Ottoline');
  });

  it('stays when the tenant file is applied again, and its faults are told', async () => {
    const { changes } = await service.provision(tenant);
    expect(changes).toEqual([]);
    const bad = { ...tenant, watchlist: [{ ...entry('z', 'Jane'), domain: 'wholesale' }] };
    await expect(service.provision(bad)).rejects.toThrow(/wholesale|is not a domain/);
  });
});
