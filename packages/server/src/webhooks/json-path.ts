import { JSONPathEnvironment, JSONPathError, type JSONPathNode, type JSONPathQuery, jsonpath } from 'json-p3';

/** A compiled JSONPath (RFC 9535). */
export interface JsonPath {
  /** It can find one value at most. */
  readonly isSingular: boolean;
  /** All values it finds, in document order; none when the budget does not suffice. */
  find(value: unknown, budget: SearchBudget): unknown[];
}

/** How many selections searches may still make; several searches can share one. */
export interface SearchBudget {
  left: number;
}

/** Far more than answers of their usual size need, and spent within a quarter of a second. */
export function newSearchBudget(): SearchBudget {
  return { left: 100_000 };
}

type JsonValue = Parameters<JSONPathQuery['query']>[0];

class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

const environment = new JSONPathEnvironment({ maxRecursionDepth: 64 });
// Regular expressions of a definition on text of a stranger: seconds for one match (stack: JSONPath).
environment.functionRegister.delete('match');
environment.functionRegister.delete('search');

/** Compiles a path; throws an `Error` with a message for people when it is none. */
export function compileJsonPath(text: string): JsonPath {
  let query: JSONPathQuery;
  try {
    query = environment.compile(text);
  } catch (cause) {
    if (!(cause instanceof JSONPathError)) throw cause;
    throw new Error(`is no JSONPath: ${cause.message}`, { cause });
  }
  const purse: Purse = { budget: { left: 0 } };
  meter(query, purse, new Set());
  return {
    isSingular: query.singularQuery(),
    find: (value, budget) => {
      purse.budget = budget;
      try {
        return query.query(value as JsonValue).values();
      } catch (error) {
        // Too costly, or nested deeper than the library follows.
        if (error instanceof BudgetSpent || error instanceof JSONPathError) return [];
        throw error;
      }
    },
  };
}

/** What the selectors of one path pay from. */
interface Purse {
  budget: SearchBudget;
}

/**
 * Makes every selector of a path, those inside filters included, pay for what it selects: chains such as
 * `$[*,*][*,*]…` or filters that search the whole document for each element grow beyond all bounds.
 */
function meter(part: unknown, purse: Purse, seen: Set<unknown>): void {
  if (typeof part !== 'object' || part === null || part === environment || seen.has(part)) return;
  seen.add(part);
  if (part instanceof jsonpath.JSONPathSelector) {
    const resolve = part.resolve.bind(part);
    part.resolve = (node: JSONPathNode) => {
      if (purse.budget.left < 0) throw new BudgetSpent();
      const nodes = resolve(node);
      purse.budget.left -= 1 + nodes.length;
      return nodes;
    };
  }
  for (const inner of Object.values(part)) meter(inner, purse, seen);
}
