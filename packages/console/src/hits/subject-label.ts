import type { ScreenedSubject } from '@gatehouse/contract';
import { labelOf } from '../ui/format.ts';

/** Who of a customer it is, with the share: `Customer`, `Beneficial owner, 30 %`. */
export function roleLabel({ role, percent }: Pick<ScreenedSubject, 'role' | 'percent'>): string {
  const label = role === 'self' ? 'Customer' : role === null ? 'Screened subject' : labelOf(role);
  return percent === null ? label : `${label}, ${percent} %`;
}

/** The same with the name as it was screened. */
export function subjectLabel(subject: ScreenedSubject): string {
  const label = roleLabel(subject);
  return subject.name === null ? label : `${label}: ${subject.name}`;
}
