/** The tenant whose calls are measured, and the subjects it submits. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { screeningWorkflow } from '../../packages/server/test/support/tenants.ts';

export const caller = { apiKey: 'ak_bench', secret: 'a-secret-of-the-benchmark', domain: 'retail' };
export const scope = { tenantId: 'bench', domain: caller.domain };

const plenty = 2_000_000_000;

/** One hot tenant, which is the hard case: all submits meet on one quota row, all decisions on one counter. */
export function benchTenants(): unknown {
  return {
    tenants: [
      {
        id: scope.tenantId,
        name: 'Benchmark',
        domains: [scope.domain],
        events: ['MANUAL_CASE_EVENT', 'KYC_EVENT'],
        quotas: { MANUAL_CASE_EVENT: plenty, KYC_EVENT: plenty },
        groups: ['first-line', 'compliance'],
        apiKeys: [{ key: caller.apiKey, secret: caller.secret }],
        workflows: [
          { domain: scope.domain, workflow: screeningWorkflow() },
          { domain: scope.domain, workflow: trivialWorkflow() },
        ],
      },
    ],
  };
}

/** Three steps that only compute: a score, a branch, a decision. */
function trivialWorkflow(): unknown {
  return {
    id: 'wf_trivial',
    name: 'Trivial',
    eventType: 'KYC_EVENT',
    nodes: [
      {
        id: 'score',
        type: 'risk-score',
        rules: [{ when: "data.customerId == ''", add: 60, reason: 'nameless' }],
      },
      { id: 'split', type: 'branch' },
      { id: 'clear', type: 'decision', outcome: 'approve' },
      { id: 'stop', type: 'decision', outcome: 'reject' },
    ],
    edges: [
      { from: 'start', to: 'score' },
      { from: 'score', to: 'split' },
      { from: 'split', to: 'clear', when: 'riskScore < 30' },
      { from: 'split', to: 'stop', otherwise: true },
    ],
  };
}

const data = join(import.meta.dirname, '../../../shared/data/bench');

/** Names that are on no list, and one in `hitEvery` that is; made-up ones where the labelled files are missing. */
function names(hitEvery: number): (turn: number) => string {
  const clean = read('negatives_us.csv') ?? ['Ingrid Exampleson', 'Tomas Madeupski', 'Aiko Notlisted'];
  const listed = read('un_positives.csv') ?? clean;
  return (turn) =>
    (turn % hitEvery === 0 ? listed : clean)[turn % (turn % hitEvery === 0 ? listed : clean).length]!;
}

function read(file: string): string[] | undefined {
  const path = join(data, file);
  if (!existsSync(path)) return undefined;
  const rows = parse(readFileSync(path, 'utf8'), { columns: true, bom: true, relax_column_count: true });
  return (rows as { full_name: string }[]).map((row) => row.full_name);
}

const nameOf = names(100);
const run = Date.now().toString(36);
let turns = 0;

/** A submit of a new customer whose workflow only computes. */
export function nextTrivialSubmit(): Record<string, unknown> {
  turns += 1;
  return { eventType: 'KYC_EVENT', source: 'API', data: { customerId: `trivial-${run}-${turns}` } };
}

/** A submit of a customer that was not submitted before. One name in a hundred is a listed one. */
export function nextSubmit(): Record<string, unknown> {
  turns += 1;
  return submitOf(turns, nameOf(turns));
}

const cleanNameOf = names(Number.POSITIVE_INFINITY);

/** The submit of a customer by its number, always the same; the name is on no list. */
export function cleanSubmit(number: number): Record<string, unknown> {
  return submitOf(number, cleanNameOf(number));
}

function submitOf(number: number, name: string): Record<string, unknown> {
  return {
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    data: {
      customerId: `customer-${run}-${number}`,
      customerType: 'individual',
      name,
      dateOfBirth: '1970-01-01',
      countryOfResidence: 'DE',
    },
  };
}
