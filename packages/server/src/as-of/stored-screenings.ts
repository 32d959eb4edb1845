import type { Engine, EngineChoice } from '@gatehouse/contract';
import type { Subject } from '@gatehouse/matching';
import type { Database, Tx } from '../database/database.ts';
import { openedNodeRun } from '../interpreter/index.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type OpenedExecution,
  openExecution,
  type PersonalKeys,
  type StoredContent,
  sealedColumnsOf,
} from '../personal-keys/index.ts';
import { cipherOfScan, wrappedKeyOfScan } from '../quickscan/index.ts';
import { quickScanSubject } from '../screening/index.ts';

/** What is kept of one screening: enough to run it again, and what it found. */
export interface StoredScreening {
  readonly sequence: number | null;
  readonly nodeId: string | null;
  readonly at: Date;
  /** Null where no list was searched. */
  readonly engineVersion: string | null;
  readonly lists: Readonly<Record<string, string>>;
  readonly subjects: readonly Subject[];
  /** False where subject and hits are sealed, and their key was deleted or not restored with the database. */
  readonly isReadable: boolean;
  readonly engines: EngineChoice;
  /** Engines that asked a server outside, whose answer is evidence alone. */
  readonly outside: ReadonlySet<Engine>;
  readonly hits: readonly StoredHit[];
}

interface StoredHit {
  readonly subjectIndex: number;
  readonly engine: Engine;
  /** The JSON that was stored, byte for byte; of one that cannot be read, its sealed form. */
  readonly json: string;
}

interface RunRow extends Record<string, unknown> {
  sequence: number;
  nodeId: string;
  /** Null where it is sealed. */
  at: Date | null;
  input: {
    readonly subjects?: readonly Subject[];
    readonly settings?: EngineChoice;
    readonly engineVersion?: string;
    readonly lists?: Readonly<Record<string, string>>;
  };
}

/** The screenings of an execution in their order; undefined where the domain has no such execution. */
export async function readExecutionScreenings(
  { database, personalKeys }: { readonly database: Database; readonly personalKeys: PersonalKeys },
  scope: Scope,
  executionId: string,
): Promise<StoredScreening[] | undefined> {
  if (!isId(executionId)) return undefined;
  const keys = await personalKeys.ofDomain(scope);
  // What it keeps may be sealed at any time: its row and its log belong together.
  return database.snapshot(scope, async (tx) => {
    const values = [scope.tenantId, scope.domain, executionId];
    const [found] = await tx.sql<{ at: Date } & StoredContent & Record<string, unknown>>(
      `select e.execution_id as "executionId", coalesce(e.finished_at, e.created_at) as at, ${sealedColumnsOf('e')} from execution e
       where tenant_id = $1 and domain = $2 and execution_id = $3`,
      values,
    );
    if (found === undefined) return undefined;
    const content = openExecution(keys, scope, found);
    const runs = await tx.sql<RunRow>(
      `select sequence, node_id as "nodeId", started_at as at, input from gatehouse.node_runs($1, $2, $3)
       where node_type = 'screening' and input ? 'lists' order by sequence`,
      values,
    );
    const alerts = await readAlertTexts(tx, values);
    return runs
      .map((run) => ({ ...run, ...openedRun(run, content) }))
      .map(({ sequence, nodeId, at, input }) => ({
        sequence,
        nodeId,
        // Of one that cannot be read, when its execution ended.
        at: at ?? found.at,
        engineVersion: input.engineVersion ?? null,
        lists: input.lists ?? {},
        subjects: content === 'keyless' ? [unknownSubject] : (input.subjects ?? []),
        isReadable: content !== 'keyless',
        engines: input.settings ?? {},
        outside: new Set<Engine>(),
        hits: alerts.filter((alert) => alert.sequence === sequence),
      }));
  });
}

/** Stands for whoever was screened where nobody can read it. */
const unknownSubject = quickScanSubject({ name: '', customerType: 'Individual' });

/** Start and input of a run whose execution is sealed. */
function openedRun(run: RunRow, content: OpenedExecution): Partial<RunRow> {
  if (content === undefined || content === 'keyless') return {};
  const { startedAt: at, input } = openedNodeRun(run, content);
  return { at, input: input as RunRow['input'] };
}

