/** Names that are built to cost much, and how long the worst of each kind takes. */
import { enginePolicies, type ListIndex, screen } from '../../packages/matching/src/index.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** No name may take longer. */
const MAX_MS = 50;
const ROUNDS = 5;

/** Kinds of names: of up to 1,000 characters, and of tokens that very many names hold. */
const COSTLY: Record<string, readonly string[]> = {
  '500 one-letter tokens': [Array.from({ length: 500 }, (_, i) => LETTERS[i % 26]).join(' ')],
  'one token of 1,000 letters': [LETTERS.repeat(39).slice(0, 1000)],
  'frequent names repeated': ['mohammed ahmed ali hassan '.repeat(38)],
  'particles repeated': ['al bin '.repeat(140)],
  '150 different tokens': [
    Array.from(
      { length: 150 },
      (_, i) => `${LETTERS[i % 26]}${LETTERS[(i * 7) % 26]}an${LETTERS[(i * 3) % 26]}`,
    ).join(' '),
  ],
  '120 tokens with digits': [
    Array.from({ length: 120 }, (_, i) => `${['maria', 'bank', 'kim', 'ltd'][i % 4]}${i % 40}`).join(' '),
  ],
  'Han characters': ['李明'.repeat(500)],
  'combining marks': [`m${'\u0301'.repeat(999)}`, `${'a\u0301\u0302\u0303'.repeat(250)}`],
  signs: ['&'.repeat(1000)],
  'one frequent name': ['Mohammed', 'Ali', 'Kim', 'Lee'],
  'common Arabic names': [
    'Mohammed Ali',
    'Abdullah Ahmed',
    'Mohammd Said',
    'Ahmed Mohammed Hassan Ali',
    'Mohamed Abdullah Al Hassan',
  ],
  'Arabic names of particles': [
    'عبد الباقي آل محمد بن علي بن جماز',
    'Abd al-Baqi Al Muhammad bin Ali bin Jammaz',
    'Abu Bakr bin Abd al-Rahman al-Shaykh',
    'Abdel-Salam Abdel-Rahman ALAWl',
  ],
  'one-syllable names with an initial': ['우진 이', '수빈 이', 'U Jin I', 'O Sang Chol', 'Kim S.'],
  'frequent names with initials': [
    'Mohammed A.',
    'Muhammad A. B.',
    'A. B. C. Mohammed',
    'Abdul S. M. Rahman',
    'MUHAMMAD d. ABDUL R.',
    'Mansurali Y.',
    'Muhammad sL-SHAYKH',
    'A. MOHAMED AL A.',
    'Al H. ALI ALI A.',
    'Abd Al H. Sulaiman Muhammed A.',
    'ع. بن عبدلله ص. محمد الكواري',
    "Amir Muhammad S. 'Abd-al-Rahman Muhammad A.",
  ],
  'words of many companies': [
    'International General Trading Company Limited',
    'U.I. INTERNATIOmAL',
    'SANTA MARIA INTERNATIONAL mRADING CORP.',
  ],
};

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The maximum that screening a name takes, whatever it is screened as, after a first time. */
function worstOf(indexes: readonly ListIndex[], name: string): { ms: number; how: string } {
  const policies = {
    STRONG: enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 }),
    WEAK: enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 20 }),
    'sensitivity 0.7': enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.7 }),
  };
  let worst = { ms: 0, how: '' };
  for (const [title, policy] of Object.entries(policies)) {
    for (const type of ['individual', 'corporate'] as const) {
      screen(indexes, { name, type }, policy);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const before = cpuMs();
        screen(indexes, { name, type }, policy);
        times.push(cpuMs() - before);
      }
      times.sort((a, b) => a - b);
      const ms = times[ROUNDS >> 1]!;
      if (ms > worst.ms) worst = { ms, how: `${title}, ${type}` };
    }
  }
  return worst;
}

/** Prints the worst of each kind: medians of a few rounds, of the strictness and type at which it takes longest. */
export function measureCostly(indexes: readonly ListIndex[]): void {
  let over = 0;
  for (const [title, names] of Object.entries(COSTLY)) {
    const worst = names
      .map((name) => ({ name, ...worstOf(indexes, name) }))
      .reduce((most, one) => (one.ms > most.ms ? one : most));
    if (worst.ms > MAX_MS) over++;
    const shown = names.length > 1 ? `: ${worst.name.slice(0, 60)}` : '';
    console.log(
      `${title.padEnd(36)} ${worst.ms.toFixed(1).padStart(7)} ms${worst.ms > MAX_MS ? '  OVER' : ''}  (${worst.how}${shown})`,
    );
  }
  console.log(`${over} of ${Object.keys(COSTLY).length} kinds over ${MAX_MS} ms`);
}
