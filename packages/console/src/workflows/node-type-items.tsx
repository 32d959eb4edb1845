import type { WorkflowVocabulary } from '@gatehouse/contract';
import { Menu } from '@mantine/core';
import { Icon } from '../ui/icon.tsx';
import { nodeIcon } from '../ui/kind-icons.ts';

export type NodeTypeChoice = WorkflowVocabulary['nodeTypes'][number];

/** Node types that a workflow of the source can have: only a hosted page waits for a person. */
export function fittingTypes({ nodeTypes }: WorkflowVocabulary, source: string): readonly NodeTypeChoice[] {
  return nodeTypes.filter(({ waitsForPerson }) => source === 'SDK' || !waitsForPerson);
}

/** Where a node stands in a workflow, as the class of its colour. */
export function toneClass({ terminal, waitsForPerson }: NodeTypeChoice): string {
  return `gh-tone-${terminal ? 'end' : waitsForPerson ? 'person' : 'work'}`;
}

/** Node types in a menu. */
export function NodeTypeItems(props: {
  readonly types: readonly NodeTypeChoice[];
  readonly add: (type: string) => void;
}) {
  return props.types.map((choice) => (
    <Menu.Item
      key={choice.type}
      className={toneClass(choice)}
      title={choice.description}
      leftSection={<Icon of={nodeIcon(choice.type)} className="gh-tone" />}
      onClick={() => props.add(choice.type)}
    >
      {choice.title}
    </Menu.Item>
  ));
}
