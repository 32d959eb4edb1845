import { distance } from 'fastest-levenshtein';
import type { DocumentField } from './document-reading.ts';
import { digitLike } from './look-alikes.ts';

/** Whether two spellings are one value: zones have neither hyphens nor accents, and the shorter of two dates says less, not otherwise. */
export function isSameValue(field: DocumentField, one: string, other: string): boolean {
  if (field === 'dateOfBirth' || field === 'expiryDate')
    return one.startsWith(other) || other.startsWith(one);
  return plain(one) === plain(other);
}

/**
 * Whether print may say what the zone says: the reader knows few accents, zones write them with two letters or cut names to
 * their place, and letters and digits look alike.
 */
export function couldBeSame(field: DocumentField, zone: string, print: string): boolean {
  if (isSameValue(field, zone, print)) return true;
  if (field === 'documentNumber' || field === 'personalNumber') return alike(zone) === alike(print);
  if (field !== 'surname' && field !== 'givenNames') return false;
  const [inZone, inPrint] = [folded(zone), folded(print)];
  const shorter = Math.min(inZone.length, inPrint.length);
  return distance(inZone.slice(0, shorter), inPrint.slice(0, shorter)) <= Math.max(1, shorter / 4);
}

function plain(value: string): string {
  return value
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** ICAO 9303-3, section 6: letters that a zone writes with two. */
function folded(name: string): string {
  return plain(name)
    .replaceAll(/AE|AA|Æ|Å/g, 'A')
    .replaceAll(/OE|Ø/g, 'O')
    .replaceAll('UE', 'U')
    .replaceAll('SS', 'S')
    .replaceAll('Ł', 'L');
}

function alike(number: string): string {
  return [...plain(number)].map((character) => digitLike[character] ?? character).join('');
}
