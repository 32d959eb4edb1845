import { lookup as systemLookup } from 'node:dns/promises';
import type { Readable } from 'node:stream';
import { createAddressPolicy } from './egress-address.ts';
import { decoded, readBody } from './egress-body.ts';
import type { AddressLookup } from './egress-connect.ts';
import { type Connections, createConnections, type OpenClient } from './egress-connections.ts';
import { EgressFailure, type EgressFailureClass, exchangeFailure } from './egress-failure.ts';
import {
  type Deadline,
  type EgressTimings,
  type Progress,
  startDeadline,
  startProgress,
} from './egress-progress.ts';
import { callHeaders, type EgressRequest, parseCallUrl } from './egress-request.ts';
import { createSlots } from './egress-slots.ts';

export type { EgressFailureClass } from './egress-failure.ts';
export type { EgressTimings } from './egress-progress.ts';
export type { EgressRequest } from './egress-request.ts';

/** The only client for HTTP calls to addresses that people outside the deployment choose: it refuses private addresses. */
export interface Egress {
  /**
   * Sends one request and reads its answer. Public addresses only, unless exempt; never follows a redirect; no more
   * than the deadline from the name's look-up to the last byte, and before that no longer for a free connection, or for
   * the slot that the request asks for. Everything that can go wrong is a value; it rejects with the reason of the
   * caller's signal alone.
   */
  send(request: EgressRequest): Promise<EgressResult>;
  /**
   * As `send`, for answers that are too large for memory: `read` gets the head and the body piece by piece, decoded.
   * A body that breaks off, pauses for longer than `idleMs` or runs into the deadline throws inside of `read`, which
   * lets it pass; any other error of `read` rejects. `maxResponseBytes` is ignored.
   */
  stream<T>(
    request: EgressRequest & { readonly idleMs: number },
    read: (head: EgressHead, body: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<EgressStreamed<T> | EgressNoResponse>;
  /** Closes idle connections; calls in progress continue. */
  close(): void;
}

export interface EgressOptions {
  /** Hosts, addresses and CIDRs that may be reached although they are not public (GATEHOUSE_EGRESS_ALLOW). */
  readonly allow: readonly string[];
  /** Resolves names; the system's resolver unless given. */
  readonly lookup?: AddressLookup | undefined;
  /** Trusted certificates (PEM) in place of the system's. */
  readonly certificates?: readonly string[] | undefined;
  /** Calls to one origin at a time, of each caller that asks for slots; the others wait. */
  readonly callsPerOrigin?: number | undefined;
  /** How many calls of a caller that asks for slots may wait for one origin; further calls are `busy` at once. */
  readonly waitingPerOrigin?: number | undefined;
}

export interface EgressResponse {
  readonly kind: 'response';
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded, at most `maxResponseBytes`. */
  readonly body: Buffer;
  /** The body is not whole: it was larger, or its compression is broken. */
  readonly truncated: boolean;
  readonly resolvedAddress: string;
  readonly timings: EgressTimings;
}

/** The beginning of an answer. */
export interface EgressHead {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

interface EgressStreamed<T> extends EgressHead {
  readonly kind: 'response';
  /** What `read` returned. */
  readonly taken: T;
  readonly resolvedAddress: string;
  readonly timings: EgressTimings;
}

interface EgressNoResponse {
  readonly kind: 'failure';
  readonly class: EgressFailureClass;
  /** For people; tells neither headers nor bodies. */
  readonly message: string;
  /** The address that was reached, where it came to that. */
  readonly resolvedAddress: string | null;
  readonly timings: EgressTimings;
}

export type EgressResult = EgressResponse | EgressNoResponse;

const defaultMaxResponseBytes = 256 * 1024;
const defaultCallsPerOrigin = 16;
const defaultWaitingPerOrigin = 8;

export function createEgress(options: EgressOptions): Egress {
  const connections = createConnections({
    policy: createAddressPolicy(options.allow),
    lookup: options.lookup ?? ((hostname) => systemLookup(hostname, { all: true })),
    certificates: options.certificates,
  });
  const slots = createSlots(options.callsPerOrigin ?? defaultCallsPerOrigin);
  const maxWaiting = options.waitingPerOrigin ?? defaultWaitingPerOrigin;

  /** Waits for a slot at an origin; returns the function that releases it. */
  const acquireSlot = async (request: EgressRequest, { host, origin }: URL): Promise<() => void> => {
    const { slot, deadlineMs } = request;
    const message = `no connection to ${host} was free`;
    const queue =
      slot === undefined
        ? startDeadline(request, { afterMs: deadlineMs, class: 'timeout', message })
        : startDeadline(request, { afterMs: slot.waitMs, class: 'busy', message });
    const release = await (slot === undefined
      ? slots.acquire(origin, queue.signal)
      : slots.acquire(JSON.stringify([slot.of, origin]), queue.signal, maxWaiting)
    ).finally(queue.stop);
    if (release === undefined) throw new EgressFailure('busy', `too many calls to ${host} wait already`);
    return release;
  };

  /** Runs one call from its checks to its last byte; what can go wrong becomes a value. */
  const attempt = async <Answer extends object>(
    request: EgressRequest,
    converse: (call: Exchange, answer: Answering) => Promise<Conversed<Answer>>,
  ) => {
    const progress = startProgress();
    try {
      const url = parseCallUrl(request.url);
      const headers = callHeaders(request.headers);
      const release = await acquireSlot(request, url);
      progress.leaveQueue();
      const { deadlineMs: afterMs } = request;
      const deadline = startDeadline(request, { afterMs, class: 'timeout', message: 'no complete answer' });
      try {
        return await exchange({ request, url, headers, progress, deadline }, connections, converse);
      } finally {
        deadline.stop();
        release();
      }
    } catch (error) {
      request.signal?.throwIfAborted();
      if (!(error instanceof EgressFailure)) throw error;
      const { failureClass, message } = error;
      return { kind: 'failure' as const, class: failureClass, message, ...progress.end() };
    }
  };

  return {
    close: () => connections.close(),
    send: (request) => attempt(request, converse),
    stream: (request, read) =>
      attempt(request, async (call, { head, body }) => {
        // Hanging up on a body that nobody reads any more is an error to it.
        body.on('error', () => {});
        const pieces = piecesOf(body, { head, deadline: call.deadline, idleMs: request.idleMs });
        const taken = await read(head, pieces).finally(() => body.destroy());
        return { answer: { ...head, taken }, isWhole: false };
      }),
  };
}

/** An answer, and whether its connection may carry another call. */
interface Conversed<Answer> {
  readonly answer: Answer;
  readonly isWhole: boolean;
}

interface Exchange {
  readonly request: EgressRequest;
  readonly url: URL;
  readonly headers: string[];
  readonly progress: Progress;
  readonly deadline: Deadline;
}

/** The head of an answer, and its body as it comes. */
interface Answering {
  readonly head: EgressHead;
  readonly body: Readable;
}

async function exchange<Answer extends object>(
  call: Exchange,
  connections: Connections,
  converseOn: (call: Exchange, answer: Answering) => Promise<Conversed<Answer>>,
) {
  const { url, progress } = call;
  const { open, answering } = await sendWithRetry(call, connections);
  try {
    const { answer, isWhole } = await converseOn(call, answering);
    if (isWhole) connections.release(url, open);
    else connections.destroy(open);
    return { kind: 'response' as const, ...answer, ...progress.end(), resolvedAddress: open.address };
  } catch (error) {
    connections.destroy(open);
    throw call.deadline.signal.aborted ? call.deadline.signal.reason : error;
  }
}

/**
 * Sends the request and waits for the head of its answer. The other side may close an idle connection at any moment: a
 * request that meets this on a connection that was used before is sent once more, on a new one (RFC 9112, 9.3.1).
 */
async function sendWithRetry(call: Exchange, connections: Connections, mayReuse = call.request.isIdempotent) {
  const { url, progress, deadline } = call;
  const { signal } = deadline;
  progress.address = null;
  const open = await connections.acquire({ url, signal, timings: progress.timings, mayReuse });
  progress.address = open.address;
  const bytesReadBefore = open.socket.bytesRead;
  try {
    return { open, answering: await ask(call, open) };
  } catch (error) {
    connections.destroy(open);
    if (signal.aborted) throw signal.reason;
    if (!open.isReused || open.socket.bytesRead > bytesReadBefore) throw error;
  }
  return sendWithRetry(call, connections, false);
}

async function converse({ request }: Exchange, { head, body }: Answering) {
  const { bytes, truncated } = await readBody(body, {
    encoding: head.headers.get('content-encoding'),
    maxBytes: request.maxResponseBytes ?? defaultMaxResponseBytes,
  }).catch((error: unknown) => {
    throw exchangeFailure(error);
  });
  return { answer: { ...head, body: bytes, truncated }, isWhole: !truncated };
}

async function ask({ request, url, headers, progress, deadline }: Exchange, { client }: OpenClient) {
  const before = performance.now();
  const answer = await client
    .request({
      method: request.method as 'POST',
      path: url.pathname + url.search,
      headers,
      body: request.body ?? null,
      signal: deadline.signal,
      // Closes a connection that only this call was to use.
      reset: !request.isIdempotent,
    })
    .catch((error: unknown) => {
      throw exchangeFailure(error);
    });
  progress.timings.firstByteMs = performance.now() - before;
  const byName = new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  return { head: { status: answer.statusCode, headers: byName } satisfies EgressHead, body: answer.body };
}

/** The decoded pieces of a body; a pause of more than `idleMs` between two of them ends the call. */
async function* piecesOf(
  body: Readable,
  { head, deadline, idleMs }: { head: EgressHead; deadline: Deadline; idleMs: number },
): AsyncGenerator<Buffer> {
  const tooLong = () => deadline.end(new EgressFailure('timeout', `no byte came for ${idleMs} ms`));
  let timer = setTimeout(tooLong, idleMs);
  try {
    for await (const piece of decoded(body, head.headers.get('content-encoding'))) {
      clearTimeout(timer);
      yield piece as Buffer;
      timer = setTimeout(tooLong, idleMs);
    }
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : exchangeFailure(error);
  } finally {
    clearTimeout(timer);
  }
}
