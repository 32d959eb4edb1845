/** What every session of ours assumes, on both stores; names and values are PostgreSQL's. */
export const sessionSettings = {
  search_path: 'gatehouse',
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
} as const;
