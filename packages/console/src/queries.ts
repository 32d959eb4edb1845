import { notifications } from '@mantine/notifications';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { createElement, Fragment } from 'react';
import { Refused, requestIdOf, Unreachable } from './api.ts';
import { messageOf } from './messages/phrase-text.ts';
import { text } from './messages/text.ts';
import { sentenceOf } from './ui/format.ts';
import { RequestId } from './ui/request-id.tsx';

/** What the console knows of the service, kept fresh while it is looked at. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Live events report changes (live.ts); this is for changes without an event, and for a connection that died unnoticed.
      refetchInterval: 60_000,
      retry: (failures, error) => error instanceof Unreachable && failures < 3,
    },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutate, mutation) => {
      if (mutation.meta?.['isShownInPlace']) return;
      notifications.show({
        color: 'red',
        title: text('ui.actionFailed'),
        message: createElement(Fragment, null, describeError(error), createElement(RequestId, { error })),
        // An id is to be copied before it goes.
        autoClose: requestIdOf(error) === undefined ? 10_000 : false,
      });
    },
  }),
});

/** A failure in words for the person. */
export function describeError(error: unknown): string {
  if (error instanceof Refused) {
    const { field } = error.problem;
    const message = messageOf(error.problem);
    return field === undefined
      ? sentenceOf(message)
      : text('parts.explained', { before: field, after: message });
  }
  return error instanceof Error ? error.message : String(error);
}
