import type pg from 'pg';
import { isConnectionLost, isReadOnly, OutcomeUnknownError, SilentServerError } from './errors.ts';
import { runPipeline, type Statement, type StatementResult } from './pipeline.ts';

/** The function of the server that waits for a synchronous standby, as its notices name it. */
const standbyWait = 'SyncRepWaitForLSN';

/** A client on loan from its pool. One that is of no more use is thrown away at its return. */
export class Loan {
  readonly #client: pg.PoolClient;
  readonly #answerLimitMs: number | undefined;
  #broken: Error | undefined;
  #isUnreplicated = false;

  constructor(client: pg.PoolClient, answerLimitMs: number | undefined) {
    this.#client = client;
    this.#answerLimitMs = answerLimitMs;
    client.on('error', this.#onError);
    client.on('notice', this.#onNotice);
  }

  readonly #onError = (error: Error): void => {
    this.#broken ??= error;
  };

  readonly #onNotice = ({ routine }: { readonly routine?: string | undefined }): void => {
    if (routine === standbyWait) this.#isUnreplicated = true;
  };

  /** Runs the statements in one round trip; see `runPipeline`. */
  run(role: string, statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.#answered(runPipeline(this.#client, role, statements));
  }

  /** Runs a text of any number of statements without values. */
  runSimple(text: string): Promise<SimpleResult | SimpleResult[]> {
    return this.#answered(this.#client.query<Record<string, unknown>>(text));
  }

  /** Ends what is open; a connection that cannot is thrown away, which does the same. */
  async rollback(): Promise<void> {
    if (this.#broken !== undefined) return;
    await this.runSimple('rollback').catch(this.#onError);
  }

  /**
   * After a commit: the server stopped waiting for its synchronous standby, as when somebody cancels a session that hangs.
   * It then says that it committed, although a failover would lose it.
   */
  requireReplicated(): void {
    if (this.#isUnreplicated)
      throw new OutcomeUnknownError(new Error('No synchronous standby has the commit'));
  }

  return(): void {
    this.#client.removeListener('error', this.#onError);
    this.#client.removeListener('notice', this.#onNotice);
    this.#client.release(this.#broken);
  }

  async #answered<T>(answer: Promise<T>): Promise<T> {
    const limitMs = this.#answerLimitMs;
    const silence = Promise.withResolvers<never>();
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => silence.reject(new SilentServerError(limitMs)), limitMs);
    try {
      return await Promise.race([answer, silence.promise]);
    } catch (error) {
      if (isConnectionLost(error) || isReadOnly(error)) this.#broken ??= error as Error;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

export type SimpleResult = pg.QueryResult<Record<string, unknown>>;
