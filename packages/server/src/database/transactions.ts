import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Scope, TenantScope } from '../lib/scope.ts';
import type { Query, Tx } from './database.ts';
import {
  EngineNotStartedError,
  IdleTransactionError,
  isConnectionLost,
  NestedTransactionError,
  OutcomeUnknownError,
  RolledBackError,
} from './errors.ts';
import { runPipeline, type Statement, type StatementResult } from './pipeline.ts';
import { enter, operatorSession, type Session, sessionOf } from './scope-settings.ts';

const start: Statement = { text: 'begin', values: [] };
const startSnapshot: Statement = { text: 'begin isolation level repeatable read read only', values: [] };
const commit: Statement = { text: 'commit', values: [] };

function rowsOf<Row>(result: StatementResult): Row[] {
  return (result.rows ?? []) as Row[];
}

/**
 * One transaction on one client. BEGIN and the scope travel with the first statement, so that a transaction
 * costs its statements plus the COMMIT in round trips, and one that runs nothing costs none.
 */
class OpenTransaction implements Tx {
  readonly #client: pg.PoolClient;
  readonly #session: Session;
  readonly #start: Statement;
  #opened = false;
  #ended = false;
  /** Statements go one after the other even when the work asks for several at once. */
  #last: Promise<unknown> = Promise.resolve();

