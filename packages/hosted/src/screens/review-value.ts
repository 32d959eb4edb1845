import type { FieldValue, ReviewSection } from '@gatehouse/contract';
import type { Translator } from '../messages/translator.ts';

type Entry = ReviewSection['entries'][number];

/** A value as it is read: in the person's language where its type is known, else as the service says it. */
export function reviewValue(words: Translator, entry: Entry): string {
  const { given, type, value, owner } = entry;
  if (owner) {
    const said = [
      // Apart from the direction of the text around it.
      `\u2068${owner.name}\u2069`,
      owner.percent > 0 && words.percent(owner.percent),
      owner.beneficialOwner && words.text('ownersBeneficial'),
      ...(owner.roles ?? []).map((role) => words.text(`ownersRole_${role}`)),
      owner.controls && words.text('ownersControls'),
    ];
    return said.filter(Boolean).join(' · ');
  }
  if (given === undefined || type === undefined) return value === '' ? words.text('notGiven') : value;
  if (given === null || given === '' || (Array.isArray(given) && given.length === 0))
    return words.text('notGiven');
  const items: readonly FieldValue[] = Array.isArray(given) ? given : [given];
  return words.list(items.map((item) => itemText(words, entry, item)));
}

function itemText(
  words: Translator,
  { type, choicesKey, field, value, given }: Entry,
  item: FieldValue,
): string {
  if (typeof item === 'boolean') return words.text(item ? 'yes' : 'no');
  if (typeof item === 'number') return words.number(item);
  const text = String(item);
  if (type === 'date' || type === 'partialDate') return words.date(text);
  if (type === 'country' || type === 'countryList') return words.country(text);
  if (type === 'enum' || type === 'code' || type === 'codeList') {
    // The service's words are used for a choice that the pages have no name for.
    return words.choice(choicesKey ?? field, { code: text, name: Array.isArray(given) ? text : value });
  }
  return text;
}
