/** The United Kingdom's sanctions list, the only one since 28 January 2026: CSV with one row per name, or XML. */
import type { ListEntry } from '../entry.ts';
import { type CsvRow, csvRows } from './csv-records.ts';
import { parseWrittenDate } from './dates-in-words.ts';
import { britishDay } from './numeric-dates.ts';
import {
  checkRejected,
  fileNamed,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';
import { type UkDesignation, ukEntry } from './uk-designation.ts';
import { childrenNamed, childText, textsAt, type XmlNode, xmlRecords } from './xml-records.ts';

const CSV = 'UK-Sanctions-List.csv';
const XML = 'UK-Sanctions-List.xml';
const NAME_NUMBERS = [1, 2, 3, 4, 5, 6];

interface Located {
  line: number;
  item: UkDesignation;
}

function emptyDesignation(id: string, kind: string | undefined): UkDesignation {
  return {
    id,
    kind,
    names: [],
    nonLatinNames: [],
    addresses: [],
    births: [],
    genders: [],
    nationalities: [],
    positions: [],
    birthTowns: [],
    birthCountries: [],
    passports: [],
    nationalIds: [],
    registrations: [],
    imoNumbers: [],
    hulls: [],
    flags: [],
    regimes: [],
    groupIds: [],
    unReferences: [],
    designatedOn: [],
    remarks: [],
    amendedOn: [],
    titles: [],
    reasons: [],
    measures: [],
    contacts: [],
    parents: [],
    subsidiaries: [],
    operators: [],
    formerOperators: [],
    formerFlags: [],
    shipTypes: [],
    tonnages: [],
    lengths: [],
    built: [],
  };
}

/** Column of each list of values. */
const COLUMNS = {
  nonLatinNames: 'Name non-latin script',
  births: 'D.O.B',
  genders: 'Gender',
  nationalities: 'Nationality(/ies)',
  positions: 'Position',
  birthTowns: 'Town of birth',
  birthCountries: 'Country of birth',
  passports: 'Passport number',
  nationalIds: 'National Identifier number',
  registrations: 'Business registration number (s)',
  imoNumbers: 'IMO number',
  hulls: 'Hull identification number (HIN)',
  regimes: 'Regime Name',
  groupIds: 'OFSI Group ID',
  unReferences: 'UN Reference Number',
  designatedOn: 'Date Designated',
  amendedOn: 'Last Updated',
  titles: 'Title',
  reasons: 'UK Statement of Reasons',
  measures: 'Sanctions Imposed',
  parents: 'Parent company',
  subsidiaries: 'Subsidiaries',
  operators: 'Current owner/operator (s)',
  formerOperators: 'Previous owner/operator (s)',
  flags: 'Current believed flag of ship',
  formerFlags: 'Previous flags',
  shipTypes: 'Type of ship',
  tonnages: 'Tonnage of ship',
  lengths: 'Length of ship',
  built: 'Year Built',
} as const satisfies Partial<Record<keyof UkDesignation, string>>;
/** Columns that are shown to the reader under their own name. */
const DETAIL_COLUMNS = [
  'Type of entity',
  'Parent company',
  'Subsidiaries',
  'Current owner/operator (s)',
  'Type of ship',
];

function addRow(item: UkDesignation, row: CsvRow): void {
  item.names.push({
    parts: NAME_NUMBERS.map((number) => row.get(`Name ${number}`)),
    type: row.get('Name type'),
    strength: row.get('Alias strength'),
  });
  for (const [list, column] of Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][]) {
    const value = row.get(column);
    if (value !== undefined && !item[list].includes(value)) item[list].push(value);
  }
  item.contacts.push(row.get('Phone number'), row.get('Website'), row.get('Email address'));
  const lines = [...NAME_NUMBERS.map((number) => `Address Line ${number}`), 'Address Postal Code'];
  item.addresses.push({ lines: lines.map((column) => row.get(column)), country: row.get('Address Country') });
  for (const column of DETAIL_COLUMNS) {
    const value = row.get(column);
    if (value) item.remarks.push(`${column}: ${value}`);
  }
  item.remarks.push(row.get('Sanctions Imposed'), row.get('Other Information'));
}

/** Rows of one designation may be apart, so all are gathered first. */
async function csvDesignations(file: SourceFile, report: SourceReport): Promise<Iterable<Located>> {
  const designations = new Map<string, Located>();
  const rows = csvRows(file, {
    required: ['Unique ID', 'Name 6', 'Name type'],
    report,
    onPreamble: (fields) => {
      const date = parseWrittenDate(/date:?\s*(.+)$/i.exec(fields[0] ?? '')?.[1] ?? '');
      if (date?.precision === 'day') report.publishedAt = date.from;
    },
  });
  for await (const row of rows) {
    const id = row.get('Unique ID') ?? '';
    const key = id === '' ? `line ${row.line}` : id;
    const kind = row.get('Designation Type') ?? row.get('Individual, Entity, Ship');
    const found = designations.get(key) ?? { line: row.line, item: emptyDesignation(id, kind) };
    designations.set(key, found);
    addRow(found.item, row);
  }
  return designations.values();
}

