import type { ComboboxItem } from '@mantine/core';
import { Select, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { actionChoices } from './audit-action-choices.ts';

const choices = actionChoices();

/** The actions of the audit log, found by words or by code; what the address asks for stays, whatever it is. */
export function ActionSelect({ value, onChange }: { value: string; onChange: (act: string) => void }) {
  const isKnown = value === '' || choices.some(({ items }) => items.some((item) => item.value === value));
  return (
    <Select
      label={text('terms.action')}
      placeholder={text('audit.allActions')}
      data={isKnown ? choices : [{ value, label: value }, ...choices]}
      value={value === '' ? null : value}
      onChange={(act) => onChange(act ?? '')}
      searchable
      clearable
      filter={({ options, search }) => {
        const words = search.toLowerCase().split(/\s+/).filter(Boolean);
        const matches = ({ value: code, label }: ComboboxItem) =>
          words.every((word) => label.toLowerCase().includes(word) || code.includes(word));
        return options
          .map((option) =>
            'group' in option
              ? { ...option, items: option.items.filter((item) => matches(item as ComboboxItem)) }
              : option,
          )
          .filter((option) =>
            'group' in option ? option.items.length > 0 : matches(option as ComboboxItem),
          );
      }}
      nothingFoundMessage={text('audit.noAction')}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" className="gh-dim" component="div" dir="ltr" ta="start">
            {option.value.endsWith('.') ? `${option.value}*` : option.value}
          </Text>
        </div>
      )}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      maxDropdownHeight={360}
      w={230}
    />
  );
}
