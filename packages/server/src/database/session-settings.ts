/** What every session of ours assumes, on both stores; names and values are PostgreSQL's. */
export const sessionSettings = {
  search_path: 'gatehouse',
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
} as const;

/** How long a transaction may run no statement: a frozen node or work must not hold what others wait for. */
export const idleInTransactionMs = 3_000;
