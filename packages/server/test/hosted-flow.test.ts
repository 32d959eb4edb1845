import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlowPages, stepOf } from './support/flow-pages.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const hosted = {
  id: 'wf_kyc',
  name: 'KYC',
  eventType: 'KYC_EVENT',
  source: 'SDK',
  nodes: [
    {
      id: 'about',
      type: 'particulars',
      title: 'About you',
      fields: ['name', 'dateOfBirth', 'countryOfNationality', 'aliasName', 'phoneCountry', 'phoneNumber'],
      required: ['dateOfBirth'],
    },
    { id: 'forms', type: 'required-forms', forms: ['DECLARATION', 'KYC_SOURCE'] },
    { id: 'review', type: 'review-and-submit' },
    { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: {} } },
    { id: 'clear', type: 'decision', outcome: 'approve' },
    { id: 'people', type: 'decision', outcome: 'manual', groups: ['compliance'] },
  ],
  edges: [
    { from: 'start', to: 'about' },
    { from: 'about', to: 'forms' },
    { from: 'forms', to: 'review' },
    { from: 'review', to: 'screen' },
    { from: 'screen', to: 'people', when: 'screen.hits > 0' },
    { from: 'screen', to: 'clear', otherwise: true },
  ],
};

const forms = {
  DECLARATION: [{ actingForThirdParty: false, politicallyExposed: false, declarationAccepted: true }],
  KYC_SOURCE: [{ sourceOfFunds: ['SALARY'] }],
};

describe.each(storyStores())('a hosted KYC on %s', (store) => {
  let service: TestService;
  const tenant = aTenant({ workflows: [{ domain: 'retail', workflow: hosted }] });
  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
  });
  afterAll(() => service.stop());

  const client = () => service.client({ ...tenant.key, domain: 'retail' });
  const link = (customerId: string, email = `${customerId}@example.test`) =>
    client().link.generate({ email, customerId, eventType: 'KYC_EVENT' });

  it('leads from the link to a decided case', async () => {
    const { url, expiresAt } = await link('c-walk');
    expect(expiresAt - Date.now()).toBeGreaterThan(6.99 * 86_400_000);
    const pages = new FlowPages(service);
    expect((await pages.open(url)).status).toBe(200);
    let view = await pages.view();
    expect(view).toMatchObject({ state: 'consent', language: null, nextStep: null });
    expect(view.steps.map(({ nodeId, state }) => [nodeId, state])).toEqual([
      ['about', 'ahead'],
      ['forms', 'ahead'],
      ['review', 'ahead'],
    ]);

    view = await pages.consent('de');
    expect(view).toMatchObject({ state: 'step', language: 'de' });
    expect(stepOf(view, 'particulars').title).toBe('About you');
    view = await pages.give(view, {
      values: {
        name: 'Mary Brown',
        dateOfBirth: '1990-02-01',
        countryOfNationality: 'SG',
        aliasName: ['M. Brown'],
      },
    });
    expect(stepOf(view, 'required-forms').forms.map(({ code }) => code)).toEqual([
      'DECLARATION',
      'KYC_SOURCE',
    ]);
    view = await pages.give(view, { values: forms });
    const review = stepOf(view, 'review-and-submit');
    expect(review.sections.map(({ nodeId, canReopen }) => [nodeId, canReopen])).toEqual([
      ['about', true],
      ['forms', true],
    ]);
    view = await pages.give(view, { consentVersion: review.consent.version, agreed: true });
    expect(view).toMatchObject({ state: 'done', nextStep: null });

    const found = await client().workflow.query({
      eventType: 'KYC_EVENT',
      source: 'SDK',
      customerId: 'c-walk',
    });
    const outcome = await client().workflow.waitForCase(found.executionId);
    expect(outcome).toMatchObject({ kind: 'concluded', caseStatus: 'APPROVED' });
    expect((await pages.open(url)).body['code']).toBe('LINK_SPENT');
  });
});
