/** By which keys identifiers are looked up: equal ones share an exact key, similar addresses a near one. */
import { normalizeIdentifier } from '../names/identifiers.ts';
import { checkIdentifier, plainIdentifier } from './check-identifier.ts';
import type { IdentifierType } from './types.ts';
import { walletForm } from './wallets.ts';

interface Keyed {
  value: string;
  type?: IdentifierType | undefined;
}

/** Characters at both ends that people compare, and that makers of look-alike addresses imitate. */
const COMPARED = 4;
/** An address has at least this many. */
const MIN_ADDRESS = 25;

/**
 * Keys under which an identifier is looked up: letters and digits in capitals, so that one that was copied in another
 * case is found too. What is too short or has no digit identifies nobody by itself; with its type it may.
 */
export function identifierKeys({ value, type }: Keyed): string[] {
  const plain = normalizeIdentifier(value);
  const keys = plain === undefined ? [] : [plain];
  if (type === undefined) return keys;
  const form = type === 'wallet' ? walletForm(value) : checkIdentifier(type, value);
  const normal = plainIdentifier(form.normal);
  const typed = normalizeIdentifier(normal) ?? (normal.length >= COMPARED ? `${type}:${normal}` : undefined);
  if (typed !== undefined && typed !== plain) keys.push(typed);
  return keys;
}

/** The key that a wallet shares with those of the same form, head and tail; undefined for anything else. */
export function nearKey({ value, type }: Keyed): string | undefined {
  if (type !== 'wallet') return undefined;
  const { normal, prefixLength } = walletForm(value);
  if (normal.length < MIN_ADDRESS) return undefined;
  const body = normal.slice(prefixLength).toUpperCase();
  const prefix = normal.slice(0, prefixLength).toUpperCase();
  return `near:${prefix}:${body.slice(0, COMPARED)}:${body.slice(-COMPARED)}`;
}

/** How many characters of two addresses differ that have the same near key; of other lengths: all between the ends that agree. */
export function differingCharacters(one: string, other: string): number {
  const [a, b] = [plainIdentifier(one), plainIdentifier(other)];
  if (a.length === b.length) return [...a].filter((letter, at) => letter !== b[at]).length;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let head = 0;
  while (head < short.length && short[head] === long[head]) head++;
  let tail = 0;
  while (tail < short.length - head && short.at(-1 - tail) === long.at(-1 - tail)) tail++;
  return long.length - head - tail;
}
