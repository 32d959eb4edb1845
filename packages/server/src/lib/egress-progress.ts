import type { ConnectTimings } from './egress-connect.ts';
import { EgressFailure, type EgressFailureClass } from './egress-failure.ts';
import type { EgressRequest } from './egress-request.ts';

/** Milliseconds; null for what the call did not come to, or did not need on a connection that stood. */
export interface EgressTimings extends Readonly<ConnectTimings> {
  /** Waiting for other calls to the same origin, before the deadline runs. */
  readonly queueMs: number;
  /** From the request's start on the connection to the head of its answer. */
  readonly firstByteMs: number | null;
  /** From look-up to last byte, without `queueMs`. */
  readonly totalMs: number;
}

/** A signal that ends a stage with a failure after a while, or when the caller's own does. */
export function startDeadline(
  { signal }: EgressRequest,
  failure: { afterMs: number; class: EgressFailureClass; message: string },
): Deadline {
  const { afterMs } = failure;
  const controller = new AbortController();
  const end = (reason: unknown) => controller.abort(reason);
  const timer = setTimeout(
    () => end(new EgressFailure(failure.class, `${failure.message} within ${afterMs} ms`)),
    afterMs,
  );
  const abort = () => controller.abort(signal!.reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, end, stop };
}

export interface Deadline {
  readonly signal: AbortSignal;
  readonly end: (reason: unknown) => void;
  readonly stop: () => void;
}

/** How far a call came. */
export interface Progress {
  readonly timings: ConnectTimings & { firstByteMs: number | null };
  address: string | null;
  leaveQueue(): void;
  end(): { timings: EgressTimings; resolvedAddress: string | null };
}

export function startProgress(): Progress {
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
