import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../database/index.ts';
import { stores } from '../../database/stores.fixture.ts';
import { shareFile, sweepSharedFiles, unshareFile } from './shared-files.ts';

describe.each(stores)('a file in the store on $kind', (store) => {
  let database: OpenDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await store.open();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-shared-'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  async function share(content: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    await writeFile(join(folder, 'own'), content);
    await shareFile(database, join(folder, 'own'), sha256);
    await rm(join(folder, 'own'));
    return sha256;
  }

  it.each([
    ['empty', Buffer.alloc(0)],
    ['small', Buffer.from('a list\n')],
    ['of several pieces', randomBytes(3_300_000)],
    ['that packs well', Buffer.alloc(20_000_000, 'a list of names\n')],
  ])('comes out as it went in: %s', async (_, content) => {
    const sha256 = await share(content);
    const path = join(folder, 'deep', sha256);
    expect(await unshareFile(database, sha256, path)).toBe(true);
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  it('is not handed out when a piece is missing or damaged, and can be put again', async () => {
    const content = randomBytes(2_500_000);
    const sha256 = await share(content);
    const path = join(folder, 'damaged');
    for (const damage of [
      `delete from list_file_piece where sha256 = $1 and piece = 1`,
      `update list_file_piece set content = overlay(content placing '\\x00ff00ff00ff' from 1000) where sha256 = $1 and piece = 0`,
      `delete from list_file_piece where sha256 = $1`,
    ]) {
      await database.operator((tx) => tx.sql(damage, [sha256]));
      expect(await unshareFile(database, sha256, path)).toBe(false);
      expect(await readdir(folder)).not.toContain('damaged.part');
    }
    await share(content);
    expect(await unshareFile(database, sha256, path)).toBe(true);
  });

  it('is swept once no kept version names it and it is old', async () => {
    const [kept, old, young] = [
      await share(Buffer.from('1')),
      await share(Buffer.from('2')),
      await share(Buffer.from('3')),
    ];
    await database.operator(async (tx) => {
      await tx.sql(
        `insert into list_version (source, version, state, files) values ('un-sc', 'v1', 'active', $1)`,
        [JSON.stringify([{ name: 'a', size: 1, sha256: kept }])],
      );
      await tx.sql(
        `update list_file_piece set stored_at = now() - interval '2 days' where sha256 in ($1, $2)`,
        [kept, old],
      );
    });
    await sweepSharedFiles(database, [{ source: 'un-sc', version: 'v1' }]);
    const found = await Promise.all(
      [kept, old, young].map((sha256) => unshareFile(database, sha256, join(folder, sha256))),
    );
    expect(found).toEqual([true, false, true]);
  });
});
