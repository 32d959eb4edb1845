import { createHash } from 'node:crypto';
import {
  type FlowLanguage,
  type FlowStep,
  type FlowView,
  flowLanguages,
  type PersonStepType,
  type ReviewSection,
  stepBodies,
} from '@gatehouse/contract';
import { z } from 'zod';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Codes, ScopedCodes } from '../codes/index.ts';
import { customerOfEvent, saveCustomer } from '../customers/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { CompiledWorkflow, FollowingJob, Interpreter, PersonPause } from '../interpreter/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { bindLink, type FlowSessionOfLink, type Link, readLink, spendLink } from '../links/index.ts';
import type { ReferenceDirectory } from '../reference/index.ts';
import type { TenantDirectory, TenantRecord } from '../tenants/index.ts';
import type { Workflows } from '../workflows/index.ts';
import { type CodeAsked, codeStepTypes, sendCode } from './code-steps.ts';
import { brandingOf } from './flow-branding.ts';
import { doneSteps, isFinal, nodesSince, type PersonNode, personNode, stepsOfView } from './flow-path.ts';
import {
  type FlowExecution,
  findUnfinished,
  insertFlow,
  insertGiven,
  readFlowExecution,
  readGiven,
  saveDraft,
  workflowOfLink,
} from './flow-queries.ts';
import { FlowRefusal } from './flow-refusal.ts';
import { FormReference } from './form-reference.ts';
import type { StepContext, StepGift, StepType } from './step-type.ts';
import { stepTypes } from './step-types.ts';

export interface FlowTools {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly reference: ReferenceDirectory;
  readonly workflows: Workflows;
  readonly interpreter: Interpreter;
  readonly codes: Codes;
  readonly clock: Clock;
}

/** A step as it came from the pages. */
export interface GivenBody {
  readonly nodeId: string;
  readonly callbackKey: string;
  readonly body: unknown;
}

/** How long an answer waits for the service to come to the next step, so that pages seldom have to ask again. */
const settleMs = 2_000;
const lookAgainMs = 100;

/** Everything that is known of a flow at one moment. */
interface Flow {
  readonly link: Link;
  readonly tenant: TenantRecord;
  readonly execution: FlowExecution | undefined;
  /** What it runs, or would run; undefined where none is published any more. */
  readonly workflow: CompiledWorkflow | undefined;
  readonly codes: ScopedCodes | undefined;
}

/** What came of a step within its transaction; the answer is made after it. */
type Outcome =
  | { readonly kind: 'taken'; readonly job: FollowingJob }
  | { readonly kind: 'takenBefore' }
  | { readonly kind: 'refused'; readonly refusal: FlowRefusal }
  | { readonly kind: 'conflict'; readonly code: 'STEP_GIVEN' | 'STEP_NOT_NEXT' | 'FLOW_ENDED' };

/** The flows of end users: shows where one stands, takes what the person gives, goes back where that is possible. */
export class Flows {
  readonly #tools: FlowTools;

  constructor(tools: FlowTools) {
    this.#tools = tools;
  }

  /** Where the flow of a session stands. */
  async view(session: FlowSessionOfLink): Promise<FlowView> {
    return this.#within(session.link, { lock: false }, (tx, flow) => this.#view(tx, flow));
  }

