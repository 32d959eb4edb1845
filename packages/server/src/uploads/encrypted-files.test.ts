import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../database/index.ts';
import { openEmbeddedSession, openPostgresSession } from '../database/move-session.ts';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import {
  isEncryptedFile,
  isEncryptionStarted,
  PersonalKeys,
  startEncryption,
} from '../personal-keys/index.ts';
import { DataKeys } from '../tenants/index.ts';
import { DiskStore } from './disk-store.ts';
import { EarlierFiles } from './encrypt-earlier-files.ts';
import { png } from './sample-files.fixture.ts';
import { Spool } from './spool.ts';
import { StoredFiles } from './stored-files.ts';
import { countKeyless, insertUpload } from './upload-queries.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);

describe.each(stores)('files of a store that was made before they were encrypted, $kind', (store) => {
  const dataDir = newDirectory();
  const spool = new Spool(dataDir);
  let place: DatabaseLocation;
  let database: OpenDatabase;

  /** As of a process that has just started. */
  const openFiles = (objectStore = new DiskStore(dataDir)) =>
    new StoredFiles({
      database,
      store: objectStore,
      keys: new PersonalKeys(database, new DataKeys(database, masterKeys)),
    });
  const sql = (text: string, values: readonly unknown[] = []) =>
    database.operator((tx) => tx.sql(text, values));
  const pathOf = (objectKey: string) => join(dataDir, objectKey);

  async function upload(content: Buffer) {
    const uploadId = newId();
    const objectKey = `uploads/2026-11-28/acme/retail/${uploadId}.png`;
    const file = await spool.start();
    await file.write(content);
    await file.flush();
    const facts = {
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      contentType: 'image/png',
    };
    const wrappedKey = await openFiles().put(
      scope,
      { uploadId, objectKey, file: { path: file.path, ...facts } },
      spool,
    );
    await file.discard();
    await database.transaction(scope, (tx) =>
      insertUpload(tx, scope, {
        uploadId,
        objectKey,
        ...facts,
        wrappedKey,
        bucket: 'gatehouse',
        filename: 'a.png',
        apiKey: null,
        uploadedBy: null,
        requestId: newId(),
        readAt: new Date(),
      }),
    );
    return { ...scope, uploadId, objectKey, ...facts };
  }
  const isEncrypted = async (objectKey: string) => isEncryptedFile(await readFile(pathOf(objectKey)));
  const flags = async () =>
    (await sql('select encrypted from upload order by upload_id')).map((row) => row['encrypted']);
  const restart = async (
    work: (session: Awaited<ReturnType<typeof openEmbeddedSession>>) => Promise<void>,
  ) => {
    await database.close();
    const session = await ('url' in place
      ? openPostgresSession(place.url)
      : openEmbeddedSession(place.dataDir));
    try {
      await work(session);
    } finally {
      await session.close();
      database = await openDatabase(place);
    }
  };

  beforeAll(async () => {
    place = await store.newPlace();
    database = await openDatabase(place);
    await sql(
      `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted) values ('acme', 'Acme', true, false, '{}', 0)`,
    );
    await sql(`insert into tenant_domain (tenant_id, domain) values ('acme', 'retail')`);
  });
  afterAll(() => database.close());

  it('lie as they are until every node reads encrypted ones', async () => {
    expect(await database.operator(isEncryptionStarted)).toBe(true);
    await restart(async (session) => {
      await session.run('truncate file_encryption');
      await session.run(`insert into node_lease (node_id, version) values ('old', '0.1.0')`);
      await expect(startEncryption(session)).rejects.toThrow('upgrade every node first');
    });
    expect(await database.operator(isEncryptionStarted)).toBe(false);
    const file = await upload(png(200_000));
    expect(await isEncrypted(file.objectKey)).toBe(false);
    expect(await flags()).toEqual([false]);
  });

  it('are encrypted in their place once that started, and read before and after', async () => {
    const gone = await upload(png(1_000));
    const changed = await upload(png(2_000));
    await rm(pathOf(gone.objectKey));
    await writeFile(pathOf(changed.objectKey), png(2_001));
    const crashed = await upload(png(3_000));
    await restart(async (session) => {
      await session.run(`delete from node_lease where node_id = 'old'`);
      await startEncryption(session);
      const { rows } = await session.run(
        'select number, works_since from migration where works_since is not null',
      );
      expect(rows.map(({ works_since: since }) => since)).toContain('0.2.0');
    });
    const fresh = await upload(png(4_000));
    expect(await isEncrypted(fresh.objectKey)).toBe(true);
    // Its bytes were encrypted, and the node was gone before the row said so.
    expect(await openFiles().encryptEarlier(crashed, spool)).toBe('encrypted');
    await sql('update upload set encrypted = false where upload_id = $1', [crashed.uploadId]);

    const earlier = new EarlierFiles({ database, files: openFiles(), spool, logger: createLogger('silent') });
    const { signal } = new AbortController();
    expect(await earlier.encrypt(signal)).toBe(true);
    expect(await earlier.encrypt(signal)).toBe(false);
    expect(await flags()).toEqual([true, false, false, true, true]);
    const [first] = await sql(
      'select upload_id::text as "uploadId", object_key as "objectKey", size, sha256 from upload order by upload_id limit 1',
    );
    for (const file of [first as unknown as typeof fresh, crashed, fresh]) {
      expect(await isEncrypted(file.objectKey)).toBe(true);
      const bytes = await openFiles().open(scope, file);
      expect(typeof bytes === 'string' ? bytes : (await buffer(bytes)).length).toBe(file.size);
    }
  });

  it('do not come back where an erasure was faster', async () => {
    const file = await upload(png(5_000));
    /** The erasure comes while the bytes are being encrypted. */
    class ErasingStore extends DiskStore {
      override async put(...given: Parameters<DiskStore['put']>): Promise<void> {
        await sql('delete from upload where upload_id = $1', [file.uploadId]);
        await super.put(...given);
      }
    }
    expect(await openFiles(new ErasingStore(dataDir)).encryptEarlier(file, spool)).toBe('missing');
    expect(await openFiles().open(scope, file)).toBe('missing');
    expect(await sql('select from personal_key where key_id = $1', [file.uploadId])).toEqual([]);
  });

  it('say that their key is gone, and open nowhere else', async () => {
    const [one, other] = [await upload(png(6_000)), await upload(png(6_000))];
    const bytes = await readFile(pathOf(one.objectKey));
    await writeFile(pathOf(other.objectKey), bytes);
    const moved = await openFiles().open(scope, other);
    await expect(typeof moved === 'string' ? moved : buffer(moved)).rejects.toThrow('does not open');
    await sql('delete from personal_key where key_id = $1', [one.uploadId]);
    expect(await openFiles().open(scope, one)).toBe('keyless');
    expect(await openFiles().findKeyless(scope, [one.uploadId, other.uploadId])).toEqual([one.uploadId]);
    expect(await database.operator((tx) => countKeyless(tx))).toMatchObject({ keyless: 1 });
  });
});
