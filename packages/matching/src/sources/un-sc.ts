/** The United Nations Security Council consolidated list, XML edition. */

import { parseBirth, yearInterval } from '../dates.ts';
import type {
  Address,
  DateInterval,
  EntryDetails,
  Identifier,
  ListEntry,
  ListName,
  NameKind,
} from '../entry.ts';
import { typedIdentifier } from '../identifiers/index.ts';
import { countryNamed } from '../names/countries.ts';
import { splitAlias } from './aliases.ts';
import { around, birthFromAge, parseWrittenDate } from './dates-in-words.ts';
import { addressNote, entryDetails, linksIn, reference } from './entry-details.ts';
import { listAddress } from './list-entry.ts';
import {
  checkRejected,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';
import { childrenNamed, childText, valuesOf, type XmlNode, xmlRecords } from './xml-records.ts';

const FILE = 'consolidated.xml';
const NAME_FIELDS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
/** QUALITY of an alias, without points and in lower case. */
const QUALITY: Record<string, NameKind> = { good: 'strong', aka: 'strong', fka: 'former', low: 'weak' };

function primaryName(node: XmlNode, isPerson: boolean): ListName | undefined {
  const fields = NAME_FIELDS.map((field) => childText(node, field)).filter((text) => text !== undefined);
  if (fields.length === 0) return undefined;
  const text = fields.join(' ');
  if (!isPerson) return { text, kind: 'primary' };
  return { text, kind: 'primary', first: fields.slice(0, -1).join(' '), last: fields.at(-1)! };
}

/** The entry's names. Empty alias elements stand for none; one element may hold several names. */
function namesOf(node: XmlNode, aliasTag: string, isPerson: boolean): ListName[] {
  const names: ListName[] = [];
  const primary = primaryName(node, isPerson);
  if (primary) names.push(primary);
  for (const original of childrenNamed(node, 'NAME_ORIGINAL_SCRIPT')) {
    for (const { text } of splitAlias(original.text)) names.push({ text, kind: 'original' });
  }
  for (const alias of childrenNamed(node, aliasTag)) {
    const quality = (childText(alias, 'QUALITY') ?? '').toLowerCase().replaceAll('.', '');
    for (const { text, original } of splitAlias(childText(alias, 'ALIAS_NAME') ?? '')) {
      const kind = QUALITY[quality] ?? 'strong';
      names.push({ text, kind: original && kind !== 'weak' ? 'original' : kind });
    }
  }
  const seen = new Set<string>();
  return names.filter((name) => !seen.has(name.text) && seen.add(name.text));
}

/** One date-of-birth element; several may be on one person. */
function birthOf(node: XmlNode, listedOn: string | undefined): DateInterval | undefined {
  const type = childText(node, 'TYPE_OF_DATE');
  const [from, to] = [childText(node, 'FROM_YEAR'), childText(node, 'TO_YEAR')];
  const note = childText(node, 'NOTE');
  const year = childText(node, 'YEAR');
  let date: DateInterval | undefined;
  if (from && to) date = yearInterval(Number(from), Number(to), 'range');
  else if (childText(node, 'DATE')) date = parseBirth(childText(node, 'DATE')!.slice(0, 10));
  else if (year) date = (note && parseWrittenDate(`${note.replace(/\.$/, '')} ${year}`)) || parseBirth(year);
  else if (note) date = parseWrittenDate(note) ?? (listedOn ? birthFromAge(note, listedOn) : undefined);
  if (!date || date.precision === 'circa') return date;
  return type === 'APPROXIMATELY' || /^approx/i.test(note ?? '') ? around(date) : date;
}

function birthsOf(node: XmlNode, listedOn: string | undefined): DateInterval[] {
  const births = childrenNamed(node, 'INDIVIDUAL_DATE_OF_BIRTH').map((item) => birthOf(item, listedOn));
  for (const alias of childrenNamed(node, 'INDIVIDUAL_ALIAS')) {
    births.push(parseBirth((childText(alias, 'DATE_OF_BIRTH') ?? '').slice(0, 10)));
  }
  const found = new Map<string, DateInterval>();
  for (const birth of births) if (birth) found.set(`${birth.from}/${birth.to}`, birth);
  return [...found.values()];
}

/** A document's number is in NUMBER, or in the middle of a note. */
function documentOf(node: XmlNode): Identifier | undefined {
  const note = childText(node, 'NOTE');
  const inNote =
    /(?:passport|identification|identity)[^\d;]{0,40}?\bn(?:umber|o)\.?:? ?([A-Z]{0,3}[ -]?\d[\dA-Z/-]{3,})/i;
  const value = childText(node, 'NUMBER') ?? inNote.exec(note ?? '')?.[1];
  if (!value || !/\d/.test(value)) return undefined;
  const kind = childText(node, 'TYPE_OF_DOCUMENT') ?? childText(node, 'TYPE_OF_DOCUMENT2') ?? 'Document';
  const country = countryNamed(
    childText(node, 'ISSUING_COUNTRY') ?? childText(node, 'COUNTRY_OF_ISSUE') ?? '',
  );
  return typedIdentifier({ kind, value, ...(country ? { country } : {}) });
}

/** Addresses of a node, each with the publisher's note on it. */
function addressesOf(node: XmlNode, tag: string): { address: Address; note: string | undefined }[] {
  return childrenNamed(node, tag).flatMap((address) => {
    const text = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY']
      .map((field) => childText(address, field))
      .filter((part) => part !== undefined)
      .join(', ');
    const country = countryNamed(childText(address, 'COUNTRY') ?? '');
    const listed = text === '' ? undefined : listAddress(text, country);
    return listed ? [{ address: listed, note: childText(address, 'NOTE') }] : [];
  });
}

function codes(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.flatMap((name) => (name ? (countryNamed(name) ?? []) : [])))];
}

