/**
 * How long a test pack takes by `gatehouse prove`: making it, screening it, and the whole command; and that two runs of one
 * seed give the same bytes.
 *
 *     node bench/assurance/prove.ts [records] [set=matchStrength=WEAK] [--once]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const records = process.argv.slice(2).find((text) => /^\d+$/.test(text)) ?? '100000';
const settings = process.argv
  .slice(2)
  .filter((text) => text.startsWith('set='))
  .map((text) => text.slice(4));
const rounds = process.argv.includes('--once') ? 1 : 2;
const root = fileURLToPath(new URL('../../', import.meta.url));
const lists = join(root, '../shared/data/lists');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-prove-'));
const env = {
  ...process.env,
  GATEHOUSE_DATA_DIR: join(folder, 'data'),
  ...(existsSync(lists) && { GATEHOUSE_LISTS_DIR: lists }),
};
const command = join(root, 'packages/server/bin/gatehouse.mjs');
const run = (...flags: string[]) =>
  execFileSync(process.execPath, [command, ...flags], { env, encoding: 'utf8' });

try {
  // Indexes are built once for all runs.
  run('screen', 'Jane Doe');
  const hashes = new Set<string>();
  for (let round = 1; round <= rounds; round++) {
    const out = join(folder, `out-${round}`);
    const started = performance.now();
    const text = run(
      'prove',
      '--records',
      records,
      '--out',
      out,
      ...settings.flatMap((set) => ['--set', set]),
    );
    const seconds = (performance.now() - started) / 1000;
    const hash = createHash('sha256');
    for (const name of ['report.json', 'figures.csv', 'missed.csv'])
      hash.update(readFileSync(join(out, name)));
    hashes.add(hash.digest('hex'));
    if (round === 1) console.log(text);
    console.log(`run ${round}: ${seconds.toFixed(1)} s, load ${loadavg()[0]!.toFixed(1)}`);
  }
  if (rounds > 1) console.log(hashes.size === 1 ? 'both runs have the same bytes' : 'the runs DIFFER');
} finally {
  rmSync(folder, { recursive: true });
}
