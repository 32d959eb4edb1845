import type { ConsoleData, ListedEntityView } from '@gatehouse/contract';
import { namedCountryText } from '../ui/country-text.ts';
import { labelOf } from '../ui/format.ts';
import type { ListedByName } from './hit-comparison.tsx';
import { categoryText } from './list-titles.ts';
import { rangeText } from './listed-facts.ts';
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

const identity: readonly (readonly [keyof ListedEntityView, string, Reader])[] = [
  ['names', 'Names', ({ names }) => names.map(nameText)],
  ['titles', 'Titles', ({ titles }) => titles],
  ['births', 'Date of birth', ({ births }) => births.map(birthText)],
  ['placesOfBirth', 'Place of birth', ({ placesOfBirth }) => placesOfBirth],
  ['diedOn', 'Died', ({ diedOn }) => [diedOn]],
  ['genders', 'Gender', ({ genders }) => genders.map(genderText)],
  ['nationalities', 'Nationality', ({ nationalities }) => nationalities.map(namedCountryText)],
  ['otherNationalities', 'Nationality as published', ({ otherNationalities }) => otherNationalities],
  ['identifiers', 'Identifiers', ({ identifiers }) => identifiers.map(identifierText)],
  ['positions', 'Positions', ({ positions }) => positions],
  ['incorporatedOn', 'Incorporated', ({ incorporatedOn }) => [incorporatedOn]],
  ['craft', 'Vessel or aircraft', ({ craft }) => (craft === null ? [] : craftTexts(craft))],
];

const listing: typeof identity = [
  ['category', 'Category', ({ category, subCategory }) => [categoryText(category, subCategory)]],
  ['programs', 'Programmes', ({ programs }) => programs.map(programText)],
  ['reasons', 'Reasons', ({ reasons }) => reasons],
  ['legalBasis', 'Legal basis', ({ legalBasis }) => legalBasis.map(({ text, date }) => dated(text, date))],
  ['measures', 'Measures', ({ measures }) => measures],
  ['listedOn', 'Listed on', ({ listedOn }) => [listedOn]],
  ['amendedOn', 'Amended on', ({ amendedOn }) => [amendedOn.join(', ')]],
  ['expiresOn', 'Expires on', ({ expiresOn }) => [expiresOn]],
  ['remarks', 'Remarks', ({ remarks }) => [remarks]],
];

const places: typeof identity = [
  ['addresses', 'Addresses', ({ addresses }) => addresses.map(addressText)],
  ['countries', 'Associated countries', ({ countries }) => countries.map(namedCountryText)],
  ['contacts', 'Contacts', ({ contacts }) => contacts],
];

const related: typeof identity = [
  ['relations', 'Related to', ({ relations }) => relations.map(relationText)],
  [
    'references',
    'On other lists',
    ({ references }) => references.map(({ scheme, value }) => `${scheme} ${value}`),
  ],
  ['links', 'Links', ({ links }) => links],
];

/** What the list states of facts that a hit does not show: of the entry as it was searched, where that is known. */
export function statedByList({
  hit,
  stated,
}: Pick<ConsoleData<'cases.entity'>, 'hit' | 'stated'>): ListedByName {
  const countries = [...(stated?.countries ?? []), ...hit.addresses.map(({ country }) => country)];
  return {
    Gender: stated?.gender ? genderText(stated.gender) : '',
    Countries: [...new Set(countries.map(namedCountryText))].join(', '),
  };
}

/** The label of a member of a listed entity. */
export function fieldLabel(field: string): string {
  const reader = [...identity, ...listing, ...places, ...related].find(([name]) => name === field);
  return reader?.[1] ?? labelOf(field);
}

/** What a list says of an entity, grouped as people read it; what it does not state is left out. */
export function entityFacts(entity: ListedEntityView): readonly EntityFacts[] {
  const groups = [
    ['Identity', identity],
    ['Why listed', listing],
    ['Where', places],
    ['Related', related],
  ] as const;
  return groups
    .map(([title, readers]) => ({
      title,
      facts: readers
        .map(([field, label, read]) => ({ field, label, values: read(entity).filter((value) => !!value) }))
        .filter(({ values }) => values.length > 0) as EntityFact[],
    }))
    .filter(({ facts }) => facts.length > 0);
}

const kindLabels: Readonly<Record<string, string>> = {
  primary: 'primary name',
  strong: 'alias',
  weak: 'weak alias',
  former: 'former name',
  original: 'original script',
};

/** Keeps a text that is read from right to left apart from what is around it (Unicode isolates). */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

function nameText({ text, kind, script }: ListedEntityView['names'][number]): string {
  return `${script === null ? text : isolated(text)} (${[kindLabels[kind] ?? kind, script].filter(Boolean).join(', ')})`;
}

function birthText({ from, to, precision }: ListedEntityView['births'][number]): string {
  return precision === 'circa' ? `about ${rangeText(from, to)}` : rangeText(from, to);
}

function identifierText({ kind, value, chain, country }: ListedEntityView['identifiers'][number]): string {
  const of = [chain, country && namedCountryText(country)].filter(Boolean).join(', ');
  return `${kind} ${value}${of ? ` (${of})` : ''}`;
}

function craftTexts(craft: NonNullable<ListedEntityView['craft']>): (string | null)[] {
  const stated = (label: string, value: string | null) => (value === null ? null : `${label} ${value}`);
  return [
    craft.model,
    ...craft.flags.map(({ text, former }) => `${former ? 'Former flag' : 'Flag'} ${text}`),
    stated('Built', craft.built),
    stated('Tonnage', craft.tonnage),
    stated('Gross tonnage', craft.grossTonnage),
    stated('Length', craft.length),
  ];
}

function programText({ code, title }: ListedEntityView['programs'][number]): string {
  return title === null ? code : `${code}: ${title}`;
}

function dated(text: string, date: string | null): string {
  return date === null ? text : `${text}, ${date}`;
}

function addressText({ text, country, note }: ListedEntityView['addresses'][number]): string {
  const place = [text, country && namedCountryText(country)].filter(Boolean).join(', ');
  return note === null ? place : `${place} (${note})`;
}

function relationText(relation: ListedEntityView['relations'][number]): string {
  const { kind, role, name, entityId, share, from, to } = relation;
  const other = name ?? entityId ?? 'an unnamed party';
  const facts = [share && `${share} %`, from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(', ');
  return `${role ?? labelOf(kind)}: ${other}${facts ? ` (${facts})` : ''}`;
}
