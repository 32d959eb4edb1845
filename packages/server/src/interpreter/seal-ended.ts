import { isDeepStrictEqual } from 'node:util';
import type { Database, Tx } from '../database/database.ts';
import { isStayingTenant } from '../database/running-tenants.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type CommonInputs,
  type CompactNodeRun,
  commonTexts,
  compactNodeRuns,
  type ExecutionContent,
  hashOfCommon,
  openedNodeRun,
  splitNodeRuns,
} from './compact-node-runs.ts';
import type { NodeRunRow } from './run-types.ts';
import { type ExecutionSealer, insertUploadReferences } from './seal-result.ts';

/** Executions of one transaction: their rows are locked while they are sealed. */
const maxExecutions = 25;

export interface ExecutionSealing {
  /** Undefined while what is new is not sealed. Never called within a transaction. */
  readonly sealer: (scope: Scope) => Promise<ExecutionSealer | undefined>;
  /** By node type, members of its inputs that many executions have alike and that say nothing of a person. */
  readonly commonInput: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** SQL: whether nothing writes an execution any more, and it is not sealed. A failed one can be resumed. The index `execution_in_clear` has these. */
const isEndedInClear = (of: string) => `${of}.sealed is null and ${of}.state in ('COMPLETED', 'CANCELLED')`;

/** How many executions that ended lie in the clear, counted up to some number; as the operator alone. */
export async function countEndedInClear(tx: Pick<Tx, 'sql'>, most: number): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::integer as count from (select from execution e where ${isEndedInClear('e')} limit $1) found`,
    [most],
  );
  return row!.count;
}

export interface SealedCount {
  readonly executions: number;
  /** Those that nobody can open. */
  readonly keyless: number;
}

/**
 * Whether sealed executions have their keys, which a restore may have left out, among the newest of one domain; as the operator
 * alone. Where few of millions are sealed, to look for these would read all.
 */
export async function countSealed(tx: Pick<Tx, 'sql'>, most: number): Promise<SealedCount> {
  const [row] = await tx.sql<SealedCount & Record<string, unknown>>(
    `select count(*)::integer as executions, count(*) filter (where k.key_id is null)::integer as keyless
     from (select tenant_id, domain, execution_id as key_id, sealed is not null as "isSealed" from execution
       order by tenant_id desc, domain desc, execution_id desc limit $1) e
     left join personal_key k using (tenant_id, domain, key_id) where e."isSealed"`,
    [most],
  );
  return row!;
}

interface EndedOfScope extends Scope {
  readonly executionIds: readonly string[];
}

/**
 * Some executions that ended in the clear, of all tenants but those that move: they waited, or ended before sealing began.
 * @param after only those behind this one
 * @returns `next`: after which one to go on; undefined: none is behind these
 */
export async function findEnded(
  database: Database,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<{ readonly scopes: readonly EndedOfScope[]; readonly next: string | undefined }> {
  const scopes = await database.operator((tx) =>
    tx.sql<EndedOfScope & Record<string, unknown>>(
      `select tenant_id as "tenantId", domain, array_agg(execution_id::text order by execution_id) as "executionIds" from (
         select e.tenant_id, e.domain, e.execution_id from execution e
         where ${isEndedInClear('e')} and e.execution_id > $1::uuid and ${isStayingTenant('e.tenant_id')}
         order by e.execution_id limit ${maxExecutions}
       ) e group by 1, 2`,
      [after],
    ),
  );
  const found = scopes.flatMap(({ executionIds }) => executionIds).toSorted();
  return { scopes, next: found.length < maxExecutions ? undefined : found.at(-1) };
}

/**
 * Seals them, scope by scope. One that somebody has locked, or that changed meanwhile, stays as it is.
 * @param of `onLeft`: called with one that stays because its log would be read otherwise once it is sealed
 * @returns false where nothing is sealed yet, or another server node does it now
 */
export async function sealEnded(
  database: Database,
  { sealer, commonInput }: ExecutionSealing,
  of: { readonly scopes: readonly EndedOfScope[]; readonly onLeft: (executionId: string) => void },
): Promise<boolean> {
  const { scopes, onLeft } = of;
  for (const { tenantId, domain, executionIds } of scopes) {
    const scope = { tenantId, domain };
    const seal = await sealer(scope);
    if (seal === undefined) return false;
    const hasTurn = await database.operator(async (tx) => {
      if (!(await takeTurn(tx))) return false;
      await sealSome(tx, scope, { commonInput, seal, executionIds, onLeft });
      return true;
    });
    if (!hasTurn) return false;
  }
  return true;
}

/** Any number that nothing else takes as an advisory lock. */
const turnLockKey = 8_204_119_378;

/** Until the transaction ends no other server node seals executions; false where another does. */
async function takeTurn(tx: Tx): Promise<boolean> {
  const [lock] = await tx.sql<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
    turnLockKey,
  ]);
  return lock!.held;
}

/** An ended execution, as it lies in the clear. */
interface EndedExecution extends Pick<ExecutionContent, 'data' | 'outputs'> {
  readonly executionId: string;
  /** The log, where the execution keeps it in its row. */
  readonly ownRuns: readonly CompactNodeRun[] | null;
  /** The log elsewhere. */
  readonly nodeRuns: readonly StoredNodeRun[];
  readonly wrappedKey: Buffer | null;
}

interface StoredNodeRun extends Omit<NodeRunRow, 'startedAt' | 'finishedAt' | 'commonInput'> {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
}

async function sealSome(
  tx: Tx,
  scope: Scope,
  of: Pick<ExecutionSealing, 'commonInput'> & {
    readonly seal: ExecutionSealer;
    readonly executionIds: readonly string[];
    readonly onLeft: (executionId: string) => void;
  },
): Promise<void> {
  const common: CommonInputs = new Map();
  const executions = await lockEnded(tx, scope, of.executionIds);
  const written = executions.flatMap(({ executionId, ...execution }) => {
    const taken = takeApart(execution, of.commonInput);
    if (taken === undefined) {
      of.onLeft(executionId);
      return [];
    }
    for (const [hash, text] of taken.common) common.set(hash, text);
    const nodeRuns = hashOfCommon(taken.shape);
    common.set(nodeRuns, taken.shape);
    const { sealed, wrappedKey, uploadIds } = of.seal(executionId, taken.content, execution.wrappedKey);
    return {
      executionId,
      outputs: {},
      nodeRuns,
      sealed: sealed.toString('base64'),
      ...(execution.wrappedKey === null && { wrappedKey: wrappedKey.toString('base64') }),
      uploadIds,
    };
  });
  if (written.length === 0) return;
  // A key that is there by now would open nothing of what was sealed: the statement fails and nothing is written.
  await tx.sql(
    `with sealed as (
       select * from jsonb_to_recordset($3::jsonb) as s("executionId" uuid, "nodeRuns" jsonb, sealed text, "wrappedKey" text)
     ), common as (
       insert into common_input (tenant_id, domain, content_hash, content)
       select $1, $2, decode(c.hash, 'base64'), c.content from jsonb_to_recordset($4::jsonb) as c(hash text, content jsonb)
       order by 3 on conflict do nothing
     ), keys as (
       insert into personal_key (tenant_id, domain, key_id, wrapped_key)
       select $1, $2, "executionId", decode("wrappedKey", 'base64') from sealed where "wrappedKey" is not null
     ), log as (
       delete from visit v using sealed s where v.tenant_id = $1 and v.domain = $2 and v.execution_id = s."executionId"
     )
     update execution e set data = '{}', outputs = '{}', node_runs = s."nodeRuns", sealed = decode(s.sealed, 'base64')
     from sealed s where e.tenant_id = $1 and e.domain = $2 and e.execution_id = s."executionId"`,
    [scope.tenantId, scope.domain, JSON.stringify(written), JSON.stringify(commonTexts(common))],
  );
  await insertUploadReferences(tx, scope, written);
}

/** What is still ended and in the clear once nobody else has it. Read after the lock: nobody deletes the key of a flow whose execution is locked. */
async function lockEnded(
  tx: Tx,
  scope: Scope,
  executionIds: readonly string[],
): Promise<(EndedExecution & Record<string, unknown>)[]> {
  const place = [scope.tenantId, scope.domain];
  const locked = await tx.sql<{ id: string }>(
    `select e.execution_id::text as id from execution e
     where e.tenant_id = $1 and e.domain = $2 and e.execution_id = any($3::uuid[]) and ${isEndedInClear('e')}
     order by e.execution_id for update skip locked`,
    [...place, executionIds],
  );
  return tx.sql<EndedExecution & Record<string, unknown>>(
    `select e.execution_id::text as "executionId", e.data, e.outputs, e.node_runs as "ownRuns",
       (select k.wrapped_key from personal_key k where k.tenant_id = $1 and k.domain = $2 and k.key_id = e.execution_id) as "wrappedKey",
       coalesce((select jsonb_agg(jsonb_build_object('sequence', v.sequence, 'nodeId', v.node_id, 'nodeType', v.node_type,
           'attempt', v.attempt, 'reference', v.reference, 'input', v.input, 'output', v.output,
           'startedAt', (extract(epoch from v.started_at) * 1000)::bigint, 'finishedAt', (extract(epoch from v.finished_at) * 1000)::bigint)
           order by v.sequence)
         from visit v where v.tenant_id = $1 and v.domain = $2 and v.execution_id = e.execution_id), '[]') as "nodeRuns"
     from execution e where e.tenant_id = $1 and e.domain = $2 and e.execution_id = any($3::uuid[]) order by e.execution_id`,
    [...place, locked.map(({ id }) => id)],
  );
}

interface TakenApart {
  readonly content: ExecutionContent;
  readonly shape: string;
  readonly common: CommonInputs;
}

/** What is sealed of an execution, and what stays; undefined where its log would not be read as it is. */
function takeApart(
  { data, outputs, ownRuns, nodeRuns }: Omit<EndedExecution, 'executionId'>,
  commonInput: ExecutionSealing['commonInput'],
): TakenApart | undefined {
  const common: CommonInputs = new Map();
  const compact =
    ownRuns ??
    compactNodeRuns(
      {
        nodeRuns: nodeRuns.map((run) => ({
          ...run,
          commonInput: commonInput[run.nodeType] ?? [],
          startedAt: new Date(run.startedAt),
          finishedAt: new Date(run.finishedAt),
        })),
        outputs: outputs as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
      },
      common,
    );
  const { shape, runs } = splitNodeRuns(compact, outputs);
  const content = { data, outputs, runs };
  const isSame = ownRuns === null ? isReadAs(nodeRuns, { content, compact, common }) : nodeRuns.length === 0;
  return isSame ? { content, shape, common } : undefined;
}

/** Whether the log is read from what is sealed as it was: its rows are deleted. */
function isReadAs(
  nodeRuns: readonly StoredNodeRun[],
  of: Pick<TakenApart, 'content' | 'common'> & { readonly compact: readonly CompactNodeRun[] },
): boolean {
  return nodeRuns.every((stored, index) => {
    const { nodeType: _, attempt: __, ...run } = stored;
    const { c } = of.compact[index]!;
    const input: unknown = c === undefined ? null : JSON.parse(of.common.get(c)!);
    const { sequence, nodeId } = run;
    const opened = openedNodeRun({ sequence: index, nodeId, input }, of.content);
    const { startedAt, finishedAt } = opened;
    const times = { startedAt: startedAt.getTime(), finishedAt: finishedAt.getTime() };
    return isDeepStrictEqual({ ...opened, ...times, sequence: index, nodeId }, { ...run, sequence });
  });
}
