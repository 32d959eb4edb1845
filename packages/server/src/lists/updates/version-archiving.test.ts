import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stores } from '../../database/stores.fixture.ts';
import { rebuildVersion, unarchivedVersions } from '../archive/index.ts';
import { retainedFolder } from '../index-files/index.ts';
import { list, people, update, useListStage } from './list-stage.fixture.ts';

describe.each(stores)('the archive of list versions on $kind', (store) => {
  const stage = useListStage(store);
  const isArchived = async () => (await unarchivedVersions(stage.database, 'un-sc')).length === 0;
  const archived = async () => {
    while (!(await isArchived())) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('has every version that was active by itself, also those whose files a node no longer keeps', async () => {
    const contents = [1, 2, 3, 4, 5].map((day) => list(people(200 + day), day));
    stage.publisher.publish('un.xml', contents[0]!);
    const sources = { 'un-sc': { keep: 2 } };
    const first = await stage.startNode({ sources });
    for (const content of contents.slice(1)) {
      stage.publisher.publish('un.xml', content);
      expect(await update(first)).toMatchObject({ kind: 'activated' });
    }
    // Nothing follows the lists yet: the node that starts next finds what is left to do, before it removes files.
    await first.close();
    const second = await stage.startNode({ sources });
    const versions = (await second.updates.versions('un-sc')).toReversed();
    const folderOf = (version: string) => retainedFolder(join(stage.folder, 'data'), 'un-sc', version);
    expect(versions.map(({ version }) => existsSync(folderOf(version)))).toEqual(Array(5).fill(true));
    second.updates.follow({ fetches: false });
    await archived();
    await second.close();
    await stage.startNode({ sources });
    expect(versions.map(({ version }) => existsSync(folderOf(version)))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    for (const [at, version] of versions.entries()) {
      const folder = join(stage.folder, 'rebuilt', version.version);
      expect(await rebuildVersion(stage.database, version, folder)).toEqual([]);
      expect(await readFile(join(folder, 'consolidated.xml'), 'utf8')).toBe(contents[at]);
    }
    const depths = await stage.database.operator((tx) =>
      tx.sql('select depth from list_archive_file order by archived_at'),
    );
    expect(depths.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4]);
  });

  it('names the file of a version that is not there as it was', async () => {
    stage.publisher.publish('un.xml', list(people(30)));
    const node = await stage.startNode();
    node.updates.follow({ fetches: false });
    await archived();
    const [version] = await node.updates.versions('un-sc');
    await stage.database.operator((tx) => tx.sql('delete from list_archive_piece'));
    const sha256 = createHash('sha256')
      .update(list(people(30)))
      .digest('hex');
    expect(await rebuildVersion(stage.database, version!, join(stage.folder, 'rebuilt'))).toEqual([
      {
        source: 'un-sc',
        version: version!.version,
        file: 'consolidated.xml',
        fault: { sha256, kind: 'missing' },
      },
    ]);
  });
});
