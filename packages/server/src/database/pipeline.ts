import type pg from 'pg';
import { isOutdatedPlan } from './errors.ts';
import { preparedOf } from './prepared.ts';
import { columnTypes, toParameter } from './values.ts';

/** A statement with its parameters, to be run under a role. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

export interface StatementResult {
  /** The command's name as the server gives it, e.g. `UPDATE`. */
  command: string;
  /** Rows touched or returned; 0 for commands that count none. */
  count: number;
  /** Null for a statement that returns no columns. */
  rows: Record<string, unknown>[] | null;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

type Settle = (error: Error | null, results: StatementResult[]) => void;

/**
 * Several statements sent as one message and answered in one round trip, with plans kept by the session. They
 * are one transaction unless a transaction is open already: PostgreSQL commits at the closing Sync, and the
 * first failure skips and undoes the rest.
 *
 * It is a `Submittable`, the driver's own interface for protocol extensions (pg-cursor uses the same one).
 */
class Pipeline {
  readonly #role: string;
  readonly #statements: readonly Statement[];
  readonly #parameters: (string | Buffer | null)[][];
  readonly #settle: Settle;
  readonly #results: StatementResult[] = [];
  readonly #fresh: Statement[] = [];
  #connection: pg.Connection | undefined;
  #columns: Column[] | undefined;
  #rows: Record<string, unknown>[] = [];
  #failure: Error | undefined;

  constructor(role: string, statements: readonly Statement[], settle: Settle) {
    this.#role = role;
    this.#statements = statements;
    this.#parameters = statements.map(({ values }) => values.map(toParameter));
    this.#settle = settle;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    const prepared = preparedOf(connection);
    connection.stream.cork();
    for (const [index, statement] of this.#statements.entries()) {
      const { name, isNew, evicted } = prepared.claim(this.#role, statement.text);
      if (evicted !== undefined) connection.close({ type: 'S', name: evicted }, true);
      if (isNew) {
        this.#fresh.push(statement);
        // The name may be left from an earlier failure; closing one that does not exist is no error.
        if (name !== '') connection.close({ type: 'S', name }, true);
        connection.parse({ name, text: statement.text, types: [] }, true);
      }
      connection.bind({ statement: name, values: this.#parameters[index] }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#columns = message.fields.map((field) => ({
      name: field.name,
      parse: columnTypes.getTypeParser(field.dataTypeID, 'text') as Column['parse'],
    }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#failure !== undefined || this.#columns === undefined) return;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < this.#columns.length; index += 1) {
        const column = this.#columns[index]!;
        const text = message.fields[index];
        row[column.name] = text === null || text === undefined ? null : column.parse(text);
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
    this.#rows.push(row);
  }

  handleCommandComplete(message: { text: string }): void {
    const words = message.text.split(' ');
    const count = Number(words.at(-1));
    this.#complete(words[0] ?? '', Number.isInteger(count) ? count : 0);
  }

  handleEmptyQuery(): void {
    this.#complete('', 0);
  }

  handlePortalSuspended(): void {
    this.#failure ??= new Error('A statement was suspended although all its rows were asked for');
  }

  handleCopyInResponse(connection: pg.Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY is not run here');
  }

  handleCopyData(): void {}

  handleError(error: Error): void {
    if (this.#connection !== undefined) {
      const prepared = preparedOf(this.#connection);
      if (isOutdatedPlan(error)) prepared.clear();
      for (const { text } of this.#fresh) prepared.discard(this.#role, text);
    }
    this.#settle(error, []);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#failure ?? null, this.#results);
  }

  #complete(command: string, count: number): void {
    this.#results.push({ command, count, rows: this.#columns === undefined ? null : this.#rows });
    this.#columns = undefined;
    this.#rows = [];
  }
}

/** Runs the statements in one round trip; rejects with the first failure. Parameters are checked at once. */
export async function runPipeline(
  client: pg.ClientBase,
  role: string,
  statements: readonly Statement[],
): Promise<StatementResult[]> {
  try {
    return await new Promise((resolve, reject) => {
      client.query(
        new Pipeline(role, statements, (error, results) =>
          error === null ? resolve(results) : reject(error),
        ),
      );
    });
  } catch (error) {
    // The stack that the driver gives ends at its socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
