import pg from 'pg';

const int8 = 20;
const date = 1082;

function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/**
 * How columns become values: int8 a number (a bigint beyond 2^53), timestamptz a Date, date its text, jsonb
 * parsed, numeric its text, bytea a Buffer.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
    if (format !== 'binary') {
      if (oid === int8) return parseInt8;
      if (oid === date) return (text) => text;
    }
    return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
  },
};

function textOf(value: string): string {
  // UTF-8 has no lone surrogates: encoding one would store another character in silence.
  if (!value.isWellFormed()) throw new TypeError('A text with a lone surrogate cannot be stored');
  return value;
}

function arrayElement(value: unknown): string {
  const parameter = toParameter(value);
  if (parameter === null) return 'NULL';
  if (Array.isArray(value)) return parameter as string;
  const text = Buffer.isBuffer(parameter) ? `\\x${parameter.toString('hex')}` : parameter;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * The wire form of a statement's parameter. Arrays become PostgreSQL arrays, plain objects JSON; `undefined` is
 * null. Throws TypeError for what PostgreSQL could not give back: lone surrogates, non-finite numbers, functions.
 */
export function toParameter(value: unknown): string | Buffer | null {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'string':
      return textOf(value);
    case 'boolean':
    case 'bigint':
      return value.toString();
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be stored`);
      return value.toString();
    case 'object':
      break;
    case 'function':
    case 'symbol':
      throw new TypeError(`A ${typeof value} cannot be stored`);
  }
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return `{${value.map(arrayElement).join(',')}}`;
  return JSON.stringify(value);
}
