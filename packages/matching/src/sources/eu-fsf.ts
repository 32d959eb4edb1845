/** The European Union's consolidated financial sanctions list: XML 1.1, or CSV 1.1 with one row per facet. */
import type { ListEntry } from '../entry.ts';
import { type CsvRow, csvRows } from './csv-records.ts';
import { type EuEntity, type EuFacet, euEntry } from './eu-entity.ts';
import { oneLine } from './list-entry.ts';
import {
  checkRejected,
  fileNamed,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';
import { childrenNamed, textsAt, type XmlNode, xmlRecords } from './xml-records.ts';

const XML_NAMES = ['xmlFullSanctionsList_1_1.xml', '*FULL-1_1*.xml'];
const CSV_NAMES = ['csvFullSanctionsList_1_1.csv', '*FULL-1_1*.csv'];

interface Located {
  line: number;
  item: EuEntity;
}

function nodeFacet(node: XmlNode | undefined): EuFacet {
  if (!node) return {};
  const facet: Record<string, string | undefined> = {
    remark: oneLine(textsAt(node, 'remark').join('; ')),
    publicationUrl: textsAt(node, 'publicationUrl')[0],
  };
  for (const [name, value] of Object.entries(node.attributes)) facet[name] = oneLine(value);
  return facet;
}

function entityOfNode(node: XmlNode): EuEntity {
  const facets = (name: string) => childrenNamed(node, name).map(nodeFacet);
  const subject = nodeFacet(childrenNamed(node, 'subjectType')[0]);
  return {
    entity: { ...nodeFacet(node), code: subject['code'], classificationCode: subject['classificationCode'] },
    remarks: textsAt(node, 'remark'),
    regulations: facets('regulation'),
    names: facets('nameAlias'),
    addresses: facets('address'),
    births: facets('birthdate'),
    identifications: facets('identification'),
    citizenships: facets('citizenship'),
  };
}

async function* xmlEntities(file: SourceFile, report: SourceReport): AsyncGenerator<Located> {
  const records = xmlRecords(file, {
    root: 'export',
    records: ['sanctionEntity'],
    onRoot: (attributes) => {
      if (attributes['generationDate']) report.publishedAt = attributes['generationDate'];
    },
  });
  for await (const { node, line } of records) yield { line, item: entityOfNode(node) };
}

/** Columns of each facet, in the names of the XML's attributes. */
const COLUMNS = {
  entity: {
    prefix: 'Entity_',
    names: {
      logicalId: 'LogicalId',
      euReferenceNumber: 'EU_ReferenceNumber',
      unitedNationId: 'UnitedNationId',
      designationDate: 'DesignationDate',
      designationDetails: 'DesignationDetails',
      classificationCode: 'SubjectType_ClassificationCode',
      code: 'SubjectType',
    },
  },
  regulation: {
    prefix: 'Entity_Regulation_',
    names: {
      programme: 'Programme',
      publicationDate: 'PublicationDate',
      numberTitle: 'NumberTitle',
      publicationUrl: 'PublicationUrl',
    },
  },
  name: {
    prefix: 'NameAlias_',
    names: {
      lastName: 'LastName',
      firstName: 'FirstName',
      middleName: 'MiddleName',
      wholeName: 'WholeName',
      nameLanguage: 'NameLanguage',
      gender: 'Gender',
      title: 'Title',
      function: 'Function',
      strong: 'Strong',
      remark: 'Remark',
    },
  },
  address: {
    prefix: 'Address_',
    names: {
      city: 'City',
      street: 'Street',
      poBox: 'PoBox',
      zipCode: 'ZipCode',
      region: 'Region',
      place: 'Place',
      countryIso2Code: 'CountryIso2Code',
      countryDescription: 'CountryDescription',
      remark: 'Remark',
    },
  },
  birth: {
    prefix: 'BirthDate_',
    names: {
      birthdate: 'BirthDate',
      dayOfMonth: 'Day',
      monthOfYear: 'Month',
      year: 'Year',
      yearRangeFrom: 'YearRangeFrom',
      yearRangeTo: 'YearRangeTo',
      circa: 'Circa',
      calendarType: 'CalendarType',
      city: 'City',
      region: 'Region',
      place: 'Place',
      countryIso2Code: 'CountryIso2Code',
      countryDescription: 'CountryDescription',
    },
  },
  identification: {
    prefix: 'Identification_',
    names: {
      number: 'Number',
      latinNumber: 'LatinNumber',
      knownFalse: 'KnownFalse',
      identificationTypeCode: 'TypeCode',
      identificationTypeDescription: 'TypeDescription',
      countryIso2Code: 'CountryIso2Code',
      countryDescription: 'CountryDescription',
    },
  },
  citizenship: {
    prefix: 'Citizenship_',
    names: { countryIso2Code: 'CountryIso2Code', countryDescription: 'CountryDescription' },
  },
} as const;

/** A facet of a row; undefined when the row says nothing of it. */
function rowFacet(row: CsvRow, kind: keyof typeof COLUMNS): EuFacet | undefined {
  const { prefix, names } = COLUMNS[kind];
  const facet: Record<string, string | undefined> = {};
  let hasValue = false;
  for (const [name, column] of Object.entries(names)) {
    facet[name] = row.get(prefix + column);
    if (facet[name] !== undefined) hasValue = true;
  }
  return hasValue ? facet : undefined;
}

function push(list: EuFacet[], facet: EuFacet | undefined): void {
  if (facet) list.push(facet);
}

/** Rows of one entity may be apart, so all are gathered first. */
async function csvEntities(file: SourceFile, report: SourceReport): Promise<Iterable<Located>> {
  const entities = new Map<string, Located>();
  const required = ['Entity_LogicalId', 'Entity_SubjectType', 'NameAlias_WholeName'];
  for await (const row of csvRows(file, { required, delimiter: ';', report })) {
    const generated = row.get('fileGenerationDate');
    if (generated) report.publishedAt ??= publicationOf(generated);
    const id = row.get('Entity_LogicalId') ?? `line ${row.line}`;
    let found = entities.get(id);
    if (!found) {
      const item: EuEntity = {
        entity: rowFacet(row, 'entity') ?? {},
        remarks: [row.get('Entity_Remark')],
        regulations: [],
        names: [],
        addresses: [],
        births: [],
        identifications: [],
        citizenships: [],
      };
      found = { line: row.line, item };
      entities.set(id, found);
    }
    push(found.item.regulations, rowFacet(row, 'regulation'));
    push(found.item.names, rowFacet(row, 'name'));
    push(found.item.addresses, rowFacet(row, 'address'));
    push(found.item.births, rowFacet(row, 'birth'));
    push(found.item.identifications, rowFacet(row, 'identification'));
    push(found.item.citizenships, rowFacet(row, 'citizenship'));
  }
  return entities.values();
}

/** The day of `DD/MM/YYYY`, or the text as it is. */
function publicationOf(text: string): string {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return match ? `${match[3]}-${match[2]}-${match[1]}` : text;
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const xml = fileNamed(files, ...XML_NAMES);
  const file = xml ?? requiredFile(files, ...CSV_NAMES);
  yield* recordEntries(xml ? xmlEntities(file, report) : await csvEntities(file, report), {
    file: file.name,
    report,
    place: ({ line }) => `${file.name}, line ${line}`,
    entryOf: ({ item }) => euEntry(item),
  });
  checkRejected(report, file.name);
  return report;
}

const FILES = 'https://webgate.ec.europa.eu/fsd/fsf/public/files';
const TOKEN = 'token=dG9rZW4tMjAxNw';

export const euFsf: ListSource = {
  id: 'eu-fsf',
  title: 'EU Consolidated Financial Sanctions List',
  publisher: 'European Commission, Directorate-General for Financial Stability',
  licence: 'European Commission reuse notice (Decision 2011/833/EU)',
  urls: [
    `${FILES}/xmlFullSanctionsList_1_1/content?${TOKEN}`,
    `${FILES}/csvFullSanctionsList_1_1/content?${TOKEN}`,
  ],
  fileNames: { required: [], optional: [...XML_NAMES, ...CSV_NAMES] },
  parse,
};
