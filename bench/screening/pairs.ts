/** Labelled pairs of names: precision and recall at 0.7, and the time a pair takes. `--show` prints the wrong ones. */
import { compare } from '../../packages/matching/src/index.ts';
import { benchRows } from './lists.ts';

const THRESHOLD = 0.7;
const TYPES: Record<string, 'individual' | 'corporate' | 'vessel' | 'any'> = {
  Person: 'individual',
  Company: 'corporate',
  Organization: 'corporate',
  Vessel: 'vessel',
  LegalEntity: 'any',
};
const show = process.argv.includes('--show');
const rows = benchRows('name_pairs.csv');
if (rows) {
  const counts = { right: 0, truePositive: 0, falsePositive: 0, falseNegative: 0, strongWrong: 0 };
  for (const row of rows) {
    const type = TYPES[row['schema']!] ?? 'any';
    const { score } = compare(row['name1']!, row['name2']!, { type });
    const expected = row['is_match'] === 'true';
    const found = score >= THRESHOLD;
    if (found && expected) counts.truePositive++;
    else if (found) counts.falsePositive++;
    else if (expected) counts.falseNegative++;
    if (found === expected) counts.right++;
    else {
      if (row['quality'] === 'STRONG') counts.strongWrong++;
      if (show)
        console.log(
          `${expected ? 'missed' : 'false '} ${score.toFixed(3)} ${row['quality']} ${row['schema']}: ${row['name1']} | ${row['name2']}`,
        );
    }
  }
  const precision = counts.truePositive / (counts.truePositive + counts.falsePositive);
  const recall = counts.truePositive / (counts.truePositive + counts.falseNegative);
  console.log(
    `${rows.length} pairs at ${THRESHOLD}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${((2 * precision * recall) / (precision + recall)).toFixed(3)}, STRONG labels wrong ${counts.strongWrong}`,
  );
  let explained = 0;
  const compareAll = (rounds: number, withReasons: boolean) => {
    for (let round = 0; round < rounds; round++) {
      for (const row of rows) {
        const result = compare(row['name1']!, row['name2']!, { type: TYPES[row['schema']!] ?? 'any' });
        if (withReasons) explained += result.reasons.length;
      }
    }
  };
  const ROUNDS = 100;
  for (const withReasons of [false, true]) {
    compareAll(ROUNDS, withReasons);
    const before = process.cpuUsage();
    compareAll(ROUNDS, withReasons);
    const { user, system } = process.cpuUsage(before);
    console.log(
      `${((user + system) / ROUNDS / rows.length).toFixed(1)} µs of processing a pair${withReasons ? ' with its explanation' : ''}, after as many rounds to warm up`,
    );
  }
  console.log(`${(explained / ROUNDS / 2 / rows.length).toFixed(1)} reasons a pair`);
}
