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

/** An address of Ethereum, all of whose digits are there. */
const WHOLE_EVM = /^0x[0-9a-f]{40}$/;

/**
 * Keys that a wallet shares with those of the same form, head and tail; none for anything else. An address of Ethereum has one
 * without its last digit too: OFAC lists one of 39 digits, which the whole address would not meet otherwise.
 */
export function nearKeys({ value, type }: Keyed): string[] {
  if (type !== 'wallet') return [];
  const { normal, prefixLength } = walletForm(value);
  if (normal.length < MIN_ADDRESS) return [];
  const keyOf = (text: string) => {
    const body = text.slice(prefixLength).toUpperCase();
    const prefix = text.slice(0, prefixLength).toUpperCase();
    return `near:${prefix}:${body.slice(0, COMPARED)}:${body.slice(-COMPARED)}`;
  };
  return WHOLE_EVM.test(normal) ? [keyOf(normal), keyOf(normal.slice(0, -1))] : [keyOf(normal)];
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
