import type { WorkflowVocabulary } from '@gatehouse/contract';
import { Button, Group, Menu, Text, Title } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';
import { nodeIcon } from '../ui/kind-icons.ts';
import type { Insertion } from './insertion.ts';
import { fittingTypes, NodeTypeItems, toneClass } from './node-type-items.tsx';

interface PaletteProps {
  readonly vocabulary: WorkflowVocabulary;
  readonly source: string;
  readonly add: (type: string) => void;
  readonly isEditable: boolean;
  readonly insertion: Insertion;
  /** An edge is selected: what ends a workflow cannot stand in it. */
  readonly isInEdge: boolean;
}

/** Every node type that fits the workflow's source; choosing one adds it where the selection says. */
export function Palette(props: PaletteProps) {
  const { insertion, isInEdge } = props;
  return (
    <nav className="gh-palette gh-types gh-panel" aria-label={text('nodes.nodeTypes')}>
      {props.isEditable && (
        <Text component="div" size="xs" className="gh-dim" mb={6}>
          {insertion.words}
          {insertion.isLoose && <div>{text('nodes.addLoose')}</div>}
        </Text>
      )}
      {fittingTypes(props.vocabulary, props.source).map((choice) => (
        <button
          key={choice.type}
          type="button"
          className={toneClass(choice)}
          title={choice.description}
          disabled={!props.isEditable || (isInEdge && choice.terminal)}
          onClick={() => props.add(choice.type)}
        >
          <Icon of={nodeIcon(choice.type)} />
          {choice.title}
        </button>
      ))}
    </nav>
  );
}

/** The same where there is no room beside the graph: a button with a menu. */
export function PaletteMenu(props: PaletteProps) {
  const { insertion, isInEdge } = props;
  if (!props.isEditable) return null;
  const types = fittingTypes(props.vocabulary, props.source);
  return (
    <div className="gh-palette-menu">
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon of={Plus} />}>
            {text('nodes.addNode')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="gh-insert-menu">
          <Menu.Label>
            {insertion.words}
            {insertion.isLoose && <div>{text('nodes.addLoose')}</div>}
          </Menu.Label>
          <NodeTypeItems types={types.filter(({ terminal }) => !(isInEdge && terminal))} add={props.add} />
        </Menu.Dropdown>
      </Menu>
      <Text size="xs" className="gh-dim">
        {insertion.words}
      </Text>
    </div>
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
