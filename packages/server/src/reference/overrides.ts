import { type OverridableKey, overridableKeys, type ReferenceOverrides } from '@gatehouse/contract';
import type { Section } from './section.ts';

interface Item {
  readonly code: string;
}

/** Sections with a tenant's changes: items of the same code are replaced in place, others follow, some are left out. */
export function withOverrides(
  sections: Readonly<Record<OverridableKey, Section>>,
  overrides: ReferenceOverrides,
): Partial<Record<OverridableKey, Section>> {
  const changed: Partial<Record<OverridableKey, Section>> = {};
  for (const key of overridableKeys) {
    const override = overrides[key];
    if (override === undefined) continue;
    const section = sections[key];
    const own = new Map((override.items as readonly Item[]).map((item) => [item.code, item]));
    const kept = (section.items as readonly Item[])
      .filter(({ code }) => !override.without.includes(code) || own.has(code))
      .map((item) => own.get(item.code) ?? item);
    const known = new Set(kept.map(({ code }) => code));
    const added = [...own.values()].filter(({ code }) => !known.has(code));
    changed[key] = { ...section, items: [...kept, ...added] };
  }
  return changed;
}
