import {
  configItems,
  formSchema,
  type OverridableKey,
  type ReferenceOverrides,
  type ReferenceSetting,
} from '@gatehouse/contract';
import { shippedSections } from './content/table.ts';
import { withOverrides } from './overrides.ts';

type Item = Record<string, unknown> & { readonly code: string };

/** What a tenant's changes make of a key, beside what ships. */
export function describeOverrides(
  overrides: ReferenceOverrides,
  key: OverridableKey,
): Pick<ReferenceSetting, 'items' | 'without' | 'schema' | 'choices'> {
  const shipped = new Map(shippedItems(key).map((item) => [item.code, item]));
  const own = new Set(overrides[key]?.items.map(({ code }) => code));
  const items = itemsOf(overrides, key);
  const shown = new Set(items.map(({ code }) => code));
  return {
    items: items.map((item) => ({
      item,
      shipped: shipped.get(item.code) ?? null,
      isOwn: own.has(item.code),
    })),
    without: [...shipped.values()].filter(({ code }) => !shown.has(code)),
    schema: formSchema(configItems[key]),
    choices: choicesOf(overrides, key),
  };
}

/** How much of a key is the tenant's. */
export function countOverrides(overrides: ReferenceOverrides, key: OverridableKey) {
  const shipped = new Set(shippedItems(key).map(({ code }) => code));
  const items = itemsOf(overrides, key);
  const own = overrides[key]?.items ?? [];
  const shown = new Set(items.map(({ code }) => code));
  return {
    items: items.length,
    own: own.filter(({ code }) => !shipped.has(code)).length,
    changed: own.filter(({ code }) => shipped.has(code)).length,
    without: [...shipped].filter((code) => !shown.has(code)).length,
  };
}

function itemsOf(overrides: ReferenceOverrides, key: OverridableKey): readonly Item[] {
  return (
    (withOverrides(shippedSections, overrides)[key] ?? shippedSections[key]).items as readonly unknown[]
  ).map((item) => item as Item);
}

function shippedItems(key: OverridableKey): readonly Item[] {
  return shippedSections[key].items as readonly unknown[] as readonly Item[];
}

/** What other items are called that a member may name. */
function choicesOf(overrides: ReferenceOverrides, key: OverridableKey): Record<string, string[]> {
  if (key === 'required-form') return { field: itemsOf(overrides, 'particular').map(({ code }) => code) };
  if (key === 'particular') return {};
  const types = shippedSections.platform_document_master.items.map(({ type }) => type);
  return { anyOf: [...new Set(types)] };
}
