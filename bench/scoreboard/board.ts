/**
 * The scoreboard: engines that answered the same pack, at their own thresholds, at their best, and at equal alert rates.
 *
 *     node bench/scoreboard/board.ts FOLDER
 *
 * Prints Markdown. Found means that the score of the entry that the name is of reaches the threshold.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shareOf } from '../../packages/server/src/assurance/run/wilson.ts';
import type { Query } from './pack.ts';
import { type Answer, type EngineRun, givenFolder, readQueries, readRows } from './rows.ts';

const folder = givenFolder();
const queries = new Map(readQueries(folder).map((query) => [query.id, query]));
const alertRates = [0.01, 0.005];

interface Scored {
  readonly run: EngineRun;
  readonly altered: readonly number[];
  readonly published: readonly number[];
  readonly innocent: readonly number[];
}

const engines = readdirSync(folder)
  .flatMap((name) => /^engine\.(.+)\.json$/.exec(name)?.[1] ?? [])
  .map(read);
console.log('| engine, version | threshold | altered names found | public names found | innocents alerted |');
console.log('| --- | --- | --- | --- | --- |');
for (const engine of engines) {
  const { run } = engine;
  row(`${run.engine} ${run.version}, its own`, engine, run.threshold);
  row('at its best', engine, best(engine));
  for (const rate of alertRates) row(`at ${100 * rate} % alerts`, engine, thresholdOf(engine.innocent, rate));
}
console.log('\n| engine | seconds for all names |');
console.log('| --- | --- |');
for (const { run } of engines) console.log(`| ${run.engine} | ${run.seconds.toFixed(0)} |`);

function read(engine: string): Scored {
  const run = JSON.parse(readFileSync(join(folder, `engine.${engine}.json`), 'utf8')) as EngineRun;
  const answers = readRows<Answer>(folder, `answers.${engine}.jsonl`);
  if (answers.length !== queries.size)
    throw new Error(`${engine} answered ${answers.length} of ${queries.size}`);
  const of = (set: Query['set']) => answers.filter(({ id }) => queries.get(id)!.set === set);
  return {
    run,
    altered: of('altered').map(({ own }) => own),
    published: of('public').map(({ own }) => own),
    innocent: of('innocent').map((answer) => answer.best),
  };
}

function row(title: string, { altered, published, innocent }: Scored, threshold: number): void {
  const share = (scores: readonly number[]) => {
    const count = scores.filter((score) => score >= threshold).length;
    const { percent, lower, upper } = shareOf(count, scores.length);
    return `${percent?.toFixed(1)} % (${lower?.toFixed(1)} to ${upper?.toFixed(1)})`;
  };
  console.log(
    `| ${title} | ${threshold.toFixed(3)} | ${share(altered)} | ${share(published)} | ${share(innocent)} |`,
  );
}

/** The threshold of the highest F1 of altered names and innocents. */
function best({ altered, innocent }: Scored): number {
  const f1 = (threshold: number) => {
    const found = altered.filter((score) => score >= threshold).length;
    const alerts = innocent.filter((score) => score >= threshold).length;
    return (2 * found) / (found + alerts + altered.length);
  };
  const thresholds = [...new Set(altered)].filter((score) => score > 0);
  return thresholds.reduce((one, other) => (f1(other) > f1(one) ? other : one), 1);
}

/** The lowest score at which no more than a share of the innocents alert. */
function thresholdOf(innocent: readonly number[], rate: number): number {
  const allowed = Math.floor(innocent.length * rate);
  const next = innocent.toSorted((one, other) => other - one)[allowed]!;
  return next + 1e-9;
}
