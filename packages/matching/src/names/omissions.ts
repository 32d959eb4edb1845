/**
 * Parts of a person's name that many leave out: patronymics and second given names. Whoever states one, where the
 * list does not, is hardly another person; two that differ are as good as two other names.
 */
import {
  MIN_NAMES_BESIDE_INITIALS,
  MIN_OMISSION_PARTS,
  MIN_SEVERAL_INITIALS,
  MIN_TOKEN_WEIGHT,
  OMITTED_SHARE,
} from '../weights.ts';
import { isEastAsianName } from './east-asian.ts';
import { fathersByMarker, isPatronymic } from './patronymics.ts';
import { ROLE, type Role } from './roles.ts';

export const OMISSION = {
  /** A part that is not left out. */
  none: 0,
  /** A second or further given name. */
  middle: 1,
  patronymic: 2,
} as const;

export type Omission = (typeof OMISSION)[keyof typeof OMISSION];

/** By kind: share of its weight that a part keeps where the list name leaves it out. */
export const OMITTED_FACTOR: readonly number[] = [
  OMITTED_SHARE.none,
  OMITTED_SHARE.middle,
  OMITTED_SHARE.patronymic,
];

function isName(role: Role): boolean {
  return role === ROLE.name || role === ROLE.common;
}

/**
 * Positions of the two selective tokens that identify a person: a given and a family name.
 * @param selective places of the selective tokens
 * @param familyEnd how many tokens precede the comma of `Family, Given`; 0 without one
 */
function identifyingPlaces(selective: readonly number[], familyEnd: number): readonly number[] {
  const given = selective.find((at) => at >= familyEnd);
  if (familyEnd === 0 || given === undefined || given === selective[0])
    return [selective[0]!, selective.at(-1)!];
  return [...selective.filter((at) => at < familyEnd), given];
}

const NO_PLACES: readonly number[] = [];

/** Places of the initials where there are several beside two names written out: they stand for second names. */
function severalInitials(roles: readonly Role[]): readonly number[] {
  const initials: number[] = [];
  for (let at = 0; at < roles.length; at++) if (roles[at] === ROLE.initial) initials.push(at);
  const isEnough =
    initials.length >= MIN_SEVERAL_INITIALS && roles.filter(isName).length >= MIN_NAMES_BESIDE_INITIALS;
  return isEnough ? initials : NO_PLACES;
}

/**
 * What an initial weighs that matches another token; undefined where there are not several beside two names: all
 * together they weigh no more than one alone.
 */
export function weightOfInitials(roles: readonly Role[], alone: number): number | undefined {
  const { length } = severalInitials(roles);
  return length === 0 ? undefined : Math.max(MIN_TOKEN_WEIGHT, alone / length);
}

/**
 * What each token of a person's name is that may be left out.
 * @param familyEnd how many tokens precede the comma of `Family, Given`; 0 without one
 * @returns undefined where nothing is
 */
export function omissionsOf(
  tokens: readonly string[],
  roles: readonly Role[],
  familyEnd: number,
): Omission[] | undefined {
  const selective: number[] = [];
  for (let at = 0; at < roles.length; at++) if (isName(roles[at]!)) selective.push(at);
  const initials = severalInitials(roles);
  if (selective.length < MIN_OMISSION_PARTS) {
    if (initials.length === 0) return undefined;
    return roles.map((_, at) => (initials.includes(at) ? OMISSION.middle : OMISSION.none));
  }
  // Each syllable of a Chinese or Korean name is a part of its own and as selective as the others.
  if (isEastAsianName(tokens, roles)) return undefined;
  const identifying = identifyingPlaces(selective, familyEnd);
  const fathers = fathersByMarker(tokens, roles);
  const omissions: Omission[] = tokens.map((_, at) =>
    initials.includes(at) ? OMISSION.middle : OMISSION.none,
  );
  let found = initials.length > 0;
  for (const [i, at] of selective.entries()) {
    const before = i === 0 ? undefined : tokens[selective[i - 1]!]!;
    const follows = before !== undefined && !isPatronymic(before);
    let omission: Omission = OMISSION.none;
    if (fathers.has(at) || (follows && isPatronymic(tokens[at]!))) omission = OMISSION.patronymic;
    else if (!identifying.includes(at)) omission = OMISSION.middle;
    omissions[at] = omission;
    found ||= omission !== OMISSION.none;
  }
  return found ? omissions : undefined;
}
