/** Types of identifiers that are looked up exactly. */

export const IDENTIFIER_TYPES = [
  'wallet',
  'imo',
  'mmsi',
  'call-sign',
  'tail-number',
  'lei',
  'bic',
  'isin',
  'tax',
  'registration',
  'passport',
  'national-id',
] as const;

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

/** What the check digits of an identifier say. `unchecked`: it has none, or what it has cannot be verified. */
type CheckResult = 'valid' | 'invalid' | 'unchecked';

export interface CheckedIdentifier {
  /** The one form in which equal identifiers of a type are equal. */
  normal: string;
  check: CheckResult;
  /** Why the check failed, as a clause after the identifier: `its checksum is wrong`, `must have nine digits`. Only where `check` is `invalid`. */
  fault?: string;
}
