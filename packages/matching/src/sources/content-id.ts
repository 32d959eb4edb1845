/** Ids for records of publishers that give none. */
import { hash128 } from '../index/format/hash.ts';

/**
 * An id made of what a record says: the same for the same content, whatever its place in the file, and stable
 * over versions of the list. 16 hex digits; case, blanks and the form of accents do not count.
 */
export function contentId(...parts: readonly string[]): string {
  const plain = parts.map((part) => part.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase());
  return hash128(plain.join('\u0000')).slice(0, 16);
}
