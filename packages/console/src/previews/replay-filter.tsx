import { MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { startOfDay } from '../ui/start-of-day.ts';

/** Which submits are taken, and which lists are searched: days as `2027-12-31`, empty where nothing is chosen. */
export interface ReplayChoice {
  readonly from: string;
  readonly to: string;
  readonly sources: readonly string[];
}

export const wholeReplay: ReplayChoice = { from: '', to: '', sources: [] };

/** What the call takes of it. The last day counts whole. */
export function replayOf({ from, to, sources }: ReplayChoice) {
  const [start, end] = [startOfDay(from, 0), startOfDay(to, 1)];
  return {
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { before: end }),
    ...(sources.length > 0 && { sources: [...sources] }),
  };
}

/** Whether the days are in their order. */
export function isInOrder({ from, to }: ReplayChoice): boolean {
  return from === '' || to === '' || from <= to;
}

export function ReplayFilter(props: {
  readonly choice: ReplayChoice;
  readonly change: (choice: ReplayChoice) => void;
}) {
  const { choice, change } = props;
  const { permissions } = useSession();
  const freshness = useQuery({
    queryKey: ['freshness'],
    queryFn: ({ signal }) => call('lists.freshness', { signal }),
    enabled: permissions.includes('executions.read'),
  });
  const sources = [...(freshness.data?.lists.map(({ source }) => source) ?? []), 'watchlist'];
  return (
    <>
      <TextInput
        type="date"
        label={text('terms.from')}
        value={choice.from}
        onChange={(event) => change({ ...choice, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={text('terms.to')}
        value={choice.to}
        error={!isInOrder(choice)}
        onChange={(event) => change({ ...choice, to: event.currentTarget.value })}
      />
      <MultiSelect
        label={text('previews.lists')}
        placeholder={choice.sources.length === 0 ? text('previews.allLists') : ''}
        data={sources.map((source) => ({ value: source, label: listTitle(source) }))}
        value={[...choice.sources]}
        onChange={(chosen) => change({ ...choice, sources: chosen })}
        w={280}
      />
    </>
  );
}
