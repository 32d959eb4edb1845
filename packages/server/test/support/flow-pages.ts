import {
  choiceView,
  type FlowStep,
  type FlowView,
  fieldFault,
  flowFile,
  flowProblem,
  flowSession,
  flowView,
} from '@gatehouse/contract';
import { z } from 'zod';

/** What the hosted interface answered. */
export interface FlowAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Every answer is one of those that the published document knows. */
const documented = z.union([flowView, flowFile, flowSession, z.array(choiceView), z.array(fieldFault)]);

/** A person's tab: exchanges the link, keeps the token in memory. */
export class FlowPages {
  readonly #origin: string;
  token: string | undefined;
  /** What the tab's browser says of itself. */
  readonly #userAgent: string;

  /** `baseUrl` is the gateway's; the pages have its origin. */
  constructor(baseUrl: string, userAgent = '') {
    this.#origin = new URL(baseUrl).origin;
    this.#userAgent = userAgent;
  }

  /** Opens a link as the pages do; the answer is that of the exchange. */
  async open(url: string): Promise<FlowAnswer> {
    const linkToken = new URL(url).searchParams.get('linkToken');
    const answer = await this.send('/session', { method: 'POST', body: { linkToken } });
    if (answer.status === 200) this.token = answer.body['sdkToken'] as string;
    return answer;
  }

  async send(
    path: string,
    { method = 'GET', body }: { method?: string; body?: unknown } = {},
  ): Promise<FlowAnswer> {
    const response = await fetch(`${this.#origin}/verify/api${path}`, {
      method,
      headers: {
        'user-agent': this.#userAgent,
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    const evaluated = (response.ok ? documented : flowProblem).safeParse(answer);
    if (!evaluated.success) {
      throw new Error(
        `${method} ${path} answers what is not documented: ${z.prettifyError(evaluated.error)}`,
      );
    }
    return {
      status: response.status,
      headers: response.headers,
      body: answer as Record<string, unknown>,
    };
  }

  /** A call that must succeed with a view. */
  async view(path = '/flow', body?: unknown): Promise<FlowView> {
    const answer = await this.send(path, body === undefined ? {} : { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown as FlowView;
  }

  consent(language = 'en'): Promise<FlowView> {
    return this.view('/consent', { language });
  }

  /** Gives what the step that waits asks for. */
  submitStep(view: FlowView, data: Record<string, unknown>): Promise<FlowView> {
    const { nodeId, callbackKey } = stepOf(view);
    return this.view(`/steps/${nodeId}`, { callbackKey, ...data });
  }

  /** The same, whatever is answered. */
  trySubmitStep(view: FlowView, data: Record<string, unknown>): Promise<FlowAnswer> {
    const { nodeId, callbackKey } = stepOf(view);
    return this.send(`/steps/${nodeId}`, { method: 'POST', body: { callbackKey, ...data } });
  }
}

/** The step that waits, of a type where one is named. */
export function stepOf<T extends FlowStep['type']>(view: FlowView, type?: T): Extract<FlowStep, { type: T }> {
  const step = view.nextStep;
  if (step === null || (type !== undefined && step.type !== type)) {
    throw new Error(`the flow stands at ${view.state} ${step?.type ?? ''} instead of ${type ?? 'a step'}`);
  }
  return step as Extract<FlowStep, { type: T }>;
}
