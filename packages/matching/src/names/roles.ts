/**
 * What part a token plays in a name, and how much it weighs there. Persons and organisations are read by
 * different rules: `sa` is a legal form in one and a particle or a family name in the other.
 */

export type Family = 'person' | 'organisation';

export const ROLE = {
  /** An ordinary, telling part of the name. */
  name: 0,
  /** A name that very many people bear; telling, but less. */
  common: 1,
  /** `al`, `bin`, `de`, `van`: often left out, moved or written together. */
  particle: 2,
  /** A single letter that stands for a name. */
  initial: 3,
  /** A legal form, as its class: `~llc`. */
  legalForm: 4,
  /** `trading`, `group`, `international`: shared by many organisations. */
  generic: 5,
  /** `of`, `the`, `and`. */
  connector: 6,
  /** A number, in digits. */
  numeral: 7,
  /** `jr`, `iii`: tells generations apart. */
  suffix: 8,
  /** A country, region or large city inside an organisation's name. */
  place: 9,
  /** A second occurrence of a token of the same name. */
  repeated: 10,
} as const;

export type Role = (typeof ROLE)[keyof typeof ROLE];

/** Weight by role: index is the role's number. */
export const ROLE_WEIGHT: Record<Family, readonly number[]> = {
  person: [1, 0.85, 0.15, 0.5, 0.1, 0.6, 0.1, 0.5, 0.3, 1, 0.1],
  organisation: [1, 0.9, 0.2, 0.6, 0.25, 0.55, 0.1, 1, 0.5, 0.7, 0.1],
};

/** The family by which an entity's names are read. */
export function familyOf(type: string): Family {
  return type === 'individual' ? 'person' : 'organisation';
}
