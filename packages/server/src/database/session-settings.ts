/** What every session of ours assumes, on both stores; names and values are PostgreSQL's. */
export const sessionSettings = {
  search_path: 'gatehouse',
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
  // Statements here take milliseconds. PostgreSQL takes seconds to compile one that it believes to be costly, and functions that
  // return rows, such as the words of a name, always look so.
  jit: 'off',
} as const;

/** How long a transaction may run no statement: a frozen node or work must not hold what others wait for. */
export const idleInTransactionMs = 3_000;
