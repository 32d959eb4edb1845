/** One entity of the European Union's financial sanctions list, as both its XML and its CSV give it. */
import { dayInterval, isoDate, monthInterval, yearInterval } from '../dates.ts';
import type { Address, DateInterval, Identifier, ListEntry, ListName, NameKind } from '../entry.ts';
import { around } from './dates-in-words.ts';
import { addressNote, type DetailFacts, legalBasis, reference } from './entry-details.ts';
import {
  isOriginalScript,
  joinParts,
  listAddress,
  listEntry,
  listIdentifier,
  listName,
} from './list-entry.ts';
import { isoDay } from './numeric-dates.ts';
import { parseCountries, parseCountry } from './parse-country.ts';

/** Named values of one facet, in the names of the XML's attributes; a remark is stored under `remark`. */
export type EuFacet = Readonly<Record<string, string | undefined>>;

export interface EuEntity {
  entity: EuFacet;
  remarks: (string | undefined)[];
  regulations: EuFacet[];
  names: EuFacet[];
  addresses: EuFacet[];
  births: EuFacet[];
  identifications: EuFacet[];
  citizenships: EuFacet[];
}

/** How remarks call a name that does not identify by itself. */
const WEAK = /low[- ]quality|misspel|mis-spel|weak alias|nickname|nom de guerre/i;
const FORMER = /\bformer(?:ly)?\b|\bf\.?k\.?a\b|previous name|old name/i;

function isTrue(value: string | undefined): boolean {
  return /^true$/i.test(value ?? '');
}

function countryOf(facet: EuFacet): string | undefined {
  return parseCountry(facet['countryIso2Code']) ?? parseCountry(facet['countryDescription']);
}

function kindOf(facet: EuFacet, text: string): NameKind {
  const remark = facet['remark'] ?? '';
  if (/^false$/i.test(facet['strong'] ?? '') || WEAK.test(remark)) return 'weak';
  if (FORMER.test(remark)) return 'former';
  return isOriginalScript(text) ? 'original' : 'strong';
}

/** Names of all languages; the first good Latin one, in English or in no language of its own, is the title. */
function namesOf(facets: readonly EuFacet[], isPerson: boolean): (ListName | undefined)[] {
  const names = facets.flatMap((facet) => {
    const first = joinParts([facet['firstName'], facet['middleName']], ' ');
    const text = facet['wholeName'] ?? joinParts([first, facet['lastName']], ' ');
    if (!text) return [];
    const parts = isPerson && first && facet['lastName'] ? { first, last: facet['lastName'] } : {};
    const isEnglish = /^(?:en)?$/i.test(facet['nameLanguage'] ?? '');
    return [{ name: listName(text, kindOf(facet, text), parts), isEnglish }];
  });
  const strong = names.filter(({ name }) => name?.kind === 'strong');
  const title = strong.find(({ isEnglish }) => isEnglish) ?? strong[0];
  return [
    title?.name && { ...title.name, kind: 'primary' as const },
    ...names.filter((item) => item !== title).map(({ name }) => name),
  ];
}

function birthOf(facet: EuFacet): DateInterval | undefined {
  if (!/^(?:gregorian)?$/i.test(facet['calendarType'] ?? '')) return undefined;
  const number = (name: string) => Number(facet[name]) || 0;
  const [year, month, day] = [number('year'), number('monthOfYear'), number('dayOfMonth')];
  const [from, to] = [number('yearRangeFrom'), number('yearRangeTo')];
  const date = isoDay(facet['birthdate']) ?? (day > 0 ? isoDate(year, month, day) : undefined);
  let birth: DateInterval | undefined;
  if (date) birth = dayInterval(date);
  else if (from > 0 && to >= from) birth = yearInterval(from, to, 'range');
  else if (year > 0) birth = month >= 1 && month <= 12 ? monthInterval(year, month) : yearInterval(year);
  return birth && isTrue(facet['circa']) ? around(birth) : birth;
}

function placeOf(facet: EuFacet): string | undefined {
  const country = facet['countryDescription'];
  return joinParts([
    facet['place'],
    facet['city'],
    facet['region'],
    /^unknown$/i.test(country ?? '') ? undefined : country,
  ]);
}

