/** One designation of the United Kingdom's sanctions list, as both its CSV and its XML give it. */
import type {
  DateInterval,
  EntityType,
  Identifier,
  ListEntry,
  ListName,
  NameKind,
  Relation,
} from '../entry.ts';
import { parseWrittenDate } from './dates-in-words.ts';
import { craftFlag, type DetailFacts, reference, relation } from './entry-details.ts';
import { guessType } from './guess-type.ts';
import { joinParts, listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { britishBirth, britishDay } from './numeric-dates.ts';
import { parseCountries, parseCountry } from './parse-country.ts';

type Text = string | undefined;

interface UkName {
  /** Name 1 to Name 6; the last is the family name, or the whole name of an organisation or ship. */
  parts: Text[];
  /** `Primary Name`, `Primary Name Variation`, `Alias`. */
  type: Text;
  /** `Good quality a.k.a`, `Low quality a.k.a`; often absent. */
  strength: Text;
}

export interface UkDesignation {
  id: string;
  /** `Individual`, `Entity` or `Ship`. */
  kind: Text;
  names: UkName[];
  nonLatinNames: Text[];
  addresses: { lines: Text[]; country: Text }[];
  births: Text[];
  genders: Text[];
  nationalities: Text[];
  positions: Text[];
  birthTowns: Text[];
  birthCountries: Text[];
  passports: Text[];
  nationalIds: Text[];
  registrations: Text[];
  imoNumbers: Text[];
  hulls: Text[];
  flags: Text[];
  regimes: Text[];
  groupIds: Text[];
  unReferences: Text[];
  designatedOn: Text[];
  remarks: Text[];
  amendedOn: Text[];
  titles: Text[];
  reasons: Text[];
  measures: Text[];
  contacts: Text[];
  parents: Text[];
  subsidiaries: Text[];
  operators: Text[];
  formerOperators: Text[];
  formerFlags: Text[];
  shipTypes: Text[];
  tonnages: Text[];
  lengths: Text[];
  built: Text[];
}

const TYPES: Readonly<Record<string, EntityType>> = {
  individual: 'individual',
  entity: 'corporate',
  ship: 'vessel',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** Values that one field joins: `(1) Russia (2) Ukraine`, `Asset freeze|Travel ban`. */
function ukValues(texts: readonly Text[]): string[] {
  const values = texts.flatMap((text) => (text ?? '').split(/\s*(?:\(\d+\)|[|;])\s*/));
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}

function kindOf({ type, strength }: UkName): NameKind {
  if (/low/i.test(strength ?? '')) return 'weak';
  if (/^primary name$/i.test(type?.trim() ?? '')) return 'primary';
  return /former|f\.?k\.?a/i.test(`${type} ${strength}`) ? 'former' : 'strong';
}

function nameOf(name: UkName, isPerson: boolean): ListName | undefined {
  const first = joinParts(name.parts.slice(0, -1), ' ');
  const last = name.parts.at(-1);
  const parts = isPerson && first && last ? { first, last } : {};
  return listName(joinParts([first, last], ' '), kindOf(name), parts);
}

function namesOf(item: UkDesignation, isPerson: boolean): (ListName | undefined)[] {
  return [
    ...item.names.map((name) => nameOf(name, isPerson)),
    ...ukValues(item.nonLatinNames).map((text) => listName(text, 'original')),
  ];
}

function birthOf(text: string): DateInterval | undefined {
  return britishBirth(text) ?? parseWrittenDate(text);
}

/** `INN: 7707083893` as kind and value; a value alone is of the kind of its column. */
function registrationOf(text: string, kind: string): Identifier | undefined {
  const match = /^([A-Z][\p{L} ./-]{1,40}?)\s*(?::|\bno\.?|\bnumber\b:?)\s*(\S*\d\S*.*)$/iu.exec(text);
  return match ? listIdentifier(match[1]!.trim(), match[2]) : listIdentifier(kind, text);
}

function genderOf(texts: readonly Text[]): 'M' | 'F' | undefined {
  const genders = new Set(ukValues(texts).map((text) => text.toLowerCase()));
  if (genders.size !== 1) return undefined;
  if (genders.has('male')) return 'M';
  return genders.has('female') ? 'F' : undefined;
}

const named = (kind: Relation['kind'], role: string, texts: readonly Text[]) =>
  ukValues(texts).map((name) => relation(kind, { role, name }));

const flagsOf = (texts: readonly Text[], isFormer: boolean) =>
  ukValues(texts).flatMap((text) => craftFlag(text, parseCountry, isFormer) ?? []);

/** What only the page of an entry shows. `Owner/operator` says not which of both: that is a link. */
function detailsOf(item: UkDesignation): DetailFacts {
  return {
    amendedOn: item.amendedOn.map(britishDay),
    reasons: item.reasons,
    measures: ukValues(item.measures),
    references: [
      ...ukValues(item.unReferences).map((value) => reference('un', value)),
      ...ukValues(item.groupIds).map((value) => reference('ofsi', value)),
    ],
    relations: [
      ...named('owned-by', 'Parent company', item.parents),
      ...named('owns', 'Subsidiary', item.subsidiaries),
      ...named('linked', 'Current owner/operator', item.operators),
      ...named('linked', 'Previous owner/operator', item.formerOperators),
    ],
    titles: ukValues(item.titles),
    genders: genderOf(item.genders) ? [] : ukValues(item.genders),
    nationalities: ukValues(item.nationalities).filter((name) => parseCountry(name) === undefined),
    contacts: item.contacts,
    craft: {
      model: ukValues(item.shipTypes)[0],
      flags: [...flagsOf(item.flags, false), ...flagsOf(item.formerFlags, true)],
      built: ukValues(item.built)[0],
      tonnage: ukValues(item.tonnages)[0],
      length: ukValues(item.lengths)[0],
    },
  };
}

/** The entry of a designation, or the reason why there is none. */
export function ukEntry(item: UkDesignation): ListEntry | string {
  // A kind that is new to us must not cost the names; one that is not stated is guessed.
  const guessed = item.kind ? 'other' : guessType(joinParts(item.names[0]?.parts ?? [], ' ') ?? '');
  const type = TYPES[item.kind?.toLowerCase() ?? ''] ?? guessed;
  const isPerson = type === 'individual';
  const births = ukValues(item.births);
  const countries = ukValues([...item.flags, ...item.formerFlags, ...item.birthCountries]);
  return listEntry({
    source: 'uk-sl',
    publisherId: item.id,
    type,
    names: namesOf(item, isPerson),
    gender: isPerson ? genderOf(item.genders) : undefined,
    births: births.map(birthOf),
    nationalities: isPerson ? parseCountries(ukValues(item.nationalities)) : [],
    countries: parseCountries(countries),
    identifiers: [
      ...ukValues(item.passports).map((text) => listIdentifier('Passport', text)),
      ...ukValues(item.nationalIds).map((text) => registrationOf(text, 'National Identifier')),
      ...ukValues(item.registrations).map((text) => registrationOf(text, 'Registration Number')),
      ...ukValues(item.imoNumbers).map((text) => listIdentifier('IMO', text.replace(/^IMO\s*/i, ''))),
      ...ukValues(item.hulls).map((text) => listIdentifier('Hull Identification Number', text)),
    ],
    addresses: item.addresses.map(({ lines, country }) =>
      listAddress(joinParts([...lines, country]), parseCountry(country)),
    ),
    category: 'sanctions',
    subCategory: 'uk',
    programs: [
      ...item.regimes,
      ...ukValues(item.groupIds).map((id) => `OFSI ${id}`),
      ...ukValues(item.unReferences),
    ],
    listedOn: item.designatedOn.flatMap((text) => britishDay(text) ?? []).sort()[0],
    positions: ukValues(item.positions),
    placesOfBirth: [joinParts([ukValues(item.birthTowns)[0], ukValues(item.birthCountries)[0]])],
    remarks: [
      ...item.remarks,
      ...births.filter((text) => !birthOf(text)).map((text) => `Date of birth: ${text}`),
    ],
    details: detailsOf(item),
  });
}
