import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { UploadedFile } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../src/lib/logger.ts';
import { loadMasterKeys } from '../src/lib/master-key.ts';
import { PersonalKeys } from '../src/personal-keys/index.ts';
import { DataKeys } from '../src/tenants/index.ts';
import { DiskStore } from '../src/uploads/disk-store.ts';
import { findUploads, openObjectStore, StoredFiles, sweepOrphans } from '../src/uploads/index.ts';
import { pdf, png } from '../src/uploads/sample-files.fixture.ts';
import { Spool } from '../src/uploads/spool.ts';
import { startClamd, type TestClamd, virusMark, virusName } from './support/clamd.ts';
import { person, signIn } from './support/console.ts';
import { createDeployment } from './support/deployment.ts';
import { callGateway } from './support/network.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { formOf, send, sendFile, sendForm, uploadToken } from './support/uploads.ts';

/** Every file below a folder, by its path from there. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

const good = { bytes: png(), filename: 'a.png' };

describe.each(everyStore())('uploads when something fails, %s', (store) => {
  let service: TestService;
  let clamd: TestClamd;
  let token: string;
  let folder: string;
  const tenant = aTenant({ users: [person('ana', ['analyst'])] });

  beforeAll(async () => {
    clamd = await startClamd();
    service = await startTestService(store, { GATEHOUSE_CLAMD: `127.0.0.1:${clamd.port}` });
    await service.provision(tenant);
    token = await uploadToken(service, tenant.key);
    folder = join(service.env['GATEHOUSE_DATA_DIR']!, 'uploads');
  });
  afterAll(async () => {
    await service?.stop();
    await clamd.stop();
  });

  async function rows(): Promise<number> {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ count: number }>('select count(*)::int as count from upload where tenant_id = $1', [
        tenant.id,
      ]),
    );
    return row!.count;
  }

  /** What is there of uploads: rows, files in their place, files on their way. */
  async function storedFiles() {
    const files = await filesBelow(folder);
    const incoming = files.filter((file) => file.startsWith('.incoming/'));
    return { rows: await rows(), files: files.length - incoming.length, incoming: incoming.length };
  }

  it('show every file to the virus scanner and refuse what it finds', async () => {
    const before = await storedFiles();
    expect((await sendFile(service, token, good)).status).toBe(200);
    const infected = Buffer.from(
      pdf().toString('latin1').replace('/Type /Catalog', `/Type /Catalog % ${virusMark}\n`),
      'latin1',
    );
    const table = infected.indexOf('xref\n0');
    const bytes = Buffer.from(
      infected.toString('latin1').replace(/startxref\n\d+/, `startxref\n${table}`),
      'latin1',
    );
    expect(await sendFile(service, token, { bytes, filename: 'a.pdf' })).toMatchObject({
      status: 400,
      apiCode: 999301,
      data: null,
      detail: `the virus scanner found ${virusName} in the file`,
    });
    expect(await storedFiles()).toEqual({ rows: before.rows + 1, files: before.files + 1, incoming: 0 });
  });

  it('take nothing while the virus scanner does not answer, and go on when it does', async () => {
    const before = await storedFiles();
    clamd.behave('hangUp');
    expect(await sendFile(service, token, good)).toMatchObject({
      status: 502,
      apiCode: 999402,
      apiMsg: 'SERVICE_INVOKE_ERROR',
      data: null,
      detail: 'the virus scanner failed',
    });
    expect(await storedFiles()).toEqual({ ...before, incoming: 0 });
    clamd.behave('scan');
    expect((await sendFile(service, token, good)).status).toBe(200);
  });

  it('leave nothing of a client that goes away in the middle', async () => {
    const before = await storedFiles();
    const { body, contentType } = formOf([
      ['uploadToken', token],
      ['file', { bytes: png(2_000_000), filename: 'a.png' }],
    ]);
    const call = request(`${service.app.storageUrl}/api/v1/upload/file`, {
      method: 'POST',
      headers: { 'content-type': contentType, 'content-length': body.length },
    });
    call.on('error', () => undefined);
    call.write(body.subarray(0, 1_000_000));
    await expect.poll(async () => (await storedFiles()).incoming).toBe(1);
    call.destroy();
    await expect.poll(storedFiles).toEqual({ ...before, incoming: 0 });
  });

  it('take 16 files at a time of one address whose token has not come, and answer the next 429', async () => {
    const { body, contentType } = formOf([
      ['file', { bytes: png(10_000), filename: 'a.png' }],
      ['uploadToken', token],
    ]);
    const open = Array.from({ length: 16 }, () => {
      const call = request(`${service.app.storageUrl}/api/v1/upload/file`, {
        method: 'POST',
        headers: { 'content-type': contentType, 'content-length': body.length },
      });
      const status = new Promise<number>((resolve, reject) => {
        call.on('response', (response) => {
          response.resume();
          resolve(response.statusCode!);
        });
        call.on('error', reject);
      });
      call.write(body.subarray(0, 5_000));
      return { call, status };
    });
    await expect.poll(async () => (await storedFiles()).incoming).toBe(16);
    const refused = await sendForm(service, [
      ['file', good],
      ['uploadToken', token],
    ]);
    expect(refused).toMatchObject({ status: 429, apiCode: 999304, data: null });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await sendFile(service, token, good)).status).toBe(200);
    for (const { call } of open) call.end(body.subarray(5_000));
    expect(new Set(await Promise.all(open.map(({ status }) => status)))).toEqual(new Set([200]));
    expect((await storedFiles()).incoming).toBe(0);
  });

  it('answer 500 and keep nothing when the disk does not take a file, and recover by themselves', async () => {
    const before = await rows();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    expect(await sendFile(service, token, good)).toMatchObject({ status: 500, apiCode: 999000, data: null });
    expect(await rows()).toBe(before);
    await rm(folder);
    // What was made once is not made again for each file; here somebody took it away.
    await mkdir(join(folder, '.incoming'), { recursive: true });
    expect((await sendFile(service, token, good)).status).toBe(200);
  });

  it('cut a reading off whose stored bytes are no longer the ones that were uploaded', async () => {
    const file = (await sendFile(service, token, { bytes: png(300_000), filename: 'a.png' })).data!;
    const path = join(folder, '..', file.url.replace('s3://gatehouse/', ''));
    const { cookie } = await signIn(service, tenant, 'ana');
    const read = async () => {
      const id = /([0-9a-f-]{36})\.png$/.exec(file.url)![1]!;
      const url = `${service.app.consoleUrl}/api/domains/retail/uploads/${id}/content`;
      const answer = await fetch(url, { headers: { cookie: cookie! } });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      return answer.arrayBuffer();
    };
    expect((await read()).byteLength).toBe(300_000);
    const bytes = await readFile(path);
    bytes[150_000]! ^= 1;
    await writeFile(path, bytes);
    await expect(read()).rejects.toThrow();
    bytes[150_000]! ^= 1;
    await writeFile(path, bytes);
    await appendFile(path, 'more');
    await expect(read()).rejects.toThrow();
  });

  it('say so where their key is deleted', async () => {
    const file = (await sendFile(service, token, good)).data!;
    const id = /([0-9a-f-]{36})\.png$/.exec(file.url)![1]!;
    await service.app.database.operator((tx) => tx.sql('delete from personal_key where key_id = $1', [id]));
    const ana = await signIn(service, tenant, 'ana');
    expect(await ana.refused(`/domains/retail/uploads/${id}/content`)).toMatchObject({
      status: 404,
      phrases: [{ code: 'refusals.fileErased' }],
    });
    expect(await ana.get(`/domains/retail/uploads/${id}`)).toMatchObject({ uploadId: id });
  });

  it('are swept where this node stored them and they got no row within a day, and nothing else is', async () => {
    const kept = (await sendFile(service, token, good)).data!;
    const day = kept.url.split('/')[4]!;
    const nameOf = (digit: number) =>
      `${day}/${tenant.id}/retail/01890000-0000-7000-8000-00000000000${digit}.png`;
    const [orphan, later] = [nameOf(0), nameOf(1)];
    await writeFile(join(folder, orphan), 'bytes that nobody knows of');
    // As the bucket of a service has them, of whose database this one is a restored copy.
    await writeFile(join(folder, later), 'bytes that came after the backup');
    const dataDir = join(folder, '..');
    const [spool, objectStore] = [new Spool(dataDir), await openObjectStore({ kind: 'files' }, dataDir)];
    expect(await spool.oldNotes(0, Date.now() + 1_000)).toEqual([]);
    await spool.note(`uploads/${orphan}`);
    await spool.note(`uploads/${kept.url.replace('s3://gatehouse/uploads/', '')}`);
    const { database } = service.app;
    const tools = { database, spool, store: objectStore, logger: createLogger('silent') };
    expect(await sweepOrphans(tools)).toBe(0);
    const tomorrow = Date.now() + 25 * 3_600_000;
    await spool.sweep(tomorrow);
    expect(await sweepOrphans(tools, tomorrow)).toBe(1);
    expect(await spool.oldNotes(0, tomorrow)).toEqual([]);
    const left = await filesBelow(folder);
    expect(left).not.toContain(orphan);
    expect(left).toContain(later);
    expect(left).toContain(kept.url.replace('s3://gatehouse/uploads/', ''));
  });

  it('take nothing that comes too slowly, and let other requests be no slower than they may', async () => {
    const hasty = await startTestService(
      store,
      {},
      { http: { requestTimeoutMs: 500, connectionsCheckingIntervalMs: 100 } },
    );
    try {
      const statusOf = (path: string) =>
        new Promise<number>((resolve, reject) => {
          const call = request(new URL(path, hasty.app.baseUrl), {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'content-length': 10, 'x-gatehouse-console': '1' },
          });
          call.on('response', (response) => {
            response.resume();
            resolve(response.statusCode!);
          });
          call.on('error', reject);
          call.write('{');
        });
      // Uploads have two minutes; what comes to the console's sign-in has what every request has.
      expect(await statusOf('/console/api/session')).toBe(408);
    } finally {
      await hasty.stop();
    }
  });
});

