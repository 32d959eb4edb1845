import { setTimeout as sleep } from 'node:timers/promises';

/** The thread of monitoring died before it answered a call. */
export class ThreadLostError extends Error {
  /** Whether it died on this call. Other calls had only been waiting. */
  readonly isCaller: boolean;

  constructor(message: string, options: { readonly isCaller: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ThreadLostError';
    this.isCaller = options.isCaller;
  }
}

/** Milliseconds until the next attempt. */
const pauseMs = 1_000;

/**
 * Attempts again, as often as it takes, what ended because the thread died on the call of somebody else. What is stopped
 * ends its attempt by itself.
 */
export async function retryWhenThreadLost<Result>(
  attempt: () => Promise<Result>,
  { signal, pause = pauseMs }: { readonly signal: AbortSignal; readonly pause?: number },
): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ThreadLostError) || error.isCaller || signal.aborted) throw error;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}
