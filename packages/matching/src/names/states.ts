/**
 * States in the names of organisations. A usual short form is read as the short name written together, which also matches
 * the name written apart: `U.A.E.` and `United Arab Emirates`. An official name is guessed to be the short one.
 */
import { isPlaceName } from './places.ts';

/** The official name of a state that says more than what kind of state it is, and its short name. */
const OFFICIAL_NAMES: Readonly<Record<string, string>> = {
  'united kingdom of great britain and northern ireland': 'unitedkingdom',
  'great britain and northern ireland': 'unitedkingdom',
  'great britain': 'unitedkingdom',
  'united states of america': 'unitedstates',
  'democratic peoples republic of korea': 'northkorea',
  'democratic people s republic of korea': 'northkorea',
  'peoples democratic republic of korea': 'northkorea',
  'republic of korea': 'southkorea',
  'democratic republic of the congo': 'drc',
  'democratic republic of congo': 'drc',
  'dr congo': 'drc',
  'syrian arab republic': 'syria',
  'russian federation': 'russia',
  'lao peoples democratic republic': 'laos',
  'czech republic': 'czechia',
  'slovak republic': 'slovakia',
  'kyrgyz republic': 'kyrgyzstan',
  'french republic': 'france',
  'italian republic': 'italy',
  'hellenic republic': 'greece',
  'lebanese republic': 'lebanon',
  'tunisian republic': 'tunisia',
  'swiss confederation': 'switzerland',
  'libyan arab jamahiriya': 'libya',
  'socialist peoples libyan arab jamahiriya': 'libya',
  'great socialist peoples libyan arab jamahiriya': 'libya',
  'union of soviet socialist republics': 'sovietunion',
  'republic of the union of myanmar': 'myanmar',
  'union of myanmar': 'myanmar',
  'hong kong special administrative region': 'hongkong',
  'macao special administrative region': 'macao',
};

const OFFICIAL_WORDS = Object.keys(OFFICIAL_NAMES).map((name) => name.split(' '));
const KINDS_OF_STATE = new Set(
  'republic rep kingdom state sultanate emirate federation commonwealth principality union'.split(' '),
);
/** What a state calls itself before the kind of state that it is. */
const STYLES = new Set(
  'islamic arab democratic federal federative peoples people socialist bolivarian plurinational cooperative hashemite united independent'.split(
    ' ',
  ),
);

/** Words that an official name begins with: most names have none. */
const BEGINNINGS = new Set([...OFFICIAL_WORDS.map(([first]) => first!), ...KINDS_OF_STATE, ...STYLES]);

/** How many words from `at` on are an official name as a whole, and its short name; of two the longer one. */
function officialNameAt(words: readonly string[], at: number): { name: string; count: number } | undefined {
  let longest: readonly string[] | undefined;
  for (const official of OFFICIAL_WORDS) {
    if (official.length <= (longest?.length ?? 0)) continue;
    if (official.every((word, offset) => words[at + offset] === word)) longest = official;
  }
  return longest && { name: OFFICIAL_NAMES[longest.join(' ')]!, count: longest.length };
}

/** How many words before the name of a state say what kind of state it is: `Islamic Republic of Iran`; 0 where none do. */
function styleLengthAt(words: readonly string[], at: number): number {
  let end = at;
  while (STYLES.has(words[end] ?? '')) end++;
  if (!KINDS_OF_STATE.has(words[end] ?? '') || words[end + 1] !== 'of') return 0;
  end += words[end + 2] === 'the' ? 3 : 2;
  return isPlaceName(words[end] ?? '') ? end - at : 0;
}

/** The words with the short names of states for their official ones; undefined where there are none. */
export function withShortStates(words: readonly string[]): string[] | undefined {
  if (!words.some((word) => BEGINNINGS.has(word))) return undefined;
  const short: string[] = [];
  for (let at = 0; at < words.length; ) {
    const official = officialNameAt(words, at);
    if (official) {
      short.push(official.name);
      at += official.count;
      continue;
    }
    const style = styleLengthAt(words, at);
    at += style;
    short.push(words[at++]!);
  }
  return short.length === words.length ? undefined : short;
}
