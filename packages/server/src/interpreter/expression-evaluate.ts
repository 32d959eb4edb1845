import { type Kind, kindLabels } from './environment.ts';
import {
  checkInteger,
  type ExpressionFunction,
  isMacro,
  type Macro,
  methods,
  plainFunctions,
} from './expression-functions.ts';
import { type StepBudget, StepsSpent } from './expression-steps.ts';
import { memberName, type SyntaxNode, wordsOf } from './expression-syntax.ts';

/** What went wrong while an expression ran. The message names parts of the source, never a value. */
export class EvaluationFailure extends Error {
  override readonly name = 'EvaluationFailure';
}

type Node<Op extends SyntaxNode['op']> = Extract<SyntaxNode, { op: Op }>;
type Local = { readonly name: string; readonly value: unknown; readonly outer: Local } | undefined;

/**
 * One run of a syntax tree, strictly from left to right: unlike in standard CEL, an operand of `&&` or `||`
 * that fails makes the whole fail, whatever the other one says, because a failure must never look like an
 * answer. Whole numbers are bigint, as in CEL, and meet other numbers in every operator.
 */
export class Evaluation {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #steps: StepBudget;

  constructor(values: Readonly<Record<string, unknown>>, steps: StepBudget) {
    this.#values = values;
    this.#steps = steps;
  }

  run(node: SyntaxNode, local: Local): unknown {
    this.spend(1);
    switch (node.op) {
      case 'value':
        return node.args;
      case 'id':
        return this.#name(node.args, local);
      case '.':
      case '[]':
        return this.#member(node, local);
      case '&&':
        return this.#condition(node.args[0], local) && this.#condition(node.args[1], local);
      case '||':
        return this.#condition(node.args[0], local) || this.#condition(node.args[1], local);
      case '?:':
        return this.run(this.#condition(node.args[0], local) ? node.args[1] : node.args[2], local);
      case '!_':
        return !this.#condition(node.args, local);
      case '-_':
        return this.#negative(node, local);
      case '==':
        return this.#equality(node, local);
      case '!=':
        return !this.#equality(node, local);
      case 'in':
        return this.#membership(node, local);
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#order(node, local);
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.#arithmetic(node, local);
      case 'list':
        return node.args.map((element) => this.run(element, local));
      case 'map':
        return this.#mapLiteral(node, local);
      case 'call':
        return this.#call(node, local);
      case 'rcall':
        return this.#method(node, local);
      case '.?':
      case '[?]':
        throw new EvaluationFailure(`${node.op} is not supported`);
    }
  }

  /** @throws StepsSpent where the budget does not suffice */
  spend(steps: number): void {
    this.#steps.left -= steps;
    if (this.#steps.left < 0) throw new StepsSpent();
  }

  #name(name: string, local: Local): unknown {
    for (let scope = local; scope; scope = scope.outer) if (scope.name === name) return scope.value;
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? null) : null;
  }

