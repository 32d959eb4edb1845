import { NumberInput, Select, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { CodedOption } from '../ui/coded-option.tsx';
import { InlineId } from '../ui/copy-id.tsx';
import { labelOf } from '../ui/format.ts';
import { type Draft, textAt } from './draft.ts';
import { EntryFields } from './entry-fields.tsx';
import type { InspectorProps } from './inspector-props.ts';

type SetField = (key: string, value: unknown) => void;

/** The workflow's own fields. */
export function WorkflowFields(props: InspectorProps) {
  const { draft, vocabulary, change, isNew } = props;
  const set: SetField = (key, value) => change((now) => withField(now, key, value), `workflow ${key}`);
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {text('nodes.workflow')}
      </Title>
      {isNew ? (
        <TextInput
          label={text('terms.id')}
          description={text('nodes.workflowIdWords')}
          value={draft.id}
          onChange={(event) => set('id', event.currentTarget.value)}
        />
      ) : (
        <FixedId id={draft.id} mayCopy={props.mayWrite} />
      )}
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

/** The ID of a workflow that was saved. Whoever may change nothing has no buttons here. */
function FixedId({ id, mayCopy }: { readonly id: string; readonly mayCopy: boolean }) {
  return (
    <div>
      <div className="gh-label">{text('terms.id')}</div>
      {mayCopy ? <InlineId id={id} /> : <code dir="ltr">{id}</code>}
    </div>
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
        data={[
          { value: 'async', label: text('nodes.mode-async') },
          { value: 'sync', label: text('nodes.mode-sync') },
        ]}
        renderOption={CodedOption}
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
