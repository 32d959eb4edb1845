import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { text } from '../messages/text.ts';
import { columns, shownColumns } from './case-filters.ts';
import type { FilterProps } from './filter-props.ts';
import { keepColumns, useKeptColumns } from './kept-columns.ts';

/** Which columns the table has; the case number always is one. The choice is in the address, and kept in the browser. */
export function ColumnChoice({ filters, change }: Omit<FilterProps, 'domain'>) {
  const kept = useKeptColumns();
  const shown = shownColumns(filters, kept);
  const choose = (chosen: string | undefined) => {
    keepColumns(chosen);
    change({ columns: chosen });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default">{text('cases.columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text('cases.columns')}>
        <Checkbox.Group
          value={[...shown]}
          onChange={(values) => values.length > 0 && choose(inOrder(values).join(','))}
        >
          <Stack gap={6}>
            {columns.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        {(filters.columns ?? kept) !== undefined && (
          <Button mt="xs" variant="subtle" size="compact-xs" onClick={() => choose(undefined)}>
            {text('cases.defaultColumns')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** As the table has them, in whichever order they were chosen. */
function inOrder(values: readonly string[]): readonly string[] {
  return columns.map(({ value }) => value).filter((value) => values.includes(value));
}