describe('uploads without their object store', () => {
  it('answer 502, keep no row and leave nothing on the way but what to look after', async () => {
    const service = await startTestService('embedded', {
      GATEHOUSE_S3_ENDPOINT: 'http://127.0.0.1:1',
      GATEHOUSE_S3_BUCKET: 'files',
      GATEHOUSE_S3_ACCESS_KEY: 'key',
      GATEHOUSE_S3_SECRET_KEY: 'secret',
    });
    try {
      const tenant = aTenant();
      await service.provision(tenant);
      const token = await uploadToken(service, tenant.key);
      expect(await sendFile(service, token, good)).toMatchObject({
        status: 502,
        apiCode: 999402,
        apiMsg: 'SERVICE_INVOKE_ERROR',
        data: null,
        detail: 'the object store failed',
      });
      // The store may have it for all that the node knows.
      const [note, ...others] = await filesBelow(join(service.env['GATEHOUSE_DATA_DIR']!, 'uploads'));
      expect([note, others]).toEqual([expect.stringMatching(/^\.incoming\/[0-9a-f-]{36}\.put$/), []]);
      const [row] = await service.app.database.operator((tx) =>
        tx.sql<{ count: number }>('select count(*)::int as count from upload'),
      );
      expect(row!.count).toBe(0);
    } finally {
      await service.stop();
    }
  });

  it('have no address where the process does not serve them', async () => {
    const service = await startTestService('embedded', { GATEHOUSE_ROLES: 'gateway,worker' });
    try {
      expect(await send(service, '/api/v1/upload', { body: '{}' })).toMatchObject({
        status: 404,
        apiCode: 999301,
      });
    } finally {
      await service.stop();
    }
  });
});

