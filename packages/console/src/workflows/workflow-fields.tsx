import { NumberInput, Select, Stack, Textarea, TextInput, Title } from '@mantine/core';
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
        Workflow
      </Title>
      <TextInput
        label="ID"
        description={isNew ? 'Submits refer to it. Cannot be changed later' : 'Cannot be changed'}
        value={draft.id}
        readOnly={!isNew}
        onChange={(event) => set('id', event.currentTarget.value)}
      />
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <Textarea
        label="Description"
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
        label="Event type"
        description="Submits of this type start the workflow"
        data={[...props.eventTypes]}
        value={draft.eventType}
        allowDeselect={false}
        onChange={(value) => set('eventType', value)}
      />
      <Select
        label="Source"
        description="Server: your server submits. Hosted pages: a person fills in steps"
        data={[
          { value: 'API', label: 'Server (API)' },
          { value: 'SDK', label: 'Hosted pages (SDK)' },
        ]}
        value={textAt(draft, 'source', 'API')}
        allowDeselect={false}
        onChange={(value) => set('source', value)}
      />
      <Select
        label="Mode"
        description="sync: the submit call waits for the decision"
        data={['async', 'sync']}
        value={textAt(draft, 'mode', 'async')}
        allowDeselect={false}
        onChange={(value) => set('mode', value)}
      />
      {draft['mode'] === 'sync' && (
        <NumberInput
          label="Time budget"
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