function genderOf(text: string | undefined): 'M' | 'F' | undefined {
  if (text === 'Male') return 'M';
  return text === 'Female' ? 'F' : undefined;
}

function placesOfBirth(node: XmlNode): string[] {
  return childrenNamed(node, 'INDIVIDUAL_PLACE_OF_BIRTH').flatMap((place) => {
    const text = ['CITY', 'STATE_PROVINCE', 'COUNTRY']
      .map((field) => childText(place, field))
      .filter((part) => part !== undefined)
      .join(', ');
    return text === '' ? [] : [text];
  });
}

/** What only the page of an entry shows. Comments name pages about it, most often Interpol's. */
function detailsOf(node: XmlNode, addresses: ReturnType<typeof addressesOf>): EntryDetails | undefined {
  const gender = childText(node, 'GENDER');
  return entryDetails({
    amendedOn: valuesOf(node, 'LAST_DAY_UPDATED').map((date) => date.slice(0, 10)),
    links: linksIn(childText(node, 'COMMENTS1')),
    references: [reference('un', childText(node, 'REFERENCE_NUMBER'))],
    addressNotes: addresses.map(({ address, note }) => addressNote(address, note)),
    titles: valuesOf(node, 'TITLE'),
    genders: genderOf(gender) ? [] : [gender],
    nationalities: valuesOf(node, 'NATIONALITY').filter((name) => countryNamed(name) === undefined),
  });
}

/** One INDIVIDUAL or ENTITY element as an entry; a text instead says why it is unusable. */
function entryOf(node: XmlNode): ListEntry | string {
  const isPerson = node.name === 'INDIVIDUAL';
  const id = childText(node, 'DATAID');
  if (!id) return 'DATAID is missing';
  const names = namesOf(node, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS', isPerson);
  if (names.length === 0) return `entry ${id} has no name`;
  const listedOn = childText(node, 'LISTED_ON')?.slice(0, 10);
  const noted = addressesOf(node, isPerson ? 'INDIVIDUAL_ADDRESS' : 'ENTITY_ADDRESS');
  const addresses = noted.map(({ address }) => address);
  const births = childrenNamed(node, 'INDIVIDUAL_PLACE_OF_BIRTH').map((place) => childText(place, 'COUNTRY'));
  const gender = genderOf(childText(node, 'GENDER'));
  const remarks = childText(node, 'COMMENTS1');
  const positions = valuesOf(node, 'DESIGNATION');
  const places = placesOfBirth(node);
  const details = detailsOf(node, noted);
  return {
    id: `un-sc:${id}`,
    source: 'un-sc',
    type: isPerson ? 'individual' : 'corporate',
    names,
    ...(gender ? { gender } : {}),
    births: birthsOf(node, listedOn),
    nationalities: codes(valuesOf(node, 'NATIONALITY')),
    countries: [...new Set([...addresses.flatMap((address) => address.country ?? []), ...codes(births)])],
    identifiers: childrenNamed(node, 'INDIVIDUAL_DOCUMENT').flatMap((document) => documentOf(document) ?? []),
    addresses,
    category: 'sanctions',
    subCategory: 'un',
    programs: [childText(node, 'UN_LIST_TYPE'), childText(node, 'REFERENCE_NUMBER')].filter(
      (program) => program !== undefined,
    ),
    ...(listedOn ? { listedOn } : {}),
    ...(positions.length > 0 ? { positions } : {}),
    ...(places.length > 0 ? { placesOfBirth: places } : {}),
    ...(remarks ? { remarks } : {}),
    ...(details ? { details } : {}),
  };
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const file = requiredFile(files, FILE);
  const report: SourceReport = { entries: 0, rejected: [] };
  const records = xmlRecords(file, {
    root: 'CONSOLIDATED_LIST',
    records: ['INDIVIDUAL', 'ENTITY'],
    onRoot: (attributes) => {
      if (attributes['dateGenerated']) report.publishedAt = attributes['dateGenerated'];
    },
  });
  yield* recordEntries(records, {
    file: FILE,
    report,
    place: ({ line }) => `${FILE}, line ${line}`,
    entryOf: ({ node }) => entryOf(node),
  });
  checkRejected(report, FILE);
  return report;
}

export const unSc: ListSource = {
  id: 'un-sc',
  title: 'UN Security Council Consolidated List',
  publisher: 'United Nations Security Council',
  licence: 'UN terms of use',
  urls: ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
  fileNames: { required: [FILE], optional: [] },
  parse,
};
