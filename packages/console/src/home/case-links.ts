import type { DayOfCases } from '@gatehouse/contract';
import type { LinkProps } from '@tanstack/react-router';
import type { CaseFilters } from '../cases/case-filters.ts';

/** The cases that a day or a week of a chart counts. */
export function casesOfDay(
  { startsAt, endsAt }: Pick<DayOfCases, 'startsAt' | 'endsAt'>,
  counted: NonNullable<CaseFilters['counted']>,
): LinkProps {
  const search: CaseFilters =
    counted === 'alerts'
      ? { view: 'all', counted, openedFrom: startsAt, openedBefore: endsAt, sort: 'newest' }
      : { view: 'concluded', counted, resolvedFrom: startsAt, resolvedBefore: endsAt, sort: 'newest' };
  return { to: '/cases', search } as LinkProps;
}
