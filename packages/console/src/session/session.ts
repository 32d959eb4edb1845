import type { SignedIn } from '@gatehouse/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, Refused } from '../api.ts';
import { readPeopleNames } from './read-people-names.ts';

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SignedIn | null> => {
    try {
      const session = await call('session.read', { signal });
      await readPeopleNames();
      return session;
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** The signed-in person; pages below the frame are shown to nobody else. */
export function useSession(): SignedIn {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('nobody is signed in');
  return data;
}
