/** Entities in Senzing's JSON lines, one record a line with its features in lists. */
import { parseBirth } from '../dates.ts';
import type { EntityType, Identifier, ListEntry, ListName, NameKind } from '../entry.ts';
import { contentId } from './content-id.ts';
import { parseWrittenDate } from './dates-in-words.ts';
import { relation } from './entry-details.ts';
import { guessType } from './guess-type.ts';
import { itemsOf, jsonRecords, jsonText, membersOf } from './json-records.ts';
import { joinParts, listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { categoryOfTopics } from './opensanctions-topics.ts';
import { parseCountries, parseCountry } from './parse-country.ts';
import {
  checkRejected,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';

const FILES = ['senzing.json', '*senzing*.json', '*senzing*.jsonl'];

type Json = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, EntityType>> = {
  PERSON: 'individual',
  ORGANIZATION: 'corporate',
  COMPANY: 'corporate',
  VESSEL: 'vessel',
  AIRCRAFT: 'aircraft',
};

/** Attributes of numbers, how they are called, and where their issuer is. */
const NUMBERS: readonly [attribute: string, kind: string, country?: string][] = [
  ['PASSPORT_NUMBER', 'Passport', 'PASSPORT_COUNTRY'],
  ['NATIONAL_ID_NUMBER', 'National ID', 'NATIONAL_ID_COUNTRY'],
  ['TAX_ID_NUMBER', 'Tax Number', 'TAX_ID_COUNTRY'],
  ['DRIVERS_LICENSE_NUMBER', "Driver's License", 'DRIVERS_LICENSE_STATE'],
  ['SSN_NUMBER', 'Social Security Number'],
  ['LEI_NUMBER', 'LEI'],
  ['DUNS_NUMBER', 'DUNS'],
  ['NPI_NUMBER', 'NPI'],
  ['IMO_NUMBER', 'IMO'],
  ['MMSI_NUMBER', 'MMSI'],
  ['CALL_SIGN', 'Call Sign'],
];
/** Attributes that only name another record of the same data, or of a catalogue. */
const CATALOGUES = /^(?:open_sanctions|wikidata)$/i;

/** Objects that hold attributes: the record itself and every item of its lists. */
function featuresOf(record: Json): Json[] {
  const features = [record];
  for (const value of Object.values(record)) {
    for (const item of Array.isArray(value) ? itemsOf(value) : []) features.push(membersOf(item));
  }
  return features;
}

function text(feature: Json, attribute: string): string | undefined {
  return jsonText(feature[attribute]);
}

function kindOf(type: string | undefined): NameKind {
  if (/primary/i.test(type ?? '')) return 'primary';
  if (/former|prev|fka/i.test(type ?? '')) return 'former';
  return /weak|nick|low/i.test(type ?? '') ? 'weak' : 'strong';
}

function nameOf(feature: Json): ListName | undefined {
  const type = text(feature, 'NAME_TYPE') ?? (text(feature, 'PRIMARY_NAME_FULL') ? 'PRIMARY' : undefined);
  const first = joinParts([text(feature, 'NAME_FIRST'), text(feature, 'NAME_MIDDLE')], ' ');
  const last = joinParts([text(feature, 'NAME_LAST'), text(feature, 'NAME_SUFFIX')], ' ');
  const full =
    text(feature, 'NAME_FULL') ??
    text(feature, 'NAME_ORG') ??
    text(feature, 'PRIMARY_NAME_FULL') ??
    text(feature, 'PRIMARY_NAME_ORG') ??
    joinParts([first, last], ' ');
  return listName(full, kindOf(type), first && last ? { first, last } : {});
}

function identifiersOf(feature: Json): (Identifier | undefined)[] {
  const known = NUMBERS.map(([attribute, kind, country]) =>
    listIdentifier(kind, text(feature, attribute), parseCountry(country && text(feature, country))),
  );
  const others = ['OTHER_ID', 'TRUSTED_ID'].map((prefix) => {
    const kind = text(feature, `${prefix}_TYPE`) ?? 'Identifier';
    if (CATALOGUES.test(kind)) return undefined;
    return listIdentifier(
      kind,
      text(feature, `${prefix}_NUMBER`),
      parseCountry(text(feature, `${prefix}_COUNTRY`)),
    );
  });
  return [...known, ...others];
}

function addressText(feature: Json): string | undefined {
  const lines = ['ADDR_LINE1', 'ADDR_LINE2', 'ADDR_LINE3', 'ADDR_CITY', 'ADDR_STATE', 'ADDR_POSTAL_CODE'];
  return text(feature, 'ADDR_FULL') ?? joinParts(lines.map((line) => text(feature, line)));
}

function genderOf(features: readonly Json[]): 'M' | 'F' | undefined {
  const gender = features.map((feature) => text(feature, 'GENDER')).find(Boolean);
  if (/^m(?:ale)?$/i.test(gender ?? '')) return 'M';
  return /^f(?:emale)?$/i.test(gender ?? '') ? 'F' : undefined;
}

function entryOf(record: Json): ListEntry | string {
  const features = featuresOf(record);
  const all = (attribute: string) => features.map((feature) => text(feature, attribute));
  const names = features.map(nameOf).filter((name) => name !== undefined);
  const recordType = text(record, 'RECORD_TYPE') ?? all('RECORD_TYPE').find(Boolean);
  const type = TYPES[recordType?.toUpperCase() ?? ''] ?? guessType(names[0]?.text ?? '');
  const births = all('DATE_OF_BIRTH').filter((date) => date !== undefined);
  const died = all('DATE_OF_DEATH').find(Boolean);
  return listEntry({
    source: 'senzing',
    publisherId:
      text(record, 'RECORD_ID') ??
      contentId(names[0]?.text ?? '', ...births, ...all('NATIONALITY').map(String)),
    type,
    names,
    gender: genderOf(features),
    births: births.map((date) => parseBirth(date) ?? parseWrittenDate(date)),
    nationalities: parseCountries([...all('NATIONALITY'), ...all('CITIZENSHIP')]),
    countries: parseCountries([
      ...all('COUNTRY_OF_ASSOCIATION'),
      ...all('REGISTRATION_COUNTRY'),
      ...all('COUNTRY_OF_BIRTH'),
    ]),
    identifiers: features.flatMap(identifiersOf),
    addresses: features.map((feature) =>
      listAddress(addressText(feature), parseCountry(text(feature, 'ADDR_COUNTRY'))),
    ),
    ...categoryOfTopics(all('TOPIC').filter((topic) => topic !== undefined)),
    programs: [text(record, 'DATA_SOURCE')],
    incorporatedOn: all('REGISTRATION_DATE').find(Boolean),
    placesOfBirth: all('PLACE_OF_BIRTH'),
    remarks: [died ? `Died: ${died}` : undefined],
    details: {
      diedOn: died,
      links: features.map((feature) => text(feature, 'WEBSITE_ADDRESS')),
      // A pointer names the key of another record's anchor, which is that record's id where both are of one source.
      relations: features.map((feature) => {
        const key = text(feature, 'REL_POINTER_KEY');
        return relation('linked', { role: text(feature, 'REL_POINTER_ROLE'), id: key && `senzing:${key}` });
      }),
    },
  });
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const file = requiredFile(files, ...FILES);
  yield* recordEntries(jsonRecords(file, report), {
    file: file.name,
    report,
    place: ({ line }) => `${file.name}, line ${line}`,
    entryOf: ({ value }) => entryOf(value),
  });
  checkRejected(report, file.name);
  return report;
}

/** Any list in Senzing's format, e.g. those that OpenSanctions offers in it. */
export const senzing: ListSource = {
  id: 'senzing',
  title: 'Senzing JSON lines',
  publisher: 'whoever made the file; OpenSanctions offers its datasets in this format',
  licence: 'that of the data in the file (of OpenSanctions: CC BY-NC 4.0)',
  urls: ['https://data.opensanctions.org/datasets/latest/default/senzing.json'],
  fileNames: { required: [], optional: FILES },
  parse,
};
