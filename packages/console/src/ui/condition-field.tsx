import { ActionIcon, Button, Group, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { ExpressionField, type KnownName } from './code-field.tsx';
import {
  type Condition,
  type ConditionRow,
  listValues,
  type Operator,
  operatorsFor,
  quoted,
  readCondition,
  unquoted,
  valueKind,
  withField,
  withOperator,
  writeCondition,
} from './condition-rows.ts';
import { Icon } from './icon.tsx';

interface ConditionProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly KnownName[];
  readonly onChange: (value: string) => void;
}

/** A condition in rows that are chosen; one that has more than rows can say, or that somebody prefers so, as a text. */
export function ConditionField(props: ConditionProps) {
  const [isText, setIsText] = useState(false);
  const condition = readCondition(props.value);
  const isInRows = condition !== undefined && !isText;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be disabled apart from the others
    <div role="group" aria-label={props.label} className="gh-condition">
      {isInRows ? (
        <Rows {...props} condition={condition} />
      ) : (
        <ExpressionField
          label={props.label}
          value={props.value}
          names={props.names}
          onChange={props.onChange}
        />
      )}
      {condition !== undefined ? (
        <Button
          variant="subtle"
          size="compact-xs"
          className="gh-condition-form"
          onClick={() => setIsText((now) => !now)}
        >
          {text(isInRows ? 'ui.asText' : 'ui.asRows')}
        </Button>
      ) : (
        <Text size="xs" className="gh-dim" mt={2}>
          {text('ui.onlyText')}
        </Text>
      )}
    </div>
  );
}

function Rows({ condition, names, onChange }: ConditionProps & { readonly condition: Condition }) {
  const { rows, joint } = condition;
  const write = (next: Partial<Condition>): void => onChange(writeCondition({ ...condition, ...next }));
  const replace = (index: number, row: ConditionRow): void => write({ rows: rows.with(index, row) });
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={index} className="gh-condition-row">
          {index > 0 && (
            <Joint joint={joint} isFirst={index === 1} choose={(chosen) => write({ joint: chosen })} />
          )}
          <Row row={row} names={names} number={index + 1} change={(next) => replace(index, next)}>
            {rows.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text('ui.removeCondition', { number: index + 1 })}
                onClick={() => write({ rows: rows.toSpliced(index, 1) })}
              >
                <Icon of={X} />
              </ActionIcon>
            )}
          </Row>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => write({ rows: [...rows, { field: '', operator: '==', value: '' }] })}
      >
        {text('ui.addCondition')}
      </Button>
    </>
  );
}

/** Between rows; the first one is chosen for all of them. */
function Joint(props: {
  readonly joint: Condition['joint'];
  readonly isFirst: boolean;
  readonly choose: (joint: Condition['joint']) => void;
}) {
  const words = { '&&': text('ui.and'), '||': text('ui.or') };
  if (!props.isFirst) return <div className="gh-dim gh-joint">{words[props.joint]}</div>;
  return (
    <Select
      aria-label={text('ui.joint')}
      data={[
        { value: '&&', label: words['&&'] },
        { value: '||', label: words['||'] },
      ]}
      value={props.joint}
      allowDeselect={false}
      w={86}
      size="xs"
      mb={4}
      onChange={(joint) => joint !== null && props.choose(joint)}
    />
  );
}

function Row(props: {
  readonly row: ConditionRow;
  readonly names: readonly KnownName[];
  readonly number: number;
  readonly change: (row: ConditionRow) => void;
  readonly children: React.ReactNode;
}) {
  const { row, names, number, change } = props;
  const known = names.find(({ name }) => name === row.field);
  const kind = known?.type ?? 'any';
  const isOptional = known?.optional ?? true;
  const fitting = operatorsFor(kind, isOptional);
  const offered: readonly Operator[] = fitting.includes(row.operator) ? fitting : [row.operator, ...fitting];
  // Several values have a line of their own: beside them nothing would be left of the operator.
  const isList = valueKind(row.operator, kind, row.value) === 'list';
  return (
    <>
      <Group gap={4} wrap="nowrap" mb={4}>
        <Select
          aria-label={text('ui.conditionField', { number })}
          placeholder={text('ui.chooseField')}
          data={fieldChoices(names, row.field)}
          value={row.field === '' ? null : row.field}
          searchable
          allowDeselect={false}
          nothingFoundMessage={text('ui.noField')}
          flex={1}
          comboboxProps={{ width: 280, position: 'bottom-start' }}
          onChange={(field) => {
            if (field === null) return;
            const chosen = names.find(({ name }) => name === field);
            change(
              withField(row, field, { kind: chosen?.type ?? 'any', isOptional: chosen?.optional ?? true }),
            );
          }}
        />
        {props.children}
      </Group>
      {row.field !== '' && (
        <Group gap={4} wrap={isList ? 'wrap' : 'nowrap'} align="flex-start">
          <Select
            aria-label={text('ui.conditionOperator', { number })}
            data={offered.map((operator) => ({ value: operator, label: operatorLabel(operator, kind) }))}
            value={row.operator}
            allowDeselect={false}
            {...(isList ? { flex: '1 0 100%' } : { w: 122 })}
            onChange={(operator) => operator !== null && change(withOperator(row, operator, kind))}
          />
          <Value row={row} kind={kind} number={number} change={(value) => change({ ...row, value })} />
        </Group>
      )}
    </>
  );
}

function Value(props: {
  readonly row: ConditionRow;
  readonly kind: string;
  readonly number: number;
  readonly change: (value: string) => void;
}) {
  const { row, kind, change } = props;
  const label = text('ui.conditionValue', { number: props.number });
  switch (valueKind(row.operator, kind, row.value)) {
    case 'none':
      return null;
    case 'list':
      return (
        <TagsInput
          aria-label={label}
          flex="1 0 100%"
          value={listValues(row.value).map(unquoted)}
          onChange={(values) => {
            const written = values.map((value) =>
              kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(value) ? value : quoted(value),
            );
            if (written.every((value) => value !== undefined)) change(`[${written.join(', ')}]`);
          }}
        />
      );
    case 'number':
      return (
        <NumberInput
          aria-label={label}
          flex={1}
          hideControls
          value={row.value}
          onChange={(value) => /^-?\d+(?:\.\d+)?$|^$/.test(String(value)) && change(String(value))}
        />
      );
    case 'text':
      return (
        <TextInput
          aria-label={label}
          flex={1}
          dir="auto"
          value={unquoted(row.value)}
          onChange={({ currentTarget }) => {
            const value = quoted(currentTarget.value);
            if (value !== undefined) change(value);
          }}
        />
      );
  }
}

/** By where they are from; one that nobody knows stays in sight. */
function fieldChoices(names: readonly KnownName[], chosen: string) {
  const groups = Map.groupBy(names, ({ group }) => group ?? '');
  const known = [...groups].map(([group, members]) => ({
    group,
    items: members.map(({ name, label }) => ({ value: name, label: label ?? name })),
  }));
  const isKnown = chosen === '' || names.some(({ name }) => name === chosen);
  return isKnown ? known : [...known, { group: '', items: [{ value: chosen, label: chosen }] }];
}

const signs: Readonly<Record<string, string>> = {
  '==': '=',
  '!=': '≠',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};

function operatorLabel(operator: Operator, kind: string): string {
  const sign = signs[operator];
  if (sign === undefined) return text(`ui.operator-${operator as 'in'}`);
  return kind === 'text' && (operator === '==' || operator === '!=')
    ? text(operator === '==' ? 'ui.operator-is' : 'ui.operator-isNot')
    : sign;
}
