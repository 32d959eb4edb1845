/**
 * The role of a token in a name, and its weight there. Persons and organisations are read by
 * different rules: `sa` is a legal form in one and a particle or a family name in the other.
 */
import { TOKEN_WEIGHTS, type TokenWeights } from '../weights.ts';

export type Family = 'person' | 'organisation';

/** Roles by number; the index stores them in four bits. */
export const ROLE = {
  /** An ordinary, selective part of the name. */
  name: 0,
  /** A name that very many people bear; selective, but less. */
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
  /** `jr`, `iii`: distinguishes father and son. */
  suffix: 8,
  /** A country, region or large city inside an organisation's name. */
  place: 9,
  /** A second occurrence of a token of the same name. */
  repeated: 10,
  /** `mr`, `dr`, `general`: neutral when only one side has it. */
  title: 11,
  /** `amir`, `sultan`, `sayyid`: a title of some, a given name of others. */
  styling: 12,
} as const;

export type Role = (typeof ROLE)[keyof typeof ROLE];

/** Weights by role: the position is the role's number. */
export const ROLE_WEIGHTS: Record<Family, readonly TokenWeights[]> = {
  person: byNumber(TOKEN_WEIGHTS.person),
  organisation: byNumber(TOKEN_WEIGHTS.organisation),
};

function byNumber(weights: Record<keyof typeof ROLE, TokenWeights>): TokenWeights[] {
  const roles = Object.keys(ROLE) as (keyof typeof ROLE)[];
  return roles.sort((a, b) => ROLE[a] - ROLE[b]).map((role) => weights[role]);
}

/** The family by which an entity's names are read. */
export function familyOf(type: string): Family {
  return type === 'individual' ? 'person' : 'organisation';
}

/** Whether an entity is a ship or an aircraft, whose names are complete and differ by small differences. */
export function isCraft(type: string): boolean {
  return type === 'vessel' || type === 'aircraft';
}

/** Whether tokens of a role say so little that a name is not recognised by them, unless it has nothing else. */
export function isLight(role: Role): boolean {
  return (
    role === ROLE.particle ||
    role === ROLE.connector ||
    role === ROLE.legalForm ||
    role === ROLE.initial ||
    role === ROLE.title
  );
}
