import type { DefinitionFault } from '@gatehouse/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { Draft } from './draft.ts';

interface Findings {
  /** What prevents publishing. */
  readonly faults: readonly DefinitionFault[];
  /** What does not, and is most likely not meant. */
  readonly warnings: readonly DefinitionFault[];
}

const none: Findings = { faults: [], warnings: [] };

/** What the service finds wrong with the draft, asked when the person pauses. */
export function useFaults(domain: string, draft: Draft): Findings {
  const [settled] = useDebouncedValue(draft, 300);
  const check = useQuery({
    queryKey: ['workflow-check', domain, settled],
    queryFn: ({ signal }) =>
      call('workflows.check', { params: { domain }, body: { definition: settled }, signal }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
  });
  return check.data ?? none;
}
