import { parse } from 'csv-parse/sync';
import { countryCode, countryName } from '../lib/countries.ts';
import { shippedSections } from './content/table.ts';
import { type ImportFault, type ImportFile, oneFault, type ReadImport } from './import-result.ts';

/** Columns of GLEIF's list that are read, by how their headings begin. */
const headings = {
  code: 'ELF Code',
  country: 'Country Code (ISO 3166-1)',
  localName: 'Entity Legal Form name Local name',
  language: 'Language Code (ISO 639-1)',
  latinName: 'Entity Legal Form name Transliterated name',
  status: 'ELF Status',
} as const;
type Column = keyof typeof headings;

/** Codes that stand for no legal form: one not yet listed, and none at all. */
const noForms = new Set(['8888', '9999']);
const maxFaults = 20;
/** GLEIF's list has had more codes than this since its first edition. */
const minForms = 1000;

interface Row {
  readonly line: number;
  readonly values: Readonly<Record<Column, string>>;
}

/**
 * Reads the code list of ISO 20275 (entity legal forms) as GLEIF publishes it in CSV. A code has a row for each
 * language; the English name goes first. What ships stays, for it names kinds that many countries have.
 */
export function readEntityLegalForms({ name, content }: ImportFile): ReadImport {
  const rows = readRows(content);
  if (!Array.isArray(rows)) return rows;
  const faults: ImportFault[] = [];
  const forms = new Map<string, Row[]>();
  for (const row of rows) {
    const { code, status, country, localName, latinName } = row.values;
    const place = (column: Column) => `line ${row.line}, column "${headings[column]}"`;
    if (!/^[A-Z0-9]{4}$/.test(code)) {
      faults.push({
        place: place('code'),
        message: `"${code}" is no code: it must be four letters or digits`,
      });
      continue;
    }
    if (status !== 'ACTV' && status !== 'INAC') {
      faults.push({ place: place('status'), message: `"${status}" must be ACTV or INAC` });
    }
    if (status !== 'ACTV' || noForms.has(code)) continue;
    if (countryCode(country) === undefined) {
      faults.push({ place: place('country'), message: `"${country}" is no country of ISO 3166-1` });
    }
    if (localName === '' && latinName === '') {
      faults.push({ place: place('localName'), message: `${code} has no name` });
    }
    const known = forms.get(code) ?? [];
    if (
      known.some(({ values }) => values.language === row.values.language && values.localName === localName)
    ) {
      faults.push({ place: place('code'), message: `${code} occurs twice in one language` });
    }
    forms.set(code, [...known, row]);
  }
  if (faults.length === 0 && forms.size < minForms) {
    return oneFault(`has ${forms.size} legal forms in use: the list has more than ${minForms}`);
  }
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, maxFaults) };
  const shipped = shippedSections.platform_entity_types.items;
  const named = new Set(shipped.map(({ elf }) => elf));
  const listed = [...forms].filter(([code]) => !named.has(code)).map(([code, group]) => itemOf(code, group));
  listed.sort((a, b) => (a.country < b.country ? -1 : a.country > b.country ? 1 : a.code < b.code ? -1 : 1));
  const edition = /v\d+(?:\.\d+)*/i.exec(name)?.[0]?.toLowerCase();
  return {
    ok: true,
    section: {
      version: edition === undefined ? 'ISO 20275' : `ISO 20275, ${edition}`,
      attribution:
        'Entity legal forms: Global Legal Entity Identifier Foundation (GLEIF), ISO 20275; CC0 1.0',
      settings: {},
      items: [...shipped, ...listed],
    },
    counts: { shipped: shipped.length, 'ISO 20275': listed.length },
  };
}

function itemOf(code: string, rows: readonly Row[]) {
  const first = rows[0]!.values;
  const english = rows.find(({ values }) => values.language === 'en')?.values;
  const country = countryCode(first.country)!;
  const name = english?.localName || first.latinName || first.localName;
  return {
    code: `${country}_${code}`,
    name,
    localName: first.localName === name ? null : first.localName,
    country,
    category: `legal form of ${countryName(country)}`,
    elf: code,
  };
}

function readRows(content: Buffer): Row[] | (ReadImport & { ok: false }) {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    records = parse(content, { bom: true, info: true, skip_empty_lines: true }) as never;
  } catch (error) {
    return oneFault(`is no list in CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
  const head = records[0]?.record.map((heading) => heading.trim()) ?? [];
  const places = Object.entries(headings).map(
    ([column, heading]) => [column, head.findIndex((text) => text.startsWith(heading))] as const,
  );
  const missing = places.find(([, at]) => at < 0);
  if (missing !== undefined) return oneFault(`has no column "${headings[missing[0] as Column]}"`, 'line 1');
  return records.slice(1).map(({ record, info }) => ({
    line: info.lines,
    values: Object.fromEntries(places.map(([column, at]) => [column, record[at]!.trim()])) as Row['values'],
  }));
}
