import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Scope, TenantScope } from '../lib/scope.ts';
import type { Query, Tx } from './database.ts';
import {
  IdleTransactionError,
  isConnectionLost,
  isUnsent,
  NestedTransactionError,
  OutcomeUnknownError,
  RolledBackError,
} from './errors.ts';
import { Loan, type SimpleResult } from './loan.ts';
import type { Statement, StatementResult } from './pipeline.ts';
import { enter, enterToWrite, operatorSession, type Session, sessionOf } from './scope-settings.ts';

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
  readonly #loan: Loan;
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
    loan: Loan,
    session: Session,
    { begin, idleLimitMs }: { readonly begin: Statement; readonly idleLimitMs: number | undefined },
  ) {
    this.#loan = loan;
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
      const [result] = await this.#loan.run(this.#session.role, [commit]);
      if (result?.command !== 'COMMIT') throw new RolledBackError();
      this.#loan.requireReplicated();
    } catch (error) {
      throw isConnectionLost(error) && !isUnsent(error) ? new OutcomeUnknownError(error) : error;
    }
  }

  async rollback(): Promise<void> {
    await this.#end();
    if (this.#opened) await this.#loan.rollback();
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
    const enters = this.#start === startSnapshot ? enter : enterToWrite;
    const statements = this.#opened ? [statement] : [this.#start, enters(this.#session), statement];
    clearTimeout(this.#timer);
    try {
      const sent = this.#loan.run(this.#session.role, statements);
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

export interface SqlResult {
  rows: Record<string, unknown>[];
  rowCount: number;
}

function summarize(result: SimpleResult | SimpleResult[]): SqlResult {
  const results = Array.isArray(result) ? result : [result];
  return {
    rows: results.flatMap(({ rows }) => rows),
    rowCount: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
  };
}

export interface TransactionLimits {
  /** For a store without a server that would end idle transactions itself. */
  readonly idleLimitMs?: number | undefined;
  /** See `OpenPool`. */
  readonly answerLimitMs?: number | undefined;
}

/** Transactions and reads over a pool; see `Database` for what they promise. */
export class TransactionRunner {
  readonly #pool: pg.Pool;
  readonly #limits: TransactionLimits;

  constructor(pool: pg.Pool, limits: TransactionLimits = {}) {
    this.#pool = pool;
    this.#limits = limits;
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
    const session = sessionOf(scope);
    const results = await this.#withClient((loan) => loan.run(session.role, [enter(session), query]));
    return rowsOf(results[1]!);
  }

  async atomic<Rows extends readonly unknown[]>(
    scope: Scope | TenantScope,
    queries: { readonly [Index in keyof Rows]: Query<Rows[Index]> },
  ): Promise<{ -readonly [Index in keyof Rows]: Rows[Index][] }> {
    const session = sessionOf(scope);
    const results = await this.#withClient(async (loan) => {
      try {
        const all = await loan.run(session.role, [enterToWrite(session), ...queries]);
        loan.requireReplicated();
        return all.slice(1);
      } catch (error) {
        // The commit is part of the one message, so a connection lost after it was sent leaves it open.
        throw isConnectionLost(error) && !isUnsent(error) ? new OutcomeUnknownError(error) : error;
      }
    });
    return results.map((result) => rowsOf(result)) as { -readonly [Index in keyof Rows]: Rows[Index][] };
  }

  executeSql(text: string, values: readonly unknown[] = []): Promise<SqlResult> {
    return this.#withClient(async (loan) => {
      if (values.length > 0) {
        const [result] = await loan.run('owner', [{ text, values }]);
        return { rows: result!.rows ?? [], rowCount: result!.count };
      }
      // Only the simple protocol takes several statements in one text, which may open a transaction themselves.
      try {
        return summarize(await loan.runSimple(text));
      } catch (error) {
        await loan.rollback();
        throw error;
      }
    });
  }

  #transaction<T>(session: Session, work: (tx: Tx) => Promise<T>, begin = start): Promise<T> {
    return this.#withClient(async (loan) => {
      const options = { begin, idleLimitMs: this.#limits.idleLimitMs };
      const transaction = new OpenTransaction(loan, session, options);
      const mark: OpenWork = { store: this, open: true };
      let result: T;
      try {
        result = await Promise.race([openWork.run(mark, () => work(transaction)), transaction.expiry]);
      } catch (error) {
        mark.open = false;
        await transaction.rollback();
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
    const loan = new Loan(await this.#pool.connect(), this.#limits.answerLimitMs);
    try {
      return await use(loan);
    } finally {
      loan.return();
    }
  }
}
