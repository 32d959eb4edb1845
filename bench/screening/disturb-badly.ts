/**
 * Names badly disturbed: sixteen ways for people, nine for organisations, two for vessels. Each is seeded; one that cannot
 * apply leaves the name as it is.
 */
import {
  inWord,
  type NameManipulation,
} from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import {
  furtherManipulations,
  mistyped,
  organisationManipulations,
  vesselManipulations,
} from '../../packages/server/src/assurance/manipulations/further-manipulations.ts';
import { pick } from '../../packages/server/src/assurance/random.ts';

const UNKNOWN_TITLES = ['Engr.', 'H.E.', 'Hajji', 'Lt. Col.', 'Shri', 'Ustad', 'Adv.', 'Capt.'];

/** Words of companies as registers and payment messages shorten them. */
const SHORT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bbank\b/i, 'BK'],
  [/\btrading\b/i, 'TRDG'],
  [/\btransport(?:ation)?\b/i, 'TRANSP'],
  [/\binternational\b/i, 'INTL'],
  [/\bengineering\b/i, 'ENGRG'],
  [/\bcompany\b/i, 'CO'],
  [/\bindustr(?:y|ies|ial)\b/i, 'IND'],
  [/\bshipping\b/i, 'SHPG'],
  [/\bmanagement\b/i, 'MGMT'],
  [/\bgeneral\b/i, 'GEN'],
  [/\bservices?\b/i, 'SVCS'],
  [/\binvestments?\b/i, 'INV'],
  [/\bdevelopment\b/i, 'DEV'],
  [/\bpetroleum\b/i, 'PETR'],
  [/\btechnolog(?:y|ies)\b/i, 'TECH'],
  [/\bassociation\b/i, 'ASSN'],
  [/\bcorporation\b/i, 'CORP'],
  [/\bgroup\b/i, 'GRP'],
  [/\bmanufacturing\b/i, 'MFG'],
  [/\bnational\b/i, 'NATL'],
];
const FORM =
  /[, ]+(?:private joint stock company|joint stock company|limited liability company|co\.?,? ltd\.?|limited|ltd\.?|llc|l\.l\.c\.|inc\.?|s\.a\.(?: de c\.v\.)?|s\.a\.l\.?|gmbh|company|co\.|corp\.?|corporation|pjsc|cjsc|ojsc|jsc|fze|fzco|ag|plc|ltda\.?)$/i;

/** Two neighbouring letters of a form in the wrong order. */
function swapped(form: string): string {
  const letters = /[a-z]{3,}/i.exec(form);
  if (letters === null) return form;
  const [word] = letters;
  const at = letters.index + 1;
  return form.slice(0, at) + form[at + 1] + form[at] + form.slice(at + (word.length > 2 ? 2 : 1));
}

export const badPersonDisturbances: Record<string, NameManipulation> = {
  'two errors in two words': furtherManipulations['two errors in two words']!,
  'two errors in one word': furtherManipulations['two errors in one word']!,
  'read by machine, twice': furtherManipulations['read by machine, twice']!,
  'spelled by ear': furtherManipulations['spelled by ear']!,
  'Russian otherwise': furtherManipulations['Russian otherwise']!,
  'Arabic otherwise, thrice': furtherManipulations['Arabic otherwise, thrice']!,
  'Korean otherwise': furtherManipulations['Korean otherwise']!,
  'Chinese otherwise': furtherManipulations['Chinese otherwise']!,
  'first and last name only': (name) => {
    const words = name.split(' ');
    return words.length > 3 ? `${words[0]} ${words.at(-1)}` : name;
  },
  'names as initials but the last': furtherManipulations['names as initials but the last']!,
  'unknown title and an error': (name, random) =>
    `${pick(UNKNOWN_TITLES, random)} ${inWord(name, random, mistyped)}`,
  'any order, with an error': furtherManipulations['any order, with an error']!,
  'middle name dropped, with an error': furtherManipulations['middle name dropped, with an error']!,
  'joined, with an error': furtherManipulations['joined, with an error']!,
  'split, with an error': furtherManipulations['split, with an error']!,
  'spaces lost': furtherManipulations['spaces lost']!,
};

export const badOrganisationDisturbances: Record<string, NameManipulation> = {
  'words shortened': (name) => SHORT_WORDS.reduce((text, [word, short]) => text.replace(word, short), name),
  'two typing errors': organisationManipulations['two typing errors']!,
  'form unfinished, swapped or glued': (name, random) => {
    const form = FORM.exec(name)?.[0];
    if (form === undefined) return name;
    const rest = name.slice(0, -form.length);
    const words = form.trim().split(' ');
    const ways = [
      () => (words.length > 1 ? `${rest} ${words.slice(0, -1).join(' ')}` : rest + swapped(form)),
      () => rest + swapped(form),
      () => rest + form.replace(/^[, ]+/, ''),
    ];
    return pick(ways, random)();
  },
  'error in a short word': (name, random) =>
    inWord(name, random, mistyped, (word) => /^[a-z]{3,5}$/i.test(word)),
  'one word left out': organisationManipulations['one word left out']!,
  'words in any order': organisationManipulations['words in any order']!,
  'read by machine': organisationManipulations['read by machine']!,
  'words joined': organisationManipulations['spaces changed']!,
  'form exchanged': (name, random) => {
    const others = ['Ltd', 'LLC', 'GmbH', 'S.A.', 'JSC', 'FZE', 'Inc.'];
    return `${name.replace(FORM, '')} ${pick(others, random)}`;
  },
};

export const badVesselDisturbances: Record<string, NameManipulation> = {
  'one wrong letter': (name, random) =>
    inWord(
      name,
      random,
      (word) => {
        const at = Math.floor(random() * word.length);
        return word.slice(0, at) + pick([...'abcdefghijklmnopqrstuvwxyz'], random) + word.slice(at + 1);
      },
      (word) => /^[a-z]{4,}$/i.test(word),
    ),
  'kind in front': vesselManipulations['with its kind']!,
};
