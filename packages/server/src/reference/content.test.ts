import { type ConfigKey, configItems, configKeys } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { documentMaster } from './content/document-master.ts';
import { shippedSections } from './content/table.ts';
import { checkOverrides } from './override-check.ts';

describe('shipped reference data', () => {
  it.each(configKeys)('%s has items of its schema, each code once', (key: ConfigKey) => {
    const items = shippedSections[key].items as readonly { code: string }[];
    expect(items.length).toBeGreaterThan(3);
    for (const item of items) expect(configItems[key].safeParse(item).error, item.code).toBeUndefined();
    expect(new Set(items.map(({ code }) => code)).size).toBe(items.length);
  });

  it('agrees with itself as it demands of a tenant', () => {
    const { particular, platform_document_default_rule } = shippedSections;
    const overrides = {
      particular: { items: [...particular.items], without: [] },
      'required-form': { items: [...shippedSections['required-form'].items], without: [] },
      platform_document_default_rule: { items: [...platform_document_default_rule.items], without: [] },
    };
    expect(checkOverrides(overrides)).toEqual([]);
  });

  it('names a parent of the level above for every part of a classification', () => {
    for (const key of ['platform_ssic', 'platform_ssoc'] as const) {
      const codes = new Set(shippedSections[key].items.map(({ code }) => code));
      for (const { parent } of shippedSections[key].items)
        expect(parent === null || codes.has(parent)).toBe(true);
    }
  });

  it('has a passport and a driving licence for every country that issues them', () => {
    const types = (country: string) =>
      documentMaster.items.filter((item) => item.country === country).map(({ type }) => type);
    expect(types('SG')).toEqual([
      'PASSPORT',
      'NATIONAL_ID',
      'RESIDENCE_PERMIT',
      'FIN_CARD',
      'WORK_PASS',
      'DRIVING_LICENCE',
    ]);
    expect(types('GB')).toEqual(['PASSPORT', 'DRIVING_LICENCE']);
    expect(types('AQ')).toEqual([]);
    expect(new Set(documentMaster.items.map(({ country }) => country)).size).toBeGreaterThan(240);
  });
});
