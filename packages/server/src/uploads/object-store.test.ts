import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasS3Server, startS3Server, type TestS3 } from '../../test/support/s3-server.ts';
import { DiskStore } from './disk-store.ts';
import { type LocalFile, type ObjectStore, ObjectStoreFailure } from './object-store.ts';
import { S3Store } from './s3-store.ts';

const withS3 = hasS3Server();
let folder: string;
let s3: TestS3 | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-objects-'));
  if (withS3) s3 = await startS3Server();
});
afterAll(async () => {
  await s3?.stop();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;

async function localFile(bytes: Buffer): Promise<LocalFile> {
  files += 1;
  const path = join(folder, 'uploads', '.incoming', `file-${files}`);
  await mkdir(join(folder, 'uploads', '.incoming'), { recursive: true });
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  return { path, size: bytes.length, sha256, contentType: 'image/png' };
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

const stores = [
  { name: 'on disk', open: async (): Promise<ObjectStore> => new DiskStore(folder) },
  ...(withS3
    ? [
        {
          name: 'of an S3 server',
          open: async (): Promise<ObjectStore> => new S3Store({ ...s3!, bucket: await s3!.createBucket() }),
        },
      ]
    : []),
];

describe.each(stores)('the object store $name', ({ open }) => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  it('gives back every byte, also of a large file', async () => {
    const bytes = Buffer.alloc(5_000_003, 'gatehouse');
    await store.put('uploads/2026-01-31/acme/retail/a.png', await localFile(bytes));
    const stored = await store.open('uploads/2026-01-31/acme/retail/a.png');
    expect((await buffer(stored!)).equals(bytes)).toBe(true);
  });

  it('has nothing under a key that was never put, and does not mind its removal', async () => {
    expect(await store.open('uploads/2026-01-31/acme/retail/none.png')).toBeUndefined();
    await store.remove('uploads/2026-01-31/acme/retail/none.png');
  });

  it('lists what lies below a day, and nothing of another day', async () => {
    await store.put('uploads/2026-02-01/acme/retail/b.png', await localFile(Buffer.from('b')));
    await store.put('uploads/2026-02-01/beta/corporate/c.pdf', await localFile(Buffer.from('c')));
    expect(await keysOf(store, 'uploads/2026-02-01/')).toEqual([
      'uploads/2026-02-01/acme/retail/b.png',
      'uploads/2026-02-01/beta/corporate/c.pdf',
    ]);
    expect(await keysOf(store, 'uploads/2026-02-02/')).toEqual([]);
    for await (const { modifiedAt } of store.list('uploads/2026-02-01/')) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
    }
  });

  it('forgets what is removed', async () => {
    await store.put('uploads/2026-02-03/acme/retail/d.png', await localFile(Buffer.from('d')));
    await store.remove('uploads/2026-02-03/acme/retail/d.png');
    expect(await store.open('uploads/2026-02-03/acme/retail/d.png')).toBeUndefined();
    expect(await keysOf(store, 'uploads/2026-02-03/')).toEqual([]);
  });

  it('fails to put a local file that is gone, and stores nothing', async () => {
    const file = await localFile(Buffer.from('gone'));
    await rm(file.path);
    await expect(store.put('uploads/2026-02-04/acme/retail/e.png', file)).rejects.toThrow(/ENOENT/);
    expect(await keysOf(store, 'uploads/2026-02-04/')).toEqual([]);
  });

  it('says that it can be used', () => store.check());
});

describe('the object store on disk', () => {
  it('shows a file whole in its place, and leaves nothing on the way', async () => {
    const store = new DiskStore(folder);
    const file = await localFile(Buffer.from('whole'));
    await store.put('uploads/2026-03-01/acme/retail/e.png', file);
    expect(await readFile(join(folder, 'uploads/2026-03-01/acme/retail/e.png'), 'utf8')).toBe('whole');
    expect(await readdir(join(folder, 'uploads', '.incoming'))).not.toContain(file.path.split('/').at(-1));
  });

  it('takes no key that leads out of its folder', async () => {
    const store = new DiskStore(join(folder, 'inner'));
    await expect(store.put('uploads/../../x.png', await localFile(Buffer.from('x')))).rejects.toThrow(
      'no key',
    );
  });
});

describe.runIf(withS3)('the object store of an S3 server', () => {
  it('refuses to work with a wrong secret, in words that do not tell it', async () => {
    const bucket = await s3!.createBucket();
    const store = new S3Store({ ...s3!, bucket, secretKey: 'another-secret' });
    const file = await localFile(Buffer.from('x'));
    const failure = await store.put('uploads/2026-01-31/a/b/c.png', file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ObjectStoreFailure);
    expect((failure as Error).message).toContain('SignatureDoesNotMatch');
    expect((failure as Error).message).not.toContain('another-secret');
    await expect(store.check()).rejects.toThrow('SignatureDoesNotMatch');
  });

  it('names a bucket that is not there', async () => {
    const store = new S3Store({ ...s3!, bucket: 'not-there' });
    await expect(store.check()).rejects.toThrow(/not-there.*NoSuchBucket/);
  });

  it('stores nothing whose bytes are not the ones that were hashed', async () => {
    const store = new S3Store({ ...s3!, bucket: await s3!.createBucket() });
    const file = await localFile(Buffer.from('right'));
    await writeFile(file.path, 'wrong');
    await expect(store.put('uploads/2026-01-31/a/b/c.png', file)).rejects.toThrow(ObjectStoreFailure);
    expect(await store.open('uploads/2026-01-31/a/b/c.png')).toBeUndefined();
  });

  it('says that nobody answers, after trying again', async () => {
    const store = new S3Store({ ...s3!, endpoint: 'http://127.0.0.1:1', bucket: 'any' });
    await expect(
      store.put('uploads/2026-01-31/a/b/c.png', await localFile(Buffer.from('x'))),
    ).rejects.toThrow(/ECONNREFUSED/);
  });
});
