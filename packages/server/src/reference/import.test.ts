import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { maxImportBytes, readImport } from './read-import.ts';
import { readableTitle } from './readable-title.ts';
import { industries, type Row, sheetHead, workbookOf } from './workbook.fixture.ts';

const head = sheetHead('SSIC', 2031);
const codes = industries;

async function workbook(rows: readonly Row[]) {
  return { name: 'ssic.xlsx', content: await workbookOf(rows) };
}

async function faultsOf(rows: readonly Row[], key: 'platform_ssic' | 'platform_ssoc' = 'platform_ssic') {
  const read = await readImport(key, await workbook(rows));
  return read.ok ? [] : read.faults.map(({ place, message }) => `${place}: ${message}`);
}

describe('a workbook of the Department of Statistics', () => {
  it('becomes items with levels and parents, its edition and whom to name', async () => {
    const read = await readImport('platform_ssic', await workbook([...head, ...codes]));
    expect(read).toMatchObject({
      ok: true,
      section: {
        version: 'SSIC 2031, 1 April 2031',
        attribution: expect.stringContaining('Department of Statistics'),
        items: [
          { code: 'A', name: 'Agriculture and fishing', level: 'section', parent: null },
          { code: '01', name: 'Agriculture', level: 'division', parent: 'A' },
          { code: '011', name: 'Growing of crops', level: 'group', parent: '01' },
          { code: '0111', name: 'Growing of Food Crops', level: 'class', parent: '011' },
          { code: '01111', level: 'subclass', parent: '0111' },
          { code: '01119', level: 'subclass', parent: '0111' },
        ],
      },
      counts: { section: 1, division: 1, group: 1, class: 1, subclass: 2 },
    });
  });

  it.each<[string, Row[], string]>([
    [
      'a code that is none',
      [['O1119', 'x']],
      'Structure!A12: "O1119" is no code: it must be a capital letter or two to five digits',
    ],
    [
      'a number that lost its zero',
      [[1120, 'x']],
      'Structure!A12: 1120 is a number: codes must be text, or they lose their zeros',
    ],
    ['a code without a title', [['01112', null]], 'Structure!B12: 01112 has no title'],
    [
      'a title without a code',
      [[null, 'Something']],
      'Structure!A12: an empty cell is no code: it must be a capital letter or two to five digits',
    ],
    [
      'a code that occurs twice',
      [['01111', 'again']],
      'Structure!A12: 01111 occurs twice: it is in row 10 already',
    ],
    ['a code without a parent', [['02220', 'x']], 'Structure!A12: 02220 has no parent: 0222 is missing'],
    ['a code with nothing below it', [['012', 'x']], 'Structure!A12: 012 has no code below it'],
  ])('is refused for %s, with sheet and cell', async (_, rows, fault) => {
    expect(await faultsOf([...head, ...codes, ...rows])).toContain(fault);
  });

  it('is refused when a level is missing or another classification is in it', async () => {
    expect(await faultsOf([...head, ...codes.slice(0, 4)])).toContain(
      'Structure!A9: 0111 has no code below it',
    );
    expect(await faultsOf([...head, ...codes], 'platform_ssoc')).toEqual([
      'Structure: has no heading "SSOC" with a year in its first column',
    ]);
    expect(await faultsOf([...head.slice(0, 4), ['SSIC 2031', 'Name'], ...codes])).toEqual([
      'Structure: cell B5 must be "SSIC 2031 Title", not "Name"',
    ]);
  });

  it('is refused when a known edition has other figures than the publisher tells', async () => {
    const known = sheetHead('SSIC', 2025);
    expect(await faultsOf([...known, ...codes])).toContain(
      'Structure: has 2 codes of the level subclass: SSIC 2025 has 988',
    );
  });

  it('is refused before it is unpacked where it unpacks to too much, or reaches too far', async () => {
    const files = unzipSync((await workbook([...head, ...codes])).content);
    const sheet = 'xl/worksheets/sheet1.xml';
    const text = strFromU8(files[sheet]!);
    const refused = async (changed: Record<string, Uint8Array>) => {
      const content = Buffer.from(zipSync({ ...files, ...changed }, { level: 9 }));
      expect(content.length).toBeLessThan(maxImportBytes);
      return readImport('platform_ssic', { name: 'ssic.xlsx', content });
    };
    expect(await refused({ 'xl/more.xml': new Uint8Array(70 * 1024 * 1024) })).toMatchObject({
      faults: [{ message: expect.stringMatching(/unpacks to \d+ bytes: at most 67108864 are read$/) }],
    });
    for (const place of ['XFD1048576', '&#88;FD1048576']) {
      const far = strToU8(text.replaceAll('r="A1"', `r="${place}"`));
      expect(await refused({ [sheet]: far })).toMatchObject({
        faults: [{ message: expect.stringContaining('reaches further than 2000000 cells') }],
      });
    }
  });

  it('is refused when it is no workbook at all, empty or cut short', async () => {
    const whole = (await workbook([...head, ...codes])).content;
    for (const content of [Buffer.from('SSIC 2025'), whole.subarray(0, 900), Buffer.from('PK\u0003\u0004')]) {
      const read = await readImport('platform_ssic', { name: 'ssic.xlsx', content });
      expect(read).toMatchObject({
        ok: false,
        faults: [{ message: expect.stringMatching(/^is no workbook that can be read: /) }],
      });
    }
    expect(await readImport('platform_ssic', { name: 'ssic.xlsx', content: Buffer.alloc(0) })).toMatchObject({
      ok: false,
      faults: [{ message: 'is empty' }],
    });
  });
});

