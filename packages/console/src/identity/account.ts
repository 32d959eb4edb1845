import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** One's own account, as the pages of this folder show it. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('account.read', { signal }),
});

export const accessTokensQuery = queryOptions({
  queryKey: ['account', 'access-tokens'],
  queryFn: ({ signal }) => call('accessTokens.list', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call('account.sessions', { signal }),
});
