import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatehouseClient } from '@gatehouse/sdk';
import { parse } from 'csv-parse/sync';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signHead, signText } from '../src/audit/index.ts';
import { exportAudit } from '../src/audit/verification/audit-export.ts';
import { verifyBundle } from '../src/cases/evidence-bundle/index.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../src/lib/secrets.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { runGatehouse } from './support/command-line.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

type Files = Record<string, Uint8Array>;

describe('bundles that earlier versions handed out', () => {
  const folder = new URL('kept-bundles/', import.meta.url);

  // Further files make no new version: `version-2-entities` has one more than `version-2`.
  it.each([
    ['version-1', 1],
    ['version-2', 2],
    ['version-2-entities', 2],
  ])('verify for ever: %s', async (name, version) => {
    const bundle = await readFile(new URL(`${name}.zip`, folder));
    const report = verifyBundle(bundle);
    expect(report).toMatchObject({ findings: [], unsealed: 0, manifest: { version } });
    expect(report.records).toBeGreaterThan(6);
    const files = unzipSync(bundle);
    files['case.json'] = strToU8(Buffer.from(files['case.json']!).toString().replace('REJECTED', 'APPROVED'));
    expect(verifyBundle(zipSync(files)).findings).toEqual(['case.json was changed']);
  });
});

