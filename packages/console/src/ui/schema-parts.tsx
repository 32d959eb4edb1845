import { Group, Text, Title } from '@mantine/core';
import { getDefaultRegistry } from '@rjsf/core';
import {
  type ArrayFieldTemplateProps,
  type ArrayFieldTitleProps,
  buttonId,
  canExpand,
  type DescriptionFieldProps,
  type FieldProps,
  type ObjectFieldTemplateProps,
  type TitleFieldProps,
  titleId,
} from '@rjsf/utils';
import type { ReactNode } from 'react';

/** How the parts of a form look that is made from a schema: the theme's own lie over each other where it is narrow. */

function PartHead(of: { readonly id: string; readonly title: string; readonly control: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" className="gh-part-head">
      <Title id={of.id} order={3}>
        {of.title}
      </Title>
      {of.control}
    </Group>
  );
}

/** `Rules-1`, as the library counts the items of a list, as `Rules 1`. */
const counted = (title: string) => title.replace(/-(\d+)$/, ' $1');

export function PartTitle(of: Pick<TitleFieldProps, 'id' | 'title' | 'optionalDataControl'>) {
  const { id, title, optionalDataControl } = of;
  const isOfItem = /\d+__title$/.test(id);
  return <PartHead id={id} title={isOfItem ? counted(title) : title} control={optionalDataControl} />;
}

export function ListTitle({ fieldPathId, title = '', optionalDataControl }: ArrayFieldTitleProps) {
  return <PartHead id={titleId(fieldPathId)} title={title} control={optionalDataControl} />;
}

export function ListPart(of: ArrayFieldTemplateProps) {
  const { fieldPathId, title, schema, disabled = false, readonly = false, registry } = of;
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <fieldset className="gh-part" id={fieldPathId.$id} aria-labelledby={titleId(fieldPathId)}>
      <PartHead
        id={titleId(fieldPathId)}
        title={title}
        control={disabled || readonly ? undefined : of.optionalDataControl}
      />
      {schema.description !== undefined && (
        <Text size="xs" className="gh-dim">
          {schema.description}
        </Text>
      )}
      {of.items}
      {of.canAdd && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled || readonly}
          onClick={of.onAddClick}
          registry={registry}
        />
      )}
    </fieldset>
  );
}

export function FieldsPart(of: ObjectFieldTemplateProps) {
  const { fieldPathId, title, description, schema, uiSchema, formData, registry } = of;
  const { disabled = false, readonly = false, optionalDataControl } = of;
  const { AddButton } = registry.templates.ButtonTemplates;
  // What is left out has nothing to be added to.
  const isThere = optionalDataControl === undefined || formData !== undefined;
  return (
    <div id={fieldPathId.$id} className={title ? 'gh-part' : ''}>
      {title && (
        <PartTitle
          {...of}
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
        {of.properties
          .filter(({ hidden }) => !hidden)
          .map(({ name, content }) => (
            <div key={name}>{content}</div>
          ))}
      </div>
      {isThere && canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled || readonly}
          onClick={of.onAddProperty}
          registry={registry}
        />
      )}
    </div>
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

const { StringField } = getDefaultRegistry().fields as { StringField: React.ComponentType<FieldProps> };

/** A text of a list is told by its place. */
export function TextField(props: FieldProps) {
  const isItem = typeof props.fieldPathId.path.at(-1) === 'number';
  return <StringField {...props} {...(isItem && props.title ? { title: counted(props.title) } : {})} />;
}
