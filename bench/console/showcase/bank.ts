/** The made-up bank of the pictures: its people, workflows, webhooks and own list. */
import { join } from 'node:path';
import { aTenant } from '../../../packages/server/test/support/tenants.ts';
import { dueDiligenceWorkflow } from './due-diligence-workflow.ts';

export const password = 'correct-horse-battery';

const people = [
  ['boss', 'Bo Sorensen', ['admin', 'analyst', 'developer'], ['first-line']],
  ['ana', 'Ana Castelbranco', ['analyst'], ['first-line']],
  ['ben', 'Ben Okonjo-Lindqvist', ['analyst'], ['first-line']],
  ['chiara', 'Chiara Gualtieri', ['analyst'], ['first-line']],
  ['cora', 'Cora Wintersteen', ['analyst'], ['compliance']],
  ['dev', 'Devran Yalçın', ['developer'], []],
  ['aud', 'Audrey Pemberthy', ['auditor'], []],
] as const;

const examples = join(import.meta.dirname, '../../../examples/workflows');

/** First line, then compliance: what the list says weighs more than where somebody lives. */
const screening = {
  id: 'wf_screening',
  name: 'Name screening',
  description: 'Lists, own list and risk score; low scores are approved, two groups review the others.',
  eventType: 'MANUAL_CASE_EVENT',
  source: 'API',
  nodes: [
    {
      id: 'screen',
      type: 'screening',
      title: 'Screen name',
      engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' }, WATCHLIST: {} },
    },
    {
      id: 'score',
      type: 'risk-score',
      title: 'Score risk',
      rules: [
        { when: 'screen.hits > 0', add: 45, reason: 'list match' },
        { when: 'screen.topScore >= 0.95', add: 20, reason: 'strong list match (score ≥ 0.95)' },
        { when: 'screen.hits > 1', add: 10, reason: 'several list matches' },
        {
          when: "data.countryOfResidence in ['IR', 'KP']",
          add: 30,
          reason: 'high-risk country of residence',
        },
        { when: "data.countryOfResidence in ['RU', 'BY', 'VE']", add: 15, reason: 'country under watch' },
      ],
    },
    {
      id: 'review',
      type: 'decision',
      title: 'First line, then compliance',
      outcome: 'manual',
      groups: ['first-line', 'compliance'],
      hook: {
        enabled: true,
        webhook: 'wh_decisions',
        triggerOn: ['approve', 'reject'],
        inputs: {
          customerId: 'data.customerId',
          caseNo: 'case.caseNo',
          caseStatus: 'case.caseStatus',
        },
      },
    },
    { id: 'clear', type: 'decision', title: 'Approve: low risk', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'screen' },
    { from: 'screen', to: 'score' },
    { from: 'score', to: 'clear', when: 'riskScore < 30' },
    { from: 'score', to: 'review', otherwise: true },
  ],
};

const ownership = {
  id: 'wf_companies',
  name: 'Companies and their owners',
  description: 'Calculates ownership through all layers and screens everybody in it.',
  eventType: 'KYB_EVENT',
  source: 'API',
  entry: [
    { name: 'companyName', type: 'text', required: true },
    { name: 'ownership', type: 'ownership' },
  ],
  nodes: [
    { id: 'owners', type: 'ownership', title: 'Calculate ownership' },
    {
      id: 'screenParties',
      type: 'screening',
      title: 'Screen owners and controllers',
      engines: { GLOBAL_CHECK: { matchStrength: 'STRONG' }, WATCHLIST: {} },
      subjectsFrom: 'owners.parties',
    },
    {
      id: 'sanctions',
      type: 'blocked-ownership',
      title: 'Sanctions ownership rules',
      structure: 'owners.structure',
      screenings: ['screenParties.screened'],
    },
    {
      id: 'score',
      type: 'risk-score',
      title: 'Score risk',
      base: 10,
      rules: [
        { when: 'screenParties.hits > 0', add: 50, reason: 'owner, controller or director: list match' },
        { when: 'owners.layers >= 3', add: 10, reason: 'three or more ownership layers' },
      ],
    },
    { id: 'review', type: 'decision', title: 'First-line review', outcome: 'manual', groups: ['first-line'] },
  ],
  edges: [
    { from: 'start', to: 'owners' },
    { from: 'owners', to: 'screenParties' },
    { from: 'screenParties', to: 'sanctions' },
    { from: 'sanctions', to: 'score' },
    { from: 'score', to: 'review' },
  ],
};

const watchlist = [
  ['w1', 'Thaddeus Quillfeather', '1961-03-14', 'GB', 'Asked for by the board after the hearing of March.'],
  ['w2', 'Peregrine Marlowe', '1975', 'IE', 'Left a mortgage of another brand unpaid.'],
  ['w3', 'Ottoline Vantreely', '1969-11-02', 'NL', 'Director of two companies that were struck off.'],
  [
    'w4',
    'Konstantin Ferrymead',
    '1958',
    'CY',
    'Accounts closed in 2024: refused to name the source of funds.',
  ],
  ['w5', 'Bartholomew Quillfeather', '1990-06-30', 'GB', 'Relative of w1.'],
] as const;

/** `receiver`: the address of the server that stands for the bank's own. */
export function theBank(receiver: string) {
  const webhook = { timeoutMs: 2000, retry: { maxAttempts: 2, backoffMs: 100 } };
  return aTenant({
    name: 'Larkspur Bank',
    environment: 'test',
    domains: ['retail', 'corporate'],
    quotas: { KYC_EVENT: 400, KYB_EVENT: 60, TRANSACTION_EVENT: 900, MANUAL_CASE_EVENT: 120 },
    quickScanCredits: 60,
    monitoring: { default: true },
    users: people.map(([name, shown, roles, groups]) => ({
      email: `${name}@example.test`,
      name: shown,
      password,
      roles,
      groups,
    })),
    cases: { dueHours: 120, urgent: { riskFrom: 70, dueHours: 48 } },
    branding: {
      name: 'Larkspur Bank',
      primaryColour: '#1f5f5b',
      contact: { email: 'help@larkspur.example' },
      privacyUrl: 'https://larkspur.example/privacy',
    },
    webhooks: [
      {
        ...webhook,
        id: 'wh_decisions',
        name: 'Decisions',
        url: `${receiver}/decisions`,
        inputs: ['customerId', 'caseNo', 'caseStatus'],
      },
      {
        ...webhook,
        id: 'wh_crm',
        name: 'CRM',
        url: `${receiver}/crm/customers/{customerId}`,
        inputs: ['customerId', 'name'],
        outputs: [{ paramName: 'tier', jsonPath: '$.tier', paramType: 'string' }],
      },
    ],
    watchlist: watchlist.map(([id, name, dateOfBirth, country, note]) => ({
      id,
      name,
      dateOfBirth,
      countries: [country],
      note,
    })),
    workflows: [
      { domain: 'retail', workflow: screening },
      { domain: 'retail', workflow: ownership },
      { domain: 'corporate', workflow: dueDiligenceWorkflow },
      ...['kyc-hosted', 'kyb-hosted', 'onboarding-decision', 'transaction-check-sync', 'monitoring'].map(
        (name) => ({ domain: 'retail', file: join(examples, `${name}.yaml`) }),
      ),
    ],
  });
}

/** The operator of the deployment, in a tenant of its own. */
export function theOperator() {
  return aTenant({
    name: 'Operations',
    environment: 'test',
    domains: ['retail'],
    users: [
      { email: 'olaf@example.test', name: 'Olaf Brennecke', password, roles: ['operator'], groups: [] },
    ],
  });
}