describe.each(storyStores())('a case handed out, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let caseNo: string;
  let bundle: Uint8Array;
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('olga', ['auditor']),
      person('dev', ['developer']),
    ],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple', note: 'Seen at the fair' }],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
    const data = { customerId: 'c-1', name: 'Wilhelmina Thornapple', customerType: 'individual' } as const;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    caseNo = (await retail.workflow.status(executionId))!.caseNo;
    const path = `/domains/retail/cases/${caseNo}`;
    await ana.post(`${path}/moves`, { move: 'claim', expectedRevision: 1 });
    await ana.post(`${path}/notes`, { text: 'Иван rang: the passport is another’s.' });
    await fetch(`${service.app.consoleUrl}/api${path}/attachments?filename=passport.png`, {
      method: 'POST',
      headers: {
        cookie: ana.cookie!,
        'x-gatehouse-console': '1',
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(png()),
    });
    await ana.post(`${path}/moves`, { move: 'reject', expectedRevision: 2, reason: 'listed' });
    // An open transaction of another test on the cluster holds the seal up, and the bundle says so.
    await until('a bundle with every record sealed', async () => {
      bundle = await download(ana);
      return textIn(unzipSync(bundle), 'audit.json').unsealed.length === 0;
    });
  });
  afterAll(() => service?.stop());

  async function download(who: Browser): Promise<Uint8Array> {
    const response = await fetch(`${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/bundle`, {
      headers: { cookie: who.cookie! },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain(`${caseNo}.zip`);
    return new Uint8Array(await response.arrayBuffer());
  }
  const textIn = (files: Files, path: string) => JSON.parse(Buffer.from(files[path]!).toString('utf8'));

  it('holds what people decided by and did, its files, and the record of its whole history', () => {
    const files = unzipSync(bundle);
    const content = textIn(files, 'case.json');
    expect(content.exceededHitLimits).toEqual([]);
    expect(content).toMatchObject({
      caseNo,
      status: 'REJECTED',
      notes: [{ text: 'Иван rang: the passport is another’s.' }],
    });
    for (const ofReader of ['moves', 'mayTakeBack', 'holdSeconds'])
      expect(content).not.toHaveProperty(ofReader);
    const entities = textIn(files, 'entities.json');
    expect(entities).toMatchObject([
      { alertIds: [content.alerts[0].alertId], entry: { id: 'watchlist:w1', remarks: 'Seen at the fair' } },
    ]);
    const text = JSON.stringify(entities[0].entry);
    expect(entities[0].contentHash).toBe(createHash('sha256').update(text).digest('hex'));
    expect(textIn(files, 'hits.json')).toMatchObject([
      { subject: { key: 'self' }, entities: [{ hits: [{ alertId: content.alerts[0].alertId }] }] },
    ]);
    const { records, unsealed } = textIn(files, 'audit.json');
    expect(unsealed).toEqual([]);
    const actions = records.map(({ act }: { act: string }) => act);
    // A bundle that came before every record was sealed is on record in the next one.
    const ofCase = actions.filter((action: string) => action.startsWith('case.') && action !== 'case.export');
    expect(ofCase).toEqual(['case.claim', 'case.note', 'case.attach', 'case.reject']);
    expect(actions).toEqual(
      expect.arrayContaining(['execution.submit', 'execution.complete', 'upload.create']),
    );
    const document = Object.keys(files).find((path) => path.endsWith('/passport.png'))!;
    expect(Buffer.from(files[document]!).equals(png())).toBe(true);
  });

  it('proves itself, without a store, and tells by which key', () => {
    const report = verifyBundle(bundle);
    expect(report).toMatchObject({ findings: [], unsealed: 0, manifest: { caseNo, tenantId: tenant.id } });
    expect(report.records).toBeGreaterThan(6);
    expect(report.blocks).toBeGreaterThan(0);
    expect(verifyBundle(bundle, [report.publicKey!])).toMatchObject({ findings: [] });
    expect(verifyBundle(bundle, ['MCowBQYDK2VwAyEA', report.publicKey!])).toMatchObject({ findings: [] });
    expect(verifyBundle(bundle, ['MCowBQYDK2VwAyEA']).findings).toEqual([
      'it was signed by another key than those that were given',
    ]);
  });

  it('proves itself by all keys that the deployment had, where the last one vouches for none', () => {
    const files = unzipSync(bundle);
    const next = masterKeySet(parseMasterKey(newMasterKeyText())!, []);
    const heads = JSON.stringify(signHead(next, textIn(files, 'heads.json')));
    files['heads.json'] = strToU8(heads);
    const manifest = textIn(files, 'manifest.json');
    const listed = manifest.files.find(({ path }: { path: string }) => path === 'heads.json');
    listed.size = heads.length;
    listed.sha256 = createHash('sha256').update(heads).digest('hex');
    const text = JSON.stringify(manifest);
    files['manifest.json'] = strToU8(text);
    files['signature.json'] = strToU8(JSON.stringify(signText(next, text)));
    const old = verifyBundle(bundle).publicKey!;
    const turned = zipSync(files);
    const { publicKey, findings } = verifyBundle(turned);
    expect(findings.join('\n')).toMatch(/the signature of block \d+ does not hold/);
    expect(verifyBundle(turned, [publicKey!]).findings).toEqual(findings);
    expect(verifyBundle(turned, [publicKey!, old]).findings).toEqual([]);
    expect(verifyBundle(turned, [old]).findings).toEqual([
      'it was signed by another key than those that were given',
    ]);
  });

  it.each<[string, (files: Files) => void, RegExp]>([
    [
      'a decision that was turned round',
      (files) => {
        files['case.json'] = strToU8(
          Buffer.from(files['case.json']!).toString().replace('REJECTED', 'APPROVED'),
        );
      },
      /case\.json was changed/,
    ],
    [
      'a hit that is shown for somebody else',
      (files) => {
        files['hits.json'] = strToU8(Buffer.from(files['hits.json']!).toString().replace('self', 'else'));
      },
      /hits\.json was changed/,
    ],
    [
      'a document that was taken away',
      (files) => {
        for (const path of Object.keys(files)) if (path.endsWith('passport.png')) delete files[path];
      },
      /passport\.png is missing/,
    ],
    [
      'a file that was put in',
      (files) => {
        files['documents/other.png'] = png();
      },
      /documents\/other\.png was added/,
    ],
    [
      'a record that says something else, in a list and a signature made anew',
      (files) => {
        const proof = textIn(files, 'audit.json');
        proof.records[0].actor = 'somebody-else';
        files['audit.json'] = strToU8(JSON.stringify(proof));
      },
      /record [0-9a-f-]{36} was changed/,
    ],
    [
      'a block that holds other records',
      (files) => {
        const proof = textIn(files, 'audit.json');
        const content = Buffer.from(proof.blocks[0].content, 'base64');
        content[20]! ^= 1;
        proof.blocks[0].content = content.toString('base64');
        files['audit.json'] = strToU8(JSON.stringify(proof));
      },
      /block \d+ was changed/,
    ],
    [
      'a list of other files',
      (files) => {
        files['manifest.json'] = strToU8(
          Buffer.from(files['manifest.json']!).toString().replace('ana@example.test', 'amy@example.test'),
        );
      },
      /signature of manifest\.json does not hold/,
    ],
    [
      'heads that were signed by nobody',
      (files) => {
        const heads = textIn(files, 'heads.json');
        heads.signedAt = '2020-01-01T00:00:00.000Z';
        files['heads.json'] = strToU8(JSON.stringify(heads));
      },
      /signature of heads\.json does not hold/,
    ],
  ])('names %s', (_what, change, finding) => {
    const files = unzipSync(bundle);
    change(files);
    expect(verifyBundle(zipSync(files)).findings.join('\n')).toMatch(finding);
  });

  it('is no bundle without a ZIP file', () => {
    expect(verifyBundle(Buffer.from('nothing')).findings).toEqual(['it cannot be read: it is no ZIP file']);
    expect(verifyBundle(zipSync({ 'a.txt': strToU8('a') })).findings).toContain('manifest.json is missing');
  });

  it('stands in the record, each of its files as a reading, and is for those who may read cases', async () => {
    const before = (await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`)).timeline;
    const stated = before.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []));
    expect(stated.slice(-2)).toEqual(['case.export', 'upload.read']);
    await download(await signIn(service, tenant, 'olga'));
    const path = `/domains/retail/cases/${caseNo}/bundle`;
    expect(await (await signIn(service, tenant, 'dev')).refused(path)).toMatchObject({ status: 403 });
  });

  it('is put on record as printed by a revision that it has had, and by none that nobody was shown', async () => {
    const path = `/domains/retail/cases/${caseNo}`;
    const { revision } = await ana.get<'cases.read'>(path);
    expect(await ana.send(`${path}/prints`, { method: 'POST', body: { revision } })).toMatchObject({
      status: 204,
    });
    const request = (body: unknown, of = path) => ana.refused(`${of}/prints`, { method: 'POST', body });
    expect(await request({ revision: revision + 1 })).toMatchObject({ code: 'INVALID', field: 'revision' });
    expect(await request({ revision }, '/domains/retail/cases/C999999')).toMatchObject({ code: 'NOT_FOUND' });
    const { timeline } = await ana.get<'cases.read'>(path);
    const prints = timeline.filter((entry) => entry.kind === 'act' && entry.act === 'case.print');
    expect(prints).toMatchObject([{ detail: { revision, newest: revision } }]);
  });

  it('is verified by the command, which fails where something does not agree', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bundle-'));
    try {
      const [good, bad] = [join(folder, 'good.zip'), join(folder, 'bad.zip')];
      await writeFile(good, bundle);
      const files = unzipSync(bundle);
      delete files['case.json'];
      await writeFile(bad, zipSync(files));
      const held = await runGatehouse(['audit', 'verify', '--bundle', good]);
      expect(held).toMatchObject({ code: 0, stdout: expect.stringContaining(`${caseNo} of ${tenant.id}`) });
      const fails = await runGatehouse(['audit', 'verify', '--bundle', bad]);
      expect(fails).toMatchObject({ code: 1, stdout: expect.stringContaining('case.json is missing') });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('leaves with the audit log as it is filtered, in either form, and that too is on record', async () => {
    const olga = await signIn(service, tenant, 'olga');
    const request = `objectId=${caseNo}&act=case.`;
    const { records } = await olga.get<'audit.list'>(`/audit?${request}`);
    const csv = await olga.send(`/audit-file?${request}`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(/filename=audit-[0-9-]{10}\.csv$/);
    const rows = parse(csv.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toEqual(
      records.map(({ eventId, at, domain, actor, act, object, detail }) => ({
        ...{ eventId, at: new Date(at).toISOString(), domain, actorKind: actor.kind, actor: actor.id },
        ...{ act, objectKind: object.kind, objectId: object.id, detail: JSON.stringify(detail) },
      })),
    );
    const lines = (await olga.send(`/audit-file?${request}&format=jsonl`)).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      records.map((record) => ({ ...record, at: new Date(record.at).toISOString() })),
    );
    const exported = await olga.get<'audit.list'>('/audit?act=audit.export');
    const stated = { records: records.length, objectId: caseNo, act: 'case.' };
    expect(exported.records).toMatchObject([
      { domain: null, actor: { id: 'olga@example.test' }, detail: { ...stated, format: 'jsonl' } },
      { detail: { ...stated, format: 'csv' } },
    ]);
    const whole = (await olga.send('/audit-file?format=jsonl')).text.trimEnd().split('\n');
    expect(new Set(whole.map((line) => JSON.parse(line).eventId)).size).toBe(whole.length);
    expect(await ana.refused('/audit-file')).toMatchObject({ status: 403 });
    const actor = { kind: 'user', id: 'olga@example.test' } as const;
    const all = { tenantId: tenant.id, actor, query: { format: 'csv' } } as const;
    await expect(exportAudit(service.app.database, all, 3)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});
