import type {
  DecisionOutcome,
  ExecutionFailureClass,
  HookTrigger,
  NodeType,
  WorkflowEventType,
  WorkflowNodeOf,
} from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { StepBudget } from './expression-steps.ts';

/** Rows that a node wants written when its segment commits; rows of one writer are written together. */
export type BatchWriter<Row> = (tx: Tx, scope: Scope, rows: readonly Row[]) => Promise<void>;

export interface Write {
  readonly writer: BatchWriter<never>;
  readonly row: unknown;
}

/** Pairs a row with its writer, so that both agree on its type. */
export function write<Row>(writer: BatchWriter<Row>, row: Row): Write {
  return { writer: writer as BatchWriter<never>, row };
}

/** The customer as expressions and nodes see it. */
export interface CustomerFacts {
  readonly customerId: string;
  readonly customerType: string | null;
  readonly name: string | null;
  readonly profile: Readonly<Record<string, unknown>>;
  /** Kept from the customer's first submission. */
  readonly idType: string | null;
  readonly idNumber: string | null;
}

/** A node that has begun and goes on in a later segment. */
export interface Pending {
  /** ISO 8601 time at which the node began. */
  /** Null where a failed execution was resumed and the node has not run since. */
  readonly startedAt: string | null;
  /** What the node works on, for the execution's log. */
  readonly input: unknown;
  /** The node's own, as JSON. */
  readonly state: unknown;
}

/** An execution taken for one segment. Nobody else can commit this segment while `fence` is the row's. */
export interface RunningExecution {
  readonly scope: Scope;
  readonly executionId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly eventType: WorkflowEventType;
  readonly customer: CustomerFacts;
  readonly data: Readonly<Record<string, unknown>>;
  readonly segment: number;
  readonly fence: number;
  /** The node it is at; null before the first. */
  readonly nodeId: string | null;
  /** How many visits are recorded; the next one has this sequence. */
  readonly visits: number;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
  /** What the node it is at has begun and not finished; null between nodes. */
  readonly pending: Pending | null;
  /** The revision of the tenant's watchlist when the segment was taken. */
  readonly watchlistRevision: number;
}

/** What a node's execution is given. */
export interface NodeContext {
  readonly execution: RunningExecution;
  /** `data`, `customer`, `case`, `riskScore` and finished nodes' outputs, as expressions see them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What expressions of the segment may still take. */
  readonly steps: StepBudget;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
  /** The state with which this node paused; undefined when it begins. */
  readonly resumed: unknown;
  /** The sequence of this visit. */
  readonly sequence: number;
  readonly now: Date;
}

/** What stands with an execution that waits for an end user. */
export interface PersonPause {
  readonly person: {
    readonly type: NodeType;
    /** The node's title in the workflow file. */
    readonly title: string | null;
    /** Goes back with what the person gives: once given, the step takes nothing else. */
    readonly callbackKey: string;
  };
  /** What the person gave; absent while they are waited for. */
  readonly given?: unknown;
}

interface Visited {
  /** What the node worked on, for the execution's log; of a resumed node what it paused with. */
  readonly input?: unknown;
  /** Fields that later expressions read, and whatever else the log should keep. */
  readonly output: Readonly<Record<string, unknown>>;
  readonly writes?: readonly Write[];
  /** What happened outside: written even when a later node of the same segment fails, or the execution was ended meanwhile. */
  readonly facts?: readonly Write[];
  /** How often the node tried; 1 unless told. */
  readonly attempt?: number;
  /** The id under which the node's work is kept elsewhere. */
  readonly reference?: string;
}

/** What a node did. */
export type NodeResult =
  | (Visited & {
      readonly kind: 'done';
      readonly risk?: { readonly score: number; readonly reasons: readonly string[] };
    })
  /** A decision: by itself it completes the execution, `manual` lets it wait for people. */
  | (Visited & {
      readonly kind: 'decided';
      readonly decision: DecisionOutcome;
      /** The decisions that the node's hook tells; absent without one. */
      readonly reportTo?: readonly HookTrigger[];
    })
  /** The node ended without success: its failure edge is taken, and without one the execution fails. */
  | (Visited & { readonly kind: 'unsuccessful'; readonly reason: string })
  /**
   * The segment is committed here with `writes`, and the node is called again with `state`: at once or after
   * a while to do something outside (`work`), or because all there is to do is to let time pass (`time`).
   */
  | {
      readonly kind: 'paused';
      readonly for: 'work' | 'time';
      readonly delayMs: number;
      readonly state: unknown;
      readonly input?: unknown;
      readonly writes?: readonly Write[];
      /** What happened outside. */
      readonly facts?: readonly Write[];
      /** Nothing was done: the same segment is to be tried again. */
      readonly again?: boolean;
    }
  /** The same until an end user has given what the step asks for: with `state` and, in it, `given`. */
  | {
      readonly kind: 'paused';
      readonly for: 'person';
      readonly state: PersonPause;
      readonly input?: unknown;
      readonly writes?: readonly Write[];
    }
  /** The node failed permanently; the reason names what and where. */
  | { readonly kind: 'failed'; readonly reason: string; readonly input?: unknown };

export type NodeHandler<T extends NodeType> = (
  context: NodeContext,
  node: WorkflowNodeOf<T>,
) => Promise<NodeResult>;

/** The table of contents: every node type with what executes it. */
export type NodeHandlers = { readonly [T in NodeType]: NodeHandler<T> };

/** A visit as it is recorded. */
export interface NodeRunRow {
  readonly sequence: number;
  readonly nodeId: string;
  /** `start` for the choice among the edges that leave it. */
  readonly nodeType: NodeType | 'start';
  readonly attempt: number;
  readonly reference: string | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** Where a failed execution goes on: before everything whose results were not kept. */
export interface ResumePoint {
  /** The node whose results are kept, or with `pending` the one that had begun; null before the first. */
  readonly nodeId: string | null;
  readonly pending: Pending | null;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
}

export interface ExecutionFailure {
  readonly nodeId: string | null;
  readonly reason: string;
  readonly class: ExecutionFailureClass;
}

/** What a segment came to; nothing of it is written yet. */
export interface SegmentResult {
  readonly execution: RunningExecution;
  /** RUNNING: the node it is at goes on in the next segment. */
  readonly state: 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED';
  readonly nodeId: string | null;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
  readonly decision: DecisionOutcome | null;
  readonly failure: ExecutionFailure | null;
  /** Of a failed one. */
  readonly resumeFrom: ResumePoint | null;
  readonly pending: Pending | null;
  /** Milliseconds after the commit at which the next segment is due; null when nothing but people makes one. */
  readonly dueInMs: number | null;
  /** The segment did nothing and is to be tried again: it is not over. */
  readonly again: boolean;
  /** The job of the next segment, where one follows by itself. */
  readonly nextJobId: string | null;
  /** Which decisions the hook of the node that concluded tells; empty without one. */
  readonly reportTo: readonly HookTrigger[];
  readonly visits: readonly NodeRunRow[];
  readonly writes: readonly Write[];
  /** Those of `writes` that tell what happened outside, and stay true whatever became of the execution. */
  readonly facts: readonly Write[];
}
