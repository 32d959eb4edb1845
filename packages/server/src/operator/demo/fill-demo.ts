import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type GatehouseClient, GatewayCallError } from '@gatehouse/sdk';
import { CommandFailure } from '../commands/command-failure.ts';
import { ConsoleClient } from './console-client.ts';
import {
  type BankCustomer,
  bankAdmin,
  bankAnalyst,
  bankDomain,
  bankIdentity,
  readBankCustomers,
} from './demo-bank.ts';

/**
 * Fills the made-up bank as its server and its people would: signed calls, then the console's interface. So whatever it
 * shows was checked, billed and recorded as everything else is.
 */

interface Place {
  readonly baseUrl: string;
  readonly secret: string;
  readonly password: string;
}

/** What people do to a case before they leave it; in turn, over the cases with hits. */
const courses = ['wait', 'approve', 'reject', 'propose', 'claim', 'return', 'close', 'wait'] as const;
type Course = (typeof courses)[number];

const reasons = {
  falsePositive: 'Another person: address and occupation in the papers are not those of the entry.',
  trueMatch: 'The same person: the branch compared the passport with the entry.',
  approve: 'No true match: the ruling on each hit says why.',
  agree: 'Agreed: the rulings are well founded.',
  reject: 'True match confirmed by the branch. The account is not opened.',
  close: 'The customer withdrew the application before the papers came.',
  return: 'Please ask the branch for a certified copy of the passport first.',
};
const note = 'Asked the branch for the passport and a proof of address.';

const cases = `/domains/${bankDomain}/cases`;
/** How long the service may take for what it does by itself. */
const timeoutMs = 120_000;

export async function fillDemo({ baseUrl, secret, password }: Place): Promise<{ readonly cases: number }> {
  const consoleApi = baseUrl.replace(/\/gateway$/, '/console/api');
  const { tenantId: tenant, apiKey } = bankIdentity;
  const [mara, ana] = await Promise.all(
    [bankAdmin, bankAnalyst].map((email) => ConsoleClient.signIn(consoleApi, { tenant, email, password })),
  );
  const client = createClient({ baseUrl, apiKey, secret, domain: bankDomain });
  await until('the key of the bank', () => knowsKey(client));
  const opened = await inTurns(await readBankCustomers(), 10, (customer, index) =>
    submit(client, customer, index),
  );
  const withHits = opened.filter(({ caseStatus }) => caseStatus === 'UNASSIGNED');
  await inTurns(withHits, 4, ({ caseNo }, index) =>
    work({ mara: mara!, ana: ana!, caseNo }, courses[index % courses.length]!),
  );
  await Promise.all([proveScreening(mara!), previewSettings(mara!), previewList(mara!)]);
  return { cases: opened.length };
}

/** Nodes that share a store learn of a new key within a second. */
async function knowsKey(client: GatehouseClient): Promise<true | undefined> {
  try {
    await client.workflow.query({ eventType: 'MANUAL_CASE_EVENT', source: 'API', customerId: 'nobody' });
    return true;
  } catch (error) {
    if (error instanceof GatewayCallError && error.httpStatus === 401) return undefined;
    throw error;
  }
}

async function submit(client: GatehouseClient, customer: BankCustomer, index: number) {
  const data = { customerId: `cust-${1001 + index}`, customerType: 'individual', ...customer } as const;
  const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
  return until('a case', async () => {
    const status = await client.workflow.status(executionId);
    return status?.caseNo ? status : undefined;
  });
}

interface Work {
  readonly mara: ConsoleClient;
  readonly ana: ConsoleClient;
  readonly caseNo: string;
}

async function work({ mara, ana, caseNo }: Work, course: Course): Promise<void> {
  if (course === 'wait') return;
  await transition(ana, caseNo, 'claim');
  if (course === 'claim') {
    await ana.post(`${cases}/${caseNo}/notes`, { text: note });
    return;
  }
  if (course === 'return') return transition(ana, caseNo, course, reasons.return);
  await rule(ana, caseNo, course === 'reject');
  const decision = course === 'propose' ? 'approve' : course;
  await transition(ana, caseNo, decision, reasons[decision]);
  if (course === 'propose') return;
  // A second person, or compliance, where it is theirs to decide.
  const { status, proposal } = await mara.get<'cases.read'>(`${cases}/${caseNo}`);
  if (proposal === null && status !== 'OTHER_GROUP') return;
  await transition(mara, caseNo, 'claim');
  await transition(mara, caseNo, decision, reasons.agree);
}

async function rule(ana: ConsoleClient, caseNo: string, isTrueMatch: boolean): Promise<void> {
  const { alerts } = await ana.get<'cases.read'>(`${cases}/${caseNo}`);
  for (const { alertId } of alerts) {
    await ana.post(`${cases}/${caseNo}/alerts/${alertId}/rulings`, {
      ruling: isTrueMatch ? 'TRUE_MATCH' : 'FALSE_POSITIVE',
      reason: isTrueMatch ? reasons.trueMatch : reasons.falsePositive,
    });
  }
}

async function transition(who: ConsoleClient, caseNo: string, name: string, reason?: string): Promise<void> {
  const { revision } = await who.get<'cases.read'>(`${cases}/${caseNo}`);
  await who.post(`${cases}/${caseNo}/moves`, {
    move: name,
    expectedRevision: revision,
    ...(reason && { reason }),
  });
}

async function proveScreening(mara: ConsoleClient): Promise<void> {
  const runs = `/domains/${bankDomain}/assurance-runs`;
  const { assuranceRunId } = await mara.post<'assurance.order'>(runs, {
    seed: 1,
    size: 500,
    screening: { engine: 'GLOBAL_CHECK', engineSettings: {} },
  });
  await until('the report of the test of screening', async () => {
    const { report } = await mara.get<'assurance.read'>(`${runs}/${assuranceRunId}`);
    return report ?? undefined;
  });
}

/** What other settings of monitoring would alert. */
async function previewSettings(mara: ConsoleClient): Promise<void> {
  const variants = (['STRONG', 'WEAK'] as const).map((matchStrength) => [
    { GLOBAL_CHECK: { matchStrength }, WATCHLIST: {} },
  ]);
  await preview(mara, { kind: 'WORKFLOW', variants });
}

/** Whom another version of a list would alert. The bundled sample, searched where there are no lists, has one version alone. */
async function previewList(mara: ConsoleClient): Promise<void> {
  const { lists } = await mara.get<'lists.list'>('/lists');
  const [other] = lists.flatMap(({ source, versions }) =>
    versions
      .filter(({ state, refusal }) => state !== 'active' && refusal?.reason !== 'unreadable')
      .map(({ version }) => ({ source, version })),
  );
  if (other !== undefined) await preview(mara, { kind: 'LIST_VERSION', ...other });
}

async function preview(mara: ConsoleClient, change: object): Promise<void> {
  const previews = `/domains/${bankDomain}/previews`;
  const { previewId } = await mara.post<'previews.order'>(previews, change);
  await until('the preview', async () => {
    const read = await mara.get<'previews.read'>(`${previews}/${previewId}`);
    return read.finishedAt === null ? undefined : read;
  });
}

/** Some at a time, in their order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const one = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await run(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return results;
}

async function until<Result>(what: string, read: () => Promise<Result | undefined>): Promise<Result> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > end) {
      throw new CommandFailure(`${what} did not come within ${timeoutMs / 1000} seconds`);
    }
    await sleep(100);
  }
}
