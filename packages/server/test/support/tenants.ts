import { randomBytes } from 'node:crypto';

/** A tenant as a tenant file has it; stories add to it what they need. */
export interface TenantOptions {
  readonly id: string;
  readonly [member: string]: unknown;
}

let tenants = 0;

/** A tenant with everything a story usually needs, under names of its own. */
export function aTenant(
  extra: Record<string, unknown> = {},
): TenantOptions & { key: { apiKey: string; secret: string } } {
  tenants += 1;
  const id = `tenant-${process.pid}-${tenants}-${randomBytes(3).toString('hex')}`;
  const key = { apiKey: `ak_${id}`, secret: `secret-of-${id}` };
  const tenant = {
    id,
    name: `Tenant ${tenants}`,
    domains: ['retail', 'corporate'],
    events: ['KYC_EVENT', 'KYB_EVENT', 'TRANSACTION_EVENT', 'WEB3_TRANSACTION_EVENT', 'MANUAL_CASE_EVENT'],
    quotas: {
      KYC_EVENT: 100,
      KYB_EVENT: 100,
      TRANSACTION_EVENT: 100,
      WEB3_TRANSACTION_EVENT: 100,
      MANUAL_CASE_EVENT: 100,
    },
    quickScanCredits: 100,
    groups: ['first-line', 'compliance'],
    apiKeys: [{ key: key.apiKey, secret: key.secret }],
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
    ...extra,
  };
  // Not a member of the file: the key is beside it for the story's client.
  return Object.defineProperty(tenant, 'key', { value: key, enumerable: false }) as typeof tenant & {
    key: typeof key;
  };
}

/** Screens the subject, scores it, approves a clean one by itself and gives the others to people. */
export function screeningWorkflow(extra: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'wf_screening',
    name: 'Screening',
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    nodes: [
      {
        id: 'screen',
        type: 'screening',
        engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' }, WATCHLIST: {} },
      },
      {
        id: 'score',
        type: 'risk-score',
        rules: [
          { when: 'screen.hits > 0', add: 60, reason: 'list hit' },
          { when: "data.countryOfResidence in ['IR', 'KP']", add: 40, reason: 'high-risk country' },
        ],
      },
      { id: 'decide', type: 'decision', outcome: 'manual', groups: ['first-line', 'compliance'] },
      { id: 'clear', type: 'decision', outcome: 'approve' },
    ],
    edges: [
      { from: 'start', to: 'screen' },
      { from: 'screen', to: 'score' },
      { from: 'score', to: 'clear', when: 'riskScore < 30' },
      { from: 'score', to: 'decide', otherwise: true },
    ],
    ...extra,
  };
}

/** A workflow that decides without looking, for events that only have to exist. */
export function decidingWorkflow(
  eventType: string,
  outcome: 'approve' | 'reject' | 'close' | 'manual' = 'approve',
): Record<string, unknown> {
  return {
    id: `wf_${eventType.toLowerCase()}`,
    name: eventType,
    eventType,
    nodes: [{ id: 'decide', type: 'decision', outcome }],
    edges: [{ from: 'start', to: 'decide' }],
  };
}
