import type { Kind } from './environment.ts';

/**
 * The functions that expressions may call: one table for the check and for the run. Left out on purpose:
 * `matches` (a regular expression can run for seconds on a few letters), `timestamp` and `duration` (the
 * library's depend on the server's time zone; dates are ISO texts, which compare in order), conversions of
 * bytes, and everything that depends on a locale.
 */
export interface ExpressionFunction {
  /** Kinds of the receiver, for `receiver.name(…)`; absent for `name(argument)`. */
  readonly receiver?: readonly Kind[];
  readonly parameters: readonly (readonly Kind[])[];
  readonly result: Kind;
  /** Operands, receiver first, have been checked against their kinds. Throws a message on a value it cannot take. */
  readonly apply: (...operands: never[]) => unknown;
}

const text = ['text'] as const;
const sized = ['text', 'list', 'map'] as const;

/** Functions called as `name(argument)`. */
export const plainFunctions: Readonly<Record<string, ExpressionFunction>> = {
  size: { parameters: [sized], result: 'number', apply: sizeOf },
  int: { parameters: [['number', 'text']], result: 'number', apply: toInteger },
  double: { parameters: [['number', 'text']], result: 'number', apply: toDouble },
  string: { parameters: [['number', 'text', 'boolean']], result: 'text', apply: toText },
};

/** Functions called as `receiver.name(…)`. */
export const methods: Readonly<Record<string, ExpressionFunction>> = {
  size: { receiver: sized, parameters: [], result: 'number', apply: sizeOf },
  startsWith: {
    receiver: text,
    parameters: [text],
    result: 'boolean',
    apply: (value: string, start: string) => value.startsWith(start),
  },
  endsWith: {
    receiver: text,
    parameters: [text],
    result: 'boolean',
    apply: (value: string, end: string) => value.endsWith(end),
  },
  contains: {
    receiver: text,
    parameters: [text],
    result: 'boolean',
    apply: (value: string, part: string) => value.includes(part),
  },
  lowerAscii: { receiver: text, parameters: [], result: 'text', apply: lowerAscii },
  upperAscii: { receiver: text, parameters: [], result: 'text', apply: upperAscii },
  trim: { receiver: text, parameters: [], result: 'text', apply: (value: string) => value.trim() },
};

/** Macros over lists: `list.name(variable, body)`; `body` is what the body has to give. */
export const macros = {
  all: { body: 'boolean', result: 'boolean' },
  exists: { body: 'boolean', result: 'boolean' },
  exists_one: { body: 'boolean', result: 'boolean' },
  filter: { body: 'boolean', result: 'list' },
  map: { body: 'any', result: 'list' },
} as const satisfies Readonly<Record<string, { body: Kind; result: Kind }>>;
export type Macro = keyof typeof macros;

export function isMacro(name: string): name is Macro {
  return Object.hasOwn(macros, name);
}

/** Most macros inside each other: the steps of a run are their lists' lengths multiplied. */
export const maxMacroDepth = 2;

/** How a fault lists what can be called. */
export const functionNames = [...Object.keys(plainFunctions), 'has'];
export const methodNames = [...Object.keys(methods), ...Object.keys(macros)];

function sizeOf(value: string | readonly unknown[] | object): bigint {
  if (typeof value === 'string') {
    // CEL counts code points.
    let count = 0n;
    for (const _ of value) count++;
    return count;
  }
  return BigInt(Array.isArray(value) ? value.length : Object.keys(value).length);
}

function toInteger(value: bigint | number | string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return checkInteger(BigInt(Math.trunc(value)));
  if (!/^[+-]?\d{1,19}$/.test(value)) throw new RangeError('is no text of a whole number');
  return checkInteger(BigInt(value.replace('+', '')));
}

function toDouble(value: bigint | number | string): number {
  if (typeof value !== 'string') return Number(value);
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(value) || !Number.isFinite(Number(value))) {
    throw new RangeError('is no text of a number');
  }
  return Number(value);
}

function toText(value: bigint | number | string | boolean): string {
  return String(value);
}

function lowerAscii(value: string): string {
  return value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function upperAscii(value: string): string {
  return value.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** A whole number in CEL has 64 bits. */
export function checkInteger(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError('is outside of whole numbers of 64 bits');
  return value;
}
