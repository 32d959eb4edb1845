import type { WorkflowVocabulary } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { Icon } from '../ui/icon.tsx';
import { nodeIcon } from '../ui/kind-icons.ts';
import type { EdgeDraft } from './draft.ts';

/** Every node type that fits the workflow's source; choosing one adds it behind the selected node. */
export function Palette(props: {
  readonly vocabulary: WorkflowVocabulary;
  readonly source: string;
  readonly add: (type: string) => void;
  readonly isEditable: boolean;
  /** The edge into which it is put. */
  readonly into: EdgeDraft | undefined;
}) {
  const fitting = props.vocabulary.nodeTypes.filter(
    ({ waitsForPerson }) => props.source === 'SDK' || !waitsForPerson,
  );
  return (
    <nav className="gh-palette gh-types gh-panel" aria-label="Node types">
      <Text size="xs" className="gh-dim" mb={6}>
        {props.into
          ? `Insert between ${props.into.from} and ${props.into.to}`
          : 'Insert after the selected node'}
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
