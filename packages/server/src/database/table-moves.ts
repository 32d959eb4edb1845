import type { RunSql } from './bootstrap.ts';

/** What becomes of a table when its store is moved: the first word of its comment (docs/decisions/0017-table-layout.md). */
const transfers = ['exported', 'rebuilt', 'left'] as const;
type Transfer = (typeof transfers)[number];

export interface MovedTable {
  readonly name: string;
  readonly transfer: Transfer;
  /** In the order of the table, quoted where they have to be. */
  readonly columns: readonly string[];
}

interface CatalogueRow {
  readonly name: string;
  readonly transfer: string | null;
  readonly columns: string[];
  /** Other tables that its foreign keys name. */
  readonly refers: string[];
}

/** First of those that may come first: rows of executions and of hosted files bring some of its rows by triggers, which leave alone what is there. */
const filledByOthers = 'upload_reference';

const tablesQuery = `
  select c.relname::text as name, substring(obj_description(c.oid, 'pg_class') from '^\\w+') as transfer,
    array(select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct f.confrelid::regclass::oid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
  from pg_class c where c.relnamespace = 'gatehouse'::regnamespace and c.relkind = 'r'
  order by c.relname <> '${filledByOthers}', c.relname collate "C"`;

/** Every table of the store, each behind those that its foreign keys name. @throws Error for a table whose comment does not say it. */
export async function readMovedTables(run: RunSql): Promise<readonly MovedTable[]> {
  const { rows } = await run<CatalogueRow>(tablesQuery);
  return inOrderOfKeys(rows).map(({ name, transfer, columns }) => ({
    name,
    transfer: transferOf(name, transfer),
    columns,
  }));
}

function transferOf(name: string, text: string | null): Transfer {
  const transfer = transfers.find((known) => known === text);
  if (transfer === undefined) {
    throw new Error(
      `The table ${name} does not say whether it is ${transfers.join(', ')} when a store is moved`,
    );
  }
  return transfer;
}

function inOrderOfKeys(rows: readonly CatalogueRow[]): CatalogueRow[] {
  const ordered = new Map<string, CatalogueRow>();
  let left = [...rows];
  while (left.length > 0) {
    const next = left.filter(({ refers }) => refers.every((name) => ordered.has(nameOf(name))));
    if (next.length === 0) throw new Error(`The foreign keys of ${left[0]!.name} go around in a circle`);
    for (const row of next) ordered.set(row.name, row);
    left = left.filter(({ name }) => !ordered.has(name));
  }
  return [...ordered.values()];
}

/** Without the schema, which is there unless the search path has it. */
function nameOf(regclass: string): string {
  return regclass.replace(/^gatehouse\./, '');
}

/** Bytes that one piece of a table holds at most, but for a single row that has more. */
const pieceBytes = 4 * 1024 * 1024;
const pageBytes = 8192;
/** The most rows that fit onto a page, by PostgreSQL's own bound. */
const maxRowsOfPage = 291;

/**
 * Conditions that cut a table into pieces of a few megabytes, by the places of its rows. Somebody else who writes to the
 * table meanwhile may move rows between pieces.
 */
export async function readPieces(run: RunSql, table: string): Promise<readonly string[]> {
  const { rows } = await run<{ pages: number; bytes: number }>(
    `select (pg_relation_size($1::regclass) / ${pageBytes})::integer as pages, pg_table_size($1::regclass)::double precision as bytes`,
    [table],
  );
  const { pages, bytes } = rows[0]!;
  if (pages === 0) return [];
  const pagesOfPiece = Math.floor((pieceBytes * pages) / bytes);
  const range = (from: string, to: string) => `ctid >= '(${from})' and ctid < '(${to})'`;
  if (pagesOfPiece >= 1) {
    const pieces = Math.ceil(pages / pagesOfPiece);
    return Array.from({ length: pieces }, (_, piece) =>
      range(`${piece * pagesOfPiece},0`, `${(piece + 1) * pagesOfPiece},0`),
    );
  }
  // Long values lie beside the table: few rows of a page are megabytes.
  const rowsOfPiece = Math.max(1, Math.floor((pieceBytes * pages * maxRowsOfPage) / bytes));
  const piecesOfPage = Math.ceil(maxRowsOfPage / rowsOfPiece);
  return Array.from({ length: pages * piecesOfPage }, (_, index) => {
    const page = Math.floor(index / piecesOfPage);
    const first = (index % piecesOfPage) * rowsOfPiece;
    return range(`${page},${first}`, `${page},${first + rowsOfPiece}`);
  });
}

export interface SequenceState {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

/** @throws Error for one whose value the role may not see */
export async function readSequences(run: RunSql): Promise<readonly SequenceState[]> {
  const { rows } = await run<SequenceState & { readonly isSeen: boolean }>(
    `select sequencename::text as name, coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled",
       has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'select, usage') as "isSeen"
     from pg_sequences where schemaname = 'gatehouse' order by 1`,
  );
  return rows.map(({ isSeen, ...state }) => {
    if (!isSeen) throw new Error(`the role may not read the sequence ${state.name}`);
    return state;
  });
}

export async function restoreSequences(run: RunSql, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    await run('select setval($1::regclass, $2::bigint, $3)', [`gatehouse.${name}`, value, isCalled]);
  }
}
