import type { HitsByEngine } from '../results.ts';
import type { CallData, Engine, OperationName } from '../wire-types.ts';
import type { MockCall } from './check-call.ts';

/** How an execution of the mock ends; `UNASSIGNED`: it stays open, with a case for people. */
export type MockOutcome = 'APPROVED' | 'REJECTED' | 'CLOSED' | 'UNASSIGNED' | 'FAILED';

/** What decides about the mock's customers and scans. */
export interface CannedOptions {
  /** How a submit ends, by its `data`. `APPROVED` unless given. */
  readonly outcome?: MockOutcome | ((data: Readonly<Record<string, unknown>>) => MockOutcome) | undefined;
  /** What a quick scan finds, by its `data`. Nothing unless given. */
  readonly hits?: HitsByEngine | ((data: Readonly<Record<string, unknown>>) => HitsByEngine) | undefined;
}

type Data = Readonly<Record<string, unknown>>;
type Answers = { readonly [N in OperationName]: (call: MockCall) => CallData[N] };

interface MockExecution {
  readonly id: string;
  readonly route: string;
  readonly domain: string;
  readonly caseNo: string;
  readonly outcome: MockOutcome;
}

/** Answers every operation from memory, as a gateway whose workflow decides at once. */
export function cannedAnswers(options: CannedOptions, urls: () => { origin: string }): Answers {
  const executions: MockExecution[] = [];
  const scans = new Map<string, { readonly domain: string; readonly hits: HitsByEngine }>();
  const dataOf = ({ input }: MockCall) => (input['data'] ?? {}) as Data;
  const routeOf = (call: MockCall, customerId: unknown) =>
    JSON.stringify([call.domain, call.input['eventType'], call.input['source'], customerId]);
  const scanOf = (call: MockCall) => {
    const scan = scans.get(String(dataOf(call)['id']));
    return scan?.domain === call.domain ? scan.hits : undefined;
  };
  const unknownScan = { code: 404, message: 'data.id: there is no scan of this id' };

  return {
    'workflow.apply.submit': (call) => {
      const data = dataOf(call);
      const { outcome = 'APPROVED' } = options;
      const execution: MockExecution = {
        id: crypto.randomUUID(),
        route: routeOf(call, data['customerId']),
        domain: call.domain,
        caseNo: `C${String(executions.length + 1).padStart(6, '0')}`,
        outcome: typeof outcome === 'function' ? outcome(data) : outcome,
      };
      executions.push(execution);
      const status = call.input['eventType'] === 'MANUAL_CASE_EVENT' ? 'RUNNING' : 'EXECUTING';
      const requestId = crypto.randomUUID();
      return { code: 200, message: null, executionId: execution.id, status, requestId, sync: false };
    },
    'workflow.execution.status': ({ input, domain }) => {
      const execution = executions.find((each) => each.id === input['executionId'] && each.domain === domain);
      return execution === undefined ? '' : statusOf(execution);
    },
    'workflow.apply.query': (call) => {
      const route = routeOf(call, call.input['customerId']);
      const newest = executions.findLast((each) => each.route === route);
      if (newest?.outcome === 'APPROVED') return { code: 200, executionId: newest.id, status: 'APPROVED' };
      if (newest?.outcome === 'UNASSIGNED') return { code: 200, executionId: newest.id, status: 'RUNNING' };
      return { code: 200, executionId: '', status: '' };
    },
    'quickscan.submit': (call) => {
      const data = dataOf(call);
      const { hits = {} } = options;
      const id = crypto.randomUUID();
      scans.set(id, {
        domain: call.domain,
        hits: chosen(data, typeof hits === 'function' ? hits(data) : hits),
      });
      return { code: 200, id, status: 'RUNNING' };
    },
    'quickscan.detail': (call) => {
      const hits = scanOf(call);
      if (hits === undefined) return unknownScan;
      const hitCounts = countsOf(hits);
      const totalHits = Object.values(hitCounts).reduce((sum, count) => sum + count, 0);
      const truncated = totalHits > maxInlineHits;
      const id = String(dataOf(call)['id']);
      const shown = truncated ? null : (hits as CallData['quickscan.detail']['hits'] & object);
      return { code: 200, id, status: 'DONE', totalHits, truncated, hitCounts, hits: shown };
    },
    'quickscan.hits': (call) => {
      const hits = scanOf(call);
      if (hits === undefined) return unknownScan;
      const {
        id,
        provider,
        page = 1,
        pageSize = 20,
      } = dataOf(call) as {
        id: string;
        provider: Engine;
        page?: number;
        pageSize?: number;
      };
      const all = hits[provider] ?? [];
      const shown = all.slice((page - 1) * pageSize, page * pageSize);
      const truncated = page * pageSize < all.length;
      return { code: 200, id, totalHits: all.length, truncated, hits: { [provider]: shown } };
    },
    'sdk.launch.link.generate': () => ({
      code: 200,
      msg: 'OK',
      data: {
        url: `${urls().origin}/verify?linkToken=${crypto.randomUUID()}`,
        expiresAt: Date.now() + 7 * 24 * 3_600_000,
      },
    }),
    'prepare.platform.config': () => ({ code: 200, message: null, data: {} }),
    'storage.upload.token': () => ({ code: 200, uploadToken: crypto.randomUUID(), expiresIn: 900 }),
  };
}

/** More hits than this come page by page. */
const maxInlineHits = 50;

function chosen(data: Data, hits: HitsByEngine): HitsByEngine {
  const engines = (data['providers'] ?? []) as Engine[];
  return Object.fromEntries(engines.map((engine) => [engine, hits[engine] ?? []]));
}

function countsOf(hits: HitsByEngine): Partial<Record<Engine, number>> {
  return Object.fromEntries(Object.entries(hits).map(([engine, found]) => [engine, found.length]));
}

function statusOf({ id, caseNo, outcome }: MockExecution): CallData['workflow.execution.status'] {
  const common = {
    code: 200 as const,
    executionId: id,
    currentNode: {},
    output: {},
    pendingCallbackTask: {},
  };
  if (outcome === 'FAILED') return { ...common, status: 'FAILED', caseNo: '', caseStatus: '' };
  if (outcome === 'UNASSIGNED') return { ...common, status: 'WAITING', caseNo, caseStatus: outcome };
  const resolvedAt = Date.now();
  return { ...common, status: 'COMPLETED', caseNo, caseStatus: outcome, riskScore: 0, resolvedAt };
}
