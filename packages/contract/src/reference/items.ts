import { z } from 'zod';
import { eventTypes } from '../domain-values.ts';
import { ruleText } from '../phrases/rule-text.ts';
import { configKeys } from './config-keys.ts';
import { fieldName, fieldRules, fieldTypes } from './field-rules.ts';

/**
 * Items of `prepare.platform.config`. Every item of every key has a `code`, unique within its key, and a `name` for
 * people, so that any key can be shown as a list of choices.
 */

const code = z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/, ruleText('rules.codeCharacters'));
const name = z.string().min(1).max(500);
const appliesTo = z.enum(['individual', 'corporate', 'both']);
const country = z.string().regex(/^[A-Z]{2}$/, ruleText('rules.capitalCountryCode'));
const optionsKey = z.enum(configKeys).describe('The key whose codes are the choices.');

const item = z.object({ code, name });

/** A field of a person or a company (`particular`). */
export const particularItem = z.strictObject({
  code: fieldName.describe('Name of the field in a submission.'),
  name,
  appliesTo,
  type: z.enum(fieldTypes),
  requirement: z.enum(['required', 'recommended', 'optional']),
  rules: fieldRules.default({}),
  optionsKey: optionsKey.optional(),
});

const formField = z.strictObject({
  field: fieldName.describe(
    'A field of `particular`, or one of this form only, which then needs type and label.',
  ),
  required: z.boolean(),
  type: z.enum(fieldTypes).optional(),
  label: name.optional(),
  rules: fieldRules.optional().describe('Added to the field’s own rules, which they override.'),
  optionsKey: optionsKey.optional(),
});
export type FormField = z.infer<typeof formField>;

/** A form (`required-form`). */
export const formItem = z.strictObject({
  code,
  name,
  appliesTo,
  repeatable: z.boolean().default(false),
  minItems: z.number().int().min(0).max(1000).optional(),
  maxItems: z.number().int().min(1).max(1000).optional(),
  fields: z.array(formField).min(1).max(200),
});

const documentGroup = z.strictObject({
  group: code,
  anyOf: z.array(code).min(1).describe('Types of `platform_document_master`.'),
  minCount: z.number().int().min(0).max(20),
  allSides: z.boolean().optional(),
  mustNotBeExpired: z.boolean().optional(),
  maxAgeDays: z.number().int().min(1).max(36_500).optional(),
  perPerson: z.boolean().optional().describe('For each related person of the company.'),
});

/** Which documents are asked for (`platform_document_default_rule`); of the rules that fit, the highest priority wins. */
export const documentRuleItem = z.strictObject({
  code,
  name,
  event: z.enum(eventTypes),
  country: z.union([country, z.literal('*')]).describe('`*`: every country.'),
  priority: z.number().int().min(0).max(1000),
  enhanced: z.boolean().default(false).describe('Only where enhanced due diligence is done.'),
  groups: z.array(documentGroup).min(1).max(50),
});

const documentItem = item.extend({
  type: z.string().describe('PASSPORT, NATIONAL_ID, RESIDENCE_PERMIT, DRIVING_LICENCE and others.'),
  country: country.nullable().describe('Null: of any country.'),
  localName: z.string().nullable().describe("In the country's own language."),
  category: z.enum(['identity', 'supporting', 'corporate']),
  sides: z.union([z.literal(1), z.literal(2)]),
  machineReadable: z.enum(['TD1', 'TD2', 'TD3']).nullable().describe('Format of ICAO 9303.'),
  expires: z.boolean(),
  number: z
    .object({
      name: z.string().describe('Label of the number.'),
      pattern: z
        .string()
        .describe('Matches the number in capitals, without spaces, hyphens, dots and slashes.'),
      checkDigits: z.boolean().describe('Whether check digits are verified.'),
    })
    .nullable(),
});

const classificationItem = item
  .extend({ level: z.string(), parent: z.string().nullable() })
  .meta({ id: 'ClassificationItem' });

/** What an item of each key looks like. */
export const configItems = {
  particular: particularItem,
  'required-form': formItem,
  platform_countries: item.extend({ alpha3: z.string(), numeric: z.string().nullable() }),
  platform_document_master: documentItem,
  platform_document_default_rule: documentRuleItem,
  platform_ssic: classificationItem,
  platform_ssoc: classificationItem,
  platform_phone_code: item.extend({
    dialCode: z.string().describe('With the plus sign.'),
    example: z.string().nullable().describe('A mobile number as it is written in the country.'),
  }),
  platform_entity_types: item.extend({
    localName: z.string().nullable(),
    country: country.nullable().describe('Null: a kind that many countries have.'),
    category: z.string(),
    elf: z.string().nullable().describe('Code of ISO 20275.'),
  }),
  ownership_structure_layer: item.extend({
    minLayers: z.number().int().nullable(),
    maxLayers: z.number().int().nullable(),
    requires: z.array(z.string()).describe('Documents that are then asked for.'),
  }),
  transaction_behaviour: item.extend({
    group: z.string(),
    riskHint: z.enum(['low', 'medium', 'high']).nullable(),
  }),
  product_service_complexity: item.extend({ description: z.string() }),
  source_of_wealth: item.extend({
    group: z.string(),
    appliesTo,
    evidenceExamples: z.array(z.string()),
  }),
  platform_source_of_funds: item.extend({ appliesTo }),
} as const;

export type ConfigItems = { [Key in keyof typeof configItems]: z.infer<(typeof configItems)[Key]> };
