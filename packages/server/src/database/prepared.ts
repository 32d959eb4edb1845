import type pg from 'pg';

/** Prepared statements of one session for a role; the least recently used is evicted. */
const capacity = 150;
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
  /** Row-level security makes a plan depend on the role, so each role has its own names. */
  readonly #byRole = new Map<string, Map<string, string>>();
  #counter = 0;

  claim(role: string, text: string): PreparedName {
    if (text.length > longestText) return { name: '', isNew: true, evicted: undefined };
    // The text itself is the key: a longer one made of it would be hashed again at each call.
    const names = this.#of(role);
    const known = names.get(text);
    if (known !== undefined) {
      names.delete(text);
      names.set(text, known);
      return { name: known, isNew: false, evicted: undefined };
    }
    this.#counter += 1;
    const name = `s${this.#counter}`;
    names.set(text, name);
    return { name, isNew: true, evicted: names.size > capacity ? evictOldest(names) : undefined };
  }

  /** A failed pipeline leaves open which of its statements were parsed. */
  discard(role: string, text: string): void {
    this.#of(role).delete(text);
  }

  clear(): void {
    this.#byRole.clear();
  }

  #of(role: string): Map<string, string> {
    let names = this.#byRole.get(role);
    if (names === undefined) {
      names = new Map();
      this.#byRole.set(role, names);
    }
    return names;
  }
}

function evictOldest(names: Map<string, string>): string | undefined {
  for (const [text, name] of names) {
    names.delete(text);
    return name;
  }
  return undefined;
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
