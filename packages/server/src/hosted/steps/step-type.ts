import type {
  EndUserStepType,
  FieldFault,
  FlowLanguage,
  FlowStep,
  ReviewSection,
  stepBodies,
  WorkflowNodeOf,
} from '@gatehouse/contract';
import type { z } from 'zod';
import type { CustomerUpdate } from '../../customers/index.ts';
import type { Tx } from '../../database/database.ts';
import type { ScopedCodes } from '../../messages/one-time-codes/index.ts';
import type { TenantRecord } from '../../tenants/index.ts';
import type { Link } from '../links/index.ts';
import type { ConsentText } from './consent-texts.ts';
import type { DocumentRequest } from './document-request.ts';
import type { FlowExecution } from './flow-queries.ts';
import type { FormReference } from './form-reference.ts';

/** What a step is evaluated and shown by. */
export interface StepContext<T extends EndUserStepType = EndUserStepType> {
  readonly link: Link;
  readonly tenant: TenantRecord;
  readonly execution: FlowExecution;
  readonly node: WorkflowNodeOf<T>;
  /** What the person began or gave here before; undefined the first time. */
  readonly draft: unknown;
  readonly reference: FormReference;
  readonly language: FlowLanguage;
  readonly now: Date;
  /** Where the workflow has a step that sends some. */
  readonly codes: ScopedCodes | undefined;
  /** Types of the workflow's steps that send a code. */
  readonly codeSteps: ReadonlySet<string>;
  /** Where one document alone is asked for again. */
  readonly request: DocumentRequest | undefined;
}

/** What a step keeps of what was given. */
export interface StepSubmission {
  /** For expressions of later nodes and for the log. */
  readonly output: Readonly<Record<string, unknown>>;
  /** Joins the execution's `data`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly customer?: CustomerUpdate;
  /** What is in the step when it is opened again. */
  readonly draft?: unknown;
  /** The text that was agreed to; it says nothing of the person, and stays with the audit log. */
  readonly consent?: ConsentText;
  /** The link is spent with it. */
  readonly submits?: boolean;
}

export type StepValidation =
  | { readonly kind: 'given'; readonly submission: StepSubmission }
  | { readonly kind: 'faults'; readonly faults: readonly FieldFault[] }
  | { readonly kind: 'codeWrong'; readonly attemptsLeft: number }
  | { readonly kind: 'codeExpired' }
  | { readonly kind: 'codeExhausted'; readonly retryAfterSeconds: number };

type StepBody<T extends EndUserStepType> = Omit<z.infer<(typeof stepBodies)[T]>, 'callbackKey'>;

/** What the step shows, beside what every step does. */
type StepShown<T extends EndUserStepType> = Omit<
  Extract<FlowStep, { type: T }>,
  'nodeId' | 'callbackKey' | 'title'
>;

export type ReviewEntry = ReviewSection['entries'][number];

/** One type of step: what it shows, what it takes, and how that is shown for review. */
export interface StepType<T extends EndUserStepType> {
  show(tx: Tx, context: StepContext<T>): Promise<StepShown<T>>;
  /** In the transaction that keeps it; what it writes itself is kept whatever it answers. */
  validate(tx: Tx, context: StepContext<T>, body: StepBody<T>): Promise<StepValidation>;
  /** What was given, for the last screen. */
  review(context: StepContext<T>): readonly ReviewEntry[];
}
