import { describe, expect, it } from 'vitest';
import { loadLanguage } from '../messages/text.ts';
import { formSchema } from './node-schema.ts';

const names = {
  groups: ['first-line'],
  webhooks: [{ id: 'wh_1', name: 'CRM', host: 'crm.example.test', inputs: ['customerId'], outputs: [] }],
  forms: ['KYC_PERSONAL', 'KYC_SOURCE'],
  fields: ['name'],
  documentRules: ['KYC_DEFAULT'],
};
const text = { type: 'string', minLength: 1, maxLength: 100 };
const shown = (properties: Record<string, unknown>, value: Record<string, unknown> = {}) =>
  formSchema({ type: 'object', properties }, value, names)['properties'] as Record<
    string,
    Record<string, unknown>
  >;

describe('a form of a node', () => {
  it('says what a key means in the language of the page, or not at all', async () => {
    const described = { ...text, description: 'A sentence of `the contract`.' };
    const schema = { type: 'object', properties: { rules: described, base: described } };
    const hints = () => formSchema(schema, {}, names, 'risk-score')['properties'];
    expect(hints()).toMatchObject({
      rules: { description: 'A sentence of the contract.' },
      base: { description: 'Starting score.' },
    });
    await loadLanguage('de', ['de-DE']);
    expect(hints()).toMatchObject({ rules: { type: 'string' }, base: { description: 'Score zu Beginn.' } });
    expect(hints()).not.toHaveProperty('rules.description');
    await loadLanguage('en', ['en-US']);
  });

  it('offers webhooks by name and keeps their id', () => {
    expect(shown({ webhook: text })['webhook']).toMatchObject({
      enum: ['wh_1'],
      enumNames: { wh_1: 'CRM (wh_1)' },
    });
  });

  it('keeps in sight what the draft names and the tenant does not have', () => {
    const value = { webhook: 'wh_gone', groups: ['first-line', 'closed'] };
    const form = shown({ webhook: text, groups: { type: 'array', items: text } }, value);
    expect(form['webhook']).toMatchObject({
      enum: ['wh_1', 'wh_gone'],
      enumNames: { wh_gone: 'wh_gone (unknown)' },
    });
    expect(form['groups']).toMatchObject({
      items: { enum: ['first-line', 'closed'], enumNames: { closed: 'closed (unknown)' } },
    });
  });

  it('asks for the inputs of the chosen webhook, in a nested part too', () => {
    const hook = { type: 'object', properties: { webhook: text, inputs: { type: 'object' } } };
    expect(shown({ hook }, { hook: { webhook: 'wh_1' } })['hook']).toMatchObject({
      required: ['inputs'],
      properties: { inputs: { properties: { customerId: { type: 'string' } } } },
    });
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
