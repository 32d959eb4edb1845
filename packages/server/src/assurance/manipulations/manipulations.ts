/**
 * The documented ways in which a test pack alters what lists publish (docs/assurance.md has the table). One that cannot apply
 * to a name leaves it as it is, and the pack then takes another name.
 */
import type { EntityType } from '@gatehouse/matching';
import { pick, type Random } from '../random.ts';
import { basicManipulations as basic, type NameManipulation } from './basic-manipulations.ts';
import { inCyrillicLetters } from './cyrillic-letters.ts';
import {
  furtherManipulations as further,
  organisationManipulations as organisation,
  vesselManipulations as vessel,
} from './further-manipulations.ts';
import { withNickname } from './nicknames.ts';

type ManipulationFamily =
  | 'exact'
  | 'typing'
  | 'sound'
  | 'transliteration'
  | 'script'
  | 'order'
  | 'parts'
  | 'initials'
  | 'spacing'
  | 'nickname'
  | 'legal-form'
  | 'padding';

type Applies = 'people' | 'organisations' | 'craft';

interface NameWay {
  readonly family: ManipulationFamily;
  readonly applies: readonly Applies[];
  readonly apply: NameManipulation;
}

const all: readonly Applies[] = ['people', 'organisations', 'craft'];
const people: readonly Applies[] = ['people'];
const organisations: readonly Applies[] = ['organisations'];
const namesOfParties: readonly Applies[] = ['people', 'organisations'];

function way(family: ManipulationFamily, applies: readonly Applies[], apply: NameManipulation): NameWay {
  return { family, applies, apply };
}

/** The names as they are, in no other case, spacing or script. */
export const EXACT = 'exact';

const exchangedForm: NameManipulation = (name, random) => {
  const bare = organisation['form left out']!(name, random);
  if (bare === name) return name;
  return `${bare} ${pick(['Ltd', 'LLC', 'GmbH', 'S.A.', 'JSC', 'FZE', 'Inc.'], random)}`;
};

const longWordError: NameManipulation = (name, random) => organisation['typing error']!(name, random);

export const nameManipulations: Readonly<Record<string, NameWay>> = {
  [EXACT]: way('exact', all, (name) => name),
  'letters-swapped': way('typing', people, basic['swapped letters']!),
  'letter-dropped': way('typing', people, basic['dropped letter']!),
  'letter-doubled': way('typing', people, basic['doubled letter']!),
  'letter-replaced': way('typing', people, basic['replaced letter']!),
  'letter-added': way('typing', people, further['added letter']!),
  'keyboard-neighbour': way('typing', people, further['keyboard neighbour']!),
  'short-word-error': way('typing', people, further['error in a short word']!),
  'two-errors': way('typing', people, further['two errors in two words']!),
  'word-error': way('typing', ['organisations', 'craft'], longWordError),
  'two-word-errors': way('typing', organisations, organisation['two typing errors']!),
  'read-by-machine': way('typing', namesOfParties, further['read by machine']!),
  'spelled-by-ear': way('sound', people, further['spelled by ear']!),
  transliteration: way('transliteration', people, basic['other transliteration']!),
  'transliteration-russian': way('transliteration', people, further['Russian otherwise']!),
  'transliteration-arabic': way('transliteration', people, further['Arabic otherwise, once']!),
  'transliteration-chinese': way('transliteration', people, further['Chinese otherwise']!),
  'transliteration-korean': way('transliteration', people, further['Korean otherwise']!),
  'cyrillic-letters': way('script', people, inCyrillicLetters),
  capitals: way('script', all, further['all in capitals']!),
  'marks-added': way('script', namesOfParties, further['marks added']!),
  'marks-lost': way('script', namesOfParties, further['marks lost']!),
  'family-name-first': way('order', people, basic['Rest, First']!),
  'any-order': way('order', namesOfParties, further['any order']!),
  'middle-name-dropped': way('parts', people, basic['dropped middle name']!),
  'middle-name-added': way('parts', people, basic['added middle name']!),
  'last-name-dropped': way('parts', people, further['last name dropped']!),
  'word-left-out': way('parts', organisations, organisation['one word left out']!),
  'first-initial': way('initials', people, basic['first name as initial']!),
  'middle-initials': way('initials', people, further['names as initials but the last']!),
  'middle-initial-added': way('initials', people, further['middle initial']!),
  'words-joined': way('spacing', all, basic['words joined']!),
  'word-split': way('spacing', people, basic['word split']!),
  'spaces-lost': way('spacing', people, further['spaces lost']!),
  'spaces-doubled': way('spacing', namesOfParties, further['spaces doubled']!),
  'hyphen-for-space': way('spacing', ['people', 'craft'], further['hyphen for a space']!),
  'hyphens-lost': way('spacing', people, further['hyphens lost']!),
  nickname: way('nickname', people, withNickname),
  'form-left-out': way('legal-form', organisations, organisation['form left out']!),
  'form-added': way('legal-form', organisations, organisation['form added']!),
  'form-exchanged': way('legal-form', organisations, exchangedForm),
  'words-shortened': way('legal-form', organisations, organisation['words written otherwise']!),
  'title-added': way('padding', people, basic['title added']!),
  'remark-added': way('padding', people, further['with a remark']!),
  'article-added': way('padding', organisations, organisation['with an article']!),
  'kind-added': way('padding', ['craft'], vessel['with its kind']!),
  quotes: way('padding', ['craft'], vessel['in quotes']!),
};

function appliesTo(type: EntityType): Applies {
  if (type === 'individual') return 'people';
  return type === 'vessel' || type === 'aircraft' ? 'craft' : 'organisations';
}

/** The ways for names of a type of entity, in the order of the table. */
export function nameWaysOf(type: EntityType): readonly string[] {
  const of = appliesTo(type);
  return Object.entries(nameManipulations).flatMap(([id, { applies }]) => (applies.includes(of) ? [id] : []));
}

/** A name altered in one way; undefined where the way does not apply, or leaves nothing that can be screened. */
export function alteredName(name: string, id: string, random: Random): string | undefined {
  const altered = nameManipulations[id]!.apply(name, random);
  if (!/[\p{L}\p{N}]/u.test(altered)) return undefined;
  return altered === name && id !== EXACT ? undefined : altered;
}

type IdentifierManipulation = (value: string) => string;

/** Wallets are compared as written, so they are only tested exactly. */
export const identifierManipulations: Readonly<Record<string, IdentifierManipulation>> = {
  'identifier-lower-case': (value) => value.toLowerCase(),
  'identifier-spaced': (value) => value.replace(/(.{3})(?=.)/gu, '$1 '),
  'identifier-hyphenated': (value) => value.replace(/(.{4})(?=.)/gu, '$1-'),
};
