import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';

/** Takes the oldest of the cases with the highest risk, and opens it. */
export function useNextCase(domain: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('cases.next', { params: { domain } }),
    onSuccess: ({ case: taken }) => {
      if (taken) {
        void navigate({
          to: '/cases/$domain/$caseNo',
          params: { domain: taken.domain, caseNo: taken.caseNo },
        });
      } else void navigate({ to: '/cases', search: { view: 'open' } });
    },
  });
}
