import { createHash } from 'node:crypto';
import type { NodeRunRow, SegmentResult } from './run-types.ts';

/** A node run in the row of its execution; the function `node_runs` of the database reads it. */
export interface CompactNodeRun {
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

/**
 * Whether the execution keeps the log of this segment in its own row, or all that it keeps sealed: it ended in its first, so that nobody writes
 * it again.
 */
export function keepsNodeRuns({ execution, state, nodeRuns }: SegmentResult): boolean {
  return (
    execution.segment === 0 &&
    state === 'COMPLETED' &&
    nodeRuns.every(({ sequence }, index) => sequence === index)
  );
}

/** What the logs of executions have alike, by its SHA-256 in Base64. */
export type CommonInputs = Map<string, string>;

/** As statements take what is alike. */
export function commonTexts(
  common: CommonInputs,
): readonly { readonly hash: string; readonly content: unknown }[] {
  return [...common].map(([hash, content]) => ({ hash, content: JSON.parse(content) as unknown }));
}

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

/** What an execution keeps sealed: nothing of it changes any more. */
export interface ExecutionContent {
  readonly data: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** By sequence, without what SQL asks of each. */
  readonly runs: readonly Omit<CompactNodeRun, 'n' | 't' | 'a' | 'c'>[];
}

/** Members of outputs whose presence SQL asks for: whether a node set a score, and whether it did its work. */
const askedMembers = ['score', 'failure'];

/**
 * Takes apart the log of an execution that is sealed: what stays in the clear, as text, and the rest. The first is alike for executions that
 * went the same way, and says nothing of whose they are.
 */
export function splitNodeRuns(
  compact: readonly CompactNodeRun[],
  outputs: Readonly<Record<string, unknown>>,
): { readonly shape: string; readonly runs: ExecutionContent['runs'] } {
  const shape = compact.map((run) => {
    const { n, t, a, c } = run;
    const output = outputOf(run, outputs[n]);
    const asked = isObject(output) ? askedMembers.filter((name) => Object.hasOwn(output, name)) : [];
    const o = Object.fromEntries(asked.map((name) => [name, null]));
    return { n, t, ...(a !== undefined && { a }), ...(c !== undefined && { c }), o };
  });
  return {
    shape: JSON.stringify(shape),
    runs: compact.map(({ n: _n, t: _t, a: _a, c: _c, ...rest }) => rest),
  };
}

/** Of a node run whose execution is sealed, what the database has of it with what was sealed. */
export function openedNodeRun(
  stored: { readonly sequence: number; readonly nodeId: string; readonly input: unknown },
  { outputs, runs }: ExecutionContent,
): Pick<NodeRunRow, 'reference' | 'input' | 'output' | 'startedAt' | 'finishedAt'> {
  const run = runs[stored.sequence]!;
  const common = isObject(stored.input) ? stored.input : undefined;
  return {
    reference: run.r ?? null,
    input: common === undefined ? (run.i ?? null) : { ...(run.i as object), ...common },
    output: outputOf(run, outputs[stored.nodeId]),
    startedAt: new Date(run.s),
    finishedAt: new Date(run.s + run.f),
  };
}

function outputOf(run: Pick<CompactNodeRun, 'o' | 'd'>, kept: unknown): unknown {
  if ('o' in run) return run.o;
  return { ...(kept as object | undefined), ...run.d };
}

const knownHashes = new Map<string, string>();
const knownHashesAtMost = 500;

/** The hash under which `common_input` has a text. Few texts come, again and again. */
export function hashOfCommon(content: string): string {
  const known = knownHashes.get(content);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(content).digest('base64');
  if (knownHashes.size >= knownHashesAtMost) knownHashes.clear();
  knownHashes.set(content, hash);
  return hash;
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
  const hash = hashOfCommon(content);
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
