import { Select } from '@mantine/core';
import { text } from '../messages/text.ts';
import { FileField } from '../ui/code-field.tsx';
import type { NodeDraft } from './draft.ts';
import { nodeTitle } from './node-title.ts';

/** The result that a trial assumes for a node; `text` is YAML of its output. */
export interface Chosen {
  readonly kind: 'fails' | 'output';
  readonly text: string;
}

/** The result of a node in a trial: computed, a failure, or an output that you enter. */
export function OutcomeField(props: {
  readonly node: NodeDraft;
  readonly typeTitle: string;
  readonly canFail: boolean;
  readonly value: Chosen | undefined;
  readonly emptyText: string;
  readonly onChange: (chosen: Chosen | undefined) => void;
}) {
  const { node, value, emptyText, onChange } = props;
  return (
    <div>
      <Select
        label={`${nodeTitle(node, props.typeTitle)} (${node.id})`}
        data={[
          { value: 'real', label: text('workflows.defaultResult') },
          { value: 'output', label: text('workflows.customOutput') },
          ...(props.canFail ? [{ value: 'fails', label: text('workflows.failure') }] : []),
        ]}
        value={value?.kind ?? 'real'}
        allowDeselect={false}
        onChange={(kind) =>
          onChange(
            kind === 'real' || kind === null ? undefined : { kind: kind as Chosen['kind'], text: emptyText },
          )
        }
      />
      {value?.kind === 'output' && (
        <FileField
          label={text('workflows.outputOf', { node: node.id })}
          value={value.text}
          onChange={(output) => onChange({ kind: 'output', text: output })}
          className="gh-code-short"
        />
      )}
    </div>
  );
}
