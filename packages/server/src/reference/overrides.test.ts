import { referenceOverrides } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { shippedSections } from './content/table.ts';
import { checkOverrides } from './override-check.ts';
import { withOverrides } from './overrides.ts';

const field = {
  code: 'hobby',
  name: 'Hobby',
  appliesTo: 'individual',
  type: 'string',
  requirement: 'optional',
};
const form = {
  code: 'HOBBIES',
  name: 'Hobbies',
  appliesTo: 'individual',
  fields: [{ field: 'hobby', required: true }],
};

function faultsOf(overrides: unknown): string[] {
  return checkOverrides(referenceOverrides.parse(overrides)).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
}

describe("a tenant's changes", () => {
  it('replace items of the same code in their place, add others, and leave some out', () => {
    const name = { ...field, code: 'name', name: 'Your name', requirement: 'required' };
    const overrides = referenceOverrides.parse({
      particular: { items: [field, name], without: ['website'] },
    });
    const changed = withOverrides(shippedSections, overrides);
    const before = shippedSections.particular.items.map(({ code }) => code);
    const after = changed.particular!.items as { code: string; name: string }[];
    expect(Object.keys(changed)).toEqual(['particular']);
    expect(after.map(({ code }) => code)).toEqual([...before.filter((code) => code !== 'website'), 'hobby']);
    expect(after.find(({ code }) => code === 'name')!.name).toBe('Your name');
  });

  it('may add a field and a form that asks for it', () => {
    expect(faultsOf({ particular: { items: [field] }, 'required-form': { items: [form] } })).toEqual([]);
  });

  it.each([
    [
      { 'required-form': { items: [form] } },
      'required-form.items.0.fields.0: the form HOBBIES asks for hobby, which is no field and has no type of its own',
    ],
    [
      {
        'required-form': { items: [{ ...form, fields: [{ field: 'own', required: true, type: 'string' }] }] },
      },
      'required-form.items.0.fields.0: must have a label: own is a field of the form HOBBIES alone',
    ],
    [{ particular: { items: [field, field] } }, 'particular.items.1.code: hobby occurs twice'],
    [
      { particular: { without: ['nothing'] } },
      'particular.without.0: nothing is nothing that could be left out of particular',
    ],
    [
      { particular: { items: [{ ...field, type: 'enum' }] } },
      'particular.items.0.rules: must have values: the field is an enum',
    ],
    [
      { particular: { items: [{ ...field, type: 'code' }] } },
      'particular.items.0: must have an optionsKey: the field is a code',
    ],
    [
      { particular: { items: [{ ...field, rules: { requiredWith: ['ghost'] } }] } },
      'particular.items.0.rules: names the field ghost, which is not there',
    ],
    [
      { particular: { without: ['phoneNumber'] } },
      'particular: the form KYC_PERSONAL asks for phoneNumber, which is no field and has no type of its own',
    ],
  ])('are refused where they do not agree: %j', (overrides, fault) => {
    expect(faultsOf(overrides)).toContain(fault);
  });

  it('are refused for a document that does not exist', () => {
    const rule = {
      code: 'OURS',
      name: 'Ours',
      event: 'KYC_EVENT',
      country: 'SG',
      priority: 9,
      groups: [{ group: 'IDENTITY', anyOf: ['PASSPORT', 'LIBRARY_CARD'], minCount: 1 }],
    };
    expect(faultsOf({ platform_document_default_rule: { items: [rule] } })).toEqual([
      expect.stringMatching(
        /^platform_document_default_rule\.items\.0\.groups\.0\.anyOf\.1: LIBRARY_CARD is no type/,
      ),
    ]);
  });

  it('cannot touch a classification, nor hold a pattern that no browser could use', () => {
    expect(referenceOverrides.safeParse({ platform_ssic: { items: [] } }).success).toBe(false);
    const broken = { particular: { items: [{ ...field, rules: { pattern: '(' } }] } };
    expect(referenceOverrides.safeParse(broken).success).toBe(false);
  });
});