describe('uploads of a process that is killed', () => {
  it('are there whole or not at all, and every acknowledged one is there', { timeout: 120_000 }, async () => {
    const deployment = await createDeployment('embedded');
    try {
      const bytes = png(1_000_000);
      const acknowledged: UploadedFile[] = [];
      for (const provision of [true, false]) {
        const server = deployment.serve({ provision });
        const baseUrl = await server.ready;
        const answer = await callGateway(baseUrl, deployment.tenant.key, {
          api: 'storage.upload.token',
          data: {},
        });
        const { uploadToken: token } = answer.data as { uploadToken: string };
        const { body, contentType } = formOf([
          ['uploadToken', token],
          ['file', { bytes, filename: 'a.png' }],
        ]);
        const upload = async () => {
          const response = await fetch(`${baseUrl.replace('/gateway', '/storage')}/api/v1/upload/file`, {
            method: 'POST',
            headers: { 'content-type': contentType },
            body: new Uint8Array(body),
          });
          const { data } = (await response.json()) as { data: UploadedFile };
          acknowledged.push(data);
          // In the middle of the others.
          if (acknowledged.length % 5 === 0) server.signal('SIGKILL');
        };
        await Promise.all(Array.from({ length: 12 }, () => upload().catch(() => undefined)));
        server.signal('SIGKILL');
        await server.ended;
      }
      const dataDir = deployment.env['GATEHOUSE_DATA_DIR']!;
      const visible = (await filesBelow(join(dataDir, 'uploads'))).filter(
        (file) => !file.startsWith('.incoming/'),
      );
      const database = await deployment.open();
      const stored = await database.operator((tx) =>
        tx.sql<{ key: string; uploadId: string }>(
          'select object_key as key, upload_id::text as "uploadId" from upload',
        ),
      );
      const scope = { tenantId: deployment.tenant.id, domain: 'retail' };
      const masterKeys = await loadMasterKeys({ dataDir });
      const files = new StoredFiles({
        database,
        store: new DiskStore(dataDir),
        keys: new PersonalKeys(database, new DataKeys(database, masterKeys)),
      });
      const rows = await findUploads(
        database,
        scope,
        stored.map(({ uploadId }) => uploadId),
      );
      for (const row of rows) {
        const content = await files.open(scope, row);
        expect(typeof content === 'string' ? content : (await buffer(content)).equals(bytes)).toBe(true);
      }
      await database.close();
      const keys = new Set(stored.map(({ key }) => key));
      expect(acknowledged.length).toBeGreaterThanOrEqual(10);
      for (const { url } of acknowledged) expect(keys).toContain(url.replace('s3://gatehouse/', ''));
      for (const key of keys) expect(visible).toContain(key.replace('uploads/', ''));
    } finally {
      await deployment.remove();
    }
  });
});
