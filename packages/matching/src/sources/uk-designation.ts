/** One designation of the United Kingdom's sanctions list, as its CSV and its XML both tell it. */
import type { DateInterval, EntityType, Identifier, ListEntry, ListName, NameKind } from '../entry.ts';
import { listedCountries, listedCountry } from './countries-of-lists.ts';
import { parseWrittenDate } from './dates-in-words.ts';
import { guessType } from './guess-type.ts';
import { joinParts, listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { britishBirth, britishDay } from './numeric-dates.ts';

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

/** `INN: 7707083893` as kind and value; a value alone is of the kind that the column tells. */
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

/** The entry of a designation, or the reason why there is none. */
export function ukEntry(item: UkDesignation): ListEntry | string {
  // A kind that is new to us must not cost the names; one that is not stated is guessed.
  const guessed = item.kind ? 'other' : guessType(joinParts(item.names[0]?.parts ?? [], ' ') ?? '');
  const type = TYPES[item.kind?.toLowerCase() ?? ''] ?? guessed;
  const isPerson = type === 'individual';
  const births = ukValues(item.births);
  const countries = ukValues([...item.flags, ...item.birthCountries]);
  return listEntry({
    source: 'uk-sl',
    publisherId: item.id,
    type,
    names: namesOf(item, isPerson),
    gender: isPerson ? genderOf(item.genders) : undefined,
    births: births.map(birthOf),
    nationalities: isPerson ? listedCountries(ukValues(item.nationalities)) : [],
    countries: listedCountries(countries),
    identifiers: [
      ...ukValues(item.passports).map((text) => listIdentifier('Passport', text)),
      ...ukValues(item.nationalIds).map((text) => registrationOf(text, 'National Identifier')),
      ...ukValues(item.registrations).map((text) => registrationOf(text, 'Registration Number')),
      ...ukValues(item.imoNumbers).map((text) => listIdentifier('IMO', text.replace(/^IMO\s*/i, ''))),
      ...ukValues(item.hulls).map((text) => listIdentifier('Hull Identification Number', text)),
    ],
    addresses: item.addresses.map(({ lines, country }) =>
      listAddress(joinParts([...lines, country]), listedCountry(country)),
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
  });
}
