import { NumberInput, Select, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';
import { type Draft, textAt } from './draft.ts';
import { EntryFields } from './entry-fields.tsx';
import type { InspectorProps } from './inspector-props.ts';

type SetField = (key: string, value: unknown) => void;

/** The workflow's own fields. */
export function WorkflowFields({ draft, vocabulary, change, isNew }: InspectorProps) {
  const set: SetField = (key, value) => change((now) => withField(now, key, value), `workflow ${key}`);
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {text('nodes.workflow')}
      </Title>
      <TextInput
        label={text('terms.id')}
        description={isNew ? text('nodes.workflowIdWords') : text('nodes.idFixed')}
        value={draft.id}
        readOnly={!isNew}
        onChange={(event) => set('id', event.currentTarget.value)}
      />
      <TextInput
        label={text('terms.name')}
        value={draft.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <Textarea
        label={text('nodes.description')}
        size="xs"
        autosize
        value={typeof draft['description'] === 'string' ? draft['description'] : ''}
        onChange={(event) => set('description', event.currentTarget.value)}
      />
      <Triggers
        draft={draft}
        eventTypes={vocabulary.eventTypes.map(({ eventType }) => eventType)}
        set={set}
      />
      <EntryFields
        value={Array.isArray(draft['entry']) ? draft['entry'] : []}
        onChange={(entry) => set('entry', entry.length === 0 ? undefined : entry)}
      />
    </Stack>
  );
}

/** Which submits start the workflow, and whether they wait for its decision. */
function Triggers(props: {
  readonly draft: Draft;
  readonly eventTypes: readonly string[];
  readonly set: SetField;
}) {
  const { draft, set } = props;
  return (
    <>
      <Select
        label={text('nodes.eventType')}
        description={text('nodes.eventTypeWords')}
        data={props.eventTypes.map((type) => ({ value: type, label: labelOf(type) }))}
        value={draft.eventType}
        allowDeselect={false}
        onChange={(value) => set('eventType', value)}
      />
      <Select
        label={text('nodes.source')}
        description={text('nodes.sourceWords')}
        data={[
          { value: 'API', label: text('nodes.source-API') },
          { value: 'SDK', label: text('nodes.source-SDK') },
        ]}
        value={textAt(draft, 'source', 'API')}
        allowDeselect={false}
        onChange={(value) => set('source', value)}
      />
      <Select
        label={text('nodes.mode')}
        description={text('nodes.modeWords')}
        data={['async', 'sync']}
        value={textAt(draft, 'mode', 'async')}
        allowDeselect={false}
        onChange={(value) => set('mode', value)}
      />
      {draft['mode'] === 'sync' && (
        <NumberInput
          label={text('nodes.timeBudget')}
          size="xs"
          suffix=" ms"
          value={Number(draft['budgetMs'] ?? 2000)}
          onChange={(value) => set('budgetMs', typeof value === 'number' ? value : undefined)}
        />
      )}
    </>
  );
}

/** An emptied field is left out; id and name are always there. */
function withField(draft: Draft, key: string, value: unknown): Draft {
  const { [key]: _, ...rest } = draft;
  const isEmpty = value === undefined || value === '';
  if (!isEmpty) return { ...rest, [key]: value } as unknown as Draft;
  return { ...rest, ...(key === 'id' || key === 'name' ? { [key]: '' } : {}) } as unknown as Draft;
}
