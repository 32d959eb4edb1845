/**
 * Compares two source trees on the same lists: first that every hit and score is equal, then the cost of a query.
 * Both trees are loaded into one process. Blocks of queries alternate between them, so that a busy machine slows both
 * alike. Read the fastest of each query on a busy machine. Pin the process to one processor.
 *
 *     node --max-old-space-size=12288 bench/screening/two-trees.ts OLD NEW [entities...]
 *         [--queries 12000] [--rounds 0] [--kept folder]
 *
 * OLD and NEW are folders of checkouts. The exit code is 1 when any hit differs.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MatchPolicy, openIndex, Subject, screen } from '../../packages/matching/src/index.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';
import { benchRows, loadList, percentile } from './lists.ts';
import { madeUpIndex, retainedFolder } from './made-up-index.ts';
import { recombine } from './recombine.ts';

interface Tree {
  buildIndex: typeof import('../../packages/matching/src/index.ts').buildIndex;
  enginePolicies: typeof import('../../packages/matching/src/index.ts').enginePolicies;
  openIndex: typeof openIndex;
  screen: typeof screen;
}

interface Query {
  subject: Subject;
  /** Place of its setting among `SETTINGS`. */
  setting: number;
}

/** Of the times of all queries; `most` is that of the slowest. */
const FIGURES = ['mean', 'p50', 'p99', 'most'] as const;
type Figure = (typeof FIGURES)[number];

const SIZES = [10_000, 100_000];
const BLOCK = 50;
/** Lists of no more entities are built by both trees, and the bytes are compared. */
const BUILT_BY_BOTH = 20_000;

const SETTINGS: { title: string; policyOf: (policies: Tree['enginePolicies']) => MatchPolicy }[] = [
  { title: 'STRONG', policyOf: (all) => all.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 }) },
  { title: 'WEAK', policyOf: (all) => all.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 20 }) },
  { title: '.7', policyOf: (all) => all.COMPOSITE_SCAN({ sensitivity: 0.7 }) },
  { title: '1', policyOf: (all) => all.COMPOSITE_SCAN({ sensitivity: 1 }) },
];

function optionNumber(args: readonly string[], option: string, other: number): number {
  const at = args.indexOf(option);
  return at < 0 ? other : Number(args[at + 1]);
}

async function load(folder: string): Promise<Tree> {
  return import(pathToFileURL(resolve(folder, 'packages/matching/src/index.ts')).href);
}

/** People who are on no list, listed names as they are and disturbed in every way, initials; in a mixed order. */
function queriesOf(real: Awaited<ReturnType<typeof loadList>>['entries'], count: number): Query[] {
  const random = seeded(20);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const people = ['negatives_global.csv', 'negatives_us.csv'].flatMap((file) =>
    (benchRows(file) ?? []).map((row) => row['full_name']!),
  );
  const ways = Object.values(basicManipulations);
  const made = [...recombine(real.slice(0, 2000), 4000, 99)].slice(2000);
  const kinds: (() => Subject)[] = [
    () => ({ name: pick(people), type: 'individual' }),
    () => ({ name: pick(people), type: 'any' }),
    () => {
      const entry = pick(real);
      return { name: pick(entry.names).text, type: entry.type === 'individual' ? 'individual' : 'any' };
    },
    () => {
      const entry = pick(real);
      return {
        name: pick(ways)(pick(entry.names).text, random),
        type: entry.type === 'individual' ? 'individual' : 'corporate',
        births: random() < 0.3 ? entry.births : [],
        nationalities: random() < 0.3 ? entry.nationalities : [],
      };
    },
    () => {
      const entry = pick(made);
      return {
        name: pick(ways)(entry.names[0]!.text, random),
        type: entry.type === 'individual' ? 'individual' : 'corporate',
      };
    },
    () => {
      const words = pick(random() < 0.5 ? people : real.map((entry) => entry.names[0]!.text)).split(' ');
      const at = Math.floor(random() * words.length);
      words[at] = `${words[at]![0] ?? 'A'}.`;
      return { name: words.join(' '), type: 'individual' };
    },
  ];
  return Array.from({ length: count }, (_, i) => ({
    subject: kinds[i % kinds.length]!(),
    setting: Math.floor(i / kinds.length) % SETTINGS.length,
  }));
}

function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** Runs a block of queries and notes the milliseconds of each. */
function run(side: Side, queries: readonly Query[], block: number, times: Float64Array): void {
  const end = Math.min(queries.length, (block + 1) * BLOCK);
  for (let i = block * BLOCK; i < end; i++) {
    const { subject, setting } = queries[i]!;
    const before = performance.now();
    side.tree.screen([side.index], subject, side.policies[setting]!);
    times[i] = performance.now() - before;
  }
}

interface Side {
  tree: Tree;
  index: ReturnType<typeof openIndex>;
  policies: MatchPolicy[];
}

