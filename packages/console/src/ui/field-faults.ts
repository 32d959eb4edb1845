import { type ErrorSchema, ErrorSchemaBuilder } from '@rjsf/utils';

/** What is wrong with one value of a form; its place as the service writes it: `headers[0].name`. */
export interface FieldFault {
  readonly place: string;
  readonly message: string;
}

/** Faults in the form in which the form library shows each beside its field. */
export function errorSchemaOf(faults: readonly FieldFault[]): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  // Of no place: the whole form.
  for (const { place, message } of faults) builder.addErrors(message, place === '' ? [] : place);
  return builder.ErrorSchema;
}
