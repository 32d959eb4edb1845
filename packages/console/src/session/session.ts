import type { SignedIn } from '@gatehouse/contract';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
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

/**
 * Who the frame is drawn for. Not read from the query by each part: between the end of a session and the frame's
 * leaving, a part that is drawn again would find nobody.
 */
export const SessionContext = createContext<SignedIn | null>(null);

/** The signed-in person; pages below the frame are shown to nobody else. */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in');
  return session;
}
