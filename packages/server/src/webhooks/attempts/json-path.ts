import { JSONPathEnvironment, JSONPathError, type JSONPathNode, type JSONPathQuery, jsonpath } from 'json-p3';

/** A compiled JSONPath (RFC 9535). */
export interface JsonPath {
  /** It can find one value at most. */
  readonly isSingular: boolean;
  /** All values it finds, in document order; none when the budget does not suffice. */
  find(value: unknown, budget: SearchBudget): unknown[];
}

/** How many steps searches may still take, selections and comparisons; several searches can share one. */
export interface SearchBudget {
  left: number;
}

/** Far more than answers of their usual size need, and spent within a quarter of a second. */
export const maxSearchSteps = 100_000;

export function newSearchBudget(): SearchBudget {
  return { left: maxSearchSteps };
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
 * `$[*,*][*,*]…` or filters that search the whole document for each element grow beyond all bounds. So does a
 * comparison of two parts of the document, and a function that looks at all of a text, made for each element.
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
  if (isComparison(part)) meterComparison(part, purse);
  if (isFunction(part))
    for (const argument of part.args) meterOperand(argument, (value) => look(value, purse));
  for (const inner of Object.values(part)) meter(inner, purse, seen);
}

/** A part of a filter that gives a value. */
interface Operand {
  evaluate(context: unknown): unknown;
}

function isOperand(part: unknown): part is Operand {
  return typeof (part as Partial<Operand> | null)?.evaluate === 'function';
}

function isComparison(part: object): part is { left: Operand; right: Operand } {
  const { left, right } = part as { left?: unknown; right?: unknown };
  return isOperand(left) && isOperand(right);
}

function isFunction(part: object): part is { name: string; args: Operand[] } {
  const { name, args } = part as { name?: unknown; args?: unknown };
  return typeof name === 'string' && Array.isArray(args) && args.every(isOperand);
}

/** Tells each value that an operand gives. */
function meterOperand(operand: Operand, onValue: (value: unknown) => void): void {
  const evaluate = operand.evaluate.bind(operand);
  operand.evaluate = (context) => {
    const value = evaluate(context);
    onValue(operandValue(value));
    return value;
  };
}

/** The library evaluates the left side first, and compares once it has both. */
function meterComparison({ left, right }: { left: Operand; right: Operand }, purse: Purse): void {
  let other: unknown;
  meterOperand(left, (value) => {
    other = value;
  });
  meterOperand(right, (value) => void isEqual(other, value, purse));
}

/** What a comparison is made with: a query gives a list of nodes, and counts as its value where that has one. */
function operandValue(value: unknown): unknown {
  const { nodes } = (value ?? {}) as { nodes?: readonly { value: unknown }[] };
  return Array.isArray(nodes) ? (nodes.length === 1 ? nodes[0].value : undefined) : value;
}

/** Walks two values as the library does after it, and pays for each step before it is taken. */
function isEqual(left: unknown, right: unknown, purse: Purse): boolean {
  spend(purse, 1);
  if (typeof left === 'string' && typeof right === 'string') {
    spend(purse, Math.min(left.length, right.length) / 1000);
    return left === right;
  }
  if (left === right) return true;
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const [keys, others] = [Object.keys(left), Object.keys(right)];
  spend(purse, (keys.length + others.length) / 4);
  return keys.length === others.length && keys.every((key) => isEqual(left[key], right[key], purse));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A function may look at every character or member of what it is given. */
function look(value: unknown, purse: Purse): void {
  if (typeof value === 'string') spend(purse, 1 + value.length / 20);
  else if (isContainer(value)) spend(purse, 1 + Object.keys(value).length / 4);
}

function spend(purse: Purse, steps: number): void {
  purse.budget.left -= steps;
  if (purse.budget.left < 0) throw new BudgetSpent();
}