/** @param build makes the tree's own index, where it does not read the buffer: trees of two engines have two layouts. */
function sideOf(tree: Tree, buffer: ArrayBufferLike, build: () => ArrayBufferLike): Side {
  const policies = SETTINGS.map(({ policyOf }) => policyOf(tree.enginePolicies));
  let index: Side['index'];
  try {
    index = tree.openIndex(buffer);
  } catch {
    console.log('  the trees have layouts of their own: each builds its index');
    index = tree.openIndex(build());
  }
  return { tree, index, policies };
}

/** @returns how many queries have other hits */
function compareHits(sides: readonly [Side, Side], queries: readonly Query[]): number {
  let different = 0;
  let hits = 0;
  const sum = createHash('sha256');
  for (const { subject, setting } of queries) {
    const [before, after] = sides.map(({ tree, index, policies }) =>
      tree.screen([index], subject, policies[setting]!),
    );
    const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
    hits += before!.hits.length;
    sum.update(old);
    if (old === now) continue;
    different++;
    if (different <= 5) console.log(`  differs at ${SETTINGS[setting]!.title}: ${JSON.stringify(subject)}`);
  }
  console.log(
    `  ${queries.length} queries, ${hits} hits, ${different} differ (sha256 ${sum.digest('hex').slice(0, 12)})`,
  );
  return different;
}

function measure(sides: readonly [Side, Side], queries: readonly Query[], rounds: number): void {
  const count = queries.length;
  const least = sides.map(() => new Float64Array(count).fill(Number.POSITIVE_INFINITY));
  const ratios: Record<Figure, number>[][] = SETTINGS.map(() => []);
  const times = sides.map(() => new Float64Array(count));
  const blocks = Math.ceil(count / BLOCK);
  const statistics = (all: Float64Array, setting: number) => {
    const own = [...all.filter((_, i) => queries[i]!.setting === setting)].sort((a, b) => a - b);
    const mean = own.reduce((total, time) => total + time, 0) / own.length;
    return { mean, p50: percentile(own, 0.5), p99: percentile(own, 0.99), most: own.at(-1)! };
  };
  for (let round = 0; round < rounds; round++) {
    for (let block = 0; block < blocks; block++) {
      const order = (round + block) % 2 === 0 ? [0, 1] : [1, 0];
      for (const at of order) run(sides[at]!, queries, block, times[at]!);
    }
    SETTINGS.forEach((_, setting) => {
      const [before, after] = times.map((all) => statistics(all, setting));
      const ratioOf = (figure: Figure) => after![figure] / before![figure];
      ratios[setting]!.push({
        mean: ratioOf('mean'),
        p50: ratioOf('p50'),
        p99: ratioOf('p99'),
        most: ratioOf('most'),
      });
    });
    times.forEach((all, at) => {
      for (let i = 0; i < count; i++) least[at]![i] = Math.min(least[at]![i]!, all[i]!);
    });
  }
  SETTINGS.forEach(({ title }, setting) => {
    const [before, after] = least.map((all) => statistics(all, setting));
    for (const figure of FIGURES) {
      const all = ratios[setting]!.map((one) => one[figure]);
      console.log(
        `  ${title.padEnd(6)} ${figure.padEnd(4)} new/old ${median(all).toFixed(3)} (${Math.min(...all).toFixed(3)} to ${Math.max(...all).toFixed(3)}); fastest of each query ${before![figure].toFixed(3)} to ${after![figure].toFixed(3)} ms, ${(after![figure] / before![figure]).toFixed(3)}`,
      );
    }
  });
}

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith('--'));
const [oldFolder, newFolder, ...sizes] = args.slice(0, firstOption < 0 ? undefined : firstOption);
if (!oldFolder || !newFolder) throw new Error('give two folders of checkouts: OLD NEW');
const trees = [await load(oldFolder), await load(newFolder)] as const;
const rounds = optionNumber(args, '--rounds', 0);
const lists = [await loadList('un-sc'), await loadList('us-ofac-sdn')];
const real = lists.flatMap((list) => list.entries);
const queries = queriesOf(real, optionNumber(args, '--queries', 12_000));
let different = 0;
for (const size of sizes.length > 0 ? sizes.map(Number) : SIZES) {
  console.log(`${size} entities:`);
  if (size <= BUILT_BY_BOTH) {
    const entries = [...recombine(real, size)];
    const built = trees.map((tree) => Buffer.from(tree.buildIndex(entries, { source: 's', version: 'v' })));
    const isSame = built[0]!.equals(built[1]!);
    if (!isSame) different++;
    console.log(`  bytes of the index: ${isSame ? 'equal' : 'DIFFERENT'}`);
  }
  const { buffer } = madeUpIndex(real, size, retainedFolder(args));
  const [before, after] = trees.map((tree) =>
    sideOf(tree, buffer, () => tree.buildIndex(recombine(real, size), { source: 's', version: 'v' })),
  );
  const sides = [before!, after!] as const;
  different += compareHits([sides[0], sides[1]], queries);
  if (rounds > 0) measure([sides[0], sides[1]], queries, rounds);
}
if (different > 0) process.exitCode = 1;
