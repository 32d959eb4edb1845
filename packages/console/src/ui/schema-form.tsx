import './fields.css';
import { Button, Checkbox } from '@mantine/core';
import { withTheme } from '@rjsf/core';
import { Theme } from '@rjsf/mantine';
import type {
  FieldProps,
  IconButtonProps,
  OptionalDataControlsTemplateProps,
  RJSFSchema,
  UiSchema,
  WidgetProps,
} from '@rjsf/utils';
import { type ComponentType, useMemo } from 'react';
import { text } from '../messages/text.ts';
import { ExpressionField, type KnownName } from './code-field.tsx';
import { ConditionField } from './condition-field.tsx';
import { errorSchemaOf, type FieldFault } from './field-faults.ts';
import { fieldTitle } from './field-labels.ts';
import {
  FieldsPart,
  Hint,
  ListItem,
  ListPart,
  ListTitle,
  PartErrors,
  PartTitle,
  TextField,
} from './schema-parts.tsx';
import { translateFormText } from './schema-texts.ts';
import { validator } from './validator.ts';

const Form = withTheme(Theme);

function ExpressionWidget({ id, label, value, onChange, options, registry }: WidgetProps) {
  const { names } = registry.formContext as { names: readonly KnownName[] };
  // What decides by true or false is chosen in rows.
  const Field = keyOf(id) === 'when' ? ConditionField : ExpressionField;
  return (
    <div id={id}>
      <div className="gh-label">{label}</div>
      <Field
        label={String(options['title'] ?? label)}
        value={typeof value === 'string' ? value : ''}
        names={names}
        onChange={(typed) => onChange(typed === '' ? undefined : typed)}
      />
    </div>
  );
}
const ThemeSelect = Theme.widgets!['SelectWidget'] as ComponentType<WidgetProps>;

/** What is required stays chosen: choosing it again does not take it back. The theme leaves the description out. */
function SelectWidget(props: WidgetProps) {
  const { options, schema, required } = props;
  const description = schema.type === 'array' ? undefined : schema.description;
  return <ThemeSelect {...props} options={{ ...options, allowDeselect: required !== true, description }} />;
}
const widgets = { expression: ExpressionWidget, SelectWidget };

/** A part without keys of its own, such as an engine without settings, is there or not. */
function Presence({ fieldPathId, formData, onChange, schema, name }: FieldProps) {
  return (
    <Checkbox
      label={schema.title ?? name}
      description={schema.description}
      checked={formData !== undefined && formData !== null}
      onChange={(event) => onChange(event.currentTarget.checked ? {} : undefined, fieldPathId.path)}
    />
  );
}
const fields = { presence: Presence, StringField: TextField };

/** Parts of a field's id lie between these; no key has it. */
const separator = '/';

/** The key of the field that a button belongs to, from its id. */
function keyOf(id: string): string {
  return (
    id
      .replace(/__[a-z]+$/i, '')
      .split(separator)
      .at(-1) ?? ''
  );
}

function AddButton({ id, onClick, disabled }: IconButtonProps) {
  return (
    <Button
      variant="default"
      disabled={disabled}
      onClick={onClick}
      aria-label={text('ui.addTo', { key: fieldTitle(keyOf(id ?? '')) })}
    >
      {text('ui.add')}
    </Button>
  );
}

/** A part that may be left out is chosen and taken back by one button. */
function OptionalControls({ id, onAddClick, onRemoveClick }: OptionalDataControlsTemplateProps) {
  const act = onAddClick ?? onRemoveClick;
  if (!act) return null;
  const key = fieldTitle(keyOf(id));
  return (
    <Button
      variant={onAddClick ? 'default' : 'light'}
      onClick={act}
      aria-label={onAddClick ? text('ui.addKey', { key }) : text('ui.removeKey', { key })}
    >
      {onAddClick ? text('ui.add') : text('actions.remove')}
    </Button>
  );
}
const templates = {
  OptionalDataControlsTemplate: OptionalControls,
  TitleFieldTemplate: PartTitle,
  DescriptionFieldTemplate: Hint,
  FieldErrorTemplate: PartErrors,
  ObjectFieldTemplate: FieldsPart,
  ArrayFieldTitleTemplate: ListTitle,
  ArrayFieldTemplate: ListPart,
  ArrayFieldItemTemplate: ListItem,
  ButtonTemplates: { ...Theme.templates!.ButtonTemplates!, AddButton },
};

