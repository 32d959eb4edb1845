/** Made-up people against UN and OFAC SDN: every hit is a false alarm. `--show N` prints the first alarms. */
import {
  countryCode,
  enginePolicies,
  type Hit,
  parseBirth,
  type Subject,
  screen,
} from '../../packages/matching/src/index.ts';
import { benchRows, loadList, percent, percentile } from './lists.ts';

const shown = Number(process.argv[process.argv.indexOf('--show') + 1]) || 0;

function subjectOf(row: Record<string, string>, withFacts: boolean): Subject {
  const name = row['full_name']!;
  if (!withFacts) return { name, type: 'individual' };
  const birth = parseBirth(row['date_of_birth'] ?? '');
  const country = countryCode(row['nationality'] ?? '');
  return {
    name,
    type: 'individual',
    ...(row['gender'] === 'male'
      ? { gender: 'M' as const }
      : row['gender'] === 'female'
        ? { gender: 'F' as const }
        : {}),
    births: birth ? [birth] : [],
    nationalities: country ? [country] : [],
  };
}

const files = ['negatives_global.csv', 'negatives_us.csv'].map((file) => ({ file, rows: benchRows(file) }));
if (files.every(({ rows }) => rows !== undefined)) {
  const indexes = [(await loadList('un-sc')).index, (await loadList('us-ofac-sdn')).index];
  for (const strength of ['EXACT', 'STRONG', 'WEAK'] as const) {
    const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: strength, maxHits: 50 });
    for (const withFacts of [false, true]) {
      let alerts = 0;
      let total = 0;
      const times: number[] = [];
      const alarms: [string, Hit][] = [];
      for (const { rows } of files) {
        for (const row of rows!) {
          const subject = subjectOf(row, withFacts);
          const started = performance.now();
          const { hits } = screen(indexes, subject, policy);
          times.push(performance.now() - started);
          total++;
          if (hits.length > 0) {
            alerts++;
            alarms.push([subject.name, hits[0]!]);
          }
        }
      }
      times.sort((a, b) => a - b);
      const mean = times.reduce((sum, time) => sum + time, 0) / total;
      console.log(
        `${strength.padEnd(6)} ${withFacts ? 'date, nationality, gender' : 'name only                '} alerts ${percent(alerts, total)}` +
          `  mean ${mean.toFixed(3)} ms  p50 ${percentile(times, 0.5).toFixed(3)}  p95 ${percentile(times, 0.95).toFixed(3)}  p99 ${percentile(times, 0.99).toFixed(3)}  max ${times.at(-1)!.toFixed(1)}`,
      );
      if (strength === 'STRONG')
        for (const [name, hit] of alarms.slice(0, shown))
          console.log(`    ${name} | ${hit.matchedName} ${hit.score}`);
    }
  }
}
