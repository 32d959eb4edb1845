import type { Subject } from '@gatehouse/matching';
import type { Tx } from '../database/database.ts';
import { openedNodeRun } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  type OpenedExecution,
  openExecution,
  type StoredContent,
  sealedColumnsOf,
} from '../personal-keys/index.ts';

/** Of an alert: whom it is about, and where its screening has that. */
interface AlertSubjectRow {
  readonly executionId: string;
  readonly sequence: number;
  readonly subjectIndex: number;
  /** Null where its execution is sealed, or the screening is gone. */
  readonly subject: Subject | null;
}

/** Reads whom alerts are about, also where their executions are sealed. */
export interface SubjectSource {
  readonly keys: DomainKeys;
  /** What the caller has opened of the execution already, in the same snapshot. */
  readonly opened?: { readonly executionId: string; readonly content: OpenedExecution };
}

/**
 * Alerts with whom they are about. To be called after the statement that reads them: an execution that is sealed between the two is opened.
 * Null stays where its key was deleted, or not restored with the database.
 */
export async function withSubjects<Row extends AlertSubjectRow>(
  tx: Tx,
  scope: Scope,
  { keys, opened }: SubjectSource,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const contents = new Map(opened === undefined ? [] : [[opened.executionId, opened.content]]);
  const unknown = rows.filter(({ subject, executionId }) => subject === null && !contents.has(executionId));
  if (unknown.length > 0) {
    const executionIds = [...new Set(unknown.map(({ executionId }) => executionId))];
    for (const stored of await readSealed(tx, scope, executionIds))
      contents.set(stored.executionId, openExecution(keys, scope, stored));
  }
  const subjects = new Map<string, readonly Subject[]>();
  return rows.map((row) => {
    const content = contents.get(row.executionId);
    if (row.subject !== null || !(content instanceof Object)) return row;
    const place = `${row.executionId} ${row.sequence}`;
    const screened = subjects.get(place) ?? subjectsOf(content, row.sequence);
    subjects.set(place, screened);
    return { ...row, subject: screened[row.subjectIndex] ?? null };
  });
}

function readSealed(
  tx: Tx,
  scope: Scope,
  executionIds: readonly string[],
): Promise<(StoredContent & Record<string, unknown>)[]> {
  return tx.sql(
    `select e.execution_id::text as "executionId", ${sealedColumnsOf('e')} from execution e
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = any($3::uuid[]) and e.sealed is not null`,
    [scope.tenantId, scope.domain, executionIds],
  );
}

function subjectsOf(
  content: Exclude<OpenedExecution, 'keyless' | undefined>,
  sequence: number,
): readonly Subject[] {
  const { input } = openedNodeRun({ sequence, nodeId: '', input: null }, content);
  return (input as { readonly subjects?: readonly Subject[] } | null)?.subjects ?? [];
}
