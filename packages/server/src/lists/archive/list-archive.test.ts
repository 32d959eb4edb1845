import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../database/index.ts';
import { stores } from '../../database/stores.fixture.ts';
import { archiveFile, rebuildFile } from './archived-files.ts';
import { packFile, unpackFile } from './file-difference.ts';
import { pruneArchive } from './index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, content: Buffer) {
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, sha256: createHash('sha256').update(content).digest('hex'), size: content.length };
}

/** A list of 2,000 lines on a day; each day some lines are others. */
function listOn(day: number): Buffer {
  const line = (id: number) => {
    const changedOn = Math.max(0, day - ((day + id) % 97));
    return `${id};${createHash('sha256').update(`${id} ${changedOn}`).digest('hex')}`;
  };
  return Buffer.from(Array.from({ length: 2_000 }, (_, id) => line(id)).join('\n'));
}

describe('packFile', () => {
  it('gives back each file of any size, with and without a base, over several blocks', async () => {
    const noise = randomBytes(50_000);
    const contents = [
      Buffer.alloc(0),
      Buffer.from('a'),
      noise.subarray(0, 1_024),
      noise,
      Buffer.concat([noise.subarray(0, 9_000), Buffer.from('something new'), noise.subarray(9_300)]),
      Buffer.alloc(70_000, 'one line\n'),
    ];
    for (const [at, content] of contents.entries()) {
      for (const before of [undefined, ...contents]) {
        const file = await write('file', content);
        const base = before && (await write('base', before));
        for (const blockBytes of [4_096, 1_000_000]) {
          const hash = await unpackFile(packFile(file.path, base, blockBytes), base, join(folder, 'out'));
          expect(hash, `${at} ${before?.length} ${blockBytes}`).toBe(file.sha256);
          expect((await readFile(join(folder, 'out'))).equals(content)).toBe(true);
        }
      }
    }
  });

  it('costs what changed, also in a later block', async () => {
    const noise = randomBytes(400_000);
    const base = await write('base', noise);
    const file = await write(
      'file',
      Buffer.concat([Buffer.from('one more line'), noise.subarray(0, 300_000), noise.subarray(300_100)]),
    );
    let bytes = 0;
    for await (const block of packFile(file.path, base, 65_536)) bytes += block.content.length;
    expect(bytes).toBeLessThan(2_000);
  });
});

