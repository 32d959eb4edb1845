import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { configKeys } from '../reference/config-keys.ts';
import { configItems } from '../reference/items.ts';
import { defineOperation } from './operation.ts';

function section<Item extends z.ZodType>(item: Item) {
  return z.object({
    version: z.string().describe('Of the content, such as "SSIC 2025, 15 April 2025".'),
    etag: z.string().describe('Changes exactly when anything else in this section does.'),
    count: z.number().int().describe('Number of items.'),
    maxAgeSeconds: z.number().int().describe('How long a caller may keep the section without asking again.'),
    attribution: z
      .string()
      .nullable()
      .describe('Attribution to show with the data, where a publisher asks for it.'),
    settings: z.record(z.string(), z.unknown()).describe('What concerns the key as a whole; often empty.'),
    items: z.array(item).describe('The choices.'),
  });
}

const classification = section(configItems.platform_ssic).meta({ id: 'ClassificationSection' });

const sections = z
  .object({
    particular: section(configItems.particular),
    'required-form': section(configItems['required-form']),
    platform_countries: section(configItems.platform_countries),
    platform_document_master: section(configItems.platform_document_master),
    platform_document_default_rule: section(configItems.platform_document_default_rule),
    platform_ssic: classification,
    platform_ssoc: classification,
    platform_phone_code: section(configItems.platform_phone_code),
    platform_entity_types: section(configItems.platform_entity_types),
    ownership_structure_layer: section(configItems.ownership_structure_layer),
    transaction_behaviour: section(configItems.transaction_behaviour),
    product_service_complexity: section(configItems.product_service_complexity),
    source_of_wealth: section(configItems.source_of_wealth),
    platform_source_of_funds: section(configItems.platform_source_of_funds),
  })
  .partial();

/** Reference data for forms, countries, documents and classifications (interface specification 4.8). */
export const preparePlatformConfig = defineOperation({
  name: 'prepare.platform.config',
  title: 'Read reference configuration',
  versions: 'open',
  timeoutMs: 10_000,
  billing: 'free',
  input: () =>
    z.object({
      keys: requiredText().describe(`Separated by commas: ${configKeys.join(', ')}.`),
    }),
  output: z.object({
    code: z.number().int().describe('200, or the business code of a refusal.'),
    message: z.string().nullable().describe('What was wrong; null when there is nothing to say.'),
    data: sections.optional().describe('By key; the keys that were asked for.'),
  }),
  missingField: 'data',
  refuse: (code, message) => ({ code, message }),
});
