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

/**
 * The order of a commit's writes, whichever execution of a batch comes first: two commits lock shared rows in the same
 * order, and past screenings are noted when the parties that they added are stored.
 */
export const writeStages = ['parties', 'alerts', 'usage', 'screenings', 'others'] as const;

type WriteStage = (typeof writeStages)[number];

export interface Write {
  readonly writer: BatchWriter<never>;
  readonly row: unknown;
  readonly stage: WriteStage;
}

/** Pairs a row with its writer, so that both agree on its type. */
export function write<Row>(writer: BatchWriter<Row>, row: Row, stage: WriteStage = 'others'): Write {
  return { writer: writer as BatchWriter<never>, row, stage };
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

/** A node that has started and continues in a later segment. */
export interface Pending {
  /** ISO 8601 time of the node's start; null where a failed execution was resumed and the node has not run since. */
  readonly startedAt: string | null;
  /** What the node works on, for the execution's log. */
  readonly input: unknown;
  /** The node's own, as JSON. */
  readonly state: unknown;
}

/** An execution claimed for one segment. Only the holder of the row's current `fence` can commit it. */
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
  /** How many node runs are recorded; the next one has this sequence. */
  readonly nodeRunCount: number;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
  /** The unfinished work of its current node; null between nodes. */
  readonly pending: Pending | null;
  /** The revision of the tenant's watchlist when the segment was claimed. */
  readonly watchlistRevision: number;
  /** Of the call that started it; null where traces were off, or no call did. */
  readonly traceparent: string | null;
}

/** What a node handler receives. */
export interface NodeContext {
  readonly execution: RunningExecution;
  /** `data`, `customer`, `case`, `riskScore` and finished nodes' outputs, as expressions see them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The remaining steps of the segment's expressions. */
  readonly steps: StepBudget;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
  /** The state with which this node paused; undefined at its start. */
  readonly resumed: unknown;
  /** The sequence of this node run. */
  readonly sequence: number;
  readonly now: Date;
  /** Of the node run's span; undefined where the execution is not traced. */
  readonly traceparent?: string | undefined;
}

/** The state of a step that waits for an end user. */
export interface EndUserStepState {
  readonly person: {
    readonly type: NodeType;
    /** The node's title in the workflow file. */
    readonly title: string | null;
    /** Comes back with the submission. After one submission the step takes no other. */
    readonly callbackKey: string;
  };
  /** What the person submitted; absent until then. The name is fixed: it is stored. */
  readonly given?: unknown;
}

interface NodeOutcome {
  /** What the node worked on, for the execution's log; of a resumed node what it paused with. */
  readonly input?: unknown;
  /** Members of the input that many executions have alike and that say nothing of a person: they are kept once. */
  readonly commonInput?: readonly string[];
  /** Fields that later expressions read, and whatever else the log should keep. */
  readonly output: Readonly<Record<string, unknown>>;
  readonly writes?: readonly Write[];
  /** Records of external calls: written even when a later node of the segment fails, or the execution was ended meanwhile. */
  readonly externalWrites?: readonly Write[];
  /** The number of the node's attempt; default 1. */
  readonly attempt?: number;
  /** Id of what the node made in another module, such as a delivery. */
  readonly reference?: string;
}

/** The result of a node run. */
export type NodeResult =
  | (NodeOutcome & {
      readonly kind: 'done';
      readonly risk?: { readonly score: number; readonly reasons: readonly string[] };
    })
  /** A decision: by itself it completes the execution, `manual` lets it wait for people. */
  | (NodeOutcome & {
      readonly kind: 'decided';
      readonly decision: DecisionOutcome;
      /** The decisions for which the node's hook is sent; absent without a hook. */
      readonly reportTo?: readonly HookTrigger[];
    })
  /** The node ended without success: its failure edge is taken, and without one the execution fails. */
  | (NodeOutcome & { readonly kind: 'unsuccessful'; readonly reason: string })
  /**
   * The segment is committed with `writes`, and the node is called again with `state`: for an external call, at once or
   * after `delayMs` (`work`), or because it lets time pass (`time`).
   */
  | {
      readonly kind: 'paused';
      readonly for: 'work' | 'time';
      readonly delayMs: number;
      readonly state: unknown;
      readonly input?: unknown;
      readonly writes?: readonly Write[];
      /** Records of external calls. */
      readonly externalWrites?: readonly Write[];
      /** Nothing was done: the same segment is run again. */
      readonly again?: boolean;
    }
  /** The same until an end user submits the step: then `state` has `given`. */
  | {
      readonly kind: 'paused';
      readonly for: 'person';
      readonly state: EndUserStepState;
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

/** A node run as it is recorded in the table `visit`. */
export interface NodeRunRow {
  readonly sequence: number;
  readonly nodeId: string;
  /** `start` for the choice among the edges that leave it. */
  readonly nodeType: NodeType | 'start';
  readonly attempt: number;
  readonly reference: string | null;
  readonly input: unknown;
  readonly commonInput?: readonly string[];
  readonly output: unknown;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** Where a failed execution is resumed: before everything whose results were not kept. */
export interface ResumePoint {
  /** The node whose results are kept, or with `pending` the one that had started; null before the first. */
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

/** The result of a segment; nothing of it is written yet. */
export interface SegmentResult {
  readonly execution: RunningExecution;
  /** RUNNING: the current node continues in the next segment. */
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
  /** Milliseconds after the commit at which the next segment is due; null where only a person can start it. */
  readonly dueInMs: number | null;
  /** The segment did nothing and is run again. */
  readonly again: boolean;
  /** The job of the next segment, where one follows automatically. */
  readonly nextJobId: string | null;
  /** The decisions for which the deciding node's hook is sent; empty without a hook. */
  readonly reportTo: readonly HookTrigger[];
  readonly nodeRuns: readonly NodeRunRow[];
  readonly writes: readonly Write[];
  /** Those of `writes` that record external calls, and hold whatever the execution's end. */
  readonly externalWrites: readonly Write[];
}
