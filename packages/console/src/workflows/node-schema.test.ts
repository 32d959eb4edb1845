import { describe, expect, it } from 'vitest';
import { offer } from './node-schema.ts';

const names = {
  groups: ['first-line'],
  webhooks: [{ id: 'wh_1', name: 'CRM', host: 'crm.example.test', inputs: ['customerId'], outputs: [] }],
  forms: ['KYC_PERSONAL', 'KYC_SOURCE'],
  fields: ['name'],
  documentRules: ['KYC_DEFAULT'],
};
const text = { type: 'string', minLength: 1, maxLength: 100 };
const shown = (properties: Record<string, unknown>) =>
  offer({ type: 'object', properties }, {}, names)['properties'] as Record<string, Record<string, unknown>>;

describe('a form of a node', () => {
  it('offers the webhooks of the tenant', () => {
    expect(shown({ webhook: text })['webhook']).toMatchObject({ enum: ['wh_1'] });
  });

  it('offers the codes that the tenant has', () => {
    const listOf = { type: 'array', items: text };
    const form = shown({ form: text, forms: listOf, fields: listOf, required: listOf, rule: text });
    expect(form['form']).toMatchObject({ enum: names.forms });
    expect(form['forms']).toMatchObject({ items: { enum: names.forms } });
    expect(form['fields']).toMatchObject({ items: { enum: names.fields } });
    expect(form['required']).toMatchObject({ items: { enum: names.fields } });
    expect(form['rule']).toMatchObject({ enum: names.documentRules });
  });

  it('leaves what is no list of the tenant as it is', () => {
    expect(shown({ fields: { type: 'object', properties: {} } })['fields']).not.toHaveProperty('enum');
  });
});
