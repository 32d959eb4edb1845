import type { HitLabel, HitNames, PhraseValue, ProblemBody } from '@gatehouse/contract';
import { personName } from '../session/people-names.ts';
import { listText } from '../ui/format.ts';
import { currentLocale, text, textIfKnown, textOfCode } from './text.ts';

type SentPhrases = ProblemBody['phrases'];

/**
 * What the service says as data, in the language of the page. In English where it sends no data, or a code that this
 * page does not have.
 */
export function phraseText(phrases: SentPhrases, english: string): string {
  if (phrases === undefined || phrases.length === 0) return english;
  const texts = phrases.map(({ code, values }) => textOfCode(code, shownValues(values)));
  return texts.every((each) => each !== undefined)
    ? texts.reduce((before, after) => text('parts.explained', { before, after }))
    : english;
}

/** A message of an answer in the language of the page. */
export function messageOf({ phrases, message }: Pick<ProblemBody, 'phrases' | 'message'>): string {
  return phraseText(phrases, message);
}

function shownValues(values: Readonly<Record<string, PhraseValue>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownValue(name, value)]));
}

/** Codes become words where the catalogue has some for the place: `kind.number`, `state.RETURNED`. */
function shownValue(name: string, value: PhraseValue): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && 'named' in value) return hitNamesText(value);
  if (name === 'meant') return value.length === 0 ? '' : text('parts.meant', { meant: String(value) });
  if (typeof value === 'string' && (name === 'person' || name === 'assignee')) return personName(value);
  if (typeof value === 'string') return wordOf(name, value) ?? value;
  const known = value.flatMap((each) => wordOf(name, each) ?? []);
  return known.length === value.length && known.length > 0
    ? new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(new Set(known))
    : listText(value);
}

/** Hits as refusals name them. */
function hitNamesText({ named, more }: HitNames): string {
  const items = listText(named.map(hitLabelText));
  return more === 0 ? items : text('executions.andMore', { items, more });
}

/** A hit with whom it was found for, in the language of the page. */
export function hitLabelText({ name, isCustomer, party }: HitLabel): string {
  if (isCustomer) return text('hits.namedForCustomer', { name });
  return party === null ? text('hits.namedForParty', { name }) : text('hits.namedFor', { name, party });
}

function wordOf(name: string, code: string): string | undefined {
  return textIfKnown(`parts.${name.replace(/\d$/, '')}.${code}`);
}
