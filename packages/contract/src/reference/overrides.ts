import { z } from 'zod';
import { documentRuleItem, formItem, particularItem } from './items.ts';

function override<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z
      .array(item)
      .max(500)
      .default([])
      .describe('Items that replace those with the same code, or are added.'),
    without: z
      .array(z.string().min(1).max(100))
      .max(500)
      .default([])
      .describe('Codes of items to leave out.'),
  });
}

/**
 * What a tenant changes of the reference configuration (interface specification 4.8). Classifications cannot be
 * changed.
 */
export const referenceOverrides = z.strictObject({
  particular: override(particularItem).optional(),
  'required-form': override(formItem).optional(),
  platform_document_default_rule: override(documentRuleItem).optional(),
});
export type ReferenceOverrides = z.infer<typeof referenceOverrides>;