const gleifHead =
  '"ELF Code","Country of formation","Country Code (ISO 3166-1)","Jurisdiction of formation","Country sub-division code (ISO 3166-2)","Entity Legal Form name Local name","Language","Language Code (ISO 639-1)","Entity Legal Form name Transliterated name (per ISO 01-140-10)","Abbreviations Local language","Abbreviations transliterated","Date created YYYY-MM-DD (ISO 8601)","ELF Status ACTV/INAC","Modification","Modification date YYYY-MM-DD (ISO 8601)","Reason"';

function form(
  code: string,
  { country = 'NL', name = 'a form', language = 'en', status = 'ACTV' } = {},
): string {
  return `"${code}","somewhere","${country}","","","${name}","Language","${language}","${name}","","","2017-11-30","${status}","","",""`;
}

const manyForms = Array.from({ length: 1001 }, (_, at) =>
  form(`Z${at.toString(36).toUpperCase().padStart(3, '0')}`),
);

async function readForms(...lines: readonly string[]) {
  const content = Buffer.from(`\u{feff}${[gleifHead, ...manyForms, ...lines].join('\r\n')}\r\n`);
  return readImport('platform_entity_types', { name: '2023-elf-code-list-v1.5.csv', content });
}

describe('the list of ISO 20275', () => {
  it('adds a legal form for each code in use, in English where it has that, beside what ships', async () => {
    const read = await readForms(
      form('4QXM', { country: 'DE', name: 'Gesellschaft mit beschränkter Haftung', language: 'de' }),
      form('4QXM', { country: 'DE', name: 'Limited liability company', language: 'en' }),
      form('OLD1', { status: 'INAC' }),
      form('8888', { country: '' }),
      form('NFDF', { country: 'SG', name: 'shipped under a name of its own' }),
    );
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const items = read.section.items as { code: string }[];
    expect(read.section.version).toBe('ISO 20275, v1.5');
    expect(read.counts).toEqual({ shipped: 40, 'ISO 20275': 1002 });
    expect(items.find(({ code }) => code === 'DE_4QXM')).toEqual({
      code: 'DE_4QXM',
      name: 'Limited liability company',
      localName: 'Gesellschaft mit beschränkter Haftung',
      country: 'DE',
      category: 'legal form of Germany',
      elf: '4QXM',
    });
    expect(items.some(({ code }) => /OLD1|8888|SG_NFDF/.test(code))).toBe(false);
  });

  it.each([
    [
      'a code of the wrong form',
      form('toolong'),
      'line 1003, column "ELF Code": "toolong" is no code: it must be four letters or digits',
    ],
    [
      'a country that does not exist',
      form('AB12', { country: 'ZZ' }),
      'line 1003, column "Country Code (ISO 3166-1)": "ZZ" is no country of ISO 3166-1',
    ],
    [
      'a status of its own',
      form('AB12', { status: 'GONE' }),
      'line 1003, column "ELF Status": "GONE" must be ACTV or INAC',
    ],
    [
      'a form that occurs twice',
      form('Z000'),
      'line 1003, column "ELF Code": Z000 occurs twice in one language',
    ],
    [
      'a form without a name',
      form('AB12', { name: '' }),
      'line 1003, column "Entity Legal Form name Local name": AB12 has no name',
    ],
  ])('is refused for %s, with line and column', async (_, line, fault) => {
    const read = await readForms(line);
    expect(read.ok ? [] : read.faults.map(({ place, message }) => `${place}: ${message}`)).toEqual([fault]);
  });

  it('is refused when it is cut short, of another kind, or not text', async () => {
    const few = { name: 'elf.csv', content: Buffer.from([gleifHead, form('AB12')].join('\n')) };
    expect(await readImport('platform_entity_types', few)).toMatchObject({
      faults: [{ message: 'has 1 legal forms in use: the list has more than 1000' }],
    });
    const other = { name: 'elf.csv', content: Buffer.from('a,b\n1,2\n') };
    expect(await readImport('platform_entity_types', other)).toMatchObject({
      faults: [{ place: 'line 1', message: 'has no column "ELF Code"' }],
    });
    const bytes = { name: 'elf.csv', content: Buffer.from([0xff, 0xfe, 0x00]) };
    expect(await readImport('platform_entity_types', bytes)).toMatchObject({ ok: false });
  });
});

