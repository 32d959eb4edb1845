import { createHash } from 'node:crypto';
import type { NodeRunRow, SegmentResult } from './run-types.ts';

/** A node run in the row of its execution; the function `node_runs` of the database reads it. */
interface CompactNodeRun {
  /** Node. */
  readonly n: string;
  /** Its type. */
  readonly t: string;
  /** Attempt; absent: the first. */
  readonly a?: number;
  readonly r?: string;
  /** Input. */
  readonly i?: unknown;
  /** SHA-256, in Base64, of the members of the input that stand in `common_input`; absent: all are here. */
  readonly c?: string;
  /** Output; absent: what `outputs` has of the node, and what `d` adds. */
  readonly o?: unknown;
  readonly d?: Readonly<Record<string, unknown>>;
  /** Start, epoch milliseconds. */
  readonly s: number;
  /** Milliseconds until it was finished. */
  readonly f: number;
}

/** Whether the execution keeps the log of this segment in its own row: its first, in which it ended. It is never written again. */
export function keepsNodeRuns({ execution, state, nodeRuns }: SegmentResult): boolean {
  return (
    execution.segment === 0 &&
    state === 'COMPLETED' &&
    nodeRuns.every(({ sequence }, index) => sequence === index)
  );
}

/** What the logs of executions have alike, by its SHA-256 in Base64. */
export type CommonInputs = Map<string, string>;

/** Adds to `common` what the runs leave out of their inputs. */
export function compactNodeRuns(
  { nodeRuns, outputs }: Pick<SegmentResult, 'nodeRuns' | 'outputs'>,
  common: CommonInputs,
): readonly CompactNodeRun[] {
  return nodeRuns.map((run) => ({
    n: run.nodeId,
    t: run.nodeType,
    ...(run.attempt === 1 ? {} : { a: run.attempt }),
    ...(run.reference === null ? {} : { r: run.reference }),
    ...compactInput(run, common),
    ...compactOutput(run, outputs[run.nodeId] ?? {}),
    s: run.startedAt.getTime(),
    f: run.finishedAt.getTime() - run.startedAt.getTime(),
  }));
}

function compactInput(
  { input, commonInput = [] }: NodeRunRow,
  common: CommonInputs,
): Pick<CompactNodeRun, 'i' | 'c'> {
  if (input === null || input === undefined) return {};
  if (!isObject(input) || commonInput.length === 0) return { i: input };
  const members = Object.entries(input);
  const own = members.filter(([name]) => !commonInput.includes(name));
  const content = JSON.stringify(Object.fromEntries(members.filter(([name]) => commonInput.includes(name))));
  const hash = createHash('sha256').update(content).digest('base64');
  common.set(hash, content);
  return { i: Object.fromEntries(own), c: hash };
}

/** Members that the execution's outputs have with the same value are left out. */
function compactOutput({ output }: NodeRunRow, kept: unknown): Pick<CompactNodeRun, 'o' | 'd'> {
  if (!isObject(output) || !isObject(kept)) return { o: output };
  const isSame = (name: string) => JSON.stringify(output[name]) === JSON.stringify(kept[name]);
  if (!Object.keys(kept).every((name) => Object.hasOwn(output, name) && isSame(name))) return { o: output };
  const added = Object.entries(output).filter(([name]) => !Object.hasOwn(kept, name));
  return added.length === 0 ? {} : { d: Object.fromEntries(added) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
