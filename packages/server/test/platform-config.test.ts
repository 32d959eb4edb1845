import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configKeys } from '@gatehouse/contract';
import { createClient, type GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '../src/lib/egress-servers.fixture.ts';
import { runReferenceCommand } from '../src/operator/admin-api/reference-commands.ts';
import { parseTenantFile } from '../src/provisioning/index.ts';
import { industries, sheetHead, workbookOf } from '../src/reference/workbook.fixture.ts';
import { callGateway, signedQuery } from './support/network.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-reference-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(storyStores())('reference configuration, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  const tenant = aTenant();
  const other = aTenant({
    reference: {
      particular: {
        items: [
          {
            code: 'name',
            name: 'Your full name',
            appliesTo: 'both',
            type: 'string',
            requirement: 'required',
          },
          { code: 'hobby', name: 'Hobby', appliesTo: 'individual', type: 'string', requirement: 'optional' },
        ],
      },
      'required-form': { without: ['DECLARATION'] },
    },
  });

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    await service.provision(tenant, other);
    client = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(() => service?.stop());

  const ask = (keys: unknown, key = tenant.key) =>
    callGateway(service.app.baseUrl, key, { api: 'prepare.platform.config', data: { keys } });

  async function raw(acceptEncoding: string) {
    const body = JSON.stringify({ keys: configKeys.join(',') });
    const query = signedQuery(tenant.key, 'prepare.platform.config', body);
    const response = await fetch(`${service.app.baseUrl}?${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-domain': 'retail',
        'accept-encoding': acceptEncoding,
      },
      body,
    });
    return { headers: response.headers, text: await response.text() };
  }

  it('answers every key of the interface, each with its version, tag, count and items', async () => {
    const sections = await client.config(configKeys);
    expect(Object.keys(sections)).toEqual([...configKeys]);
    for (const key of configKeys) {
      const { version, etag, count, maxAgeSeconds, items } = sections[key];
      expect(version, key).not.toBe('');
      expect(etag, key).toMatch(/^[0-9a-f]{32}$/);
      expect(count, key).toBe(items.length);
      expect(maxAgeSeconds).toBe(86_400);
    }
    expect(sections.platform_countries.items).toContainEqual({
      code: 'SG',
      name: 'Singapore',
      alpha3: 'SGP',
      numeric: '702',
    });
    expect(sections.platform_phone_code.items.find(({ code }) => code === 'SG')?.dialCode).toBe('+65');
  });

  it('answers the keys that are asked for and no others, once each, blanks around them aside', async () => {
    const { data } = await ask(' source_of_wealth, platform_ssic ,source_of_wealth');
    expect(data).toMatchObject({ code: 200, data: expect.anything() });
    // The envelope of interface specification 2.2, whole: null where there is nothing to say.
    expect(Object.keys(data as object)).toEqual(['code', 'message', 'data']);
    expect((data as { message: null }).message).toBeNull();
    expect(Object.keys((data as { data: object }).data)).toEqual(['platform_ssic', 'source_of_wealth']);
  });

  it.each([
    ['platform_countries,platform_moons', 'platform_moons'],
    ['platform_countries,', 'an empty key'],
    ['PARTICULAR', 'PARTICULAR'],
    ['__proto__', '__proto__'],
  ])('refuses %j inside data and names what it does not know', async (keys, named) => {
    const answer = await ask(keys);
    expect(answer).toMatchObject({ status: 200, apiCode: 200, data: { code: 400 } });
    expect((answer.data as { message: string }).message).toMatch(`keys names ${named}:`);
  });

  it.each([[{}], [{ keys: '' }], [{ keys: null }], [{ keys: ['particular'] }]])(
    'refuses %j as a bad parameter that names keys',
    async (data) => {
      const answer = await callGateway(service.app.baseUrl, tenant.key, {
        api: 'prepare.platform.config',
        data,
      });
      expect(answer).toMatchObject({
        apiCode: 200,
        data: { code: 400, message: expect.stringContaining('keys') },
      });
    },
  );

  it('takes any version of the form N.N.N while none is pinned', async () => {
    const call = (version: string) =>
      client.call('prepare.platform.config', { keys: 'source_of_wealth' }, { version });
    await expect(call('7.0.1')).resolves.toMatchObject({ code: 200 });
    await expect(call('latest')).rejects.toMatchObject({ name: 'API_NOT_FOUND' });
  });

  it('sends gzip to those who take it, and the same text to the others', async () => {
    const plain = await raw('identity');
    const packed = await raw('gzip');
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('accept-encoding');
    // fetch has unpacked it; what came over the wire was shorter.
    expect(packed.text).toBe(plain.text);
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 4);
  });

  it('keeps its tags over calls and keys asked beside them', async () => {
    const first = await client.config(['particular', 'platform_ssoc']);
    const second = await client.config(['particular', 'platform_document_master']);
    expect(second.particular.etag).toBe(first.particular.etag);
  });

  it('shows a tenant its own fields and forms, and others theirs', async () => {
    const own = await service
      .client({ ...other.key, domain: 'retail' })
      .config(['particular', 'required-form', 'platform_ssic']);
    const shared = await client.config(['particular', 'required-form', 'platform_ssic']);
    expect(own.particular.items.find(({ code }) => code === 'name')?.name).toBe('Your full name');
    expect(own.particular.items.at(-1)?.code).toBe('hobby');
    expect(own['required-form'].items.map(({ code }) => code)).not.toContain('DECLARATION');
    expect(shared.particular.items.map(({ code }) => code)).not.toContain('hobby');
    expect(own.particular.etag).not.toBe(shared.particular.etag);
    expect(own.platform_ssic.etag).toBe(shared.platform_ssic.etag);
  });

  it('refuses a tenant file whose forms do not agree, with the place, and keeps what was there', async () => {
    const form = {
      code: 'F',
      name: 'F',
      appliesTo: 'individual',
      fields: [{ field: 'shoeSize', required: true }],
    };
    const text = JSON.stringify({
      tenants: [{ ...other, reference: { 'required-form': { items: [form] } } }],
    });
    const read = await parseTenantFile('/story/tenants.json', text);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const result = await service.app.provision(read.value);
    expect(result.ok ? [] : result.faults).toMatchObject([
      {
        place: 'tenants[0].reference.required-form.items[0].fields[0]',
        message: expect.stringContaining('shoeSize'),
      },
    ]);
    const classification = JSON.stringify({
      tenants: [{ ...other, reference: { platform_ssic: { items: [] } } }],
    });
    expect(await parseTenantFile('/story/tenants.json', classification)).toMatchObject({ ok: false });
  });

  it('takes a publisher’s workbook for every tenant; its tag changes once, and not when it comes again', async () => {
    const file = join(folder, `${store}.xlsx`);
    writeFileSync(file, await workbookOf([...sheetHead('SSIC', 2031), ...industries]));
    const before = await client.config(['platform_ssic', 'platform_ssoc']);
    const request = { act: 'import', key: 'platform_ssic', file } as const;
    const { outcomes, status } = await runReferenceCommand(service.app, request);
    expect(outcomes).toMatchObject([{ kind: 'activated', version: 'SSIC 2031, 1 April 2031', items: 6 }]);
    expect(status[0]).toMatchObject({ key: 'platform_ssic', items: 6, imported: { by: 'reference' } });
    const after = await client.config(['platform_ssic', 'platform_ssoc']);
    expect(after.platform_ssic).toMatchObject({
      version: 'SSIC 2031, 1 April 2031',
      count: 6,
      attribution: expect.stringContaining('Department of Statistics'),
    });
    expect(after.platform_ssic.etag).not.toBe(before.platform_ssic.etag);
    expect(after.platform_ssoc.etag).toBe(before.platform_ssoc.etag);
    expect((await runReferenceCommand(service.app, request)).outcomes).toMatchObject([{ kind: 'unchanged' }]);
    expect((await client.config(['platform_ssic'])).platform_ssic.etag).toBe(after.platform_ssic.etag);
  });

  it('refuses a corrupted workbook with sheet and cell, and keeps what is active', async () => {
    const file = join(folder, `${store}-corrupted.xlsx`);
    writeFileSync(
      file,
      await workbookOf([...sheetHead('SSIC', 2031), ...industries, ['0l112', 'Growing of rice']]),
    );
    const { outcomes } = await runReferenceCommand(service.app, {
      act: 'import',
      key: 'platform_ssic',
      file,
    });
    expect(outcomes).toMatchObject([
      { kind: 'refused', faults: [{ place: 'Structure!A12', message: expect.stringContaining('"0l112"') }] },
    ]);
    const missing = await runReferenceCommand(service.app, {
      act: 'import',
      key: 'platform_ssic',
      file: `${file}.gone`,
    });
    expect(missing.outcomes).toMatchObject([{ kind: 'failed', message: expect.stringContaining('ENOENT') }]);
    expect((await client.config(['platform_ssic'])).platform_ssic.count).toBe(6);
  });

  it('fetches a publisher’s file, and keeps what is active when that fails', async () => {
    let offered: { status: number; content: Buffer } = { status: 500, content: Buffer.from('no') };
    const publisher = await startHttpServer((_, response) => {
      response.writeHead(offered.status).end(offered.content);
    });
    const update = () =>
      runReferenceCommand(service.app, {
        act: 'update',
        sources: [{ key: 'platform_ssic', url: `http://127.0.0.1:${publisher.port}/files/ssic2032.xlsx` }],
      });
    expect((await update()).outcomes).toMatchObject([
      { kind: 'failed', message: expect.stringContaining('answered HTTP 500') },
    ]);
    offered = { status: 200, content: await workbookOf([...sheetHead('SSIC', 2032), ...industries]) };
    expect((await update()).outcomes).toMatchObject([
      { kind: 'activated', version: 'SSIC 2032, 1 April 2032' },
    ]);
    expect((await client.config(['platform_ssic'])).platform_ssic.version).toBe('SSIC 2032, 1 April 2032');
  });

  it('leaves an audit record of each import and the versions before it', async () => {
    const records = await service.app.database.operator((tx) =>
      tx.sql<{ detail: { version: string } }>(
        "select detail from audit_event where act = 'reference.import' order by event_id",
      ),
    );
    expect(records.map(({ detail }) => detail.version)).toEqual([
      'SSIC 2031, 1 April 2031',
      'SSIC 2032, 1 April 2032',
    ]);
    const kept = await service.app.database.operator((tx) =>
      tx.sql<{ version: string; active: boolean }>(
        'select version, active from reference_version order by imported_at',
      ),
    );
    expect(kept.map(({ active }) => active)).toEqual([false, true]);
  });

  it('is refused without a signature like every call', async () => {
    const stranger = createClient({
      baseUrl: service.app.baseUrl,
      apiKey: tenant.key.apiKey,
      secret: 'not the secret',
      domain: 'retail',
      retry: false,
    });
    await expect(stranger.config(['particular'])).rejects.toMatchObject({ name: 'SIGN_ERROR' });
  });
});
