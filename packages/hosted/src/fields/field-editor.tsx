import { BooleanField, CheckboxesField, RadioField, shortList } from './choice-fields.tsx';
import type { FieldProps } from './control.tsx';
import { DateField } from './date-field.tsx';
import { IdentityDocumentField } from './identity-document-field.tsx';
import { TextListField } from './list-field.tsx';
import { LongListField } from './long-list-field.tsx';
import { listOf, SearchedField, SearchedListField } from './searched-fields.tsx';
import { DecimalField, TextField } from './text-field.tsx';

/** The control for a field, by its type and by how many choices it has. */
export function FieldEditor(props: FieldProps) {
  const { field } = props;
  const { list } = listOf(field);
  switch (field.type) {
    case 'string':
    case 'text':
    case 'address':
    case 'email':
    case 'url':
      return <TextField {...props} />;
    case 'decimal':
      return <DecimalField {...props} />;
    case 'boolean':
      return <BooleanField {...props} />;
    case 'date':
    case 'partialDate':
      return <DateField {...props} />;
    case 'stringList':
      return <TextListField {...props} />;
    case 'enum': {
      const choices = field.choices ?? field.rules.values?.map((code) => ({ code, name: code })) ?? [];
      return choices.length > shortList + 2 ? (
        <SearchedField {...props} field={{ ...field, choices }} />
      ) : (
        <RadioField {...props} choices={choices} list={list} />
      );
    }
    case 'country':
    case 'code':
      if (field.choices === null && field.choicesKey === 'platform_document_master') {
        return <IdentityDocumentField {...props} />;
      }
      return field.choices && field.choices.length <= shortList ? (
        <RadioField {...props} choices={field.choices} list={list} />
      ) : (
        <SearchedField {...props} />
      );
    case 'countryList':
    case 'codeList':
      if (field.choices && field.choices.length <= shortList) {
        return <CheckboxesField {...props} choices={field.choices} list={list} />;
      }
      return field.choices && field.type === 'codeList' ? (
        <LongListField {...props} choices={field.choices} list={list} />
      ) : (
        <SearchedListField {...props} />
      );
  }
}

/** Id of the control of a field at `path`, such as `KYC_PERSONAL[0].name`. */
export function controlId(path: string): string {
  return `f-${path.replace(/[^A-Za-z0-9]+/g, '-')}`;
}