describe('a title in capitals', () => {
  it('becomes a sentence; one that is not stays as it is', () => {
    expect(readableTitle('INFORMATION AND COMMUNICATIONS TECHNOLOGY (ICT) PROFESSIONALS')).toBe(
      'Information and communications technology (ICT) professionals',
    );
    expect(readableTitle('ARTS,  SPORTS AND RECREATION')).toBe('Arts, sports and recreation');
    expect(readableTitle('Growing of food crops n.e.c.')).toBe('Growing of food crops n.e.c.');
  });
});

// Publishers' own files are not part of this repository.
const folder = join(import.meta.dirname, '../../../../../shared/data/reference');

describe.runIf(existsSync(folder))("the publishers' own files", () => {
  it.each([
    ['platform_ssic', 'ssic2025-classification-structure.xlsx', 988, 'SSIC 2025, 15 April 2025'],
    ['platform_ssic', 'ssic2020-classification-structure.xlsx', 1023, 'SSIC 2020, 30 March 2020'],
    ['platform_ssoc', 'ssoc2024-classification-structure.xlsx', 1006, 'SSOC 2024, 21 March 2024'],
  ] as const)('%s: %s has %i codes of the lowest level', async (key, name, lowest, version) => {
    const read = await readImport(key, { name, content: readFileSync(join(folder, name)) });
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(Object.values(read.counts).at(-1)).toBe(lowest);
    expect(read.section.version).toBe(version);
  });

  it('ISO 20275 has the forms of every country', async () => {
    const name = 'elf-v1.5.semic.csv';
    const read = await readImport('platform_entity_types', {
      name,
      content: readFileSync(join(folder, name)),
    });
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(read.section.items.length).toBeGreaterThan(3000);
  });
});