  readonly #idleLimitMs: number | undefined;
  readonly #expiry = Promise.withResolvers<never>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    client: pg.PoolClient,
    session: Session,
    { begin, idleLimitMs }: { readonly begin: Statement; readonly idleLimitMs: number | undefined },
  ) {
    this.#client = client;
    this.#session = session;
    this.#start = begin;
    this.#idleLimitMs = idleLimitMs;
    this.#startIdling();
  }

  /** Rejects when the transaction has been idle for longer than it may; never resolves. */
  get expiry(): Promise<never> {
    return this.#expiry.promise;
  }

  async run<Row>(query: Query<Row>): Promise<Row[]> {
    return rowsOf(await this.#execute(query));
  }

  async sql<Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf(await this.#execute({ text, values }));
  }

  async commit(): Promise<void> {
    await this.#end();
    if (!this.#opened) return;
    try {
      const [result] = await runPipeline(this.#client, this.#session.role, [commit]);
      if (result?.command !== 'COMMIT') throw new RolledBackError();
    } catch (error) {
      throw isConnectionLost(error) ? new OutcomeUnknownError(error) : error;
    }
  }

  async rollback(): Promise<void> {
    await this.#end();
    if (this.#opened) await this.#client.query('rollback');
  }

  #startIdling(): void {
    if (this.#idleLimitMs === undefined || this.#ended) return;
    this.#timer = setTimeout(() => this.#expiry.reject(new IdleTransactionError()), this.#idleLimitMs);
  }

  async #end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#last.catch(() => undefined);
  }

  #execute(statement: Statement): Promise<StatementResult> {
    if (this.#ended) return Promise.reject(new Error('The transaction is over: its tx was kept too long'));
    const turn = this.#last.then(
      () => this.#send(statement),
      () => this.#send(statement),
    );
    this.#last = turn;
    return turn;
  }

  async #send(statement: Statement): Promise<StatementResult> {
    const statements = this.#opened ? [statement] : [this.#start, enter(this.#session), statement];
    clearTimeout(this.#timer);
    try {
      const sent = runPipeline(this.#client, this.#session.role, statements);
      this.#opened = true;
      return (await sent).at(-1)!;
    } finally {
      this.#startIdling();
    }
  }
}

/** Marks the work of an open transaction, so that a second one inside fails instead of hanging. */
interface OpenWork {
  store: TransactionRunner;
  open: boolean;
}
const openWork = new AsyncLocalStorage<OpenWork>();

/** A client on loan from the pool; a broken one is thrown away at its return. */
interface Loan {
  readonly client: pg.PoolClient;
  broken: Error | undefined;
}

export interface SqlResult {
  rows: Record<string, unknown>[];
  rowCount: number;
}

type SimpleResult = pg.QueryResult<Record<string, unknown>>;

function summarize(result: SimpleResult | SimpleResult[]): SqlResult {
  const results = Array.isArray(result) ? result : [result];
  return {
    rows: results.flatMap(({ rows }) => rows),
    rowCount: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
  };
}

/** Transactions and reads over a pool; see `Database` for what they promise. */
export class TransactionRunner {
  readonly #pool: pg.Pool;
  readonly #idleLimitMs: number | undefined;

  /** `idleLimitMs` is for a store without a server that would end idle transactions itself. */
  constructor(pool: pg.Pool, idleLimitMs?: number) {
    this.#pool = pool;
    this.#idleLimitMs = idleLimitMs;
  }

  transaction<T>(scope: Scope | TenantScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction(sessionOf(scope), work);
  }

  snapshot<T>(scope: Scope | TenantScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction(sessionOf(scope), work, startSnapshot);
  }

  operator<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction(operatorSession, work);
  }

  async read<Row>(scope: Scope | TenantScope, query: Query<Row>): Promise<Row[]> {
    const results = await this.#together(sessionOf(scope), [query]);
    return rowsOf(results[0]!);
  }

  async atomic<Rows extends readonly unknown[]>(
    scope: Scope | TenantScope,
    queries: { readonly [Index in keyof Rows]: Query<Rows[Index]> },
  ): Promise<{ -readonly [Index in keyof Rows]: Rows[Index][] }> {
    try {
      const results = await this.#together(sessionOf(scope), queries);
      return results.map((result) => rowsOf(result)) as { -readonly [Index in keyof Rows]: Rows[Index][] };
    } catch (error) {
      // The commit is part of the one message, so a connection lost at any moment leaves it open.
      throw isConnectionLost(error) && !(error instanceof EngineNotStartedError)
        ? new OutcomeUnknownError(error)
        : error;
    }
  }

  executeSql(text: string, values: readonly unknown[] = []): Promise<SqlResult> {
    return this.#withClient(async ({ client }) => {
      if (values.length > 0) {
        const [result] = await runPipeline(client, 'owner', [{ text, values }]);
        return { rows: result!.rows ?? [], rowCount: result!.count };
      }
      return summarize(await this.#simple(client, text));
    });
  }

  /** Only the simple protocol takes several statements in one text, which may open a transaction themselves. */
  async #simple(client: pg.PoolClient, text: string): Promise<SimpleResult | SimpleResult[]> {
    try {
      return await client.query<Record<string, unknown>>(text);
    } catch (error) {
      if (!isConnectionLost(error)) await client.query('rollback');
      throw error;
    }
  }

  #together(session: Session, statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.#withClient(async ({ client }) => {
      const results = await runPipeline(client, session.role, [enter(session), ...statements]);
      return results.slice(1);
    });
  }

  #transaction<T>(session: Session, work: (tx: Tx) => Promise<T>, begin = start): Promise<T> {
    return this.#withClient(async (loan) => {
      const options = { begin, idleLimitMs: this.#idleLimitMs };
      const transaction = new OpenTransaction(loan.client, session, options);
      const mark: OpenWork = { store: this, open: true };
      let result: T;
      try {
        result = await Promise.race([openWork.run(mark, () => work(transaction)), transaction.expiry]);
      } catch (error) {
        mark.open = false;
        await transaction.rollback().catch((failure: Error) => {
          loan.broken ??= failure;
        });
        throw error;
      }
      mark.open = false;
      await transaction.commit();
      return result;
    });
  }

  async #withClient<T>(use: (loan: Loan) => Promise<T>): Promise<T> {
    const surrounding = openWork.getStore();
    if (surrounding?.store === this && surrounding.open) throw new NestedTransactionError();
    const client = await this.#pool.connect();
    const loan: Loan = { client, broken: undefined };
    const onError = (error: Error): void => {
      loan.broken ??= error;
    };
    client.on('error', onError);
    try {
      return await use(loan);
    } catch (error) {
      if (isConnectionLost(error) || error instanceof OutcomeUnknownError) loan.broken ??= error as Error;
      throw error;
    } finally {
      client.removeListener('error', onError);
      client.release(loan.broken);
    }
  }
}
