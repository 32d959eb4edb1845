import type { AlertSubject, ComparedFact, FactVerdict, WireHit } from '@gatehouse/contract';
import type { ListEntry } from '@gatehouse/matching';
import { isSimilarBirthDate } from './similar-birth-dates.ts';

/** How the facts of a hit compare with those of its subject, for a row of a table. Pure. */

/** A name from which on both sides write it alike. */
const sameName = 0.995;

/** Most characters of what a list states in one cell. */
const maxListedLength = 40;

/** Most values of a fact in one cell. */
const maxListedValues = 2;

/** The members of a listed entry that a row shows beside its hit. */
export type ListedParticulars = Pick<ListEntry, 'gender' | 'nationalities' | 'countries' | 'identifiers'>;

type Hit = Pick<WireHit, 'reasons' | 'dobs' | 'dobRanges'>;

/**
 * What the score says of each fact. A birth that agrees less than to the day is near, and so is one that contradicts in
 * the score where a typing error explains it: it tells no two people apart.
 */
export function hitVerdicts(
  hit: Hit,
  subject: Pick<AlertSubject, 'facts'>,
): Record<ComparedFact, FactVerdict> {
  const scoresOf = (...features: string[]) =>
    hit.reasons.filter(({ feature }) => features.includes(feature)).map(({ score }) => score);
  const [name = 0] = scoresOf('name');
  // The score may use one tie to a country for and another against.
  return {
    name: name >= sameName ? 'agree' : name > 0 ? 'near' : 'unknown',
    birth: birthVerdict(hit, subject),
    country: verdictOf(scoresOf('nationality', 'country')),
    gender: verdictOf(scoresOf('gender')),
    identifiers: scoresOf('identifier').some((score) => score > 0)
      ? 'agree'
      : scoresOf('similar-wallet').length > 0
        ? 'near'
        : 'unknown',
  };
}

function verdictOf(scores: readonly number[]): FactVerdict {
  const isFor = scores.some((score) => score > 0);
  if (scores.some((score) => score < 0)) return isFor ? 'near' : 'contradict';
  return isFor ? 'agree' : 'unknown';
}

function birthVerdict(hit: Hit, subject: Pick<AlertSubject, 'facts'>): FactVerdict {
  const reason = hit.reasons.find(({ feature }) => feature === 'date-of-birth');
  if (reason === undefined) return 'unknown';
  const { dateOfBirth = '' } = subject.facts;
  if (reason.score < 0) return isSimilarBirthDate(dateOfBirth, hit) ? 'near' : 'contradict';
  return hit.dobs.some((listed) => listed.dateOfBirth === dateOfBirth) ? 'agree' : 'near';
}

/** The alias of the subject by which a hit was found; undefined where its name was. */
export function aliasFound(
  hit: Pick<WireHit, 'reasons' | 'matchedName'>,
  { facts }: Pick<AlertSubject, 'facts'>,
): string | undefined {
  const detail = hit.reasons.find(({ feature }) => feature === 'name')?.detail ?? '';
  const listed = ` and ${hit.matchedName}`;
  if (!detail.endsWith(listed)) return undefined;
  const searched = detail.slice(0, -listed.length);
  return searched !== facts['name'] && facts['aliasName']?.includes(searched) ? searched : undefined;
}

/**
 * What the list states of each fact but the name, in a few words; facts that it does not state are absent. Of several
 * births and countries the one that was compared comes first. Countries are codes, and names where they have none.
 */
export function listedTexts(
  hit: Pick<WireHit, 'dobs' | 'dobRanges' | 'addresses' | 'reasons'>,
  entry: ListedParticulars | null,
): Partial<Record<ComparedFact, string>> {
  const codes = entry === null ? [] : [...entry.nationalities, ...entry.countries];
  const others = hit.addresses.map(({ country }) => country.code || country.name);
  const isShared = (country: string) =>
    hit.reasons.some(
      ({ feature, score, detail }) =>
        (feature === 'nationality' || feature === 'country') &&
        score > 0 &&
        detail.split(' ').includes(country),
    );
  const countries = [...codes, ...others];
  const births = [...hit.dobs.map(({ dateOfBirth }) => dateOfBirth), ...hit.dobRanges.map(spanText)];
  const compared = hit.reasons.find(({ feature }) => feature === 'date-of-birth')?.detail;
  const isCompared = (birth: string) => compared?.endsWith(` ${birth}`) ?? false;
  const texts = {
    birth: few([...births.filter(isCompared), ...births], 1),
    country: few([...countries.filter(isShared), ...countries], 1),
    gender: { M: 'Male', F: 'Female', none: '' }[entry?.gender ?? 'none'],
    identifiers: few((entry?.identifiers ?? []).map(({ kind, value }) => `${kind} ${value}`)),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** A year where the span is one. */
function spanText({ from, to }: { readonly from: string; readonly to: string }): string {
  const year = from.slice(0, 4);
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year;
  return from === to ? from : `${from} to ${to}`;
}

/** The first values, and how many more there are. */
function few(values: readonly string[], max = maxListedValues): string {
  const distinct = [...new Set(values)];
  const more = distinct.length - max;
  const text = shortened(distinct.slice(0, max).join(', '));
  return more > 0 ? `${text} +${more}` : text;
}

/** By whole characters: half of one is none. */
function shortened(text: string): string {
  const signs = [...text];
  return signs.length <= maxListedLength ? text : `${signs.slice(0, maxListedLength - 1).join('')}…`;
}
