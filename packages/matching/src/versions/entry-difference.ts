/** What changed in an entry from one version of its list to the next. */
import type { DateInterval, EntryDetails, ListEntry, Relation } from '../entry.ts';
import { normalizeIdentifier } from '../names/identifiers.ts';
import { prepareName } from '../names/prepare.ts';
import { familyOf } from '../names/roles.ts';

type FieldName = keyof ListEntry | `details.${keyof EntryDetails}`;

export interface FieldChange {
  /** A member of the entry, or `details.` and a member of its details. */
  field: FieldName;
  /** What only the later version says and what only the earlier one said, each readable by itself. */
  added: string[];
  removed: string[];
}

export interface EntryDifference {
  changes: FieldChange[];
  /**
   * Whether screenings may answer otherwise, or mean something else: names, births, gender, nationalities, countries,
   * identifiers, the type or what the entity is listed for differ. Order, spelling in capitals, remarks, addresses,
   * positions, dates of listing and details are not material.
   */
  material: boolean;
}

/** How the items of a field are shown, and by what two of them are the same to a screening. */
interface Field {
  field: FieldName;
  material: boolean;
  items: (entry: ListEntry) => { text: string; key: string }[];
}

const plain = (texts: readonly (string | undefined)[]) =>
  texts.flatMap((text) => (text === undefined || text === '' ? [] : [{ text, key: text }]));

function birthText({ from, to, precision }: DateInterval): string {
  const span = from === to ? from : `${from} to ${to}`;
  return precision === 'day' ? span : `${span} (${precision})`;
}

function names(entry: ListEntry): { text: string; key: string }[] {
  const family = familyOf(entry.type);
  return entry.names.map(({ text, kind }) => ({
    text: `${text} (${kind})`,
    key: `${kind}:${prepareName(text, family).tokens.join(' ')}`,
  }));
}

function identifiers(entry: ListEntry): { text: string; key: string }[] {
  return entry.identifiers.map(({ kind, value, country }) => ({
    text: `${kind} ${value}${country ? ` (${country})` : ''}`,
    key: `${kind}:${normalizeIdentifier(value) ?? ''}`,
  }));
}

const FIELDS: readonly Field[] = [
  { field: 'names', material: true, items: names },
  { field: 'type', material: true, items: (entry) => plain([entry.type]) },
  { field: 'births', material: true, items: (entry) => plain(entry.births.map(birthText)) },
  { field: 'gender', material: true, items: (entry) => plain([entry.gender]) },
  { field: 'nationalities', material: true, items: (entry) => plain(entry.nationalities) },
  { field: 'countries', material: true, items: (entry) => plain(entry.countries) },
  { field: 'identifiers', material: true, items: identifiers },
  { field: 'category', material: true, items: (entry) => plain([entry.category]) },
  { field: 'subCategory', material: true, items: (entry) => plain([entry.subCategory]) },
  { field: 'programs', material: true, items: (entry) => plain(entry.programs) },
  {
    field: 'addresses',
    material: false,
    items: (entry) =>
      plain(entry.addresses.map(({ text, country }) => [text, country].filter(Boolean).join(', '))),
  },
  { field: 'listedOn', material: false, items: (entry) => plain([entry.listedOn]) },
  { field: 'incorporatedOn', material: false, items: (entry) => plain([entry.incorporatedOn]) },
  { field: 'positions', material: false, items: (entry) => plain(entry.positions ?? []) },
  { field: 'placesOfBirth', material: false, items: (entry) => plain(entry.placesOfBirth ?? []) },
  { field: 'remarks', material: false, items: (entry) => plain([entry.remarks]) },
];

function relationText({ kind, role, id, name, share, votes, from, to, indirect }: Relation): string {
  const span = from || to ? `${from ?? ''} to ${to ?? ''}`.trim() : undefined;
  const facts = [role, share && `${share} %`, votes && `votes ${votes} %`, indirect && 'indirect', span]
    .filter(Boolean)
    .join(', ');
  return `${kind} ${name ?? id}${facts ? ` (${facts})` : ''}`;
}

/** How each detail is shown, one line for each of its items. */
const DETAILS: { [Member in keyof EntryDetails]-?: (detail: NonNullable<EntryDetails[Member]>) => string[] } =
  {
    amendedOn: (days) => days,
    expiresOn: (day) => [day],
    legalBasis: (acts) => acts.map(({ text, date }) => [text, date].filter(Boolean).join(', ')),
    reasons: (texts) => texts,
    measures: (texts) => texts,
    links: (links) => links,
    references: (numbers) => numbers.map(({ scheme, value }) => `${scheme} ${value}`),
    relations: (relations) => relations.map(relationText),
    addressNotes: (notes) => notes.map(({ address, note }) => `${address}: ${note}`),
    titles: (titles) => titles,
    genders: (genders) => genders,
    nationalities: (names) => names,
    diedOn: (day) => [day],
    contacts: (contacts) => contacts,
    craft: ({ flags, ...facts }) => [
      ...(flags ?? []).map(({ text, former }) => `${former ? 'former flag' : 'flag'} ${text}`),
      ...Object.entries(facts).map(([fact, value]) => `${fact} ${value}`),
    ],
    remarks: (text) => [text],
  };

const DETAIL_FIELDS = (Object.keys(DETAILS) as (keyof EntryDetails)[]).map((member): Field => {
  const linesOf = DETAILS[member] as (detail: unknown) => string[];
  return {
    field: `details.${member}`,
    material: false,
    items: ({ details }) => plain(details?.[member] === undefined ? [] : linesOf(details[member])),
  };
});

function missingFrom(items: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(items)].filter((item) => !known.has(item));
}

/** What changed from `before` to `after`, two versions of one entry; no change where only the order differs. */
export function diffEntry(before: ListEntry, after: ListEntry): EntryDifference {
  const changes: FieldChange[] = [];
  let isMaterial = false;
  for (const { field, material, items } of [...FIELDS, ...DETAIL_FIELDS]) {
    const [own, other] = [items(before), items(after)];
    const texts = [own, other].map((side) => side.map(({ text }) => text)) as [string[], string[]];
    const added = missingFrom(texts[1], texts[0]);
    const removed = missingFrom(texts[0], texts[1]);
    if (added.length + removed.length === 0) continue;
    changes.push({ field, added, removed });
    const keys = [own, other].map((side) => side.map(({ key }) => key)) as [string[], string[]];
    isMaterial ||=
      material && missingFrom(keys[0], keys[1]).length + missingFrom(keys[1], keys[0]).length > 0;
  }
  return { changes, material: isMaterial };
}
