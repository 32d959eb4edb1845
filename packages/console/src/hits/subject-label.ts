import type { ScreenedSubject } from '@gatehouse/contract';
import { labelOf } from '../ui/format.ts';
import { rounded } from '../ui/percent.ts';

interface SubjectRole extends Pick<ScreenedSubject, 'role' | 'percent'> {
  /** Whether the share is the least of a range. */
  readonly isMinShare?: boolean;
}

/** Who of a customer it is, with the share to a hundredth: `Customer`, `Beneficial owner, 30 %`, `Owner, at least 18 %`. */
export function roleLabel({ role, percent, isMinShare }: SubjectRole): string {
  const label = role === 'self' ? 'Customer' : role === null ? 'Screened subject' : labelOf(role);
  return percent === null ? label : `${label}, ${isMinShare ? 'at least ' : ''}${rounded(percent)} %`;
}

/** The same of a hit, with the alias by which it was found, if it was by one. */
export function hitSubjectLabel(hit: {
  readonly subject: ScreenedSubject & SubjectRole;
  readonly foundAs?: string | undefined;
}): string {
  return hit.foundAs === undefined
    ? subjectLabel(hit.subject)
    : `${roleLabel(hit.subject)}, alias: ${hit.foundAs}`;
}

/** The same with the name as it was screened. */
export function subjectLabel(subject: ScreenedSubject & SubjectRole): string {
  const label = roleLabel(subject);
  return subject.name === null ? label : `${label}: ${subject.name}`;
}