function readAlertTexts(
  tx: Tx,
  values: readonly unknown[],
): Promise<(StoredHit & { readonly sequence: number })[]> {
  return tx.sql<StoredHit & { sequence: number } & Record<string, unknown>>(
    `select visit_sequence as sequence, subject_index as "subjectIndex", engine, hit::text as json from alert
     where tenant_id = $1 and domain = $2 and execution_id = $3`,
    values,
  );
}

interface ScanRow extends Record<string, unknown> {
  at: Date;
  subject: unknown;
  wrappedKey: Buffer | null;
  engines: EngineChoice;
  lists: {
    readonly engineVersion?: string;
    readonly lists?: Readonly<Record<string, string>>;
    readonly engines?: Readonly<
      Partial<Record<Engine, { readonly remote?: unknown; readonly providers?: unknown }>>
    >;
  } | null;
}

/** The screening of a quick scan that is done; undefined where the domain has no such scan. */
export async function readScanScreening(
  { database, personalKeys }: { readonly database: Database; readonly personalKeys: PersonalKeys },
  scope: Scope,
  scanId: string,
): Promise<StoredScreening | undefined> {
  if (!isId(scanId)) return undefined;
  const keys = await personalKeys.ofDomain(scope);
  return database.transaction(scope, async (tx) => {
    const values = [scope.tenantId, scope.domain, scanId];
    const [scan] = await tx.sql<ScanRow>(
      `select coalesce(finished_at, created_at) as at, subject, engines, list_versions as lists,
         ${wrappedKeyOfScan('quick_scan')} as "wrappedKey" from quick_scan
       where tenant_id = $1 and domain = $2 and scan_id = $3 and state = 'DONE'`,
      values,
    );
    if (scan === undefined) return undefined;
    const cipher = cipherOfScan(keys, scope, { scanId, wrappedKey: scan.wrappedKey });
    const subject = cipher.openSubject(scan.subject);
    const hits = await tx.sql<{ engine: Engine; position: number; json: string }>(
      `select engine, position, hit::text as json from quick_scan_hit
       where tenant_id = $1 and domain = $2 and scan_id = $3 order by engine, position`,
      values,
    );
    const records = Object.entries(scan.lists?.engines ?? {});
    const outside = records.filter(
      ([, record]) => record.remote !== undefined || record.providers !== undefined,
    );
    return {
      sequence: null,
      nodeId: null,
      at: scan.at,
      engineVersion: scan.lists?.engineVersion ?? null,
      lists: scan.lists?.lists ?? {},
      subjects: [subject === null ? unknownSubject : quickScanSubject(subject)],
      isReadable: subject !== null,
      engines: scan.engines,
      outside: new Set(outside.map(([engine]) => engine as Engine)),
      hits: hits.map(({ engine, position, json }) => ({
        subjectIndex: 0,
        engine,
        json: openedText(json, (stored) => cipher.openHit(engine, position, stored)),
      })),
    };
  });
}

/** A text of JSON as it was before it was sealed: sealed values are JSON texts. */
function openedText(json: string, open: (stored: string) => unknown): string {
  if (!json.startsWith('"')) return json;
  const opened = open(JSON.parse(json) as string);
  return opened === null ? json : JSON.stringify(opened);
}

/**
 * Records of the audit log about an execution or quick scan that is no longer there; none of one that is there, such as a scan that has not
 * ended.
 */
export async function readRemainingRecords(
  database: Database,
  scope: Scope,
  of: { readonly kind: 'execution' | 'quickscan'; readonly id: string },
): Promise<string[]> {
  if (!isId(of.id)) return [];
  const row = of.kind === 'execution' ? 'execution r where r.execution_id' : 'quick_scan r where r.scan_id';
  const rows = await database.transaction(scope, (tx) =>
    tx.sql<{ id: string }>(
      `select event_id::text as id from audit_event
       where tenant_id = $1 and domain = $2 and object_kind = $3 and object_id = $4
         and not exists (select from ${row} = $4::uuid and r.tenant_id = $1 and r.domain = $2)
       order by event_id`,
      [scope.tenantId, scope.domain, of.kind, of.id],
    ),
  );
  return rows.map(({ id }) => id);
}
