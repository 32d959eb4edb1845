/** A short mark of what matters for matching in an entry: it changes when a ruling has to be looked at again. */
import type { ListEntry } from './entry.ts';
import { hash128 } from './index/hash.ts';
import { normalizeIdentifier } from './names/identifiers.ts';
import { prepareName } from './names/prepare.ts';
import { familyOf } from './names/roles.ts';

/**
 * 32 hex digits over names, births, nationalities, gender, identifiers and type. The same for entries that differ
 * only in order, remarks, addresses or programmes; no guard against forgery.
 */
export function entryFingerprint(entry: ListEntry): string {
  const family = familyOf(entry.type);
  const names = entry.names.map(
    (name) =>
      `${name.kind === 'weak' ? 'weak' : 'strong'}:${prepareName(name.text, family).tokens.join(' ')}`,
  );
  const parts = [
    [entry.type],
    [entry.gender ?? ''],
    [...new Set(names)].sort(),
    entry.births.map((birth) => `${birth.from}/${birth.to}`).sort(),
    [...entry.nationalities].sort(),
    entry.identifiers
      .map((identifier) => normalizeIdentifier(identifier.value) ?? '')
      .filter(Boolean)
      .sort(),
  ];
  return hash128(JSON.stringify(parts));
}
