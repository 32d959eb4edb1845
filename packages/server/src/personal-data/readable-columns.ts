import { openedNodeRun } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { type DomainKeys, openExecution, sealedColumnsOf } from '../personal-keys/index.ts';

/** Columns that are stored in short, or in another row, as they are read: SQL of a statement `from` their table. */
const readable: Readonly<Record<string, string>> = {
  'case_record.subject': `coalesce(subject, (select e.data from execution e where e.tenant_id = case_record.tenant_id
    and e.domain = case_record.domain and e.execution_id = case_record.execution_id))`,
  'execution.node_runs': `case when node_runs is not null then (select jsonb_agg(to_jsonb(v) order by v.sequence)
    from gatehouse.node_runs(execution.tenant_id, execution.domain, execution.execution_id) v) end`,
};

/** The expression of such a column; undefined: it is read as it is. */
export function readableColumn(table: string, column: string): string | undefined {
  return readable[`${table}.${column}`];
}

/** Columns of which an execution may have the values sealed, by table. */
const sealedColumns: Readonly<Record<string, readonly string[]>> = {
  execution: ['data', 'outputs', 'node_runs'],
  case_record: ['subject'],
};

/** SQL of a statement `from` a table: JSON of what an execution keeps sealed of the row, bytes in hex; undefined where no execution keeps any of its columns. */
export function sealedSourceOf(table: string): string | undefined {
  if (!Object.hasOwn(sealedColumns, table)) return undefined;
  const own = table === 'case_record' ? 'subject is not null' : 'false';
  return `(select jsonb_build_object('executionId', s."executionId", 'sealed', encode(s.sealed, 'hex'), 'wrappedKey', encode(s."wrappedKey", 'hex'),
      'hasOwn', ${own})
    from (select e.execution_id as "executionId", ${sealedColumnsOf('e')} from gatehouse.execution e where e.tenant_id = ${table}.tenant_id
      and e.domain = ${table}.domain and e.execution_id = ${table}.execution_id) s)`;
}

/** What `sealedSourceOf` reads. */
export interface SealedSource {
  readonly executionId: string;
  readonly sealed: string | null;
  readonly wrappedKey: string | null;
  /** Whether a case has a subject of its own. */
  readonly hasOwn: boolean;
}

/** Instead of a value whose key was deleted, or not restored with the database. */
export const unreadable = { unreadable: 'the key of this value is not in the store' };

/**
 * The values of columns that an execution keeps sealed, by column; none where they lie in their columns.
 * @param nodeRuns the log as `readableColumn` reads it
 */
export function openReadable(
  keys: DomainKeys,
  scope: Scope,
  of: { readonly table: string; readonly source: SealedSource | null; readonly nodeRuns: unknown },
): Readonly<Record<string, unknown>> {
  const { table, source, nodeRuns } = of;
  if (source === null || source.sealed === null || source.hasOwn) return {};
  const bytes = (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex'));
  const stored = {
    executionId: source.executionId,
    sealed: bytes(source.sealed),
    wrappedKey: bytes(source.wrappedKey),
  };
  const content = openExecution(keys, scope, stored);
  if (content === undefined) return {};
  if (content === 'keyless')
    return Object.fromEntries(sealedColumns[table]!.map((column) => [column, unreadable]));
  if (table === 'case_record') return { subject: content.data };
  const runs = (nodeRuns ?? []) as readonly NodeRunJson[];
  return {
    data: content.data,
    outputs: content.outputs,
    node_runs: runs.map((run) => {
      const opened = openedNodeRun({ ...run, nodeId: run.node_id }, content);
      const { reference, input, output } = opened;
      const times = { started_at: instant(opened.startedAt), finished_at: instant(opened.finishedAt) };
      return { ...run, reference, input, output, ...times };
    }),
  };
}

interface NodeRunJson {
  readonly sequence: number;
  readonly node_id: string;
  readonly input: unknown;
}

/** As the database writes an instant into JSON. */
function instant(at: Date): string {
  return at.toISOString().replace('Z', '+00:00');
}
