/**
 * The pack of the scoreboard as files that any engine can read: what is listed (UN, OFAC SDN), and names to search.
 *
 *     node bench/scoreboard/pack.ts FOLDER [records] [seed]
 *
 * `entities.jsonl` has the entries in the entity format of FollowTheMoney. `queries.jsonl` has altered names of entries, made as
 * `gatehouse prove` makes them, people of the UN list as a labelled public set has them, and made-up people who are on no list.
 */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import {
  buildIndex,
  firstVersion,
  type ListEntry,
  openVersion,
  type Subject,
} from '../../packages/matching/src/index.ts';
import { makePack } from '../../packages/server/src/assurance/index.ts';
import { benchRows, loadList } from '../screening/lists.ts';

const [folder, records = '1500', seed = '1'] = process.argv.slice(2);
if (folder === undefined) throw new Error('node bench/scoreboard/pack.ts FOLDER [records] [seed]');
mkdirSync(folder, { recursive: true });

/** What to search for. `expected` is the id of an entry, or null where every hit is a false alarm. */
export interface Query {
  readonly id: string;
  readonly set: 'altered' | 'public' | 'innocent';
  /** How the name was altered, or where it comes from. */
  readonly way: string;
  readonly schema: string;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly expected: string | null;
}

const schemas = {
  individual: 'Person',
  corporate: 'Organization',
  vessel: 'Vessel',
  aircraft: 'Airplane',
  other: 'LegalEntity',
} as const;
const nameProperties = {
  primary: 'name',
  strong: 'alias',
  weak: 'weakAlias',
  former: 'previousName',
  original: 'alias',
} as const;

const lists = [await loadList('un-sc'), await loadList('us-ofac-sdn')];
const entries = new Map(lists.flatMap((list) => list.entries).map((entry) => [entry.id, entry]));
await write('entities.jsonl', [...entries.values()].map(entityOf));
const queries = [...altered(), ...labelled(), ...innocents()];
await write('queries.jsonl', queries);
console.log(
  `${entries.size} entries, ${queries.length} queries: ${JSON.stringify(
    Object.fromEntries(
      Map.groupBy(queries, ({ set }) => set)
        .entries()
        .map(([set, of]) => [set, of.length]),
    ),
  )}`,
);

function entityOf({ id, type, names, births, nationalities, countries }: ListEntry): object {
  const properties: Record<string, string[]> = {};
  const add = (property: string, value: string) => {
    properties[property] = [...(properties[property] ?? []), value];
  };
  for (const { text, kind } of names) add(nameProperties[kind], text);
  if (type === 'individual') {
    for (const birth of births) if (birth.precision === 'day') add('birthDate', birth.from);
    for (const country of nationalities) add('nationality', country.toLowerCase());
  }
  for (const country of countries) add('country', country.toLowerCase());
  return { id, schema: schemas[type], properties };
}

/** Records of `gatehouse prove` that tell of names alone: other engines read other identifiers than ours. */
function altered(): Query[] {
  const ids = new Set(entries.keys());
  const versions = lists.map(({ source, entries: of }) => {
    const meta = { source, version: 'bench' };
    return openVersion(firstVersion(buildIndex(of, meta), meta));
  });
  const { records: made } = makePack(versions, { seed: Number(seed), size: Number(records) });
  return made.flatMap(({ id, group, subject, expected }): Query[] => {
    const isOfName = !['identifier', 'wallet', 'made-up', 'file'].includes(group.fact);
    if (!isOfName || expected.kind !== 'entry' || !ids.has(expected.entityId)) return [];
    const schema = schemas[entries.get(expected.entityId)!.type];
    return [
      {
        id,
        set: 'altered',
        way: group.way,
        schema,
        properties: propertiesOf(subject),
        expected: expected.entityId,
      },
    ];
  });
}

function propertiesOf({ name, births = [], nationalities = [] }: Subject): Record<string, string[]> {
  const days = births.filter(({ precision }) => precision === 'day').map(({ from }) => from);
  return {
    name: [name],
    ...(days.length > 0 && { birthDate: days }),
    ...(nationalities.length > 0 && { nationality: nationalities.map((code) => code.toLowerCase()) }),
  };
}

/** Every third of the labelled people, where their name is that of one entry alone. */
function labelled(): Query[] {
  const byName = Map.groupBy(lists[0]!.entries, ({ names }) => plain(names[0]!.text));
  const rows = benchRows('un_positives.csv') ?? [];
  return rows.flatMap((row, index): Query[] => {
    const same = byName.get(plain(row['full_name']!)) ?? [];
    if (index % 3 !== 0 || same.length !== 1) return [];
    const properties = { name: [row['full_name']!] };
    return [
      {
        id: `un-${index}`,
        set: 'public',
        way: 'as published',
        schema: 'Person',
        properties,
        expected: same[0]!.id,
      },
    ];
  });
}

/** As many made-up people as records were asked for, half of each file. */
function innocents(): Query[] {
  const files = ['negatives_global.csv', 'negatives_us.csv'];
  return files.flatMap((file) =>
    (benchRows(file) ?? []).slice(0, Math.ceil(Number(records) / 2)).map((row, index): Query => {
      const properties = { name: [row['full_name']!] };
      return {
        id: `${file}-${index}`,
        set: 'innocent',
        way: file.replace('.csv', ''),
        schema: 'Person',
        properties,
        expected: null,
      };
    }),
  );
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/\s+/g, ' ').trim();
}

async function write(name: string, rows: readonly object[]): Promise<void> {
  const file = createWriteStream(join(folder!, name));
  for (const row of rows) file.write(`${JSON.stringify(row)}\n`);
  file.end();
  await finished(file);
}
