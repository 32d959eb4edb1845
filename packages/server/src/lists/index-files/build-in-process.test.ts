import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newDirectory } from '../../../test/support/new-directory.ts';
import { buildInProcess } from './build-in-process.ts';
import type { BuildOrder } from './list-build.ts';
import { ListsRefusal } from './lists-refusal.ts';
import { madeUpList, writeListFile } from './made-up-list.fixture.ts';

let order: BuildOrder;
beforeEach(async () => {
  const folder = newDirectory();
  const path = join(folder, 'consolidated.xml');
  order = { source: 'un-sc', files: [{ name: 'consolidated.xml', path }], folder };
  const people = Array.from({ length: 3_000 }, (_, id) => ({ id, first: `Quillon${id}`, last: 'Zorblax' }));
  await writeListFile(path, madeUpList(people));
});

/** Nice values of all threads of this process's children that build, and what their environment holds. */
async function builders(): Promise<{ nice: Set<number>; environment: string }[]> {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fieldsOf(await readFile(`/proc/${pid}/stat`, 'utf8'));
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      if (Number(stat[1]) !== process.pid || !command.includes('list-build-process')) continue;
      const nice = new Set<number>();
      for (const thread of await readdir(`/proc/${pid}/task`)) {
        nice.add(Number(fieldsOf(await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8'))[16]));
      }
      found.push({ nice, environment: await readFile(`/proc/${pid}/environ`, 'utf8') });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/** From the state on: the name before it may hold anything. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

describe('a build', () => {
  it.runIf(process.platform === 'linux')(
    'gives way with all of its threads, and has no secrets',
    async () => {
      process.env['GATEHOUSE_TEST_SECRET'] = 'of the service';
      const looks: Promise<Awaited<ReturnType<typeof builders>>>[] = [];
      const built = await buildInProcess(order, {
        onProgress: () => looks.push(builders()),
        lowPriority: true,
      });
      delete process.env['GATEHOUSE_TEST_SECRET'];
      expect(built.list.entries).toBe(3_000);
      const seen = (await Promise.all(looks)).flat();
      expect(seen.length).toBeGreaterThan(0);
      for (const { nice, environment } of seen) {
        expect([...nice]).toEqual([10]);
        expect(environment).not.toContain('GATEHOUSE');
      }
    },
  );

  it('keeps what it compiled for the next one, though its parent ends it', async () => {
    vi.stubEnv('NODE_COMPILE_CACHE', join(order.folder, 'compiled'));
    try {
      await buildInProcess(order, { onProgress: () => undefined, lowPriority: false });
    } finally {
      vi.unstubAllEnvs();
    }
    const kept = await readdir(join(order.folder, 'compiled'), { recursive: true });
    // Its own modules, those of the engine, and those of the parsers.
    expect(kept.length).toBeGreaterThan(100);
  });

  it('ends with its signal', async () => {
    const stopping = new AbortController();
    const building = buildInProcess(order, {
      onProgress: () => stopping.abort(new Error('enough')),
      signal: stopping.signal,
      lowPriority: false,
    });
    await expect(building).rejects.toThrow('enough');
    if (process.platform === 'linux') expect(await builders()).toEqual([]);
  });

  it('refuses a damaged file by the path that people know', async () => {
    const [file] = order.files;
    await writeListFile(file!.path, '<html>sorry</html>');
    const building = buildInProcess(order, { onProgress: () => undefined, lowPriority: false });
    await expect(building).rejects.toThrow(ListsRefusal);
    await expect(building).rejects.toThrow(file!.path);
  });

  it('tells why it ended early', async () => {
    const building = buildInProcess(
      { ...order, source: 'nobody' },
      { onProgress: () => undefined, lowPriority: false },
    );
    await expect(building).rejects.toThrow(
      /building the list nobody ended early.*no list source is called nobody/s,
    );
  });
});
