/**
 * The reference configuration (interface specification 4.8): its keys, what their items look like, and what a tenant
 * may change.
 */
export * from './config-keys.ts';
export { type FieldRules, type FieldType, fieldRules, fieldTypes } from './field-rules.ts';
export { type ConfigItems, configItems, type FormField } from './items.ts';
export { type ReferenceOverrides, referenceOverrides } from './overrides.ts';
