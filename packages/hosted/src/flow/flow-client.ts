import type { Branding, FieldFault, FlowProblemCode, FlowSession, FlowView } from '@gatehouse/contract';

/** A refusal of the server, with what its body carries. */
export interface FlowProblem {
  readonly code: FlowProblemCode;
  readonly view?: FlowView;
  readonly faults?: readonly FieldFault[];
  readonly attemptsLeft?: number;
  readonly reason?: string;
  readonly branding?: Branding;
  readonly retryAfterSeconds?: number;
}

export type Answer<Value> = { readonly kind: 'ok'; readonly value: Value } | Refused;
interface Refused {
  readonly kind: 'refused';
  readonly problem: FlowProblem;
}

/** How the way to the server is: there, cut, or the server asks to slow down. */
export type Connection = 'fine' | 'lost' | 'slowed';

export interface FlowClientOptions {
  readonly linkToken: string;
  readonly onConnection: (connection: Connection) => void;
  readonly fetch?: typeof fetch;
  /** Waits; ends early when the connection comes back. */
  readonly pause?: (ms: number) => Promise<void>;
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly json?: unknown;
  readonly bytes?: Blob;
  readonly timeoutMs?: number;
}

const apiPath = '/verify/api';
const attemptTimeoutMs = 30_000;
/** How often a failure of the service itself is retried before the person sees an error. */
const failureTries = 3;

/**
 * Calls the flow's interface. A cut connection and a service that is away are waited out: every call can be
 * repeated, so it is repeated until there is an answer. The session's token stays in this object alone.
 */
export class FlowClient {
  #sdkToken: string | undefined;
  #exchange: Promise<Answer<FlowSession>> | undefined;
  readonly #linkToken: string;
  readonly #onConnection: (connection: Connection) => void;
  readonly #fetch: typeof fetch;
  readonly #pause: (ms: number) => Promise<void>;

  constructor({ linkToken, onConnection, fetch: given, pause }: FlowClientOptions) {
    this.#linkToken = linkToken;
    this.#onConnection = onConnection;
    this.#fetch = given ?? ((...call) => globalThis.fetch(...call));
    this.#pause = pause ?? pauseUntilOnline;
  }

  /** Exchanges the link's token for a session; calls side by side share one exchange. */
  open(): Promise<Answer<FlowSession>> {
    this.#exchange ??= this.#call<FlowSession>('/session', {
      method: 'POST',
      json: { linkToken: this.#linkToken },
    }).then((answer) => {
      if (answer.kind === 'ok') this.#sdkToken = answer.value.sdkToken;
      this.#exchange = undefined;
      return answer;
    });
    return this.#exchange;
  }

  /** A call under the session, which is opened anew where it has ended. */
  async call<Value>(path: string, options: CallOptions = {}): Promise<Answer<Value>> {
    const first = await this.#call<Value>(path, options);
    if (first.kind === 'ok' || first.problem.code !== 'UNAUTHENTICATED') return first;
    const opened = await this.open();
    return opened.kind === 'ok' ? this.#call<Value>(path, options) : opened;
  }

  async #call<Value>(path: string, options: CallOptions): Promise<Answer<Value>> {
    let failures = 0;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt<Value>(path, options);
      if (outcome.kind === 'ok' || outcome.kind === 'refused') {
        const code = outcome.kind === 'refused' ? outcome.problem.code : undefined;
        if (code === 'TOO_MANY_CALLS') {
          this.#onConnection('slowed');
          await this.#pause((outcome as Refused).problem.retryAfterSeconds! * 1000 || backoffMs(attempt));
          continue;
        }
        if (code === 'INTERNAL') failures += 1;
        if (code === 'INTERNAL' && failures < failureTries) {
          await this.#pause(backoffMs(attempt));
          continue;
        }
        if (code !== 'UNAVAILABLE') {
          this.#onConnection('fine');
          return outcome;
        }
      }
      this.#onConnection('lost');
      await this.#pause(backoffMs(attempt));
    }
  }

  async #attempt<Value>(path: string, options: CallOptions): Promise<Answer<Value> | { kind: 'cut' }> {
    const { method = 'GET', json, bytes, timeoutMs = attemptTimeoutMs } = options;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (this.#sdkToken !== undefined) headers['authorization'] = `Bearer ${this.#sdkToken}`;
    if (json !== undefined) headers['content-type'] = 'application/json';
    if (bytes !== undefined) headers['content-type'] = 'application/octet-stream';
    const body = bytes ?? (json === undefined ? undefined : JSON.stringify(json));
    try {
      const response = await this.#fetch(apiPath + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 204) return { kind: 'ok', value: undefined as Value };
      const answer: unknown = await response.json();
      return response.ok ? { kind: 'ok', value: answer as Value } : refused(answer, response);
    } catch {
      return { kind: 'cut' };
    }
  }
}

/** What is no refusal of ours comes from something between, such as a proxy whose server is away. */
function refused(answer: unknown, response: Response): Refused | { kind: 'cut' } {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return { kind: 'cut' };
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'refused',
    problem: {
      ...(answer as FlowProblem),
      ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
    },
  };
}

/** 1, 2, 4, 8, then 15 seconds. */
function backoffMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 15_000);
}

function pauseUntilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}