  /** Begins the execution, or goes on with an unfinished one of the same customer and event type. */
  async consent(
    session: FlowSessionOfLink,
    ask: { readonly language: FlowLanguage; readonly requestId: string },
  ): Promise<FlowView> {
    const { database, interpreter, workflows } = this.#tools;
    const { scope, customerId, eventType } = session.link;
    const executionId = newId();
    const route = workflows.route(scope, { eventType, source: 'SDK' });
    const settled = interpreter.settled(executionId, settleMs);
    const begun = await database.transaction(scope, async (tx) => {
      const link = await readLink(tx, scope, { linkId: session.link.linkId, lock: true });
      if (link === undefined || link.endReason !== null) return { begins: false };
      const unfinished = link.executionId ?? (await findUnfinished(tx, scope, { customerId, eventType }));
      const binding = { linkId: link.linkId, language: ask.language, at: this.#tools.clock.now() };
      if (unfinished !== undefined) {
        await bindLink(tx, scope, { ...binding, executionId: unfinished });
        if (link.executionId === null)
          await this.#recordConsent(tx, link, { ...ask, executionId: unfinished });
        return { begins: false };
      }
      if (route.kind === 'none') return { begins: false };
      await this.#begin(tx, link, { executionId, requestId: ask.requestId, ...route });
      await bindLink(tx, scope, { ...binding, executionId });
      await this.#recordConsent(tx, link, { ...ask, executionId });
      return { begins: true };
    });
    if (begun.begins) {
      interpreter.wake();
      await settled;
    }
    return this.#settledView(session);
  }

  /** Takes what a person gave in a step: once, however often it is sent. */
  async give(session: FlowSessionOfLink, given: GivenBody): Promise<FlowView> {
    const { interpreter } = this.#tools;
    const { link } = session;
    if (link.executionId === null) throw await this.#conflict(session, 'STEP_NOT_NEXT');
    const settled = interpreter.settled(link.executionId, settleMs);
    const outcome = await this.#within(link, { lock: true }, (tx, flow) => this.#take(tx, flow, given));
    switch (outcome.kind) {
      case 'refused':
        throw outcome.refusal;
      case 'conflict':
        throw await this.#conflict(session, outcome.code);
      case 'taken':
        interpreter.go(outcome.job);
        await settled;
        break;
      case 'takenBefore':
        break;
    }
    return this.#settledView(session);
  }

  /** Opens a step again that only the person's own steps followed; what these were given stands in them. */
  async reopen(session: FlowSessionOfLink, nodeId: string): Promise<FlowView> {
    const { interpreter } = this.#tools;
    const { scope, linkId } = session.link;
    const code = await this.#within(session.link, { lock: true }, async (tx, flow) => {
      const { execution, workflow } = flow;
      if (flow.link.endReason !== null || execution === undefined || isFinal(execution)) return 'FLOW_ENDED';
      const node = workflow && personNode(workflow, nodeId);
      if (node === undefined) return 'NOT_FOUND';
      if (execution.waiting === null) return 'STEP_NOT_NEXT';
      // It stands open already: the answer is the same.
      if (execution.waiting.nodeId === nodeId) return undefined;
      const since = nodesSince(execution, nodeId);
      if (since === undefined) return 'STEP_NOT_NEXT';
      const state: PersonPause = {
        person: { type: node.type, title: node.title ?? null, callbackKey: newId() },
      };
      const { executionId, waiting } = execution;
      const { callbackKey } = waiting;
      await interpreter.reopen(tx, scope, { executionId, callbackKey, nodeId, state, takenBack: since });
      await recordAudit(tx, scope, {
        actor: personOf(linkId),
        act: 'flow.reopen',
        object: { kind: 'execution', id: executionId },
        detail: { nodeId, from: waiting.nodeId },
      });
      return undefined;
    });
    if (code === 'NOT_FOUND') throw new FlowRefusal('NOT_FOUND');
    if (code !== undefined) throw await this.#conflict(session, code);
    return this.view(session);
  }

  /**
   * Does something in the step that waits, beside giving it, such as adding a document: `work` is told the step and
   * runs in the transaction of what it writes. Another step is refused.
   */
  async within<T extends PersonStepType, Result>(
    session: FlowSessionOfLink,
    step: { readonly nodeId: string; readonly callbackKey: string; readonly types: readonly T[] },
    work: (tx: Tx, context: StepContext<T>) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.#within(session.link, { lock: true }, async (tx, flow) => {
      const { execution, workflow } = flow;
      const node = workflow && personNode(workflow, step.nodeId);
      const waits =
        execution?.waiting?.nodeId === step.nodeId && execution.waiting.callbackKey === step.callbackKey;
      if (!waits || !node || !(step.types as readonly string[]).includes(node.type)) {
        const isOver = flow.link.endReason !== null || (execution !== undefined && isFinal(execution));
        return { code: isOver ? ('FLOW_ENDED' as const) : ('STEP_NOT_NEXT' as const) };
      }
      return { result: await work(tx, this.#context(flow, node) as unknown as StepContext<T>) };
    });
    if ('code' in result) throw await this.#conflict(session, result.code!);
    return result.result;
  }

  /** Sends a code to the address that a step proves. */
  async sendCode(
    session: FlowSessionOfLink,
    step: { readonly nodeId: string; readonly callbackKey: string },
    asked: CodeAsked,
  ): Promise<FlowView> {
    const refusal = await this.within(session, { ...step, types: codeStepTypes }, (tx, context) =>
      sendCode(tx, context, asked),
    );
    if (refusal !== undefined) throw refusal;
    this.#tools.codes.wake();
    return this.view(session);
  }

  /** The reference data of a session's tenant, for the choices of its fields. */
  choices(session: FlowSessionOfLink): FormReference {
    return this.#reference(session.link);
  }

  async #take(tx: Tx, flow: Flow, given: GivenBody): Promise<Outcome> {
    const { execution, workflow } = flow;
    const { scope } = flow.link;
    if (execution === undefined || workflow === undefined) return { kind: 'conflict', code: 'STEP_NOT_NEXT' };
    const { executionId } = execution;
    const { nodeId, callbackKey } = given;
    const dataHash = hashOf(given.body);
    const before = await readGiven(tx, scope, { executionId, callbackKey });
    if (before !== undefined) {
      const isSame = before.nodeId === nodeId && before.dataHash.equals(dataHash);
      return isSame ? { kind: 'takenBefore' } : { kind: 'conflict', code: 'STEP_GIVEN' };
    }
    if (flow.link.endReason !== null || isFinal(execution)) return { kind: 'conflict', code: 'FLOW_ENDED' };
    const node = personNode(workflow, nodeId);
    if (execution.waiting?.nodeId !== nodeId || execution.waiting.callbackKey !== callbackKey || !node) {
      const isGiven = node !== undefined && Object.hasOwn(execution.outputs, nodeId);
      return { kind: 'conflict', code: isGiven ? 'STEP_GIVEN' : 'STEP_NOT_NEXT' };
    }
    const body = stepBodies[node.type].safeParse({ callbackKey, ...(given.body as object) });
    if (!body.success) return { kind: 'refused', refusal: malformed(body.error) };
    const judged = await this.#type(node).judge(tx, this.#context(flow, node), body.data as never);
    switch (judged.kind) {
      case 'faults':
        return { kind: 'refused', refusal: new FlowRefusal('INVALID', { faults: judged.faults }) };
      case 'codeWrong':
        return {
          kind: 'refused',
          refusal: new FlowRefusal('CODE_WRONG', { attemptsLeft: judged.attemptsLeft }),
        };
      case 'codeExpired':
        return { kind: 'refused', refusal: new FlowRefusal('CODE_EXPIRED') };
      case 'codeExhausted': {
        const { retryAfterSeconds } = judged;
        return { kind: 'refused', refusal: new FlowRefusal('CODE_EXHAUSTED', { retryAfterSeconds }) };
      }
      case 'given':
        return this.#keep(tx, {
          flow: { ...flow, execution },
          node,
          callbackKey,
          dataHash,
          gift: judged.gift,
        });
    }
  }

  /** Everything that a given step writes, and the job that goes on from it, in one transaction. */
  async #keep(
    tx: Tx,
    step: {
      readonly flow: Flow & { readonly execution: FlowExecution };
      readonly node: PersonNode;
      readonly callbackKey: string;
      readonly dataHash: Buffer;
      readonly gift: StepGift;
    },
  ): Promise<Outcome> {
    const { flow, node, callbackKey, dataHash, gift } = step;
    const { execution, link } = flow;
    const { scope } = link;
    const { executionId } = execution;
    const job = await this.#tools.interpreter.give(tx, scope, {
      executionId,
      nodeId: node.id,
      callbackKey,
      given: { output: gift.output },
      data: gift.data ?? {},
    });
    // The row is locked and was just seen to wait with this key.
    if (job === undefined) throw new Error(`execution ${executionId} does not take what it waits for`);
    await insertGiven(tx, scope, { executionId, callbackKey, nodeId: node.id, dataHash });
    if (gift.draft !== undefined)
      await saveDraft(tx, scope, { executionId, nodeId: node.id, draft: gift.draft });
    if (gift.customer) await saveCustomer(tx, scope, gift.customer, execution.createdAt);
    if (gift.submits) await spendLink(tx, scope, { linkId: link.linkId, at: this.#tools.clock.now() });
    await recordAudit(tx, scope, {
      actor: personOf(link.linkId),
      act: gift.submits ? 'flow.submit' : 'flow.give',
      object: { kind: 'execution', id: executionId },
      detail: { nodeId: node.id, type: node.type, linkId: link.linkId },
    });
    return { kind: 'taken', job };
  }

  async #begin(
    tx: Tx,
    link: Link,
    flow: {
      readonly executionId: string;
      readonly requestId: string;
      readonly workflowId: string;
      readonly version: number;
    },
  ): Promise<void> {
    const { scope, customerId, eventType } = link;
    const customerType = eventType === 'KYC_EVENT' ? 'individual' : 'corporate';
    await insertFlow(tx, scope, {
      ...flow,
      eventType,
      customerId,
      data: { customerId, customerType, email: link.email },
    });
    // The same transaction's time as the execution's: the customer is then of its first submission.
    await saveCustomer(tx, scope, { ...customerOfEvent(customerId), customerType }, this.#tools.clock.now());
    await this.#tools.interpreter.begin(tx, scope, [flow.executionId]);
  }

  #recordConsent(
    tx: Tx,
    link: Link,
    { executionId, requestId, language }: { executionId: string; requestId: string; language: string },
  ): Promise<void> {
    return recordAudit(tx, link.scope, {
      actor: personOf(link.linkId),
      act: 'flow.consent',
      object: { kind: 'execution', id: executionId },
      detail: {
        linkId: link.linkId,
        eventType: link.eventType,
        customerId: link.customerId,
        language,
        requestId,
      },
    });
  }

  /**
   * Reads where the flow stands and works on it in one transaction. The graph is fetched before: it may have to be read,
   * and nothing but the transaction may use the store while that is open.
   */
  async #within<Result>(
    known: Link,
    { lock }: { readonly lock: boolean },
    work: (tx: Tx, flow: Flow) => Promise<Result>,
  ): Promise<Result> {
    const { database, tenants } = this.#tools;
    const { scope, linkId } = known;
    for (;;) {
      const prepared = await this.#prepare(known);
      const done = await database.transaction(scope, async (tx) => {
        const link = await readLink(tx, scope, { linkId });
        const tenant = tenants.tenant(scope.tenantId);
        if (link === undefined || tenant === undefined) throw new FlowRefusal('UNAUTHENTICATED');
        const { executionId } = link;
        // Another tab has begun it in this very moment.
        if (executionId !== prepared.executionId) return undefined;
        const execution =
          executionId === null ? undefined : await readFlowExecution(tx, scope, { executionId, lock });
        // The link may have been spent while we waited for the execution's row.
        const now = lock ? ((await readLink(tx, scope, { linkId })) ?? link) : link;
        return { result: await work(tx, { ...prepared, link: now, tenant, execution }) };
      });
      if (done !== undefined) return done.result;
    }
  }

  async #prepare(
    known: Link,
  ): Promise<Pick<Flow, 'workflow' | 'codes'> & { readonly executionId: string | null }> {
    const { database, workflows, codes } = this.#tools;
    const { scope, linkId, eventType } = known;
    const [bound] = await database.read(scope, workflowOfLink(scope, linkId));
    if (bound !== undefined) {
      const { executionId, workflowId, version } = bound;
      const workflow = await workflows.compiled(scope, workflowId, version);
      return { executionId, workflow, codes: sendsCodes(workflow) ? await codes.of(scope) : undefined };
    }
    const route = workflows.route(scope, { eventType, source: 'SDK' });
    const workflow =
      route.kind === 'none' ? undefined : await workflows.compiled(scope, route.workflowId, route.version);
    return { executionId: null, workflow, codes: undefined };
  }

  async #view(tx: Tx, flow: Flow): Promise<FlowView> {
    const { link, tenant, execution, workflow } = flow;
    const state = stateOf(flow);
    const node =
      state === 'step' && workflow && execution?.waiting
        ? personNode(workflow, execution.waiting.nodeId)
        : undefined;
    return {
      branding: brandingOf(tenant),
      eventType: link.eventType,
      state,
      expiresAt: link.expiresAt.getTime(),
      language: languageOf(link),
      steps: workflow === undefined ? [] : stepsOfView(workflow, execution),
      nextStep: node === undefined ? null : await this.#step(tx, flow, node),
    };
  }

  async #step(tx: Tx, flow: Flow, node: PersonNode): Promise<FlowStep> {
    const shown = await this.#type(node).show(tx, this.#context(flow, node));
    const step = {
      nodeId: node.id,
      callbackKey: flow.execution!.waiting!.callbackKey,
      title: node.title ?? null,
      ...shown,
    } as FlowStep;
    return step.type === 'review-and-submit' ? { ...step, sections: this.#sections(flow) } : step;
  }

  #sections(flow: Flow): ReviewSection[] {
    const { execution, workflow } = flow;
    if (execution === undefined || workflow === undefined) return [];
    return doneSteps(workflow, execution).map((node) => ({
      nodeId: node.id,
      type: node.type,
      canReopen: nodesSince(execution, node.id) !== undefined,
      entries: this.#type(node).review(this.#context(flow, node)),
    }));
  }

  #context(flow: Flow, node: PersonNode): StepContext {
    const { link, tenant, execution } = flow;
    if (execution === undefined) throw new Error('a step stands in no execution');
    return {
      link,
      tenant,
      execution,
      node: node as StepContext['node'],
      draft: execution.drafts[node.id],
      reference: this.#reference(link),
      language: languageOf(link) ?? 'en',
      now: this.#tools.clock.now(),
      codes: flow.codes,
    };
  }

  /** The table pairs each type with its own node; here the name stands for any of them. */
  #type(node: PersonNode): StepType<PersonStepType> {
    return stepTypes[node.type] as unknown as StepType<PersonStepType>;
  }

  #reference({ scope, eventType }: Link): FormReference {
    const of = eventType === 'KYC_EVENT' ? 'individual' : 'corporate';
    return new FormReference(this.#tools.reference, scope.tenantId, of);
  }

  /** The view once the service has come to the next step, or after a while. */
  async #settledView(session: FlowSessionOfLink): Promise<FlowView> {
    const until = performance.now() + settleMs;
    for (;;) {
      const view = await this.view(session);
      if (view.state !== 'working' || performance.now() > until) return view;
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }

  async #conflict(
    session: FlowSessionOfLink,
    code: 'STEP_GIVEN' | 'STEP_NOT_NEXT' | 'FLOW_ENDED',
  ): Promise<FlowRefusal> {
    return new FlowRefusal(code, { view: await this.view(session) });
  }
}

function sendsCodes(workflow: CompiledWorkflow): boolean {
  return workflow.workflow.nodes.some(({ type }) => (codeStepTypes as readonly string[]).includes(type));
}

function stateOf({ link, execution, workflow }: Flow): FlowView['state'] {
  if (link.endReason === 'spent') return 'done';
  if (execution === undefined) return workflow === undefined ? 'ended' : 'consent';
  if (isFinal(execution) || execution.decision !== null) return 'ended';
  return execution.waiting === null ? 'working' : 'step';
}

/** Where the body is not of the step's shape; never its value, which may be a person's data. */
function malformed({ issues: [issue] }: z.ZodError): FlowRefusal {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown] as (string | number)[];
  return new FlowRefusal('MALFORMED', path.length === 0 ? {} : { field: z.core.toDotPath(path) });
}

function languageOf({ language }: Link): FlowLanguage | null {
  return flowLanguages.find((known) => known === language) ?? null;
}

function personOf(linkId: string): Actor {
  return { kind: 'end_user', id: linkId };
}

/** Of the data as JSON with its members in order: however it was written, the same data has the same hash. */
function hashOf(data: unknown): Buffer {
  return createHash('sha256').update(canonical(data)).digest();
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
