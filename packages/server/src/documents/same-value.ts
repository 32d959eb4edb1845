import type { DocumentField } from './document-reading.ts';

/** Whether two spellings are one value: zones have neither hyphens nor accents, and the shorter of two dates says less, not otherwise. */
export function isSameValue(field: DocumentField, one: string, other: string): boolean {
  if (field === 'dateOfBirth' || field === 'expiryDate')
    return one.startsWith(other) || other.startsWith(one);
  return plain(one) === plain(other);
}

function plain(value: string): string {
  return value
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}
