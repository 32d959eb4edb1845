import type { App } from '../../src/app/app.ts';
import { openedNodeRun } from '../../src/interpreter/index.ts';
import type { Scope } from '../../src/lib/scope.ts';
import {
  openExecution,
  openedColumns,
  type StoredContent,
  sealedColumnsOf,
} from '../../src/personal-keys/index.ts';
import { personalKeysOf } from './personal-keys.ts';

/** What executions keep may be sealed: stories read it as the service does. */

/** SQL: what `withData` takes of an execution `e`. */
export const storedData = `e.execution_id as "executionId", e.data, ${sealedColumnsOf('e')}`;

/** Rows with `storedData` as they were before they were sealed. */
export async function withData<Row extends object>(
  app: Pick<App, 'database' | 'masterKeys'>,
  scope: Scope,
  rows: readonly (Row & StoredContent & { readonly data: Record<string, unknown> })[],
): Promise<(Row & { readonly data: Record<string, unknown> })[]> {
  const keys = await personalKeysOf(app).ofDomain(scope);
  return rows.map((row) => {
    const { data } = openedColumns(keys, scope, { ...row, outputs: {} });
    const { sealed: _, wrappedKey: __, executionId: ___, ...rest } = row;
    return { ...(rest as Row), data };
  });
}

/** The outputs of an execution's steps, by node. */
export async function outputsOf(
  app: Pick<App, 'database' | 'masterKeys'>,
  scope: Scope,
  executionId: string,
): Promise<Record<string, Record<string, unknown>>> {
  const keys = await personalKeysOf(app).ofDomain(scope);
  const rows = await app.database.operator((tx) =>
    tx.sql<
      StoredContent & { sequence: number; nodeId: string; input: unknown; output: unknown } & Record<
          string,
          unknown
        >
    >(
      `select e.execution_id as "executionId", ${sealedColumnsOf('e')}, v.sequence, v.node_id as "nodeId", v.input, v.output
       from execution e cross join lateral gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v
       where e.execution_id = $1 order by v.sequence`,
      [executionId],
    ),
  );
  return Object.fromEntries(
    rows.map((row) => {
      const content = openExecution(keys, scope, row);
      const output = content instanceof Object ? openedNodeRun(row, content).output : row.output;
      return [row.nodeId, output as Record<string, unknown>];
    }),
  );
}
