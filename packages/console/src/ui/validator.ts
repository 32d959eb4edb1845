import { type Schema, Validator } from '@cfworker/json-schema';
import type { ValidatorType } from '@rjsf/utils';

/**
 * What the form library asks of a validator. Its usual one writes code at run time, which the content policy forbids;
 * this one reads the schema. The service reports faults of values: it knows more than the schema.
 */
export const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema, value) => new Validator(schema as Schema, '2020-12').validate(value).valid,
  rawValidation: () => ({ errors: [] }),
};

// The library's helper imports it so.
// biome-ignore lint/style/noDefaultExport: see above
export default validator;
