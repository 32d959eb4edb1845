import type { ScreenedSubject, SubmittedInformation } from '@gatehouse/contract';
import { text, textIfKnown } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';
import { isExcludedBound, rounded } from '../ui/percent.ts';

type DeclaredParty = NonNullable<SubmittedInformation['ownership']>['parties'][number];

/** What an ownership structure says of a party beside its role and its least share. */
export type OwnerFacts = {
  readonly [Fact in 'percentAtMost' | 'isPossibleBeneficialOwner']?: DeclaredParty[Fact] | undefined;
};

type SubjectRole = Pick<ScreenedSubject, 'role' | 'percent'> & OwnerFacts;

/** The role of a party that may be a beneficial owner, in the table of owners and of hits alike. */
export const possibleBeneficialOwner = text('hits.possibleBeneficialOwner');

/** A role of a party in words. */
export function roleName(role: string): string {
  return textIfKnown(`hits.role-${role}`) ?? labelOf(role);
}

/**
 * Who of a customer it is, with the share to a hundredth: `Customer`, `Beneficial owner, 30%`,
 * `Possible beneficial owner, 18–43%`.
 */
export function roleLabel(subject: SubjectRole): string {
  const { role, percent, percentAtMost, isPossibleBeneficialOwner } = subject;
  const label = isPossibleBeneficialOwner
    ? possibleBeneficialOwner
    : role === null
      ? text('hits.screenedSubject')
      : roleName(role);
  return percent === null
    ? label
    : text('hits.roleShare', { role: label, share: shareInterval(percent, percentAtMost) });
}

/**
 * `40%`, `40–60%` where some of it is not known, `more than 50, up to 75%` where a source excludes the lower bound; empty
 * where nothing is held.
 */
export function shareInterval(atLeast: unknown, atMost: unknown): string {
  if (typeof atLeast !== 'number') return '';
  const [least, most] = [rounded(atLeast), rounded(typeof atMost === 'number' ? atMost : atLeast)];
  if (isExcludedBound(atLeast) && least !== most) {
    return most === 100 ? text('hits.shareAbove', { least }) : text('hits.shareAboveTo', { least, most });
  }
  return least === most ? text('hits.shareExact', { least }) : text('hits.shareRange', { least, most });
}

/** A subject with what the ownership says of the party of its name and share; as it is where several parties fit. */
export function asOwner<Subject extends Pick<ScreenedSubject, 'name' | 'percent'>>(
  subject: Subject,
  parties: readonly (OwnerFacts & { readonly name: string; readonly percent: number | null })[],
): Subject & OwnerFacts {
  const [party, another] = parties.filter(
    ({ name, percent }) => name === subject.name && percent === subject.percent,
  );
  if (party === undefined || another !== undefined) return subject;
  const { percentAtMost, isPossibleBeneficialOwner } = party;
  return { ...subject, percentAtMost, isPossibleBeneficialOwner };
}

/** The same of a hit, with the alias by which it was found, if it was by one. */
export function hitSubjectLabel(hit: {
  readonly subject: ScreenedSubject & OwnerFacts;
  readonly foundAs?: string | undefined;
}): string {
  return hit.foundAs === undefined
    ? subjectLabel(hit.subject)
    : text('hits.roleAlias', { role: roleLabel(hit.subject), name: hit.foundAs });
}

/** The same with the name as it was screened. */
export function subjectLabel(subject: ScreenedSubject & OwnerFacts): string {
  const label = roleLabel(subject);
  return subject.name === null ? label : text('hits.roleName', { role: label, name: subject.name });
}
