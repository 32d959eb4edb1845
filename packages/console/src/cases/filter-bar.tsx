import { Box, Button, Group, MultiSelect, NumberInput, Select } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { CountrySelect } from '../ui/country-select.tsx';
import { ages, type CaseFilters, eventTypes, isNarrowed, lists, noFilters, wordsOf } from './case-filters.ts';
import { ColumnChoice } from './column-choice.tsx';
import { FieldChips, fieldChips } from './filter-chips.tsx';
import type { FilterProps } from './filter-props.ts';
import { useKeptColumns } from './kept-columns.ts';
import { SavedViews } from './saved-views.tsx';
import { savedFilters } from './view-filters.ts';

/** Below this the fields are behind a button, as the navigation is. */
const foldedBelow = '(max-width: 63.99em)';

/** What narrows the list; each choice is in the address at once. */
export function FilterBar(props: FilterProps) {
  const isFolded = useMediaQuery(foldedBelow, false, { getInitialValueInEffect: false });
  return isFolded ? (
    <FoldedFilters {...props} />
  ) : (
    <Group gap="xs" align="center" role="group" aria-label={text('cases.filters')}>
      <FilterFields isLabelled={false} {...props} />
      <ListTools {...props} />
    </Group>
  );
}

/** A button that opens the fields, and what they are set to. */
function FoldedFilters(props: FilterProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const count = fieldChips(props.filters).length;
  return (
    <Box role="group" aria-label={text('cases.filters')}>
      <Group gap="xs">
        <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
          {count === 0 ? text('cases.filters') : text('cases.filtersSet', { count })}
        </Button>
        <ListTools {...props} />
        <FieldChips {...props} />
      </Group>
      {isOpen && (
        <div className="gh-panel gh-filter-fields">
          <FilterFields isLabelled {...props} />
        </div>
      )}
    </Box>
  );
}

/** Columns, saved views, and the way back to everything. */
function ListTools(props: FilterProps) {
  const { filters, domain, change } = props;
  const kept = useKeptColumns();
  return (
    <>
      <ColumnChoice {...props} />
      <SavedViews filters={savedFilters(filters, kept)} domain={domain} />
      {isNarrowed(filters) && (
        <Button variant="subtle" onClick={() => change(noFilters)}>
          {text('cases.clearFilters')}
        </Button>
      )}
    </>
  );
}

interface FieldProps extends FilterProps {
  /** Whether a label is above the field; else its placeholder says what it is. */
  readonly isLabelled: boolean;
}

function FilterFields(props: FieldProps) {
  const { filters, change, isLabelled } = props;
  return (
    <>
      <GroupFilter {...props} />
      <RiskBound bound="minRisk" {...props} />
      <RiskBound bound="maxRisk" {...props} />
      <Select
        {...nameOf(text('cases.age'), isLabelled)}
        placeholder={text('cases.anyAge')}
        data={ages}
        value={filters.age ?? null}
        clearable
        {...(isLabelled ? {} : { w: 132 })}
        onChange={(value) => change({ age: (value as NonNullable<CaseFilters['age']>) ?? undefined })}
      />
      <SeveralFilter
        name="list"
        label={text('cases.list')}
        any={text('cases.anyList')}
        data={lists}
        {...props}
      />
      <SeveralFilter
        name="eventType"
        label={text('cases.eventType')}
        any={text('cases.anyEventType')}
        data={eventTypes}
        {...props}
      />
      <CountrySelect
        {...nameOf(text('cases.country'), isLabelled)}
        placeholder={filters.country === undefined ? text('cases.anyCountry') : ''}
        value={wordsOf(filters.country)}
        clearable
        {...(isLabelled ? {} : widthOf(filters.country))}
        onChange={(values) => change({ country: values.join(',') })}
      />
    </>
  );
}

function nameOf(label: string, isLabelled: boolean) {
  return isLabelled ? { label } : { 'aria-label': label };
}

/** Offers the groups that have open cases, and the person's own. */
function GroupFilter({ filters, domain, change, isLabelled }: FieldProps) {
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
      {...nameOf(text('cases.group'), isLabelled)}
      placeholder={text('cases.anyGroup')}
      data={[...known].toSorted((one, other) => one.localeCompare(other))}
      value={filters.group ?? null}
      clearable
      searchable
      {...(isLabelled ? {} : { w: 120 })}
      onDropdownOpen={() => setOpened(true)}
      onChange={(value) => change({ group: value ?? undefined })}
    />
  );
}

function RiskBound(props: FieldProps & { readonly bound: 'minRisk' | 'maxRisk' }) {
  const { bound, filters, change, isLabelled } = props;
  const label = bound === 'minRisk' ? text('cases.riskFrom') : text('cases.riskTo');
  const take = (written: string) => {
    const value = written.trim() === '' ? undefined : Number(written);
    if (value !== filters[bound] && !Number.isNaN(value)) change({ [bound]: value });
  };
  return (
    <NumberInput
      key={`${bound} ${filters[bound] ?? ''}`}
      {...nameOf(label, isLabelled)}
      placeholder={isLabelled ? '' : label}
      defaultValue={filters[bound] ?? ''}
      min={0}
      max={100}
      clampBehavior="strict"
      hideControls
      {...(isLabelled ? {} : { w: 84 })}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  );
}

/** Room for what is picked; as little as the others while nothing is. */
function widthOf(picked: string | undefined) {
  return picked === undefined ? { w: 132 } : { miw: 132, maw: 320 };
}

function SeveralFilter(
  props: FieldProps & {
    readonly name: 'list' | 'eventType';
    readonly label: string;
    readonly any: string;
    readonly data: readonly { readonly value: string; readonly label: string }[];
  },
) {
  const { name, label, any, data, filters, change, isLabelled } = props;
  const chosen = wordsOf(filters[name]);
  return (
    <MultiSelect
      {...nameOf(label, isLabelled)}
      placeholder={chosen.length === 0 ? any : ''}
      data={data}
      value={chosen}
      clearable
      searchable
      {...(isLabelled ? {} : widthOf(filters[name]))}
      onChange={(values) => change({ [name]: values.join(',') })}
    />
  );
}
