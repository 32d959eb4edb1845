import { type ExecutionContent, type ExecutionSealer, openedNodeRun } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { DomainKeys, PersonalKeys } from './personal-keys.ts';
import { openContent, sealContent, UnopenedValue, type ValuePlace } from './sealed-value.ts';

/** An execution, read with what it keeps sealed. */
export interface StoredContent {
  readonly executionId: string;
  /** Null: data, outputs and log lie in their columns. */
  readonly sealed: Buffer | null;
  readonly wrappedKey: Buffer | null;
}

/** What an execution keeps sealed. Undefined: it is not sealed; `keyless`: nobody can read it. */
export type OpenedExecution = ExecutionContent | 'keyless' | undefined;

/** SQL: what `openExecution` takes, of an execution in a row of this name. */
export function sealedColumnsOf(of: string): string {
  return `${of}.sealed, case when ${of}.sealed is not null then (select k.wrapped_key from personal_key k
    where k.tenant_id = ${of}.tenant_id and k.domain = ${of}.domain and k.key_id = ${of}.execution_id) end as "wrappedKey"`;
}

/** Undefined: it is not sealed. `keyless`: its key was deleted, or not restored with the database. */
export function openExecution(
  keys: DomainKeys,
  scope: Scope,
  { executionId, sealed, wrappedKey }: StoredContent,
): OpenedExecution {
  if (sealed === null) return undefined;
  if (wrappedKey === null) return 'keyless';
  const key = keys.open(executionId, wrappedKey);
  try {
    return openContent(key, placeOf(scope, executionId), sealed) as ExecutionContent;
  } catch (error) {
    // Such as the key of a flow that was begun on a store which was restored without keys.
    if (error instanceof UnopenedValue) return 'keyless';
    throw error;
  }
}

/** Data and outputs of an execution, wherever they are; empty where nobody can read them. */
export function openedColumns<Data, Outputs>(
  keys: DomainKeys,
  scope: Scope,
  row: StoredContent & { readonly data: Data; readonly outputs: Outputs },
): { readonly data: Data; readonly outputs: Outputs; readonly isKeyMissing: boolean } {
  const content = openExecution(keys, scope, row);
  if (content === undefined || content === 'keyless') {
    const { data, outputs } = row;
    return { data, outputs, isKeyMissing: content === 'keyless' };
  }
  const { data, outputs } = content;
  return { data: data as Data, outputs: outputs as Outputs, isKeyMissing: false };
}

/** Rows of the log as they were before they were sealed; none where nobody can read them, since not even their times are known. */
export function openedNodeRuns<
  Row extends { readonly sequence: number; readonly nodeId: string; readonly input: unknown },
>(
  rows: readonly Row[],
  content: OpenedExecution,
  merge: (row: Row, opened: ReturnType<typeof openedNodeRun>) => Row,
): readonly Row[] {
  if (content === undefined) return rows;
  return content === 'keyless' ? [] : rows.map((row) => merge(row, openedNodeRun(row, content)));
}

/** How long a store of an earlier release is not asked again whether sealing has started. */
const askedEveryMs = 10_000;

/** What seals the executions of a scope, as `Interpreter` takes it. */
export function executionSealer(
  keys: PersonalKeys,
  uploadIdsInText: (text: string) => readonly string[],
): (scope: Scope) => Promise<ExecutionSealer | undefined> {
  let askedAt = -Infinity;
  let isStarted = false;
  return async (scope) => {
    if (!isStarted) {
      if (performance.now() - askedAt < askedEveryMs) return undefined;
      isStarted = await keys.isStarted();
      askedAt = performance.now();
      if (!isStarted) return undefined;
    }
    const domainKeys = await keys.ofDomain(scope);
    return (executionId, content, stored = null) => {
      const { key, wrapped } =
        stored === null
          ? domainKeys.create(executionId)
          : { key: domainKeys.open(executionId, stored), wrapped: stored };
      const json = JSON.stringify(content);
      const sealed = sealContent(key, placeOf(scope, executionId), json);
      return { sealed, wrappedKey: wrapped, uploadIds: uploadIdsInText(json) };
    };
  };
}

function placeOf({ tenantId, domain }: Scope, executionId: string): ValuePlace {
  return { tenantId, domain, table: 'execution', column: 'sealed', row: [executionId] };
}
