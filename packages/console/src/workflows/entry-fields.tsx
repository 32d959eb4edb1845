import { ActionIcon, Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { text } from '../messages/text.ts';
import { kindLabel } from '../ui/field-labels.ts';
import { isRecord, textAt } from './draft.ts';

const types = ['text', 'number', 'boolean', 'list', 'object', 'ownership'];

/** Fields of `data` that the workflow declares beyond those of the interface. */
export function EntryFields({
  value,
  onChange,
}: {
  readonly value: readonly unknown[];
  readonly onChange: (value: readonly unknown[]) => void;
}) {
  const set = (index: number, change: Record<string, unknown>): void =>
    onChange(value.map((field, at) => (at === index && isRecord(field) ? { ...field, ...change } : field)));
  return (
    <section aria-label={text('nodes.customFields')}>
      <Text size="sm" fw={600}>
        {text('nodes.customFields')}
      </Text>
      <Text size="xs" className="gh-dim" mb={4}>
        {text('nodes.customFieldsWords')}
      </Text>
      {value.filter(isRecord).map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place, its name is being typed
        <Group key={index} gap={4} mb={4} wrap="nowrap">
          <TextInput
            aria-label={text('nodes.nameOfField', { number: index + 1 })}
            value={textAt(field, 'name', '')}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <Select
            aria-label={text('nodes.typeOfField', { number: index + 1 })}
            data={types.map((type) => ({ value: type, label: kindLabel(type) }))}
            value={field['type'] === 'string' ? 'text' : textAt(field, 'type', 'text')}
            allowDeselect={false}
            w={110}
            onChange={(type) => set(index, { type })}
          />
          <Checkbox
            aria-label={text('nodes.fieldRequired', { number: index + 1 })}
            title={text('nodes.required')}
            checked={field['required'] === true}
            onChange={(event) => set(index, { required: event.currentTarget.checked })}
          />
          <ActionIcon
            variant="default"
            aria-label={text('nodes.removeField', { number: index + 1 })}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            ×
          </ActionIcon>
        </Group>
      ))}
      <Button variant="default" onClick={() => onChange([...value, { name: '', type: 'text' }])}>
        {text('nodes.addField')}
      </Button>
    </section>
  );
}
