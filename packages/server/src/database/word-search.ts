import type { Tx } from './database.ts';

/** What a search asks for, as the rows of words are written: without accents, in small letters. */
export interface SearchTerms {
  /** The whole search: the beginning of an id. */
  readonly whole: string;
  /** Each the beginning of a word; the longest, which the fewest have, first. */
  readonly words: readonly string[];
}

export async function parseSearchTerms(tx: Tx, search: string): Promise<SearchTerms> {
  const [requested] = await tx.sql<{ whole: string; words: string[] }>(
    'select gatehouse.plain_text($1) as whole, array(select gatehouse.plain_words($1)) as words',
    [search],
  );
  const { whole, words } = requested!;
  return { whole, words: words.toSorted((one, other) => other.length - one.length) };
}

/** Behind every text that begins with the one before it, in the order of bytes. */
const end = 'chr(1114111)';

/** The condition that a row's word begins with a text, as indexes answer it behind row-level security. */
export function wordPrefixCondition(table: string, place: string): string {
  return `${table}.word >= ${place}::text and ${table}.word < ${place}::text || ${end}`;
}

/** The condition that an id begins with a text, as the index of ids in the order of bytes answers it. */
export function idPrefixCondition(column: string, place: string): string {
  return `${column} collate "C" >= ${place}::text and ${column} collate "C" < ${place}::text || ${end}`;
}
