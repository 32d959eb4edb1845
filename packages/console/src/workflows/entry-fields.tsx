import { ActionIcon, Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
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
    <section aria-label="Custom fields">
      <Text size="sm" fw={600}>
        Custom fields
      </Text>
      <Text size="xs" className="gh-dim" mb={4}>
        Fields of a submit in addition to the standard fields
      </Text>
      {value.filter(isRecord).map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place, its name is being typed
        <Group key={index} gap={4} mb={4} wrap="nowrap">
          <TextInput
            aria-label={`Name of field ${index + 1}`}
            value={textAt(field, 'name', '')}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <Select
            aria-label={`Type of field ${index + 1}`}
            data={types}
            value={field['type'] === 'string' ? 'text' : textAt(field, 'type', 'text')}
            allowDeselect={false}
            w={110}
            onChange={(type) => set(index, { type })}
          />
          <Checkbox
            aria-label={`Field ${index + 1} is required`}
            title="Required"
            checked={field['required'] === true}
            onChange={(event) => set(index, { required: event.currentTarget.checked })}
          />
          <ActionIcon
            variant="default"
            aria-label={`Remove field ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            ×
          </ActionIcon>
        </Group>
      ))}
      <Button variant="default" onClick={() => onChange([...value, { name: '', type: 'text' }])}>
        Add field
      </Button>
    </section>
  );
}
