import { person } from './console.ts';
import { decidingWorkflow, screeningWorkflow } from './tenants.ts';

/** One customer of the story: what is submitted, and how the caller's server treats it. */
export interface PlannedCustomer {
  readonly customerId: string;
  readonly eventType: 'MANUAL_CASE_EVENT' | 'KYC_EVENT';
  readonly data: Readonly<Record<string, unknown>>;
}

/** Customers of every kind in turn, so that any number of them meets every node and every edge. */
export function planCustomers(count: number): readonly PlannedCustomer[] {
  return Array.from({ length: count }, (_, turn): PlannedCustomer => {
    const kind = customerKinds[turn % customerKinds.length]!;
    const customerId = `${kind}-${turn}`;
    if (kind === 'quick') return { customerId, eventType: 'KYC_EVENT', data: { customerId } };
    const name = kind === 'listed' ? 'Osama bin Laden' : 'Bartholomew Quillfeather';
    const data = { customerId, name, customerType: 'individual' };
    return { customerId, eventType: 'MANUAL_CASE_EVENT', data };
  });
}

const customerKinds = ['plain', 'quick', 'listed', 'retried', 'refused'] as const;

/** Whether the hook of the customer's decision fires: people do not rule in this story. */
export function isAcknowledged({ customerId }: PlannedCustomer): boolean {
  return !/^(quick|listed)/.test(customerId);
}

/**
 * Whether the customer's execution ends rejected: a caller who asks for it afterwards is not told of it (interface
 * specification 4.4).
 */
export function endsRejected({ customerId }: PlannedCustomer): boolean {
  return customerId.startsWith('refused');
}

/** What the caller's server answers to an attempt; the same to the same attempt, however often it comes. */
export function answerTo(customerId: string, attempt: number): { readonly status: number } {
  if (customerId.startsWith('refused')) return { status: 404 };
  return { status: customerId.startsWith('retried') && attempt < 3 ? 503 : 200 };
}

/** Who looks up in the console what callers are not told. */
export const watcher = person('watcher', ['auditor']);

/**
 * A tenant whose executions are screened, call a server with retries, sleep for a second and are decided by
 * themselves or by people, each decision told by a hook.
 */
export function killTenant(receiverUrl: string): Record<string, unknown> {
  const hook = {
    enabled: true,
    webhook: 'told',
    triggerOn: ['approve', 'reject'],
    inputs: { customerId: 'data.customerId', caseNo: 'case.caseStatus' },
  };
  const [screen, score, decide, clear] = screeningWorkflow()['nodes'] as Record<string, unknown>[];
  const inputs = { customerId: 'data.customerId' };
  return {
    quotas: { MANUAL_CASE_EVENT: 1_000_000, KYC_EVENT: 1_000_000 },
    users: [watcher],
    webhooks: [
      {
        id: 'crm',
        name: 'CRM',
        url: `${receiverUrl}/crm`,
        inputs: ['customerId'],
        retry: { maxAttempts: 3, backoffMs: 100 },
      },
      { id: 'told', name: 'Told', url: `${receiverUrl}/told`, inputs: ['customerId', 'caseNo'] },
    ],
    workflows: [
      {
        domain: 'retail',
        workflow: screeningWorkflow({
          nodes: [
            screen,
            score,
            { id: 'crm', type: 'webhook', webhook: 'crm', inputs },
            { id: 'pause', type: 'wait', for: 'PT1S' },
            decide,
            { ...clear, hook },
            { id: 'no', type: 'decision', outcome: 'reject', hook },
          ],
          edges: [
            { from: 'start', to: 'screen' },
            { from: 'screen', to: 'score' },
            { from: 'score', to: 'crm' },
            { from: 'crm', to: 'pause' },
            { from: 'crm', to: 'no', on: 'failure' },
            { from: 'pause', to: 'clear', when: 'riskScore < 30' },
            { from: 'pause', to: 'decide', otherwise: true },
          ],
        }),
      },
      { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT') },
    ],
  };
}