const none: readonly FieldFault[] = [];

/** A form of the keys that a node type has of its own, from their schema. */
export function SchemaForm(props: {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly expressions: readonly string[];
  readonly names: readonly KnownName[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void;
  /** What the service refused, shown beside the fields. */
  readonly faults?: readonly FieldFault[];
}) {
  const uiSchema = useMemo(
    () => uiOf(props.schema as RJSFSchema, props.expressions),
    [props.schema, props.expressions],
  );
  const { faults = none } = props;
  const extraErrors = useMemo(() => errorSchemaOf(faults), [faults]);
  return (
    <Form
      className="gh-schema-form"
      tagName="div"
      schema={props.schema as RJSFSchema}
      uiSchema={uiSchema}
      widgets={widgets}
      fields={fields}
      templates={templates as never}
      idSeparator={separator}
      validator={validator}
      translateString={translateFormText}
      formContext={{ names: props.names }}
      formData={props.value}
      onChange={({ formData }) => props.onChange(formData as Record<string, unknown>)}
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
      extraErrors={extraErrors}
      showErrorList={false}
      noValidate
      idPrefix="node"
    >
      {/* Changes take effect as they are made. */}
      <span />
    </Form>
  );
}

/** Marks the places of expressions, and lets parts that may be left out be left out. */
function uiOf(schema: RJSFSchema, expressions: readonly string[]): UiSchema {
  const ui: UiSchema = {
    'ui:globalOptions': { enableOptionalDataFieldForType: ['object', 'array'] },
    'ui:options': { label: false },
  };
  markMembers(ui, schema);
  for (const path of expressions) mark(ui, schema, path.split('.'));
  return ui;
}

function mark(ui: UiSchema, schema: RJSFSchema | undefined, [step, ...rest]: readonly string[]): void {
  if (step === undefined || typeof schema !== 'object') {
    ui['ui:widget'] = 'expression';
    return;
  }
  const go = (key: string, member: unknown): void => {
    const part = (ui[key] ?? {}) as UiSchema;
    ui[key] = part;
    mark(part, member as RJSFSchema, rest);
  };
  if (step !== '*') go(step, schema.properties?.[step]);
  else if (schema.items === undefined) {
    for (const [key, member] of Object.entries(schema.properties ?? {})) go(key, member);
    go('additionalProperties', schema.additionalProperties);
  } else go('items', schema.items);
}

/** How members look, by their schema: choices by label, secrets, parts that are there or not. */
function markMembers(ui: UiSchema, schema: RJSFSchema): void {
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    if (typeof member !== 'object') continue;
    const part = (ui[key] ?? {}) as UiSchema;
    ui[key] = part;
    markChoice(part, member);
    if (typeof member.items === 'object') {
      const items = (part['items'] ?? {}) as UiSchema;
      part['items'] = items;
      markChoice(items, member.items);
    }
    if (member.type !== 'object') continue;
    if (typeof member.properties?.['secret'] === 'object') part['secret'] = { 'ui:widget': 'password' };
    const isBare = member.additionalProperties === false && Object.keys(member.properties ?? {}).length === 0;
    if (isBare) part['ui:field'] = 'presence';
    else markMembers(part, member as RJSFSchema);
  }
}

/** Labels are kept apart from values: of a `oneOf`, the library would take the first value as a default. */
function markChoice(ui: UiSchema, schema: object): void {
  if ('enumNames' in schema) ui['ui:enumNames'] = schema.enumNames as Record<string, string>;
}