  /** A declared field that is absent is null; a member that nobody declared and that is absent is a failure. */
  #member(node: Node<'.'> | Node<'[]'>, local: Local): unknown {
    const receiver = node.args[0];
    const name = memberName(node);
    const container = this.run(receiver, local);
    if (receiver.op === 'id' && name !== undefined && !isLocal(receiver.args, local)) {
      return isMap(container) && Object.hasOwn(container, name) ? (container[name] ?? null) : null;
    }
    if (node.op === '[]' && Array.isArray(container)) return this.#element(node, container, local);
    if (!isMap(container)) throw wrongKind(receiver, container, ['map']);
    const key = node.op === '.' ? node.args[1] : this.run(node.args[1], local);
    if (typeof key !== 'string') throw wrongKind((node as Node<'[]'>).args[1], key, ['text']);
    if (!Object.hasOwn(container, key)) throw new EvaluationFailure(`${wordsOf(node)} is missing`);
    return container[key] ?? null;
  }

  #element(node: Node<'[]'>, list: readonly unknown[], local: Local): unknown {
    const index = Number(this.#operand(node.args[1], local, ['number']));
    if (!Number.isInteger(index)) throw new EvaluationFailure(`${wordsOf(node.args[1])} is no whole number`);
    if (index < 0 || index >= list.length) {
      throw new EvaluationFailure(`${wordsOf(node)} is missing: the list has ${list.length} elements`);
    }
    return list[index] ?? null;
  }

  #operand(node: SyntaxNode, local: Local, kinds: readonly Kind[]): unknown {
    const value = this.run(node, local);
    if (!kinds.includes(kindOf(value))) throw wrongKind(node, value, kinds);
    return value;
  }

  #condition(node: SyntaxNode, local: Local): boolean {
    return this.#operand(node, local, ['boolean']) as boolean;
  }

  #negative(node: Node<'-_'>, local: Local): bigint | number {
    const value = this.#operand(node.args, local, ['number']) as bigint | number;
    return typeof value === 'bigint' ? whole(node, -value) : -value;
  }

  #equality(node: Node<'=='> | Node<'!='>, local: Local): boolean {
    const left = this.run(node.args[0], local);
    const right = this.run(node.args[1], local);
    const [leftKind, rightKind] = [kindOf(left), kindOf(right)];
    if (leftKind === rightKind) return this.#equal(left, right);
    if (leftKind === 'null' || rightKind === 'null') return false;
    throw new EvaluationFailure(
      `${wordsOf(node.args[0])} is ${kindLabels[leftKind]} and ${wordsOf(node.args[1])} ${kindLabels[rightKind]}: ` +
        'they cannot be compared',
    );
  }

  /** Deep equality; inside lists and objects, values of different kinds are simply not equal. */
  #equal(left: unknown, right: unknown): boolean {
    this.spend(1);
    if (typeof left === 'string' && typeof right === 'string') {
      this.spend(Math.min(left.length, right.length) / 1000);
      return left === right;
    }
    if (isNumber(left) && isNumber(right)) {
      // biome-ignore lint/suspicious/noDoubleEquals: == compares bigint and number by value, exactly.
      return left == right;
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      return (
        left.length === right.length && left.every((element, index) => this.#equal(element, right[index]))
      );
    }
    if (isMap(left) && isMap(right)) {
      const keys = Object.keys(left);
      const others = Object.keys(right);
      // Listing the names of an object costs, however few of them are compared.
      this.spend((keys.length + others.length) / 4);
      return (
        keys.length === others.length &&
        keys.every((key) => Object.hasOwn(right, key) && this.#equal(left[key], right[key]))
      );
    }
    return left === right || (left ?? null) === (right ?? null);
  }

  #membership(node: Node<'in'>, local: Local): boolean {
    const item = this.run(node.args[0], local);
    const container = this.run(node.args[1], local);
    // `in` works on null: nothing is in an absent list (operating.md).
    if (container === null) return false;
    if (Array.isArray(container)) return this.#isElement(node, item, container);
    if (!isMap(container)) throw wrongKind(node.args[1], container, ['list', 'map']);
    if (item === null) return false;
    if (typeof item !== 'string') throw wrongKind(node.args[0], item, ['text']);
    return Object.hasOwn(container, item) && container[item] != null;
  }

  /**
   * Whether a list holds an item. As `==` does, it fails where it would have to compare values of different kinds:
   * `'5' in [4, 5]` is a mistake in the data, and saying no would take the other way silently.
   */
  #isElement(node: Node<'in'>, item: unknown, elements: readonly unknown[]): boolean {
    const kind = kindOf(item);
    let other: Kind | undefined;
    for (const element of elements) {
      if (this.#equal(item, element)) return true;
      const elementKind = kindOf(element);
      if (elementKind !== kind && elementKind !== 'null') other ??= elementKind;
    }
    if (other === undefined || kind === 'null') return false;
    throw new EvaluationFailure(
      `${wordsOf(node.args[0])} is ${kindLabels[kind]} and an element of ${wordsOf(node.args[1])} ` +
        `${kindLabels[other]}: they cannot be compared`,
    );
  }

  #order(node: Node<'<'> | Node<'<='> | Node<'>'> | Node<'>='>, local: Local): boolean {
    const [left, right] = this.#pair(node, local, ['number', 'text']) as [number, number];
    if (typeof left === 'string') this.spend(lengthOf(left) / 1000);
    switch (node.op) {
      case '<':
        return left < right;
      case '<=':
        return left <= right;
      case '>':
        return left > right;
      case '>=':
        return left >= right;
    }
  }

  /** Two operands of the same one of these kinds. */
  #pair(node: { args: [SyntaxNode, SyntaxNode] }, local: Local, kinds: readonly Kind[]): [unknown, unknown] {
    const left = this.#operand(node.args[0], local, kinds);
    return [left, this.#operand(node.args[1], local, [kindOf(left)])];
  }

  #arithmetic(node: Node<'+'> | Node<'-'> | Node<'*'> | Node<'/'> | Node<'%'>, local: Local): unknown {
    const kinds: readonly Kind[] = node.op === '+' ? ['number', 'text', 'list'] : ['number'];
    const [left, right] = this.#pair(node, local, kinds);
    if (typeof left === 'string') {
      this.spend((left.length + (right as string).length) / 100);
      return left + (right as string);
    }
    if (Array.isArray(left)) {
      this.spend(left.length + (right as unknown[]).length);
      return [...left, ...(right as unknown[])];
    }
    // biome-ignore lint/suspicious/noDoubleEquals: == also finds the bigint zero.
    if ((node.op === '/' || node.op === '%') && (right as number) == 0) {
      throw new EvaluationFailure(`${wordsOf(node)} divides by zero`);
    }
    if (typeof left === 'bigint' && typeof right === 'bigint')
      return whole(node, calculate(node.op, left, right));
    const result = calculate(node.op, Number(left), Number(right));
    if (!Number.isFinite(result)) throw new EvaluationFailure(`${wordsOf(node)} is too large a number`);
    return result;
  }

  #mapLiteral(node: Node<'map'>, local: Local): Record<string, unknown> {
    const made: Record<string, unknown> = Object.create(null);
    for (const [key, value] of node.args) {
      made[this.#operand(key, local, ['text']) as string] = this.run(value, local);
    }
    return made;
  }

  #call(node: Node<'call'>, local: Local): unknown {
    const [name, operands] = node.args;
    const first = operands[0];
    if (name === 'has' && first?.op === '.') {
      const container = this.#operand(first.args[0], local, ['map']) as Record<string, unknown>;
      return Object.hasOwn(container, first.args[1]) && container[first.args[1]] != null;
    }
    const called = Object.hasOwn(plainFunctions, name) ? plainFunctions[name] : undefined;
    if (!called) throw new EvaluationFailure(`there is no function ${name}`);
    return this.#apply(node, called, { operands, local });
  }

  #method(node: Node<'rcall'>, local: Local): unknown {
    const [name, receiver, operands] = node.args;
    const called = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (called) return this.#apply(node, called, { receiver, operands, local });
    const [variable, body] = operands;
    if (!isMacro(name) || variable?.op !== 'id' || body === undefined) {
      throw new EvaluationFailure(`there is no function ${name}`);
    }
    const list = this.#operand(receiver, local, ['list']) as readonly unknown[];
    return this.#macro({ name, list, variable: variable.args, body }, local);
  }

  #macro(
    macro: { name: Macro; list: readonly unknown[]; variable: string; body: SyntaxNode },
    outer: Local,
  ): unknown {
    const scope = (value: unknown): Local => ({ name: macro.variable, value: value ?? null, outer });
    const holds = (value: unknown) => this.#condition(macro.body, scope(value));
    switch (macro.name) {
      case 'all':
        return macro.list.every(holds);
      case 'exists':
        return macro.list.some(holds);
      case 'exists_one':
        return macro.list.filter(holds).length === 1;
      case 'filter':
        return macro.list.filter(holds);
      case 'map':
        return macro.list.map((value) => this.run(macro.body, scope(value)));
    }
  }

  #apply(
    node: SyntaxNode,
    called: ExpressionFunction,
    submitted: { receiver?: SyntaxNode; operands: readonly SyntaxNode[]; local: Local },
  ): unknown {
    const values: unknown[] = [];
    if (submitted.receiver)
      values.push(this.#operand(submitted.receiver, submitted.local, called.receiver ?? []));
    called.parameters.forEach((kinds, index) => {
      const operand = submitted.operands[index];
      if (!operand) throw new EvaluationFailure(`${wordsOf(node)} lacks a value`);
      values.push(this.#operand(operand, submitted.local, kinds));
    });
    this.spend(costOf(values));
    try {
      return (called.apply as (...operands: unknown[]) => unknown)(...values);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new EvaluationFailure(
        `${wordsOf(node)}: ${wordsOf(submitted.receiver ?? submitted.operands[0] ?? node)} ${error.message}`,
      );
    }
  }
}

/**
 * Steps of a function's work beside those of its operands: it may look at every character or member of each, and a
 * search for one text in another at each with each.
 */
function costOf(values: readonly unknown[]): number {
  const lengths = values.map(lengthOf);
  const sum = lengths.reduce((total, length) => total + length, 0);
  const [whole = 0, part = 0] = lengths;
  return sum / 20 + (whole * part) / 10_000;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isMap(value) ? Object.keys(value).length : 0;
}

/** The kind of a value that expressions handle. */
export function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (isNumber(value)) return 'number';
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'list' : 'map';
}

function wrongKind(node: SyntaxNode, value: unknown, kinds: readonly Kind[]): EvaluationFailure {
  const wanted = kinds.map((kind) => kindLabels[kind]).join(', or ');
  return new EvaluationFailure(`${wordsOf(node)} is ${kindLabels[kindOf(value)]}, but ${wanted} is expected`);
}

function isLocal(name: string, local: Local): boolean {
  for (let scope = local; scope; scope = scope.outer) if (scope.name === name) return true;
  return false;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function whole(node: SyntaxNode, value: bigint): bigint {
  try {
    return checkInteger(value);
  } catch (error) {
    throw new EvaluationFailure(`${wordsOf(node)} ${(error as RangeError).message}`);
  }
}

function calculate<T extends bigint | number>(operator: '+' | '-' | '*' | '/' | '%', left: T, right: T): T;
function calculate(operator: '+' | '-' | '*' | '/' | '%', left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}
