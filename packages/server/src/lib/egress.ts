import { lookup as systemLookup } from 'node:dns/promises';
import { createAddressPolicy } from './egress-address.ts';
import { readBody } from './egress-body.ts';
import type { AddressLookup, ConnectTimings } from './egress-connect.ts';
import { type Connections, createConnections, type OpenClient } from './egress-connections.ts';
import { EgressFailure, type EgressFailureClass, exchangeFailure } from './egress-failure.ts';
import { callHeaders, type EgressRequest, parseCallUrl } from './egress-request.ts';
import { createSlots } from './egress-slots.ts';

export type { AddressLookup } from './egress-connect.ts';
export type { EgressFailureClass } from './egress-failure.ts';
export type { EgressRequest } from './egress-request.ts';

/** The one door for HTTP calls to addresses that people outside the deployment choose. */
export interface Egress {
  /**
   * Sends one request and reads its answer. Public addresses only, unless exempt; never follows a redirect;
   * no more than the deadline from the name's look-up to the last byte, and before that no longer for a free
   * connection. Everything that can go wrong is a value; it rejects with the reason of the caller's signal alone.
   */
  send(request: EgressRequest): Promise<EgressResult>;
  /** Hangs up on idle connections; calls under way end as they would. */
  close(): void;
}

export interface EgressOptions {
  /** Hosts, addresses and CIDRs that may be reached although they are not public (GATEHOUSE_EGRESS_ALLOW). */
  readonly allow: readonly string[];
  /** Resolves names; the system's resolver unless given. */
  readonly lookup?: AddressLookup | undefined;
  /** Trusted certificates (PEM) in place of the system's. */
  readonly certificates?: readonly string[] | undefined;
  /** Calls to one origin at a time; the others wait. */
  readonly callsPerOrigin?: number | undefined;
}

/** Milliseconds; null for what the call did not come to, or did not need on a connection that stood. */
export interface EgressTimings extends Readonly<ConnectTimings> {
  /** Waiting for other calls to the same origin, before the deadline runs. */
  readonly queueMs: number;
  /** From the request's start on the connection to the head of its answer. */
  readonly firstByteMs: number | null;
  /** From look-up to last byte, without `queueMs`. */
  readonly totalMs: number;
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

export interface EgressNoResponse {
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

export function createEgress(options: EgressOptions): Egress {
  const connections = createConnections({
    policy: createAddressPolicy(options.allow),
    lookup: options.lookup ?? ((hostname) => systemLookup(hostname, { all: true })),
    certificates: options.certificates,
  });
  const slots = createSlots(options.callsPerOrigin ?? defaultCallsPerOrigin);

  return {
    close: () => connections.close(),
    send: async (request) => {
      const progress = startProgress();
      try {
        const url = parseCallUrl(request.url);
        const headers = callHeaders(request.headers);
        const queue = startDeadline(request, `no connection to ${url.host} was free`);
        const release = await slots.take(url.origin, queue.signal).finally(queue.stop);
        progress.leaveQueue();
        const deadline = startDeadline(request, 'no complete answer');
        try {
          return await exchange({ request, url, headers, progress, signal: deadline.signal }, connections);
        } finally {
          deadline.stop();
          release();
        }
      } catch (error) {
        request.signal?.throwIfAborted();
        if (!(error instanceof EgressFailure)) throw error;
        const { failureClass, message } = error;
        return { kind: 'failure', class: failureClass, message, ...progress.end() };
      }
    },
  };
}

interface Exchange {
  readonly request: EgressRequest;
  readonly url: URL;
  readonly headers: string[];
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

async function exchange(call: Exchange, connections: Connections): Promise<EgressResponse> {
  const { url, progress, signal } = call;
  const open = await connections.take({ url, signal, timings: progress.timings });
  progress.address = open.address;
  try {
    const { truncated, ...answer } = await converse(call, open);
    if (truncated) connections.drop(open);
    else connections.keep(url, open);
    return { kind: 'response', ...answer, truncated, ...progress.end(), resolvedAddress: open.address };
  } catch (error) {
    connections.drop(open);
    if (signal.aborted) throw signal.reason;
    throw exchangeFailure(error);
  }
}

async function converse({ request, url, headers, progress, signal }: Exchange, { client }: OpenClient) {
  const before = performance.now();
  const answer = await client.request({
    method: request.method as 'POST',
    path: url.pathname + url.search,
    headers,
    body: request.body ?? null,
    signal,
  });
  progress.timings.firstByteMs = performance.now() - before;
  const byName = new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  const { bytes, truncated } = await readBody(answer.body, {
    encoding: byName.get('content-encoding'),
    maxBytes: request.maxResponseBytes ?? defaultMaxResponseBytes,
  });
  return { status: answer.statusCode, headers: byName, body: bytes, truncated };
}

/** A signal that ends a stage after the request's deadline, or when the caller's own does. */
function startDeadline({ deadlineMs, signal }: EgressRequest, what: string) {
  const controller = new AbortController();
  const end = () => controller.abort(new EgressFailure('timeout', `${what} within ${deadlineMs} ms`));
  const timer = setTimeout(end, deadlineMs);
  const abort = () => controller.abort(signal!.reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, stop };
}

interface Progress {
  readonly timings: ConnectTimings & { firstByteMs: number | null };
  address: string | null;
  leaveQueue(): void;
  end(): { timings: EgressTimings; resolvedAddress: string | null };
}

function startProgress(): Progress {
  const started = performance.now();
  let left = started;
  const timings: Progress['timings'] = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };
  const progress: Progress = {
    timings,
    address: null,
    leaveQueue: () => {
      left = performance.now();
    },
    end: () => ({
      resolvedAddress: progress.address,
      timings: {
        queueMs: rounded(left - started),
        dnsMs: rounded(timings.dnsMs),
        connectMs: rounded(timings.connectMs),
        tlsMs: rounded(timings.tlsMs),
        firstByteMs: rounded(timings.firstByteMs),
        totalMs: rounded(performance.now() - left),
      },
    }),
  };
  return progress;
}

/** Thousandths of a millisecond are noise in a log. */
function rounded<T extends number | null>(milliseconds: T): T {
  return (milliseconds === null ? null : Math.round(milliseconds * 100) / 100) as T;
}
