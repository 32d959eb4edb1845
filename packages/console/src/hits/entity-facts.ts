import type { ConsoleData, ListedEntityView } from '@gatehouse/contract';
import { currentLanguage, currentLocale, text, textIfKnown } from '../messages/text.ts';
import { namedCountryText } from '../ui/country-text.ts';
import { labelOf, listText } from '../ui/format.ts';
import { categoryText } from './list-titles.ts';
import { rangeText, type StatedFacts } from './listed-facts.ts';
import { genderText } from './reason-text.ts';

/** One fact of a listed entity: the member of the entity, its label, and what the list says. */
export interface EntityFact {
  readonly field: keyof ListedEntityView;
  readonly label: string;
  readonly values: readonly string[];
}

export interface EntityFacts {
  readonly title: string;
  readonly facts: readonly EntityFact[];
}

type Reader = (entity: ListedEntityView) => readonly (string | null)[];

const identity: readonly (readonly [keyof ListedEntityView, Reader])[] = [
  ['names', ({ names }) => names.map(nameText)],
  ['titles', ({ titles }) => titles],
  ['births', ({ births }) => births.map(birthText)],
  ['placesOfBirth', ({ placesOfBirth }) => placesOfBirth],
  ['diedOn', ({ diedOn }) => [diedOn]],
  ['genders', ({ genders }) => genders.map(genderText)],
  ['nationalities', ({ nationalities }) => nationalities.map(namedCountryText)],
  ['otherNationalities', ({ otherNationalities }) => otherNationalities],
  ['identifiers', ({ identifiers }) => identifiers.map(identifierText)],
  ['positions', ({ positions }) => positions],
  ['incorporatedOn', ({ incorporatedOn }) => [incorporatedOn]],
  ['craft', ({ craft }) => (craft === null ? [] : craftTexts(craft))],
];

const listing: typeof identity = [
  ['category', ({ category, subCategory }) => [categoryText(category, subCategory)]],
  ['programs', ({ programs }) => programs.map(programText)],
  ['reasons', ({ reasons }) => reasons],
  ['legalBasis', ({ legalBasis }) => legalBasis.map(({ text: words, date }) => dated(words, date))],
  ['measures', ({ measures }) => measures],
  ['listedOn', ({ listedOn }) => [listedOn]],
  ['amendedOn', ({ amendedOn }) => [listText(amendedOn)]],
  ['expiresOn', ({ expiresOn }) => [expiresOn]],
  ['remarks', ({ remarks }) => [remarks]],
];

const places: typeof identity = [
  ['addresses', ({ addresses }) => addresses.map(addressText)],
  ['countries', ({ countries }) => countries.map(namedCountryText)],
  ['contacts', ({ contacts }) => contacts],
];

const related: typeof identity = [
  ['relations', ({ relations }) => relations.map(relationText)],
  ['references', ({ references }) => references.map(({ scheme, value }) => `${scheme} ${value}`)],
  ['links', ({ links }) => links],
];

/** What the list states of facts that a hit does not show: of the entry as it was searched, where that is known. */
export function statedByList({
  hit,
  stated,
}: Pick<ConsoleData<'cases.entity'>, 'hit' | 'stated'>): StatedFacts {
  const countries = [...(stated?.countries ?? []), ...hit.addresses.map(({ country }) => country)];
  return {
    gender: stated?.gender ? [genderText(stated.gender)] : [],
    countries: [...new Set(countries.map(namedCountryText))],
  };
}

/** The label of a member of a listed entity. */
function fieldLabel(field: string): string {
  return textIfKnown(`entities.field-${field}`) ?? labelOf(field);
}

/** The same inside of a sentence: only German writes nouns with a capital there. */
export function fieldInSentence(field: string): string {
  const label = fieldLabel(field);
  return currentLanguage() === 'de' ? label : label.toLocaleLowerCase(currentLocale());
}

/** What a list says of an entity, grouped as people read it; what it does not state is left out. */
export function entityFacts(entity: ListedEntityView): readonly EntityFacts[] {
  const groups = [
    [text('entities.identity'), identity],
    [text('entities.whyListed'), listing],
    [text('entities.where'), places],
    [text('entities.related'), related],
  ] as const;
  return groups
    .map(([title, readers]) => ({
      title,
      facts: readers
        .map(([field, read]) => ({
          field,
          label: fieldLabel(field),
          values: read(entity).filter((value) => !!value),
        }))
        .filter(({ values }) => values.length > 0) as EntityFact[],
    }))
    .filter(({ facts }) => facts.length > 0);
}

/** Keeps a text that is read from right to left apart from what is around it (Unicode isolates). */
function isolated(words: string): string {
  return `\u2068${words}\u2069`;
}

function nameText({ text: name, kind, script }: ListedEntityView['names'][number]): string {
  const notes = joined(textIfKnown(`entities.name-${kind}`) ?? kind, script);
  return text('entities.noted', { text: script === null ? name : isolated(name), notes });
}

function joined(...values: readonly (string | null | undefined)[]): string {
  return listText(values.flatMap((value) => value || []));
}

function birthText({ from, to, precision }: ListedEntityView['births'][number]): string {
  const range = rangeText(from, to);
  return precision === 'circa' ? text('entities.about', { range }) : range;
}

function identifierText({ kind, value, chain, country }: ListedEntityView['identifiers'][number]): string {
  const notes = joined(chain, country && namedCountryText(country));
  return noted(`${kind} ${value}`, notes);
}

function noted(words: string, notes: string): string {
  return notes === '' ? words : text('entities.noted', { text: words, notes });
}

function craftTexts(craft: NonNullable<ListedEntityView['craft']>): (string | null)[] {
  const stated = (
    key: 'built' | 'tonnage' | 'grossTonnage' | 'length',
    value: string | null,
  ): string | null => (value === null ? null : text(`entities.craft-${key}`, { text: value }));
  return [
    craft.model,
    ...craft.flags.map(({ text: flag, former }) =>
      former ? text('entities.formerFlag', { text: flag }) : text('entities.flag', { text: flag }),
    ),
    stated('built', craft.built),
    stated('tonnage', craft.tonnage),
    stated('grossTonnage', craft.grossTonnage),
    stated('length', craft.length),
  ];
}

function programText({ code, title }: ListedEntityView['programs'][number]): string {
  return title === null ? code : text('entities.labelled', { name: code, value: title });
}

function dated(words: string, date: string | null): string {
  return date === null ? words : listText([words, date]);
}

function addressText({ text: address, country, note }: ListedEntityView['addresses'][number]): string {
  const place = joined(address, country && namedCountryText(country));
  return noted(place, note ?? '');
}

function relationText(relation: ListedEntityView['relations'][number]): string {
  const { kind, role, name, entityId, share, from, to } = relation;
  const facts = [
    share && text('entities.share', { share }),
    from && text('entities.from', { date: from }),
    to && text('entities.to', { date: to }),
  ];
  return text('entities.labelled', {
    name: role ?? textIfKnown(`entities.relation-${kind}`) ?? labelOf(kind),
    value: noted(name ?? entityId ?? text('entities.unnamedParty'), joined(...facts)),
  });
}
