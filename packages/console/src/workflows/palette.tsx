import type { WorkflowVocabulary } from '@gatehouse/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';
import { nodeIcon } from '../ui/kind-icons.ts';
import type { EdgeDraft } from './draft.ts';

/** Node types that a workflow of the source can have: only a hosted page waits for a person. */
function fittingTypes({ nodeTypes }: WorkflowVocabulary, source: string) {
  return nodeTypes.filter(({ waitsForPerson }) => source === 'SDK' || !waitsForPerson);
}

/** Every node type that fits the workflow's source; choosing one adds it behind the selected node. */
export function Palette(props: {
  readonly vocabulary: WorkflowVocabulary;
  readonly source: string;
  readonly add: (type: string) => void;
  readonly isEditable: boolean;
  /** The edge into which it is put. */
  readonly into: EdgeDraft | undefined;
}) {
  const fitting = fittingTypes(props.vocabulary, props.source);
  return (
    <nav className="gh-palette gh-types gh-panel" aria-label={text('nodes.nodeTypes')}>
      <Text size="xs" className="gh-dim" mb={6}>
        {props.into
          ? text('nodes.insertBetween', { from: props.into.from, to: props.into.to })
          : text('nodes.insertAfter')}
      </Text>
      {fitting.map(({ type, title, description, terminal, waitsForPerson }) => (
        <button
          key={type}
          type="button"
          className={`gh-tone-${terminal ? 'end' : waitsForPerson ? 'person' : 'work'}`}
          title={description}
          disabled={!props.isEditable || (props.into !== undefined && terminal)}
          onClick={() => props.add(type)}
        >
          <Icon of={nodeIcon(type)} />
          {title}
        </button>
      ))}
    </nav>
  );
}

/** With which most workflows begin, by their source. */
const usualFirst: Readonly<Record<string, readonly string[]>> = {
  API: ['screening', 'risk-score', 'ownership'],
  SDK: ['particulars', 'documents', 'ownership-structure'],
};

/** What a canvas without nodes offers. */
export function FirstNodes(props: {
  readonly vocabulary: WorkflowVocabulary;
  readonly source: string;
  readonly add: (type: string) => void;
}) {
  const usual = usualFirst[props.source] ?? [];
  const types = fittingTypes(props.vocabulary, props.source).filter(({ type }) => usual.includes(type));
  return (
    <section aria-label={text('nodes.firstNode')} dir="auto">
      <Title order={2} size="h5">
        {text('nodes.firstNode')}
      </Title>
      <Text size="sm" className="gh-dim" mb="xs">
        {text('nodes.firstNodeWords')}
      </Text>
      <Group gap={6} justify="center">
        {types.map(({ type, title }) => (
          <Button
            key={type}
            variant="default"
            leftSection={<Icon of={nodeIcon(type)} />}
            onClick={() => props.add(type)}
          >
            {title}
          </Button>
        ))}
      </Group>
    </section>
  );
}
