import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import UserRound from 'lucide-react/icons/user-round';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** Shorter texts would find nearly everything. */
const minLetters = 2;
const typingPauseMs = 150;
const maxOfEach = 6;

/** Cases and customers of the domain that a text finds, as their pages would: nothing that the person may not see. */
export function usePaletteSearch(text: string) {
  const domain = useDomain();
  const { permissions } = useSession();
  const navigate = useNavigate();
  const [search] = useDebouncedValue(text.trim(), typingPauseMs);
  const isAsked = search.length >= minLetters;
  const cases = useQuery({
    queryKey: ['cases', domain, 'palette', search],
    queryFn: ({ signal }) =>
      call('cases.list', { params: { domain }, query: { search, limit: maxOfEach }, signal }),
    enabled: isAsked && permissions.includes('cases.read'),
    placeholderData: keepPreviousData,
  });
  const customers = useQuery({
    queryKey: ['customers', domain, 'palette', search],
    queryFn: ({ signal }) => call('customers.list', { params: { domain }, query: { search }, signal }),
    enabled: isAsked && permissions.includes('customers.read'),
    placeholderData: keepPreviousData,
  });
  const entries: PaletteEntry[] = isAsked
    ? [
        ...(cases.data?.cases ?? []).map(
          (one): PaletteEntry => ({
            id: `case ${one.caseNo}`,
            section: 'cases',
            label: one.caseNo,
            detail: one.customerName ?? one.customerId,
            icon: BriefcaseBusiness,
            run: () =>
              void navigate({
                to: '/cases/$domain/$caseNo',
                params: { domain: one.domain, caseNo: one.caseNo },
              }),
          }),
        ),
        ...(customers.data?.customers ?? []).slice(0, maxOfEach).map(
          ({ customerId, name }): PaletteEntry => ({
            id: `customer ${customerId}`,
            section: 'customers',
            label: name ?? customerId,
            ...(name !== null && { detail: customerId }),
            icon: UserRound,
            run: () =>
              void navigate({ to: '/customers/$domain/$customerId', params: { domain, customerId } }),
          }),
        ),
      ]
    : [];
  return {
    entries,
    isPending: text.trim() !== search || cases.isFetching || customers.isFetching,
    error: cases.error ?? customers.error,
  };
}
