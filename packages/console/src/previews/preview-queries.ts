import type { ConsoleData } from '@gatehouse/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';

export type PreviewReport = ConsoleData<'previews.list'>['previews'][number];
export type PreviewChange = PreviewReport['change'];
export type PreviewSettings = Extract<PreviewChange, { kind: 'WORKFLOW' }>['variants'][number];
export type PreviewFigures = NonNullable<PreviewReport['result']>;

/** So often a preview is looked at while it is worked on. */
export const whileOrderedMs = 1_000;

/** The previews of a domain, newest first. */
export function usePreviews(domain: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ['previews', domain],
    queryFn: ({ signal }) => call('previews.list', { params: { domain }, signal }),
    enabled: isAllowed && domain !== '',
    refetchInterval: ({ state }) =>
      state.data?.previews.some((one) => one.state === 'ORDERED') ? whileOrderedMs : 60_000,
  });
}

/** Orders a preview in a domain. */
export function useOrderPreview(domain: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PreviewChange) => call('previews.order', { params: { domain }, body: change }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['previews', domain] }),
  });
}

/** One preview, looked at until it is finished. */
export function usePreview(domain: string, previewId: string | undefined) {
  return useQuery({
    queryKey: ['previews', domain, previewId ?? ''],
    queryFn: ({ signal }) => call('previews.read', { params: { domain, previewId: previewId! }, signal }),
    enabled: previewId !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'ORDERED' ? whileOrderedMs : false),
  });
}
