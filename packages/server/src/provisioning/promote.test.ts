import { describe, expect, it } from 'vitest';
import type { ExportedTenant } from './export-tenant.ts';
import { type PromotedObject, type PromoteOptions, promotedTenant } from './promote.ts';

const graph = (webhook: string) => ({ nodes: [{ type: 'webhook', webhook }, { type: 'decision' }] });
const webhook = {
  id: 'wh_crm',
  name: 'CRM',
  url: 'https://test.acme.test',
  signature: { type: 'HMAC_SHA256' as const, secret: { env: 'X' } },
};

function exported(id: string, members: object = {}, workflows: readonly object[] = []): ExportedTenant {
  const tenant = { id, name: id, domains: ['retail'], ...members };
  return { tenant, variables: [], notices: [], workflows } as unknown as ExportedTenant;
}

const from = { tenantId: 'acme-test', domain: 'retail' };
const to = { tenantId: 'acme', domain: 'retail' };
const drawn = { domain: 'retail', workflowId: 'wf', draft: graph('wh_crm'), published: graph('wh_crm') };

function promote(
  object: Pick<PromotedObject, 'kind' | 'id'>,
  { source = exported('acme-test'), target = exported('acme'), options = {} as PromoteOptions },
) {
  return promotedTenant({ ...object, from, to }, { source, target, options });
}

describe('promoting', () => {
  it('a workflow takes the published version and publishes it, or its draft and leaves it one', () => {
    const source = exported('acme-test', {}, [{ ...drawn, draft: graph('wh_other') }]);
    const target = exported('acme', { webhooks: [webhook, { ...webhook, id: 'wh_other' }] });
    const workflow = { kind: 'workflow', id: 'wf' } as const;
    expect(promote(workflow, { source, target })).toEqual({
      ok: true,
      tenant: {
        id: 'acme',
        name: 'acme',
        domains: ['retail'],
        workflows: [{ workflow: graph('wh_crm'), domain: 'retail', publish: true }],
      },
    });
    expect(promote(workflow, { source, target, options: { draft: true } })).toMatchObject({
      tenant: { workflows: [{ workflow: graph('wh_other'), publish: false }] },
    });
  });

  it('a workflow whose webhook does not exist there is refused, and names it', () => {
    const source = exported('acme-test', {}, [drawn]);
    expect(promote({ kind: 'workflow', id: 'wf' }, { source })).toEqual({
      ok: false,
      message:
        'workflow wf calls the webhook wh_crm, which tenant acme does not have: promote it first, with gatehouse promote webhook wh_crm --from acme-test --to acme',
    });
  });

  it('a workflow that is not published, or not there, is refused', () => {
    const source = exported('acme-test', {}, [{ ...drawn, published: undefined }]);
    expect(promote({ kind: 'workflow', id: 'wf' }, { source })).toMatchObject({
      message: expect.stringContaining('no version of workflow wf of acme-test/retail is published'),
    });
    expect(promote({ kind: 'workflow', id: 'none' }, { source })).toMatchObject({
      message: 'acme-test/retail has no workflow none',
    });
    expect(
      promote({ kind: 'workflow', id: 'wf' }, { source, target: exported('acme', { domains: ['other'] }) }),
    ).toMatchObject({
      message: 'tenant acme has no domain retail',
    });
  });

  it('a webhook keeps the address and secret that it has there', () => {
    const source = exported('acme-test', { webhooks: [{ ...webhook, inputs: ['caseNo'] }] });
    const target = exported('acme', { webhooks: [{ ...webhook, url: 'https://crm.acme.test' }] });
    expect(promote({ kind: 'webhook', id: 'wh_crm' }, { source, target })).toMatchObject({
      tenant: {
        webhooks: [
          {
            inputs: ['caseNo'],
            url: 'https://crm.acme.test',
            signature: { type: 'HMAC_SHA256', secret: '***' },
          },
        ],
      },
    });
  });

  it('a webhook that is new there needs an address and a secret of its own', () => {
    const source = exported('acme-test', { webhooks: [webhook] });
    const object = { kind: 'webhook', id: 'wh_crm' } as const;
    expect(promote(object, { source })).toMatchObject({
      ok: false,
      message: expect.stringContaining('--url'),
    });
    const url = 'https://crm.acme.test';
    expect(promote(object, { source, options: { url } })).toMatchObject({
      ok: false,
      message: expect.stringContaining('--secret-env'),
    });
    expect(promote(object, { source, options: { url, secretEnv: 'CRM_SECRET' } })).toMatchObject({
      tenant: { webhooks: [{ url, signature: { secret: { env: 'CRM_SECRET' } } }] },
    });
  });

  it('a setting takes one section or one reference key; what is no setting is refused', () => {
    const source = exported('acme-test', {
      branding: { name: 'Acme' },
      reference: { 'required-form': { without: ['DECLARATION'] } },
    });
    const promoted = (id: string) => promote({ kind: 'setting', id }, { source });
    expect(promoted('branding')).toMatchObject({ tenant: { branding: { name: 'Acme' } } });
    expect(promoted('required-form')).toMatchObject({
      tenant: { reference: { 'required-form': { without: ['DECLARATION'] } } },
    });
    expect(promoted('hosted')).toMatchObject({ message: 'tenant acme-test has nothing set for hosted' });
    expect(promoted('brandin')).toMatchObject({ message: expect.stringContaining('did you mean branding?') });
    expect(promoted('apiKeys')).toMatchObject({ message: expect.stringContaining('is no setting') });
  });
});
