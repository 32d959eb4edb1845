import { describe, expect, it } from 'vitest';
import { freeWorkflowId, missingOf, templateIds, templates } from './templates.ts';

describe('the templates of workflows', () => {
  it('are all examples of the repository', () => {
    const paths = Object.keys(import.meta.glob('../../../../examples/workflows/*.yaml', { query: '?raw' }));
    const names = paths.map((path) => /([^/]+)\.yaml$/.exec(path)![1]!);
    expect(templateIds.toSorted()).toEqual(names.filter((name) => name !== 'tenants').toSorted());
  });

  it('say what they read and what they need', () => {
    const of = (wanted: string) => templates.find(({ id }) => id === wanted)!;
    expect(of('onboarding-decision').inputs).toEqual(['name', 'dateOfBirth', 'countryOfResidence']);
    expect(of('onboarding-decision').needs).toMatchObject({
      groups: ['first-line'],
      webhooks: ['wh_crm', 'wh_decisions'],
      hasHostedPages: false,
      codes: [],
    });
    expect(of('kyc-hosted').needs).toMatchObject({ hasHostedPages: true, codes: ['phone'] });
    expect(of('screening').needs.engines).toContain('WATCHLIST');
  });

  it('name the groups and webhooks that the tenant lacks', () => {
    const { needs } = templates.find(({ id }) => id === 'onboarding-decision')!;
    const webhook = { id: 'wh_crm', name: 'CRM', host: null, inputs: [], outputs: [] };
    expect(missingOf(needs, { groups: [], webhooks: [webhook] })).toEqual({
      groups: ['first-line'],
      webhooks: ['wh_decisions'],
    });
  });

  it('get an ID that is free', () => {
    expect(freeWorkflowId('wf', new Set())).toBe('wf');
    expect(freeWorkflowId('wf', new Set(['wf', 'wf_2']))).toBe('wf_3');
  });
});
