import { Worker } from 'node:worker_threads';
import { ThreadLostError } from './lost-thread.ts';
import type { ThreadCallName, ThreadCalls, ThreadReply } from './monitoring-protocol.ts';

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The thread of monitoring as the main thread speaks to it. It starts with the first call and is replaced when it dies.
 */
export class MonitoringThreadClient {
  readonly #onLost: () => void;
  readonly #script: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #calls = 0;
  #losses = 0;
  #closed = false;

  /**
   * @param onLost called when the thread died: the next one has to be filled again
   * @param script the thread's entry; tests have their own
   */
  constructor(onLost: () => void, script: URL = new URL('./monitoring-thread.ts', import.meta.url)) {
    this.#onLost = onLost;
    this.#script = script;
  }

  /** Threads that died so far: whoever fills a thread by several calls sees by it whether all of them reached the same one. */
  get losses(): number {
    return this.#losses;
  }

  /** Asks the thread; calls are answered in their order. Rejects with what broke: a `ThreadLostError` where the thread died. */
  ask<Name extends ThreadCallName>(
    name: Name,
    send: ThreadCalls[Name]['send'],
  ): Promise<ThreadCalls[Name]['answer']> {
    if (this.#closed) return Promise.reject(new Error('monitoring is being closed'));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = this.#calls++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, send });
    });
  }

  /** Tells the thread that a search is over; one that died has forgotten it already, and none is started for it. */
  async end(runId: string): Promise<void> {
    if (this.#worker !== undefined) await this.ask('end', { runId });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error('monitoring is being closed'));
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (reply: ThreadReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.ok) waiting?.resolve(reply.answer as never);
      else waiting?.reject(new Error('the thread of monitoring failed', { cause: reply.error }));
    });
    worker.once('error', (cause) => this.#lose(worker, 'the thread of monitoring died', cause));
    worker.once('exit', (code) => this.#lose(worker, `the thread of monitoring ended with code ${code}`));
    // A process that has nothing else to do may end.
    worker.unref();
    return worker;
  }

  /** A thread that died tells it twice, and by the second time another one may be in its place. */
  #lose(worker: Worker, message: string, cause?: unknown): void {
    if (this.#worker !== worker || this.#closed) return;
    this.#worker = undefined;
    this.#losses += 1;
    // Calls are answered in their order: it died on the first that has no answer.
    let isCaller = true;
    for (const { reject } of this.#waiting.values()) {
      reject(new ThreadLostError(message, { isCaller, cause }));
      isCaller = false;
    }
    this.#waiting.clear();
    this.#onLost();
  }
}
