import { Button, Checkbox, Group, MultiSelect, NumberInput, Popover, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session/session.ts';
import { CountrySelect } from '../ui/country-select.tsx';
import {
  ages,
  type CaseFilters,
  columns,
  eventTypes,
  isNarrowed,
  lists,
  shownColumns,
  wordsOf,
} from './case-filters.ts';
import type { FilterProps } from './filter-props.ts';
import { queueTexts } from './queue-texts.ts';
import { SavedViews } from './saved-views.tsx';

/** What narrows the list; each choice is in the address at once. */
export function FilterBar(props: FilterProps) {
  const { filters, change } = props;
  return (
    <Group gap="xs" align="center" role="group" aria-label={queueTexts.filters}>
      <GroupFilter {...props} />
      <RiskBound bound="minRisk" {...props} />
      <RiskBound bound="maxRisk" {...props} />
      <Select
        aria-label={queueTexts.age}
        placeholder={queueTexts.anyAge}
        data={ages}
        value={filters.age ?? null}
        clearable
        w={132}
        onChange={(value) => change({ age: (value as NonNullable<CaseFilters['age']>) ?? undefined })}
      />
      <SeveralFilter name="list" label={queueTexts.list} any={queueTexts.anyList} data={lists} {...props} />
      <SeveralFilter
        name="eventType"
        label={queueTexts.eventType}
        any={queueTexts.anyEventType}
        data={eventTypes}
        {...props}
      />
      <CountrySelect
        aria-label={queueTexts.country}
        placeholder={filters.country === undefined ? queueTexts.anyCountry : ''}
        value={wordsOf(filters.country)}
        clearable
        {...widthOf(filters.country)}
        onChange={(values) => change({ country: values.join(',') })}
      />
      <ColumnChoice {...props} />
      <SavedViews filters={filters} domain={props.domain} />
      {isNarrowed(filters) && (
        <Button
          variant="subtle"
          onClick={() =>
            change({
              only: undefined,
              counted: undefined,
              openedFrom: undefined,
              openedBefore: undefined,
              resolvedFrom: undefined,
              resolvedBefore: undefined,
              age: undefined,
              search: undefined,
              group: undefined,
              customerId: undefined,
              list: undefined,
              eventType: undefined,
              country: undefined,
              minRisk: undefined,
              maxRisk: undefined,
            })
          }
        >
          {queueTexts.clearFilters}
        </Button>
      )}
    </Group>
  );
}

/** Offers the groups that have open cases, and the person's own. */
function GroupFilter({ filters, domain, change }: FilterProps) {
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  const now = Date.now();
  const figures = useQuery({
    queryKey: ['cases', domain, 'groups'],
    queryFn: ({ signal }) =>
      call('cases.figures', { params: { domain }, query: { today: now, week: now }, signal }),
    enabled: opened,
    staleTime: 60_000,
  });
  const open = figures.data?.team.flatMap(({ group }) => group ?? []) ?? [];
  const known = new Set([...open, ...user.groups, ...(filters.group === undefined ? [] : [filters.group])]);
  return (
    <Select
      aria-label={queueTexts.group}
      placeholder={queueTexts.anyGroup}
      data={[...known].toSorted((one, other) => one.localeCompare(other))}
      value={filters.group ?? null}
      clearable
      searchable
      w={120}
      onDropdownOpen={() => setOpened(true)}
      onChange={(value) => change({ group: value ?? undefined })}
    />
  );
}

function RiskBound(props: FilterProps & { readonly bound: 'minRisk' | 'maxRisk' }) {
  const { bound, filters, change } = props;
  const label = bound === 'minRisk' ? queueTexts.riskFrom : queueTexts.riskTo;
  const take = (text: string) => {
    const value = text.trim() === '' ? undefined : Number(text);
    if (value !== filters[bound] && !Number.isNaN(value)) change({ [bound]: value });
  };
  return (
    <NumberInput
      key={`${bound} ${filters[bound] ?? ''}`}
      aria-label={label}
      placeholder={label}
      defaultValue={filters[bound] ?? ''}
      min={0}
      max={100}
      clampBehavior="strict"
      hideControls
      w={76}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  );
}

/** Room for what is picked; as little as the others while nothing is. */
function widthOf(picked: string | undefined) {
  return picked === undefined ? { w: 132 } : { miw: 132, maw: 320 };
}

/** Which columns the table has; the case number always is one. */
function ColumnChoice({ filters, change }: FilterProps) {
  const shown = shownColumns(filters);
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default">{queueTexts.columns}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={queueTexts.columns}>
        <Checkbox.Group
          value={[...shown]}
          onChange={(values) => values.length > 0 && change({ columns: values.join(',') })}
        >
          <Stack gap={6}>
            {columns.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        {filters.columns !== undefined && (
          <Button mt="xs" variant="subtle" size="compact-xs" onClick={() => change({ columns: undefined })}>
            {queueTexts.defaultColumns}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function SeveralFilter(
  props: FilterProps & {
    readonly name: 'list' | 'eventType';
    readonly label: string;
    readonly any: string;
    readonly data: readonly { readonly value: string; readonly label: string }[];
  },
) {
  const { name, label, any, data, filters, change } = props;
  const chosen = wordsOf(filters[name]);
  return (
    <MultiSelect
      aria-label={label}
      placeholder={chosen.length === 0 ? any : ''}
      data={data}
      value={chosen}
      clearable
      searchable
      {...widthOf(filters[name])}
      onChange={(values) => change({ [name]: values.join(',') })}
    />
  );
}
