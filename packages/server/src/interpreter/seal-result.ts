import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type CommonInputs,
  compactNodeRuns,
  type ExecutionContent,
  hashOfCommon,
  keepsNodeRuns,
  splitNodeRuns,
} from './compact-node-runs.ts';
import type { SegmentResult } from './run-types.ts';

/**
 * Seals what an execution keeps once nothing changes it any more, under a new key, which is stored with it.
 * @param stored the key that the execution has already, such as that of its flow
 */
export type ExecutionSealer = (
  executionId: string,
  content: ExecutionContent,
  stored?: Buffer | null,
) => { readonly sealed: Buffer; readonly wrappedKey: Buffer; readonly uploadIds: readonly string[] };

/** Columns of an execution, as they are written with the end of a segment. */
export interface WrittenColumns {
  readonly outputs: unknown;
  readonly nodeRuns: unknown;
  /** Base64; absent: not sealed. */
  readonly sealed?: string;
  readonly wrappedKey?: string;
  /** Files that what is sealed refers to: no trigger sees them. */
  readonly uploadIds?: readonly string[];
}

/** @param common what the logs of executions have alike; is added to */
export function writtenColumns(
  result: SegmentResult,
  common: CommonInputs,
  seal: ExecutionSealer | undefined,
): WrittenColumns {
  const { outputs, execution } = result;
  if (!keepsNodeRuns(result)) return { outputs, nodeRuns: null };
  const compact = compactNodeRuns(result, common);
  if (seal === undefined) return { outputs, nodeRuns: compact };
  const { shape, runs } = splitNodeRuns(compact, outputs);
  const hash = hashOfCommon(shape);
  common.set(hash, shape);
  const { sealed, wrappedKey, uploadIds } = seal(execution.executionId, {
    data: execution.data,
    outputs,
    runs,
  });
  return {
    outputs: {},
    nodeRuns: hash,
    sealed: sealed.toString('base64'),
    wrappedKey: wrappedKey.toString('base64'),
    ...(uploadIds.length > 0 && { uploadIds }),
  };
}

/** Keeps the files that sealed executions refer to from going: the trigger that does so otherwise sees nothing of them. */
export async function insertUploadReferences(
  tx: Tx,
  scope: Scope,
  written: readonly (Pick<WrittenColumns, 'uploadIds'> & { readonly executionId: string })[],
): Promise<void> {
  const references = written.flatMap(({ executionId, uploadIds = [] }) =>
    uploadIds.map((uploadId) => ({ executionId, uploadId })),
  );
  if (references.length === 0) return;
  await tx.sql(
    `insert into upload_reference (tenant_id, domain, upload_id, execution_id)
     select $1, $2, r."uploadId", r."executionId" from jsonb_to_recordset($3::jsonb) as r("executionId" uuid, "uploadId" uuid)
     on conflict do nothing`,
    [scope.tenantId, scope.domain, JSON.stringify(references)],
  );
}
