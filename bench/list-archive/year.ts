/**
 * How much a year of daily versions of four lists takes as changes, and how long the last one takes to rebuild.
 *
 * node bench/list-archive/year.ts [days]
 *
 * The lists are made up, in the size of the publishers' files and with changes of that order of magnitude: OFAC added some 3,000 entries a
 * year lately and removed some hundred, the EU and the UK some 2,000 each, the UN some dozens. Each day has another date in the head, and as
 * many records are reworded as are added.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FileBlock,
  packFile,
  unpackFile,
} from '../../packages/server/src/lists/archive/file-difference.ts';

const days = Number(process.argv[2] ?? 365);
const depth = 20;
const lists = [
  { name: 'un-sc', entries: 1_000, bytes: 2_000, added: 40, removed: 20 },
  { name: 'us-ofac-sdn', entries: 17_000, bytes: 210, added: 3_000, removed: 300 },
  { name: 'eu-fsf', entries: 5_900, bytes: 4_000, added: 2_000, removed: 200 },
  { name: 'uk-sl', entries: 4_500, bytes: 4_000, added: 2_000, removed: 200 },
];

let seed = 7;
const random = (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const syllables = [
  'bar',
  'quon',
  'zel',
  'mir',
  'tash',
  'vor',
  'nim',
  'dul',
  'fex',
  'gor',
  'hal',
  'wix',
  'an',
  'el',
];
const word = () => Array.from({ length: 2 + random(2) }, () => syllables[random(syllables.length)]).join('');

function record(id: number, bytes: number): string {
  const parts = [`<entity id="${id}" listed="20${10 + random(16)}-0${1 + random(9)}-1${random(10)}">`];
  let length = 0;
  while (length < bytes) {
    const part = `<alias type="${random(3)}"><first>${word()}</first><last>${word()} ${word()}</last><born>19${10 + random(90)}</born></alias>`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('\n')}\n</entity>`;
}

/** So many of a year's changes happen on this day; what is left over is drawn. */
function today(perYear: number): number {
  const exact = perYear / 365;
  return Math.floor(exact) + (random(1_000) < (exact % 1) * 1_000 ? 1 : 0);
}

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-year-'));
let total = 0;
let plain = 0;
try {
  for (const list of lists) {
    let next = list.entries;
    const entries = Array.from({ length: list.entries }, (_, id) => record(id, list.bytes));
    let bytes = 0;
    let ms = 0;
    let chain: { blocks: FileBlock[]; sha256: string }[] = [];
    for (let day = 0; day < days; day++) {
      for (let left = today(list.removed); left > 0; left--) entries.splice(random(entries.length), 1);
      for (let left = today(list.added); left > 0; left--) {
        entries.splice(random(entries.length), 0, record(next++, list.bytes));
        const at = random(entries.length);
        entries[at] = entries[at]!.replace(/<born>\d+/, `<born>19${10 + random(90)}`);
      }
      const content = `<list date="${new Date(Date.UTC(2025, 0, 1 + day)).toISOString()}">\n${entries.join('\n')}\n</list>\n`;
      const path = join(folder, `${day % 2}`);
      await writeFile(path, content);
      const startedAt = performance.now();
      const blocks: FileBlock[] = [];
      const base = day % depth === 0 ? undefined : { path: join(folder, `${(day + 1) % 2}`) };
      for await (const block of packFile(path, base)) blocks.push(block);
      ms += performance.now() - startedAt;
      if (base === undefined) chain = [];
      chain.push({ blocks, sha256: createHash('sha256').update(content).digest('hex') });
      bytes += blocks.reduce((sum, block) => sum + block.content.length, 0);
      plain += content.length;
    }
    const startedAt = performance.now();
    for (const [at, { blocks, sha256 }] of chain.entries()) {
      const base = at === 0 ? undefined : { path: join(folder, `out-${at - 1}`) };
      const hash = await unpackFile(each(blocks), base, join(folder, `out-${at}`));
      if (hash !== sha256) throw new Error(`version ${at} of ${list.name} is another one`);
    }
    const rebuildMs = performance.now() - startedAt;
    total += bytes;
    console.log(
      `${list.name}: ${days} versions in ${(bytes / 1e6).toFixed(1)} MB, ${(ms / days).toFixed(0)} ms each; the last one rebuilt from ${chain.length} in ${rebuildMs.toFixed(0)} ms`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
}
console.log(`all: ${(total / 1e6).toFixed(1)} MB instead of ${(plain / 1e6).toFixed(0)} MB`);

async function* each(blocks: readonly FileBlock[]): AsyncGenerator<FileBlock> {
  yield* blocks;
}
