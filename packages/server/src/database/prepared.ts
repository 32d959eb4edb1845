import type pg from 'pg';

/** Plans kept by one session; the least recently used gives way. */
const capacity = 300;
/** Longer texts are bulk statements of varying shape: planning them anew costs less than keeping them. */
const longestText = 6_000;

export interface PreparedName {
  /** Empty for a statement that is not kept. */
  name: string;
  /** Whether the session has yet to parse it. */
  isNew: boolean;
  /** A name that has to be closed to make room. */
  evicted: string | undefined;
}

/** Which statements one session has parsed, by their text and the role they run under. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #counter = 0;

  /** Row-level security makes a plan depend on the role, so each role has its own. */
  claim(role: string, text: string): PreparedName {
    if (text.length > longestText) return { name: '', isNew: true, evicted: undefined };
    const key = `${role} ${text}`;
    const known = this.#names.get(key);
    if (known !== undefined) {
      this.#names.delete(key);
      this.#names.set(key, known);
      return { name: known, isNew: false, evicted: undefined };
    }
    this.#counter += 1;
    const name = `s${this.#counter}`;
    this.#names.set(key, name);
    return { name, isNew: true, evicted: this.#names.size > capacity ? this.#evict() : undefined };
  }

  /** A failed pipeline leaves open which of its statements were parsed. */
  forget(role: string, text: string): void {
    this.#names.delete(`${role} ${text}`);
  }

  clear(): void {
    this.#names.clear();
  }

  #evict(): string | undefined {
    for (const [key, name] of this.#names) {
      this.#names.delete(key);
      return name;
    }
    return undefined;
  }
}

const ofConnection = new WeakMap<pg.Connection, PreparedStatements>();

export function preparedOf(connection: pg.Connection): PreparedStatements {
  let prepared = ofConnection.get(connection);
  if (prepared === undefined) {
    prepared = new PreparedStatements();
    ofConnection.set(connection, prepared);
  }
  return prepared;
}
