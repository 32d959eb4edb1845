import { describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { killedItself } from './support/kill-run.ts';
import { holdKillPoints } from './support/kill-steps.ts';
import { printFigures, randomNumbers, storySeed } from './support/load.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until, untilGreen } from './support/server-process.ts';
import { storyStores } from './support/service.ts';

/** Lives of the server that end by a kill, on each store. Every fourth one ends wherever it is, the others at a named point. */
const killCount = Number(process.env['GATEHOUSE_TEST_KILLS'] ?? Math.ceil((holdKillPoints.length * 4) / 3));
const casesOfALife = 6;
const holdSeconds = 2;
const preload = `--import=${new URL('support/kill-points.ts', import.meta.url).href}`;

/** What the callers know of a case, whatever the answers that were lost. */
interface DecidedCase {
  readonly caseNo: string;
  readonly executionId: string;
  readonly decision: 'approve' | 'reject';
  /** Whether a call to conclude was answered with success. */
  isHeld: boolean;
  /** Whether a call to take back was answered with success. */
  isTakenBack: boolean;
  /** Answers that no race explains. */
  readonly faults: string[];
}

/** What the store holds of a case in the end. */
interface StoredCase {
  readonly caseNo: string;
  readonly status: string;
  readonly execution: string;
  /** `hold`, `take_back`, `approve` and `reject` in their order. */
  readonly acts: readonly string[];
  /** Seconds from the last hold to the release; null where none was released. */
  readonly heldFor: number | null;
  readonly completions: number;
  readonly hooks: number;
  readonly toldOnRecord: number;
}

describe.each(storyStores())('held decisions whose server is killed again and again, %s', (store) => {
  it('take effect once and not before their time, and never where they were taken back', {
    timeout: 120_000 + killCount * 40_000,
  }, async () => {
    const seed = storySeed();
    const random = randomNumbers(seed);
    const receiver = await startReceiver();
    const deployment = await createDeployment(store);
    try {
      const tenant = { ...deployment.tenant, ...decidingTenant(receiver.url) };
      const file = await deployment.provisionFile(tenant);
      const serve = (env: Record<string, string> = {}) =>
        deployment.serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1', ...env }, provision: file });
      const cases: DecidedCase[] = [];
      const reached = new Set<string>();
      for (let life = 0; life < killCount; life++) {
        const point =
          life % 4 === 3 ? undefined : holdKillPoints[(life - Math.floor(life / 4)) % holdKillPoints.length]!;
        const turn = 1 + Math.floor(random() * 3);
        const server = serve(
          point === undefined
            ? {}
            : { NODE_OPTIONS: preload, STORY_KILL_POINT: point, STORY_KILL_TURN: String(turn) },
        );
        const work = server.ready.then((url) => liveOnce(deployment, url, { cases, random }));
        work.catch(() => undefined);
        const isReached = await killedItself(
          server,
          point === undefined ? 3_000 + random() * 4_000 : undefined,
        );
        if (point !== undefined && isReached) reached.add(point);
        await work.catch(() => undefined);
      }
      const last = serve();
      await untilGreen(await last.ready);
      await untilReleased(deployment, await last.ready, cases);
      last.signal('SIGTERM');
      expect((await last.ended).code).toBe(0);
      const stored = await readCases(deployment);
      expectOutcomes(cases, stored, receiver);
      const released = stored.filter(({ heldFor }) => heldFor !== null).length;
      const takenBack = stored.filter(({ acts }) => acts.at(-1) === 'take_back').length;
      printFigures({
        store,
        seed,
        kills: killCount,
        atPoints: reached.size,
        cases: cases.length,
        released,
        takenBack,
      });
      // A point whose statement is written otherwise today is never reached; a long run comes to every one.
      if (killCount >= 2 * holdKillPoints.length) expect(reached).toEqual(new Set(holdKillPoints));
      // Three lives in four are given a point, in turn.
      else expect(reached.size).toBeGreaterThan(Math.min(holdKillPoints.length, (3 * killCount) / 4) / 2);
      // A run that decides nothing would prove nothing.
      expect(released).toBeGreaterThan(killCount);
      expect(takenBack).toBeGreaterThan(0);
    } finally {
      await deployment.remove();
      await receiver.stop();
    }
  });
});

/** One life: new cases are concluded and some of them taken back, as far as the server lives. */
async function liveOnce(
  deployment: Deployment,
  url: string,
  { cases, random }: { cases: DecidedCase[]; random: () => number },
): Promise<void> {
  await untilGreen(url);
  const [ana, ben] = await Promise.all(['ana', 'ben'].map((name) => signedIn(deployment, url, name)));
  const client = deployment.client(url);
  const opened = await Promise.all(
    Array.from({ length: casesOfALife }, async (): Promise<DecidedCase> => {
      const data = { customerId: `customer-${Math.floor(random() * 1e9)}` };
      const { executionId } = await client.workflow.submit({ eventType: 'KYC_EVENT', data });
      let caseNo = '';
      await until('the case', async () => {
        caseNo = (await client.workflow.status(executionId))?.caseNo ?? '';
        return caseNo !== '';
      });
      const decision = random() < 0.5 ? 'approve' : 'reject';
      return { caseNo, executionId, decision, isHeld: false, isTakenBack: false, faults: [] };
    }),
  );
  cases.push(...opened);
  // The cases of earlier lives, too: each can be taken back or concluded again until it takes effect.
  const chosen = [...opened, ...cases.slice(0, -casesOfALife).filter(() => random() < 0.2)];
  await Promise.allSettled(
    chosen.map((one) => decide(one, { ana: ana!, ben: ben!, takesBack: random() < 0.4 })),
  );
}

/** Concludes a case that waits for it; then one person takes the decision back while another concludes again. */
async function decide(
  one: DecidedCase,
  { ana, ben, takesBack }: { ana: Browser; ben: Browser; takesBack: boolean },
): Promise<void> {
  const path = `/domains/retail/cases/${one.caseNo}`;
  const post = async (who: Browser, action: string, body: Record<string, unknown>) => {
    const { revision } = await who.get<'cases.read'>(path);
    const answer = await who.send(`${path}/${action}`, {
      method: 'POST',
      body: { ...body, expectedRevision: revision },
    });
    // The other person or the release was faster: 409.
    if (![200, 409].includes(answer.status)) one.faults.push(`${action}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const conclude = async () => {
    const held = { move: one.decision, reason: 'as the passport shows', hold: true };
    if ((await post(ana, 'moves', held)).status === 200) one.isHeld = true;
  };
  const { status } = await ana.get<'cases.read'>(path);
  if (status === 'UNASSIGNED') await post(ana, 'moves', { move: 'claim' });
  await conclude();
  if (!takesBack) return;
  const takeBack = async () => {
    if ((await post(ben, 'take-back', {})).status === 200) one.isTakenBack = true;
  };
  await Promise.allSettled([takeBack(), conclude()]);
}

function expectOutcomes(
  cases: readonly DecidedCase[],
  stored: readonly StoredCase[],
  receiver: Receiver,
): void {
  const byNumber = new Map(stored.map((one) => [one.caseNo, one]));
  const callsOf = Map.groupBy(receiver.callsTo('/told'), ({ body }) => String(JSON.parse(body).caseNo));
  for (const one of cases) {
    const found = byNumber.get(one.caseNo);
    if (found === undefined) throw new Error(`case ${one.caseNo} is not there`);
    const { acts, heldFor } = found;
    expect(one.faults, one.caseNo).toEqual([]);
    if (one.isHeld) expect(acts, one.caseNo).toContain('hold');
    if (one.isTakenBack) expect(acts, one.caseNo).toContain('take_back');
    // A hold is followed by its end: it took effect or was taken back, and nothing follows what took effect.
    expect(acts.join(' '), one.caseNo).toMatch(/^(hold take_back ?)*(hold (approve|reject))?$/);
    const isReleased = acts.at(-1) === one.decision;
    const status = { approve: 'APPROVED', reject: 'REJECTED' }[one.decision];
    const told = new Set((callsOf.get(one.caseNo) ?? []).map(({ headers }) => headers['x-webhook-id']));
    expect({ ...found, told: told.size }, one.caseNo).toMatchObject(
      isReleased
        ? { status, execution: 'COMPLETED', completions: 1, hooks: 1, toldOnRecord: 1, told: 1 }
        : { execution: 'WAITING', completions: 0, hooks: 0, toldOnRecord: 0, told: 0, heldFor: null },
    );
    if (isReleased) expect(heldFor, one.caseNo).toBeGreaterThanOrEqual(holdSeconds);
    else expect(['UNASSIGNED', 'UNDER_REVIEW'], one.caseNo).toContain(found.status);
  }
}

/** Waits until no decision is held and no call of a hook is under way. */
async function untilReleased(
  deployment: Deployment,
  url: string,
  cases: readonly DecidedCase[],
): Promise<void> {
  const ana = await signedIn(deployment, url, 'ana');
  const watcher = await signedIn(deployment, url, 'watcher');
  for (const { caseNo, executionId } of cases) {
    let isReleased = false;
    await until(`the release of ${caseNo}`, async () => {
      const { pending, status } = await ana.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
      isReleased = status === 'APPROVED' || status === 'REJECTED';
      return pending === null;
    });
    if (!isReleased) continue;
    // The job that sends a hook waits for its turn, or until the claim of a node that was killed lapses.
    await until(
      `the hook of ${caseNo}`,
      async () => {
        const path = `/domains/retail/deliveries?executionId=${executionId}&limit=1`;
        return (await watcher.get<'deliveries.list'>(path)).deliveries.length > 0;
      },
      120_000,
    );
  }
  await until('every call to end', async () => {
    const requested = '/domains/retail/deliveries?state=PENDING&limit=1';
    return (await watcher.get<'deliveries.list'>(requested)).deliveries.length === 0;
  });
}

async function readCases(deployment: Deployment): Promise<readonly StoredCase[]> {
  const database = await deployment.open();
  try {
    return await database.operator((tx) =>
      tx.sql<StoredCase & Record<string, unknown>>(casesQuery, [deployment.tenant.id]),
    );
  } finally {
    await database.close();
  }
}

const ofCase = `from audit_event a where a.tenant_id = c.tenant_id and a.object_kind = 'case' and a.object_id = c.case_no`;
const ofExecution = `from audit_event a where a.tenant_id = c.tenant_id and a.object_id = c.execution_id::text`;
const casesQuery = `
  select c.case_no as "caseNo", c.status, e.state as execution,
    coalesce((select json_agg(substr(a.act, 6) order by (a.detail ->> 'revision')::int) ${ofCase}
      and a.act in ('case.hold', 'case.take_back', 'case.approve', 'case.reject', 'case.void')), '[]') as acts,
    (select extract(epoch from c.resolved_at - max(a.at))::double precision ${ofCase} and a.act = 'case.hold') as "heldFor",
    (select count(*)::int ${ofExecution} and a.act = 'execution.complete') as completions,
    (select count(*)::int from webhook_delivery d where d.execution_id = c.execution_id and d.kind = 'hook') as hooks,
    (select count(*)::int ${ofExecution} and a.act = 'decision_hook.tell') as "toldOnRecord"
  from case_record c join execution e using (tenant_id, domain, execution_id) where c.tenant_id = $1`;

function signedIn(deployment: Deployment, url: string, name: string): Promise<Browser> {
  return signIn({ app: { consoleUrl: url.replace(/gateway$/, 'console') } }, deployment.tenant, name);
}

/** Every case goes to people, whose decision is told by a hook. */
function decidingTenant(receiverUrl: string): Record<string, unknown> {
  const hook = {
    enabled: true,
    webhook: 'told',
    triggerOn: ['approve', 'reject'],
    inputs: { customerId: 'data.customerId', caseNo: 'case.caseNo' },
  };
  return {
    users: [person('ana', ['analyst']), person('ben', ['analyst']), person('watcher', ['auditor'])],
    cases: { holdSeconds },
    webhooks: [{ id: 'told', name: 'Told', url: `${receiverUrl}/told`, inputs: ['customerId', 'caseNo'] }],
    workflows: [
      {
        domain: 'retail',
        workflow: {
          id: 'wf_deciding',
          name: 'Deciding',
          eventType: 'KYC_EVENT',
          nodes: [{ id: 'decide', type: 'decision', title: 'Final decision', outcome: 'manual', hook }],
          edges: [{ from: 'start', to: 'decide' }],
        },
      },
    ],
  };
}
