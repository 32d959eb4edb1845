import type { Tx } from '../database/database.ts';
import type { MoveSession } from '../database/move-session.ts';

/** The session as a transaction of the operator's role, for what other modules do within one. */
export function txOf({ run }: MoveSession): Tx {
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await run(text, [...values])).rows as Row[];
  return { sql, run: ({ text, values }) => sql(text, values) };
}
