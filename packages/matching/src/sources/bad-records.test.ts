import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readEntries, textFile } from '../testing/lists.ts';
import { ListFileError } from './source.ts';
import { listSources } from './table.ts';

/** A format of a source: the text of its main file with so many good records and so many that have no name. */
interface Format {
  source: string;
  name: string;
  text: (good: number, bad: number) => string;
  /** Further files that the source requires. */
  besides?: Readonly<Record<string, string>>;
  /** What is said of a record without a name. */
  reason: RegExp;
}

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

function fixture(folder: string, ending: RegExp): string {
  const name = readdirSync(`${fixtures}/${folder}`).find((one) => ending.test(one));
  return readFileSync(`${fixtures}/${folder}/${name}`, 'utf8');
}

/** Numbers of records: the bad ones come last but for one good one, which shows that reading continues. */
function numbered(good: number, bad: number, record: (number: number, isBad: boolean) => string): string {
  const count = good + bad;
  return Array.from({ length: count }, (_, at) =>
    record(1000 + at, at >= count - 1 - bad && at < count - 1),
  ).join('');
}

/** A delimited file with the columns of a fixture; a record fills some of them. */
function delimited(
  header: string,
  separator: string,
  cells: (number: number, isBad: boolean) => Readonly<Record<string, string>>,
) {
  const columns = header.split(separator).map((column) => column.replace(/^\ufeff|"|\r$/g, ''));
  return (good: number, bad: number) =>
    `${header}\n${numbered(good, bad, (number, isBad) => {
      const filled = cells(number, isBad);
      return `${columns.map((column) => filled[column] ?? '').join(separator)}\n`;
    })}`;
}

const NAMED = 'Marwen Korrigan';
const nameOf = (isBad: boolean) => (isBad ? '' : NAMED);
const firstLine = (text: string) => text.slice(0, text.indexOf('\n')).replace(/\r$/, '');

/** An XML file that begins and ends as its fixture does, around other records. */
function around(text: string, tag: string, record: (number: number, isBad: boolean) => string) {
  const close = `</${tag.replace(/\W/g, '')}>`;
  const from = text.indexOf(`<${tag}`);
  const to = text.lastIndexOf(close) + close.length;
  return (good: number, bad: number) =>
    text.slice(0, from) +
    numbered(good, bad, (number, isBad) => `${record(number, isBad)}\n`) +
    text.slice(to);
}

const person = (number: number, isBad: boolean) => ({
  id: `NK-${number}`,
  schema: 'Person',
  properties: isBad ? {} : { name: [NAMED] },
  target: true,
});
const jsonLines = (record: (number: number, isBad: boolean) => unknown) => (good: number, bad: number) =>
  numbered(good, bad, (number, isBad) => `${JSON.stringify(record(number, isBad))}\n`);
const ofacRow = (number: number, isBad: boolean) =>
  `${number},"${nameOf(isBad)}","individual","SDGT",${'-0- ,'.repeat(7)}-0- \n`;
const OFAC_ALTERNATE = '1000,1,"aka","CORRIGAN, Marwenn",-0- \n';
const OFAC_ADDRESS = '1000,1,"1 Mill Road","Quimper","France",-0- \n';
const ukCsv = fixture('uk-sl/csv', /\.csv$/);
const NO_NAME = /has no name/;

const formats: readonly Format[] = [
  {
    source: 'un-sc',
    name: 'consolidated.xml',
    reason: NO_NAME,
    text: around(
      '<CONSOLIDATED_LIST dateGenerated="2026-01-02T00:00:00Z"><INDIVIDUALS>\n<INDIVIDUAL></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>',
      'INDIVIDUAL>',
      (number, isBad) =>
        `<INDIVIDUAL><DATAID>${number}</DATAID><FIRST_NAME>${nameOf(isBad)}</FIRST_NAME></INDIVIDUAL>`,
    ),
  },
  {
    source: 'us-ofac-sdn',
    name: 'sdn.csv',
    reason: NO_NAME,
    besides: { 'alt.csv': OFAC_ALTERNATE, 'add.csv': OFAC_ADDRESS },
    text: (good, bad) => numbered(good, bad, ofacRow),
  },
  {
    source: 'us-ofac-sdn',
    name: 'SDN_ADVANCED.XML',
    reason: NO_NAME,
    text: around(fixture('us-ofac-sdn/advanced', /\.XML$/), 'DistinctParty ', (number, isBad) => {
      const name = `<DocumentedName ID="5" DocNameStatusID="1"><DocumentedNamePart><NamePartValue ScriptID="215">${NAMED}</NamePartValue></DocumentedNamePart></DocumentedName>`;
      const alias = `<Alias AliasTypeID="1403" Primary="true" LowQuality="false">${name}</Alias>`;
      return `<DistinctParty FixedRef="${number}"><Profile ID="${number}" PartySubTypeID="4"><Identity ID="9" Primary="true">${isBad ? '' : alias}</Identity></Profile></DistinctParty>`;
    }),
  },
  {
    source: 'us-ofac-cons',
    name: 'cons_prim.csv',
    reason: NO_NAME,
    besides: { 'cons_alt.csv': OFAC_ALTERNATE, 'cons_add.csv': OFAC_ADDRESS },
    text: (good, bad) => numbered(good, bad, ofacRow),
  },
  {
    source: 'us-bis-dpl',
    name: 'dpl.txt',
    reason: /name/,
    text: delimited(firstLine(fixture('us-bis-dpl', /\.txt$/)), '\t', (number, isBad) => ({
      Name: isBad ? '""' : `"${NAMED} ${number}"`,
      Country: '"FR"',
      Effective_Date: '"06/19/2003"',
    })),
  },
  {
    source: 'us-csl',
    name: 'consolidated.csv',
    reason: NO_NAME,
    text: delimited(firstLine(fixture('us-csl', /\.csv$/)), ',', (number, isBad) => ({
      _id: String(number),
      source: 'Specially Designated Nationals (SDN) - Treasury Department',
      entity_number: String(number),
      type: 'Individual',
      name: nameOf(isBad),
    })),
  },
  {
    source: 'eu-fsf',
    name: '20260805-FULL-1_1(xsd).xml',
    reason: NO_NAME,
    text: around(fixture('eu-fsf/xml', /\.xml$/), 'sanctionEntity', (number, isBad) => {
      const alias = `<nameAlias wholeName="${NAMED}" strong="true" regulationLanguage="en" logicalId="1"/>`;
      return `<sanctionEntity euReferenceNumber="EU.1" logicalId="${number}"><subjectType code="person" classificationCode="P"/>${isBad ? '' : alias}</sanctionEntity>`;
    }),
  },
  {
    source: 'eu-fsf',
    name: '20260805-FULL-1_1.csv',
    reason: NO_NAME,
    text: delimited(firstLine(fixture('eu-fsf/csv', /\.csv$/)), ';', (number, isBad) => ({
      fileGenerationDate: '05/08/2026',
      Entity_LogicalId: String(number),
      Entity_SubjectType: 'P',
      NameAlias_WholeName: nameOf(isBad),
    })),
  },
  {
    source: 'uk-sl',
    name: 'UK-Sanctions-List.csv',
    reason: NO_NAME,
    text: (good, bad) => {
      const [preamble, header] = ukCsv.split(/\r?\n/) as [string, string];
      const rows = delimited(header, ',', (number, isBad) => ({
        'Unique ID': `BRZ${number}`,
        'Name 6': nameOf(isBad),
        'Name type': 'Primary Name',
        'Designation Type': 'Individual',
      }));
      return `${preamble}\n${rows(good, bad)}`;
    },
  },
  {
    source: 'uk-sl',
    name: 'UK-Sanctions-List.xml',
    reason: NO_NAME,
    text: around(fixture('uk-sl/xml', /\.xml$/), 'Designation>', (number, isBad) => {
      const name = `<Name><Name6>${NAMED}</Name6><NameType>Primary Name</NameType></Name>`;
      return `<Designation><UniqueID>BRZ${number}</UniqueID><Names>${isBad ? '' : name}</Names><IndividualEntityShip>Individual</IndividualEntityShip></Designation>`;
    }),
  },
  { source: 'opensanctions', name: 'entities.ftm.json', reason: NO_NAME, text: jsonLines(person) },
  { source: 'opensanctions', name: 'targets.nested.json', reason: NO_NAME, text: jsonLines(person) },
  {
    source: 'opensanctions',
    name: 'targets.simple.csv',
    reason: /name/,
    text: delimited(firstLine(fixture('opensanctions/simple', /\.csv$/)), ',', (number, isBad) => ({
      id: `NK-${number}`,
      schema: 'Person',
      name: nameOf(isBad),
    })),
  },
  {
    source: 'senzing',
    name: 'senzing.json',
    reason: NO_NAME,
    text: jsonLines((number, isBad) => ({
      DATA_SOURCE: 'MADE_UP',
      RECORD_ID: `R-${number}`,
      RECORD_TYPE: 'PERSON',
      NAMES: isBad ? [] : [{ NAME_TYPE: 'PRIMARY', NAME_FULL: NAMED }],
    })),
  },
  {
    source: 'bods',
    name: 'bods.jsonl',
    reason: NO_NAME,
    text: jsonLines((number, isBad) => ({
      recordId: `r-${number}`,
      recordType: 'person',
      recordDetails: { personType: 'knownPerson', names: isBad ? [] : [{ type: 'legal', fullName: NAMED }] },
    })),
  },
  {
    source: 'custom-csv',
    name: 'staff.csv',
    reason: /name is empty/,
    text: (good, bad) =>
      `id,name,type\n${numbered(good, bad, (number, isBad) => `${number},${nameOf(isBad)},individual\n`)}`,
  },
];

function read(format: Format, text: string) {
  const besides = Object.entries(format.besides ?? {}).map(([name, other]) => textFile(name, other));
  return readEntries(listSources[format.source]!, [textFile(format.name, text, 4093), ...besides]);
}

describe('the formats of list sources', () => {
  it('are all tried here', () => {
    const published = Object.keys(listSources).filter((id) => id !== 'sample');
    expect(new Set(formats.map(({ source }) => source))).toEqual(new Set(published));
  });
});

describe.each(formats.map((format) => [`${format.source}, ${format.name}`, format] as const))(
  '%s',
  (_, format) => {
    it('loses one bad record, which is reported with its place, and reads on', async () => {
      const { entries, report } = await read(format, format.text(150, 1));
      expect(entries).toHaveLength(150);
      expect(report.entries).toBe(150);
      expect(report.rejected).toEqual([
        {
          place: expect.stringContaining(`${format.name}, line `),
          reason: expect.stringMatching(format.reason),
        },
      ]);
    });

    it('is refused as a whole when more than one in a hundred are bad', async () => {
      const refused = await read(format, format.text(150, 2)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ListFileError);
      expect((refused as ListFileError).message).toMatch(
        /, line \d+.*: 2 of 152 records are unusable \(at most 1 % may be\), the first because .*name/,
      );
    });

    it('is refused with file, place and reason when it ends in the middle of a record', async () => {
      const whole = format.text(150, 0).trimEnd();
      const cut = whole.slice(0, whole.indexOf('\n', whole.length * 0.6) + 8);
      const refused = await read(format, cut).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ListFileError);
      expect((refused as ListFileError).message).toMatch(/line \d+.*: \S/);
      expect((refused as ListFileError).file).toBe(format.name);
    });
  },
);
