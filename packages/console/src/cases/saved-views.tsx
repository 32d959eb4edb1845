import type { CaseView } from '@gatehouse/contract';
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import type { FilterProps } from './filter-props.ts';
import { isShown, viewFilters } from './view-filters.ts';

/** The person's own views: opens one, saves what is shown as one, removes one. */
export function SavedViews(props: Pick<FilterProps, 'filters' | 'domain'>) {
  const [opened, setOpened] = useState(false);
  const views = useViews(props.domain);
  const current = views.find(({ search }) => isShown(search, props.filters));
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={280}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button variant="default" maw={220} onClick={() => setOpened(!opened)}>
          {current === undefined ? text('cases.savedViews') : text('cases.viewNamed', { name: current.name })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text('cases.savedViews')} p="xs">
        <Stack gap="xs">
          {views.length === 0 && (
            <Text size="sm" className="gh-dim">
              {text('cases.noViews')}
            </Text>
          )}
          {views.map((view) => (
            <ViewRow
              key={view.viewId}
              view={view}
              domain={props.domain}
              isCurrent={view === current}
              close={() => setOpened(false)}
            />
          ))}
          <SaveForm {...props} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const keyOf = (domain: string) => ['case-views', domain];

function useViews(domain: string): readonly CaseView[] {
  const views = useQuery({
    queryKey: keyOf(domain),
    queryFn: ({ signal }) => call('cases.savedViews', { params: { domain }, signal }),
    staleTime: 60_000,
  });
  return views.data?.views ?? [];
}

function ViewRow(props: {
  readonly view: CaseView;
  readonly domain: string;
  readonly isCurrent: boolean;
  readonly close: () => void;
}) {
  const { view, domain } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('cases.removeView', { params: { domain, viewId: view.viewId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(domain) }),
  });
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        variant={props.isCurrent ? 'light' : 'subtle'}
        flex={1}
        miw={0}
        justify="flex-start"
        aria-current={props.isCurrent || undefined}
        onClick={() => {
          props.close();
          void navigate({ to: '/cases', search: viewFilters(view.search) });
        }}
      >
        {view.name}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text('cases.removeView', { name: view.name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        ✕
      </ActionIcon>
    </Group>
  );
}

/** A name that is there already is replaced. */
function SaveForm({ filters, domain }: Pick<FilterProps, 'filters' | 'domain'>) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () =>
      call('cases.saveView', { params: { domain }, body: { name: name.trim(), search: { ...filters } } }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      setName('');
      return queries.invalidateQueries({ queryKey: keyOf(domain) });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate();
      }}
    >
      <ErrorAlert error={save.error} mb="sm" />
      <Group gap={4} align="flex-end" wrap="nowrap">
        <TextInput
          label={text('cases.saveAs')}
          maxLength={60}
          flex={1}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
          {text('actions.save')}
        </Button>
      </Group>
    </form>
  );
}
