import { Group, Text, Title } from '@mantine/core';
import { getDefaultRegistry } from '@rjsf/core';
import { Theme } from '@rjsf/mantine';
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type ArrayFieldTitleProps,
  buttonId,
  canExpand,
  type DescriptionFieldProps,
  type FieldErrorProps,
  type FieldProps,
  type ObjectFieldTemplateProps,
  type TitleFieldProps,
  titleId,
} from '@rjsf/utils';
import type { ComponentType, ReactNode } from 'react';

/** How the parts of a form look that is made from a schema: the theme's own lie over each other where it is narrow. */

function PartHead(props: { readonly id: string; readonly title: string; readonly control: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" className="gh-part-head">
      <Title id={props.id} order={3}>
        {props.title}
      </Title>
      {props.control}
    </Group>
  );
}

/** `Rules-1`, as the library counts the items of a list, as `Rule 1`; `Retry on status-1` as `Retry on status 1`. */
const counted = (title: string) => title.replace(/(?:(?<![su])s)?-(\d+)$/, ' $1');

export function PartTitle(props: Pick<TitleFieldProps, 'id' | 'title' | 'optionalDataControl'>) {
  const { id, title, optionalDataControl } = props;
  const isOfItem = /\d+__title$/.test(id);
  return <PartHead id={id} title={isOfItem ? counted(title) : title} control={optionalDataControl} />;
}

export function ListTitle({ fieldPathId, title = '', optionalDataControl }: ArrayFieldTitleProps) {
  return <PartHead id={titleId(fieldPathId)} title={title} control={optionalDataControl} />;
}

export function ListPart(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, schema, disabled = false, readonly = false, registry } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <fieldset className="gh-part" id={fieldPathId.$id} aria-labelledby={titleId(fieldPathId)}>
      <PartHead
        id={titleId(fieldPathId)}
        title={title}
        control={disabled || readonly ? undefined : props.optionalDataControl}
      />
      {schema.description !== undefined && (
        <Text size="xs" className="gh-dim">
          {schema.description}
        </Text>
      )}
      {props.items}
      {props.canAdd && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled || readonly}
          onClick={props.onAddClick}
          registry={registry}
        />
      )}
    </fieldset>
  );
}

const ThemeItem = Theme.templates!.ArrayFieldItemTemplate as ComponentType<ArrayFieldItemTemplateProps>;

/** An item of several fields has its buttons beside its title, and its fields have the whole width. */
export function ListItem(props: ArrayFieldItemTemplateProps) {
  const { buttonsProps, hasToolbar, registry } = props;
  if (props.schema.type !== 'object') return <ThemeItem {...props} />;
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates;
  return (
    <div className="gh-item">
      {props.children}
      {hasToolbar && (
        <Group wrap="nowrap" gap={2} className="gh-item-tools">
          <Buttons {...buttonsProps} />
        </Group>
      )}
    </div>
  );
}

export function FieldsPart(props: ObjectFieldTemplateProps) {
  const { fieldPathId, title, description, schema, uiSchema, formData, registry } = props;
  const { disabled = false, readonly = false, optionalDataControl } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  // What is left out has nothing to be added to.
  const isThere = optionalDataControl === undefined || formData !== undefined;
  return (
    <div id={fieldPathId.$id} className={title ? 'gh-part' : ''}>
      {title && (
        <PartTitle
          {...props}
          id={titleId(fieldPathId)}
          optionalDataControl={disabled || readonly ? undefined : optionalDataControl}
        />
      )}
      {description && (
        <Text size="xs" className="gh-dim" mb={4}>
          {description}
        </Text>
      )}
      <div className="gh-fields">
        {props.properties
          .filter(({ hidden }) => !hidden)
          .map(({ name, content }) => (
            <div key={name}>{content}</div>
          ))}
      </div>
      {isThere && canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled || readonly}
          onClick={props.onAddProperty}
          registry={registry}
        />
      )}
    </div>
  );
}

/** What is wrong with a part or an expression; every other field says it itself. */
export function PartErrors({ errors = [], schema, uiSchema }: FieldErrorProps) {
  const isChoice = typeof schema.items === 'object' && 'enum' in schema.items;
  const isPart = schema.type === 'object' || (schema.type === 'array' && !isChoice);
  if (errors.length === 0 || !(isPart || uiSchema?.['ui:widget'] === 'expression')) return null;
  return (
    <Text component="div" size="xs" className="gh-contradict">
      {errors.map((error) => (
        <div key={typeof error === 'string' ? error : error.key}>{error}</div>
      ))}
    </Text>
  );
}

/** What a box means: in the size of other hints. */
export function Hint({ id, description }: DescriptionFieldProps) {
  if (!description) return null;
  return (
    <Text id={id} size="xs" className="gh-dim" mb={4} component="div">
      {description}
    </Text>
  );
}

const { StringField } = getDefaultRegistry().fields as { StringField: ComponentType<FieldProps> };

/** A text of a list is named by its place. An address or a code keeps its direction in a form from right to left. */
export function TextField(props: FieldProps) {
  const { fieldPathId, title, schema, uiSchema, formData } = props;
  const isItem = typeof fieldPathId.path.at(-1) === 'number';
  const isTyped = schema.enum === undefined && typeof formData === 'string' && formData !== '';
  return (
    <StringField
      {...props}
      {...(isItem && title ? { title: counted(title) } : {})}
      {...(isTyped ? { uiSchema: { ...uiSchema, 'ui:dir': 'auto' } } : {})}
    />
  );
}