describe.each(stores)('the archive of list files on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  /** Archives the list of each day as the difference to the day before. */
  async function archiveDays(days: number, seed = 0) {
    const files: Awaited<ReturnType<typeof write>>[] = [];
    for (let day = 0; day < days; day++) {
      const file = await write(`day-${seed}-${day}`, listOn(seed + day));
      expect(await archiveFile(database, file, files.at(-1))).toBe(true);
      files.push(file);
    }
    return files;
  }

  it('rebuilds each of many versions, whole or from the one before, and leaves nothing beside it', async () => {
    const files = await archiveDays(23);
    const rows = await database.operator((tx) =>
      tx.sql<{ depth: number; bytes: number }>(
        `select depth, sum(length(content))::int as bytes from list_archive_file join list_archive_piece using (pieces_id)
         group by sha256 order by archived_at`,
      ),
    );
    expect(rows.map(({ depth }) => depth)).toEqual(Array.from({ length: 23 }, (_, day) => day % 20));
    const whole = rows.find(({ depth }) => depth === 0)!.bytes;
    for (const { depth, bytes } of rows) if (depth > 0) expect(bytes).toBeLessThan(whole / 10);
    const out = join(folder, 'rebuilt');
    for (const [day, { sha256 }] of files.entries()) {
      expect(await rebuildFile(database, sha256, join(out, `${day}`))).toBeUndefined();
      expect((await readFile(join(out, `${day}`))).equals(listOn(day))).toBe(true);
    }
    expect((await readdir(out)).length).toBe(files.length);
  });

  it('names the file of the chain that is gone or changed', async () => {
    const files = await archiveDays(5, 1_000);
    const [first, second, third] = files.map(({ sha256 }) => sha256) as [string, string, string];
    const sql = (text: string, sha256: string) => database.operator((tx) => tx.sql(text, [sha256]));
    const out = join(folder, 'faulty');
    const ofFile = 'pieces_id = (select pieces_id from list_archive_file where sha256 = $1)';
    await sql(
      `update list_archive_piece set content = overlay(content placing '\\x00ff00ff' from 9) where ${ofFile}`,
      third,
    );
    expect(await rebuildFile(database, second, out)).toBeUndefined();
    expect(await rebuildFile(database, files[4]!.sha256, out)).toEqual({ sha256: third, kind: 'changed' });
    await sql(`delete from list_archive_piece where ${ofFile}`, first);
    expect(await rebuildFile(database, files[4]!.sha256, out)).toEqual({ sha256: first, kind: 'missing' });
    const unknown = 'f'.repeat(64);
    expect(await rebuildFile(database, unknown, out)).toEqual({ sha256: unknown, kind: 'missing' });
  });

  it('archives no file that is not what its hash says, and no difference to a base that is not', async () => {
    const file = await write('own', listOn(5_000));
    const base = await write('other', listOn(5_001));
    expect(await archiveFile(database, { ...file, sha256: base.sha256 }, undefined)).toBe(false);
    expect(await archiveFile(database, base, undefined)).toBe(true);
    await writeFile(base.path, listOn(5_002));
    expect(await archiveFile(database, file, base)).toBe(true);
    const [row] = await database.operator((tx) =>
      tx.sql('select depth, base_sha256 from list_archive_file where sha256 = $1', [file.sha256]),
    );
    expect(row).toEqual({ depth: 0, base_sha256: null });
  });

  it('keeps what retention needs, with all that it is the difference to', async () => {
    await database.operator((tx) => tx.sql('delete from list_archive_file'));
    const files = await archiveDays(6, 9_000);
    await database.operator(async (tx) => {
      await tx.sql(`update list_archive_file set archived_at = '2015-01-01'`);
      for (const [at, { sha256, size }] of files.entries()) {
        const version = `v${at}`;
        await tx.sql(
          `insert into list_version (source, version, state, files) values ('un-sc', $1, 'superseded', $2)`,
          [version, JSON.stringify([{ name: 'list', sha256, size }])],
        );
        await tx.sql(
          `insert into list_activation (sequence, source, version, activated_at, reason, actor_kind, actor, entries,
             entries_new, entries_material, entries_minor, entries_gone, itemized)
           values ($1, 'un-sc', $2, $3, 'update', 'system', 'lists', 1, 1, 0, 0, 0, false)`,
          [at + 1, version, `${2014 + at * 2}-01-01`],
        );
      }
    });
    const left = async () => {
      const rows = await database.operator((tx) =>
        tx.sql<{ sha256: string }>('select sha256 from list_archive_file'),
      );
      return files.flatMap(({ sha256 }, at) => (rows.some((row) => row.sha256 === sha256) ? [at] : []));
    };
    // v3 was superseded in 2022, v4 in 2024, v5 is active; the chain goes back to v0.
    await database.operator((tx) => pruneArchive(tx, new Date('2028-06-01')));
    expect(await left()).toEqual([0, 1, 2, 3, 4, 5]);
    // Where v3 is whole, nothing before it is needed.
    await database.operator((tx) =>
      tx.sql('update list_archive_file set base_sha256 = null where sha256 = $1', [files[3]!.sha256]),
    );
    await database.operator((tx) => pruneArchive(tx, new Date('2028-06-01')));
    expect(await left()).toEqual([3, 4, 5]);
    // Blocks of files that are gone are swept a day after they were written.
    const [pieces] = await database.operator((tx) =>
      tx.sql<{ count: number }>('select count(distinct pieces_id)::int as count from list_archive_piece'),
    );
    expect(pieces!.count).toBe(3);
  });
});