function designationOf(node: XmlNode): UkDesignation {
  const person = (...path: string[]) => textsAt(node, 'IndividualDetails', 'Individual', ...path);
  const entity = (...path: string[]) => textsAt(node, 'EntityDetails', 'Entity', ...path);
  const ship = (...path: string[]) => textsAt(node, 'ShipDetails', 'Ship', ...path);
  const labelled = (label: string, texts: string[]) => texts.map((text) => `${label}: ${text}`);
  return {
    ...emptyDesignation(childText(node, 'UniqueID') ?? '', childText(node, 'IndividualEntityShip')),
    names: childrenNamed(node, 'Names')
      .flatMap((names) => childrenNamed(names, 'Name'))
      .map((name) => ({
        parts: NAME_NUMBERS.map((number) => childText(name, `Name${number}`)),
        type: childText(name, 'NameType'),
        strength: childText(name, 'AliasStrength'),
      })),
    nonLatinNames: textsAt(node, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript'),
    addresses: childrenNamed(node, 'Addresses')
      .flatMap((addresses) => childrenNamed(addresses, 'Address'))
      .map((address) => ({
        lines: [...NAME_NUMBERS.map((number) => `AddressLine${number}`), 'AddressPostalCode'].map((name) =>
          childText(address, name),
        ),
        country: childText(address, 'AddressCountry'),
      })),
    births: person('DOBs', 'DOB'),
    genders: person('Genders', 'Gender'),
    nationalities: person('Nationalities', 'Nationality'),
    positions: person('Positions', 'Position'),
    birthTowns: person('BirthDetails', 'Location', 'TownOfBirth'),
    birthCountries: person('BirthDetails', 'Location', 'CountryOfBirth'),
    passports: person('PassportDetails', 'Passport', 'PassportNumber'),
    nationalIds: person('NationalIdentifierDetails', 'NationalIdentifier', 'NationalIdentifierNumber'),
    registrations: entity('BusinessRegistrationNumbers', 'BusinessRegistrationNumber'),
    imoNumbers: ship('IMONumbers', 'IMONumber'),
    hulls: ship('HullIdentificationNumbers', 'HullIdentificationNumber'),
    flags: ship('CurrentBelievedFlagOfShips', 'CurrentBelievedFlagOfShip'),
    formerFlags: ship('PreviousFlags', 'PreviousFlag'),
    regimes: textsAt(node, 'RegimeName'),
    groupIds: textsAt(node, 'OFSIGroupID'),
    unReferences: textsAt(node, 'UNReferenceNumber'),
    designatedOn: textsAt(node, 'DateDesignated'),
    amendedOn: textsAt(node, 'LastUpdated'),
    reasons: textsAt(node, 'UKStatementofReasons'),
    measures: textsAt(node, 'SanctionsImposed'),
    parents: entity('ParentCompanies', 'ParentCompany'),
    subsidiaries: entity('Subsidiaries', 'Subsidiary'),
    operators: ship('CurrentOwnerOperators', 'CurrentOwnerOperator'),
    shipTypes: ship('TypeOfShipDetails', 'TypeOfShip'),
    remarks: [
      ...labelled('Type of entity', entity('TypeOfEntities', 'TypeOfEntity')),
      ...labelled('Parent company', entity('ParentCompanies', 'ParentCompany')),
      ...labelled('Subsidiaries', entity('Subsidiaries', 'Subsidiary')),
      ...labelled('Current owner/operator (s)', ship('CurrentOwnerOperators', 'CurrentOwnerOperator')),
      ...labelled('Type of ship', ship('TypeOfShipDetails', 'TypeOfShip')),
      ...textsAt(node, 'SanctionsImposed'),
      ...textsAt(node, 'OtherInformation'),
    ],
  };
}

async function* xmlDesignations(file: SourceFile, report: SourceReport): AsyncGenerator<Located> {
  const records = xmlRecords(file, { root: 'Designations', records: ['Designation', 'DateGenerated'] });
  for await (const { node, line } of records) {
    if (node.name === 'DateGenerated') {
      const date = britishDay(node.text.trim());
      if (date) report.publishedAt = date;
    } else {
      yield { line, item: designationOf(node) };
    }
  }
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const csv = fileNamed(files, CSV);
  const file = csv ?? requiredFile(files, XML, CSV);
  yield* recordEntries(csv ? await csvDesignations(file, report) : xmlDesignations(file, report), {
    file: file.name,
    report,
    place: ({ line }) => `${file.name}, line ${line}`,
    entryOf: ({ item }) => ukEntry(item),
  });
  checkRejected(report, file.name);
  return report;
}

export const ukSl: ListSource = {
  id: 'uk-sl',
  title: 'UK Sanctions List',
  publisher: 'United Kingdom, Foreign, Commonwealth and Development Office',
  licence: 'Open Government Licence v3.0',
  urls: [CSV, XML].map((file) => `https://sanctionslist.fcdo.gov.uk/docs/${file}`),
  fileNames: { required: [], optional: [CSV, XML] },
  parse,
};
