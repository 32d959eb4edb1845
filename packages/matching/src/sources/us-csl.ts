/** The United States' Consolidated Screening List: lists of Commerce, State and Treasury in one CSV. */
import type { Category, EntityType, Identifier, ListEntry, ListName } from '../entry.ts';
import { contentId } from './content-id.ts';
import { type CsvRow, csvRows } from './csv-records.ts';
import { parseWrittenDate } from './dates-in-words.ts';
import { craftFlag, type DetailFacts, legalBasis, relation } from './entry-details.ts';
import { guessType } from './guess-type.ts';
import { listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { isoDay } from './numeric-dates.ts';
import { parseCountries, parseCountry } from './parse-country.ts';
import {
  checkRejected,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';

const FILE = 'consolidated.csv';
const COLUMNS = ['_id', 'source', 'type', 'programs', 'name', 'addresses', 'alt_names', 'ids'];

interface Origin {
  /** In brackets in the source column, or a word of it. */
  mark: RegExp;
  subCategory: string;
  category: Category;
}

/** Lists that the file joins. Those that forbid or license exports, without freezing anything, are watchlists. */
const ORIGINS: readonly Origin[] = [
  { mark: /\(SDN\)/, subCategory: 'ofac-sdn', category: 'sanctions' },
  { mark: /\(SSI\)/, subCategory: 'ofac-ssi', category: 'sanctions' },
  { mark: /\(PLC\)/, subCategory: 'ofac-plc', category: 'sanctions' },
  { mark: /\(FSE\)/, subCategory: 'ofac-fse', category: 'sanctions' },
  { mark: /\(CAP\)/, subCategory: 'ofac-capta', category: 'sanctions' },
  { mark: /\(CMIC\)/, subCategory: 'ofac-cmic', category: 'sanctions' },
  { mark: /NS-MBS/, subCategory: 'ofac-ns-mbs', category: 'sanctions' },
  { mark: /\(ISN\)/, subCategory: 'state-isn', category: 'sanctions' },
  { mark: /\(EL\)/, subCategory: 'bis-el', category: 'watchlist' },
  { mark: /\(DPL\)/, subCategory: 'bis-dpl', category: 'watchlist' },
  { mark: /\(UVL\)/, subCategory: 'bis-uvl', category: 'watchlist' },
  { mark: /\(MEU\)/, subCategory: 'bis-meu', category: 'watchlist' },
  { mark: /\(DTC\)/, subCategory: 'state-dtc', category: 'watchlist' },
];
const OTHER_ORIGIN: Origin = { mark: /./, subCategory: 'us-csl', category: 'watchlist' };

const TYPES: Readonly<Record<string, EntityType>> = {
  individual: 'individual',
  entity: 'corporate',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** Words behind a name that are not part of it: the listing covers more than the one who is named. */
const TAIL =
  /[\s,;]+and (?:any successors?\b.*|its sub-?units?\b.*|all (?:subsidiaries|successors)\b.*|subsidiaries\b.*)$/i;
/** Documents of the `ids` column that identify nobody. */
const NOT_IDENTIFIER =
  /^(?:secondary sanctions|executive order|additional sanctions|transactions|linked to|caatsa|ifca|target type|organization|issuer name|listing date|effective date|purchase\/sales|equity ticker|isin|website|email|phone|fax|gender|nationality|vessel type)/i;

/** Items of a joined list. A semicolon inside quotes does not separate. */
function items(text: string | undefined): string[] {
  return (text?.split(/;\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/) ?? []).map((item) => item.trim()).filter(Boolean);
}

/** A name as it is read: `LAST, First` turned round for persons; quotes mark a weak alias. */
function nameOf(text: string, kind: ListName['kind'], isPerson: boolean): ListName | undefined {
  const quoted = /^["'“](.+)["'”]$/.exec(text);
  const plain = (quoted ? quoted[1]! : text).replace(TAIL, '');
  const grade = quoted && kind !== 'primary' ? 'weak' : kind;
  const [last, first, ...suffixes] = plain.split(',').map((part) => part.trim());
  if (!isPerson || !first || !last) return listName(plain, grade);
  const family = [last, ...suffixes].join(' ');
  return listName(`${first} ${family}`, grade, { first, last: family });
}

interface Documents {
  identifiers: (Identifier | undefined)[];
  gender?: 'M' | 'F';
  countries: (string | undefined)[];
  incorporatedOn?: string | undefined;
  remarks: string[];
}

/** The `ids` column: `Passport, U00242309, TR; Gender, Male`. */
function documentsOf(text: string | undefined): Documents {
  const documents: Documents = { identifiers: [], countries: [], remarks: [] };
  for (const item of items(text)) {
    const [kind, value, country] = item.split(',').map((part) => part.trim());
    if (!kind || !value) continue;
    if (/^gender$/i.test(kind) && /^(?:male|female)$/i.test(value)) {
      documents.gender = /^f/i.test(value) ? 'F' : 'M';
    } else if (/^nationality/i.test(kind)) {
      documents.countries.push(parseCountry(value));
    } else if (/^organization established date$/i.test(kind)) {
      const date = parseWrittenDate(value);
      documents.incorporatedOn = date?.precision === 'day' ? date.from : date?.from.slice(0, 4);
    } else if (NOT_IDENTIFIER.test(kind)) {
      if (!/^(?:website|email|phone|fax)/i.test(kind))
        documents.remarks.push(item.replace(/:?\s*,\s*/, ': '));
    } else {
      documents.identifiers.push(listIdentifier(kind, value, parseCountry(country)));
    }
  }
  return documents;
}

/** What only the page of an entry shows. */
function detailsOf(row: CsvRow, remarks: readonly string[]): DetailFacts {
  const linked = remarks.flatMap((remark) => /^Linked To: (.+)$/i.exec(remark)?.[1] ?? []);
  return {
    expiresOn: isoDay(row.get('end_date')),
    legalBasis: [legalBasis(row.get('federal_register_notice'))],
    measures: [row.get('license_requirement')],
    links: [row.get('source_list_url'), row.get('source_information_url')],
    relations: [
      relation('owned-by', { role: 'Vessel owner', name: row.get('vessel_owner') }),
      ...linked.map((name) => relation('linked', { role: 'Linked To', name })),
    ],
    craft: {
      model: row.get('vessel_type'),
      flags: [craftFlag(row.get('vessel_flag'), parseCountry)].filter((flag) => flag !== undefined),
      tonnage: row.get('gross_tonnage'),
      grossTonnage: row.get('gross_registered_tonnage'),
    },
  };
}

function entryOf(row: CsvRow): ListEntry | string {
  const origin = ORIGINS.find(({ mark }) => mark.test(row.get('source') ?? '')) ?? OTHER_ORIGIN;
  const name = row.get('name');
  if (!name) return `record ${row.get('_id') ?? ''} has no name`;
  const title = name.replace(TAIL, '');
  const type = TYPES[row.get('type')?.toLowerCase() ?? ''] ?? guessType(title);
  const isPerson = type === 'individual';
  const documents = documentsOf(row.get('ids'));
  const titles = items(row.get('title'));
  const nationalities = [...items(row.get('nationalities')), ...items(row.get('citizenships'))];
  // Two of the lists may hold the same party under the same number, so the list is part of the id.
  const number = row.get('entity_number') ?? row.get('_id') ?? contentId(name, row.get('source') ?? '');
  return listEntry({
    source: 'us-csl',
    publisherId: `${origin.subCategory}-${number}`,
    type,
    names: [
      nameOf(name, 'primary', isPerson),
      ...items(row.get('alt_names')).map((text) => nameOf(text, 'strong', isPerson)),
    ],
    gender: documents.gender,
    births: items(row.get('dates_of_birth')).map(parseWrittenDate),
    nationalities: parseCountries(nationalities),
    countries: [parseCountry(row.get('vessel_flag')), ...documents.countries],
    identifiers: [...documents.identifiers, listIdentifier('Call Sign', row.get('call_sign'))],
    addresses: items(row.get('addresses')).map((text) =>
      listAddress(text, parseCountry(/(?:^|,\s*)([A-Z]{2})$/.exec(text)?.[1])),
    ),
    category: origin.category,
    subCategory: origin.subCategory,
    programs: items(row.get('programs')),
    listedOn: isoDay(row.get('start_date')),
    incorporatedOn: documents.incorporatedOn,
    positions: titles,
    placesOfBirth: items(row.get('places_of_birth')),
    remarks: [
      TAIL.test(name) ? `Listed as: ${name}` : undefined,
      row.get('remarks'),
      row.get('license_policy'),
      row.get('federal_register_notice'),
      row.get('vessel_owner') && `Vessel owner: ${row.get('vessel_owner')}`,
      ...documents.remarks,
    ],
    details: detailsOf(row, documents.remarks),
  });
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const rows = csvRows(requiredFile(files, FILE), { required: COLUMNS, cutRecordIsBad: true, report });
  yield* recordEntries(rows, { file: FILE, report, place: ({ line }) => `${FILE}, line ${line}`, entryOf });
  checkRejected(report, FILE);
  return report;
}

export const usCsl: ListSource = {
  id: 'us-csl',
  title: 'US Consolidated Screening List',
  publisher: 'United States Department of Commerce, International Trade Administration',
  licence: 'United States public domain',
  urls: ['https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv'],
  fileNames: { required: [FILE], optional: [] },
  parse,
};