function addressOf(facet: EuFacet): Address | undefined {
  const text = joinParts([facet['street'], facet['poBox'], facet['zipCode'], placeOf(facet)]);
  return listAddress(text, countryOf(facet));
}

/** A document. One that is known to be false still points to the one who used it; its kind says so. */
function documentOf(facet: EuFacet): Identifier | undefined {
  const described = facet['identificationTypeDescription'] ?? facet['identificationTypeCode'] ?? 'Document';
  const kind = isTrue(facet['knownFalse']) ? `${described} (known false)` : described;
  return listIdentifier(kind, facet['number'] ?? facet['latinNumber'], countryOf(facet));
}

function genderOf(names: readonly EuFacet[]): 'M' | 'F' | undefined {
  const genders = new Set(names.map((facet) => facet['gender']?.toUpperCase()).filter(Boolean));
  if (genders.size !== 1) return undefined;
  const [gender] = genders;
  return gender === 'M' || gender === 'F' ? gender : undefined;
}

/** What cannot be read as a span of days is shown to the reader. */
function birthRemark(facet: EuFacet): string | undefined {
  if (birthOf(facet)) return undefined;
  const { calendarType, birthdate, year, yearRangeFrom, yearRangeTo } = facet;
  const stated = joinParts(
    [
      /^gregorian$/i.test(calendarType ?? '') ? undefined : calendarType,
      birthdate ?? year,
      yearRangeFrom && `from ${yearRangeFrom}`,
      yearRangeTo && `until ${yearRangeTo}`,
    ],
    ' ',
  );
  return stated && /\d/.test(stated) ? `Date of birth: ${stated}` : undefined;
}

/** What only the page of an entry shows. A regulation that was published after the listing amended it. */
function detailsOf(
  { entity, names, addresses, regulations, citizenships }: EuEntity,
  listedOn: string | undefined,
): DetailFacts {
  const published = regulations.flatMap((facet) => isoDay(facet['publicationDate']) ?? []);
  return {
    amendedOn: listedOn ? published.filter((date) => date > listedOn) : [],
    legalBasis: regulations.map((facet) =>
      legalBasis(facet['numberTitle'], {
        date: isoDay(facet['publicationDate']),
        url: facet['publicationUrl'],
      }),
    ),
    references: [reference('eu', entity['euReferenceNumber']), reference('un', entity['unitedNationId'])],
    addressNotes: addresses.map((facet) => addressNote(addressOf(facet), facet['remark'])),
    titles: names.map((facet) => facet['title']),
    genders: genderOf(names) ? [] : names.map((facet) => facet['gender']),
    nationalities: citizenships
      .filter((facet) => countryOf(facet) === undefined)
      .map((facet) => facet['countryDescription']),
  };
}

/** The entry of an entity, or the reason why there is none. */
export function euEntry(item: EuEntity): ListEntry | string {
  const { entity } = item;
  const isPerson = /^p(?:erson)?$/i.test(entity['classificationCode'] ?? entity['code'] ?? '');
  const published = item.regulations.flatMap((facet) => isoDay(facet['publicationDate']) ?? []).sort();
  const listedOn = isoDay(entity['designationDate']) ?? published[0];
  return listEntry({
    source: 'eu-fsf',
    // Every entity has a logical id, in both formats; not every one has a reference number.
    publisherId: entity['logicalId'] ?? entity['euReferenceNumber'] ?? '',
    type: isPerson ? 'individual' : 'corporate',
    names: namesOf(item.names, isPerson),
    gender: isPerson ? genderOf(item.names) : undefined,
    births: item.births.map(birthOf),
    nationalities: isPerson ? item.citizenships.map(countryOf) : [],
    countries: [
      ...parseCountries(isPerson ? [] : item.citizenships.map(countryOf)),
      ...item.births.map(countryOf),
    ],
    identifiers: item.identifications.map(documentOf),
    addresses: item.addresses.map(addressOf),
    category: 'sanctions',
    subCategory: 'eu',
    programs: [
      ...item.regulations.map((facet) => facet['programme']),
      entity['euReferenceNumber'],
      entity['unitedNationId'],
    ],
    listedOn,
    positions: item.names.map((facet) => facet['function']),
    placesOfBirth: item.births.map(placeOf),
    remarks: [...item.remarks, entity['designationDetails'], ...item.births.map(birthRemark)],
    details: detailsOf(item, listedOn),
  });
}
