/** Keys of `prepare.platform.config` in the order of interface specification 4.8. */
export const configKeys = [
  'particular',
  'required-form',
  'platform_countries',
  'platform_document_master',
  'platform_document_default_rule',
  'platform_ssic',
  'platform_ssoc',
  'platform_phone_code',
  'platform_entity_types',
  'ownership_structure_layer',
  'transaction_behaviour',
  'product_service_complexity',
  'source_of_wealth',
  'platform_source_of_funds',
] as const;
export type ConfigKey = (typeof configKeys)[number];

/** Classifications of a publisher: an operator imports them, and no tenant can change them. */
export const classificationKeys = ['platform_ssic', 'platform_ssoc', 'platform_entity_types'] as const;
export type ClassificationKey = (typeof classificationKeys)[number];

/** What a tenant can make its own: fields, forms and which documents are asked for. */
export const overridableKeys = ['particular', 'required-form', 'platform_document_default_rule'] as const;
export type OverridableKey = (typeof overridableKeys)[number];
