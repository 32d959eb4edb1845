import {
  type checkBody,
  type EndUserStepType,
  type FieldFault,
  type FlowLanguage,
  type FlowView,
  stepBodies,
} from '@gatehouse/contract';
import type { z } from 'zod';
import { recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import type { EndUserStepState } from '../../interpreter/index.ts';
import { newId } from '../../lib/ids.ts';
import { type FlowSessionOfLink, setLanguage } from '../links/index.ts';
import { type CodeRequestState, codeStepTypes, sendCode } from './code-steps.ts';
import { endUserActor } from './end-user-actor.ts';
import type { FlowContext } from './flow-context.ts';
import { endUserNode, isFinal, nodesSince } from './flow-path.ts';
import { FlowRefusal } from './flow-refusal.ts';
import { type Flow, inFlowTransaction } from './flow-transaction.ts';
import { contextOf, referenceOf, typeOf, viewFlow } from './flow-view.ts';
import type { FormReference } from './form-reference.ts';
import { restoreVerifiedContacts } from './restore-verified-contacts.ts';
import { startFlow } from './start-flow.ts';
import type { StepContext } from './step-type.ts';
import { type SubmittedBody, submitStep } from './submit-step.ts';

/** How long an answer waits for the service to come to the next step, so that pages seldom have to ask again. */
const maxWaitMs = 2_000;
const pollIntervalMs = 100;

/** The flows of end users: shows the state of one, takes submissions, reopens steps where that is possible. */
export class Flows {
  readonly #tools: FlowContext;

  constructor(tools: FlowContext) {
    this.#tools = tools;
  }

  /** The current state of the flow of a session. */
  async view(session: FlowSessionOfLink): Promise<FlowView> {
    const { sessionId, link } = session;
    const work = (tx: Tx, flow: Flow) => viewFlow(this.#tools, tx, { flow, sessionId });
    return inFlowTransaction(this.#tools, link, { lock: false, work });
  }

  /** Begins the execution, or continues with an unfinished one of the same customer and event type. */
  async consent(
    session: FlowSessionOfLink,
    request: { readonly language: FlowLanguage; readonly requestId: string },
  ): Promise<FlowView> {
    const { database, interpreter, workflows } = this.#tools;
    const { link } = session;
    const executionId = newId();
    const route = workflows.route(link.scope, { eventType: link.eventType, source: 'SDK' });
    const stopped = interpreter.waitUntilStopped(link.scope, executionId, maxWaitMs);
    const begins = await database.transaction(link.scope, (tx) =>
      startFlow(this.#tools, tx, { known: link, executionId, route, ...request }),
    );
    if (begins) {
      interpreter.wake();
      await stopped;
    }
    return this.#viewWhenStopped(session);
  }

  /** Messages to the person speak another language from now on. */
  async setLanguage(session: FlowSessionOfLink, language: FlowLanguage): Promise<FlowView> {
    const { scope, linkId } = session.link;
    await this.#tools.database.transaction(scope, (tx) => setLanguage(tx, scope, { linkId, language }));
    return this.view(session);
  }

  /** Takes a submitted step: once, however often it is sent. */
  async submit(session: FlowSessionOfLink, submitted: SubmittedBody): Promise<FlowView> {
    const { interpreter } = this.#tools;
    const { link } = session;
    if (link.executionId === null) throw await this.#conflict(session, 'STEP_NOT_NEXT');
    const stopped = interpreter.waitUntilStopped(link.scope, link.executionId, maxWaitMs);
    const outcome = await this.#locked(session, (tx, flow) =>
      submitStep(this.#tools, tx, { flow, given: submitted }),
    );
    switch (outcome.kind) {
      case 'refused':
        throw outcome.refusal;
      case 'conflict':
        throw await this.#conflict(session, outcome.code);
      case 'taken':
        interpreter.startNext(outcome.job);
        await stopped;
        break;
      case 'takenBefore':
        break;
    }
    return this.#viewWhenStopped(session);
  }

  /** Opens a step again that only the person's own steps followed; what these were given is in them. */
  async reopen(session: FlowSessionOfLink, nodeId: string): Promise<FlowView> {
    const { interpreter } = this.#tools;
    const { scope, linkId } = session.link;
    const code = await this.#locked(session, async (tx, flow) => {
      const { execution, workflow } = flow;
      if (flow.link.endReason !== null || execution === undefined || isFinal(execution)) return 'FLOW_ENDED';
      // A link to one document opens nothing else.
      if (flow.request !== undefined) return 'STEP_NOT_NEXT';
      const node = workflow && endUserNode(workflow, nodeId);
      if (node === undefined) return 'NOT_FOUND';
      if (execution.waiting === null) return 'STEP_NOT_NEXT';
      // It is open already: the answer is the same.
      if (execution.waiting.nodeId === nodeId) return undefined;
      const since = nodesSince(execution, nodeId);
      if (since === undefined) return 'STEP_NOT_NEXT';
      const state: EndUserStepState = {
        person: { type: node.type, title: node.title ?? null, callbackKey: newId() },
      };
      const { executionId, waiting } = execution;
      const { callbackKey } = waiting;
      await interpreter.reopen(tx, scope, { executionId, callbackKey, nodeId, state, takenBack: since });
      await restoreVerifiedContacts(tx, scope, { execution, opened: since });
      await recordAudit(tx, scope, {
        actor: endUserActor(linkId),
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
   * Does something in the waiting step besides submitting it, such as adding a document: `work` receives the step and
   * runs in the transaction of what it writes. Another step is refused.
   */
  async within<T extends EndUserStepType, Result>(
    session: FlowSessionOfLink,
    step: { readonly nodeId: string; readonly callbackKey: string; readonly types: readonly T[] },
    work: (tx: Tx, context: StepContext<T>) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.#locked(session, async (tx, flow) => {
      const { execution, workflow } = flow;
      const node = workflow && endUserNode(workflow, step.nodeId);
      const waits =
        execution?.waiting?.nodeId === step.nodeId && execution.waiting.callbackKey === step.callbackKey;
      if (!waits || !node || !(step.types as readonly string[]).includes(node.type)) {
        const isOver = flow.link.endReason !== null || (execution !== undefined && isFinal(execution));
        return { code: isOver ? ('FLOW_ENDED' as const) : ('STEP_NOT_NEXT' as const) };
      }
      return { result: await work(tx, contextOf(this.#tools, flow, node) as unknown as StepContext<T>) };
    });
    if ('code' in result) throw await this.#conflict(session, result.code!);
    return result.result;
  }

  /** What is wrong with the values of some fields of the step that waits; keeps nothing. */
  check(
    session: FlowSessionOfLink,
    step: { readonly nodeId: string; readonly callbackKey: string },
    { values, fields }: Pick<z.infer<typeof checkBody>, 'values' | 'fields'>,
  ): Promise<FieldFault[]> {
    const types = ['particulars', 'required-forms'] as const;
    return this.within(session, { ...step, types }, async (tx, context) => {
      const body = stepBodies[context.node.type].safeParse({ callbackKey: step.callbackKey, values });
      if (!body.success) throw new FlowRefusal('MALFORMED', { field: 'values' });
      // These types only validate: what they would store is discarded.
      const evaluated = await typeOf(context.node).validate(tx, context as never, body.data as never);
      const requested = new Set(fields);
      return evaluated.kind === 'faults' ? evaluated.faults.filter(({ field }) => requested.has(field)) : [];
    });
  }

  /** Sends a code to the address that a step proves. */
  async sendCode(
    session: FlowSessionOfLink,
    step: { readonly nodeId: string; readonly callbackKey: string },
    requested: CodeRequestState,
  ): Promise<FlowView> {
    const refusal = await this.within(session, { ...step, types: codeStepTypes }, (tx, context) =>
      sendCode(tx, context, requested),
    );
    if (refusal !== undefined) throw refusal;
    this.#tools.codes.wake();
    return this.view(session);
  }

  /** The reference data of a session's tenant, for the choices of its fields. */
  choices(session: FlowSessionOfLink): FormReference {
    return referenceOf(this.#tools, session.link);
  }

  #locked<Result>(
    session: FlowSessionOfLink,
    work: (tx: Tx, flow: Flow) => Promise<Result>,
  ): Promise<Result> {
    return inFlowTransaction(this.#tools, session.link, { lock: true, work });
  }

  /** The view once the service has come to the next step, or after a while. */
  async #viewWhenStopped(session: FlowSessionOfLink): Promise<FlowView> {
    const until = performance.now() + maxWaitMs;
    for (;;) {
      const view = await this.view(session);
      if (view.state !== 'working' || performance.now() > until) return view;
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  }

  async #conflict(
    session: FlowSessionOfLink,
    code: 'STEP_GIVEN' | 'STEP_NOT_NEXT' | 'FLOW_ENDED',
  ): Promise<FlowRefusal> {
    return new FlowRefusal(code, { view: await this.#viewWhenStopped(session) });
  }
}
