/** A tenant whose executions wait: for a short time, for a long one, for people; and one that does not wait. */
import { caller, scope } from '../rig/tenant.ts';

/** Who rules on cases. */
export const analyst = {
  tenant: scope.tenantId,
  email: 'ana@example.test',
  password: 'correct-horse-battery',
};

const plenty = 2_000_000_000;
const events = ['KYC_EVENT', 'KYB_EVENT', 'TRANSACTION_EVENT', 'WEB3_TRANSACTION_EVENT'];

export function waitingTenants(hookUrl: string): unknown {
  const review = {
    id: 'decide',
    type: 'decision',
    outcome: 'manual',
    groups: ['first-line'],
    hook: {
      enabled: true,
      webhook: 'wh',
      triggerOn: ['approve', 'reject'],
      inputs: { caseNo: 'case.caseNo' },
    },
  };
  return {
    tenants: [
      {
        id: scope.tenantId,
        name: 'Benchmark',
        domains: [scope.domain],
        events,
        quotas: Object.fromEntries(events.map((event) => [event, plenty])),
        groups: ['first-line'],
        apiKeys: [{ key: caller.apiKey, secret: caller.secret }],
        users: [
          {
            email: analyst.email,
            name: 'Ana',
            password: analyst.password,
            roles: ['analyst'],
            groups: ['first-line'],
          },
        ],
        webhooks: [{ id: 'wh', name: 'Hook', url: hookUrl, inputs: ['caseNo'] }],
        workflows: [
          workflow('KYC_EVENT', [pause('PT3S'), approve]),
          workflow('KYB_EVENT', [pause('P30D'), approve]),
          workflow('TRANSACTION_EVENT', [review]),
          workflow('WEB3_TRANSACTION_EVENT', [approve]),
        ],
      },
    ],
  };
}

const approve = { id: 'fine', type: 'decision', outcome: 'approve' };
const pause = (duration: string) => ({ id: 'pause', type: 'wait', for: duration });

/** One node after the other. */
function workflow(eventType: string, nodes: readonly { readonly id: string }[]): unknown {
  const edges = nodes.map(({ id }, index) => ({ from: nodes[index - 1]?.id ?? 'start', to: id }));
  return {
    domain: scope.domain,
    workflow: { id: `wf_${eventType.toLowerCase()}`, name: eventType, eventType, nodes, edges },
  };
}
