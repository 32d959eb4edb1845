import { createServer, type IncomingHttpHeaders } from 'node:http';

/** One call as the receiver saw it. */
export interface ReceivedCall {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the receiver answers, after `afterMs`; `hang` reads the call and never answers, `reset` hangs up. */
export type ReceiverAnswer =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
      readonly afterMs?: number;
    }
  | 'hang'
  | 'reset';

/** An answer that depends on the call. */
type AnswerByCall = (call: ReceivedCall) => ReceiverAnswer;

/** A caller's server: it notes every call and answers as its story says. */
export interface Receiver {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** The calls to one path, in their order. */
  callsTo(path: string): ReceivedCall[];
  /** What a path answers from now on: the answers in turn, the last one repeatedly. */
  answer(path: string, ...answers: (ReceiverAnswer | AnswerByCall)[]): void;
  /** Cuts every connection, those of calls without an answer among them. */
  hangUp(): void;
  stop(): Promise<void>;
}

/** Starts a receiver on a free port of 127.0.0.1; a path without an answer gets 200 and `{}`. */
export async function startReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const answers = new Map<string, (ReceiverAnswer | AnswerByCall)[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = Buffer.concat(chunks).toString('utf8');
      const { method = '', headers } = request;
      const call: ReceivedCall = { at: performance.now(), method, path, headers, body };
      calls.push(call);
      const planned = answers.get(path) ?? [];
      const next = (planned.length > 1 ? planned.shift() : planned[0]) ?? { status: 200 };
      const answer = typeof next === 'function' ? next(call) : next;
      if (answer === 'hang') return;
      if (answer === 'reset') {
        request.socket.destroy();
        return;
      }
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
      const send = () =>
        response
          .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
          .end(text);
      if (answer.afterMs === undefined) send();
      else setTimeout(send, answer.afterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    callsTo: (path) => calls.filter((call) => call.path === path),
    answer: (path, ...planned) => void answers.set(path, planned),
    hangUp: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
