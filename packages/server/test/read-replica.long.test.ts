import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../src/app/app.ts';
import { replicaRoutes } from '../src/app/replica-reads.ts';
import { loadConfig } from '../src/config/index.ts';
import { inspectReplica } from '../src/database/inspect-replica.ts';
import { createLogger } from '../src/lib/logger.ts';
import { Browser, person, signIn } from './support/console.ts';
import { callOf } from './support/console-calls.ts';
import { freePort } from './support/free-port.ts';
import { listen } from './support/live-line.ts';
import { readMetrics } from './support/network.ts';
import { startPostgres, type TestPostgres, withClient } from './support/postgres.ts';
import { createPreparedDatabase } from './support/prepared-stores.ts';
import { until } from './support/server-process.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const cases = '/domains/retail/cases';

describe.skipIf(!everyStore().includes('PostgreSQL'))('a service with a read replica', () => {
  let primary: TestPostgres;
  let standby: TestPostgres;
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let amy: Browser;
  let port: number;
  let other: App;
  let otherPort: number;
  const users = [
    person('ana', ['analyst', 'admin', 'auditor'], ['first-line']),
    person('amy', ['analyst'], ['first-line']),
  ];
  const workflows = [
    { domain: 'retail', workflow: decidingWorkflow('KYC_EVENT', 'manual') },
    { domain: 'retail', workflow: decidingWorkflow('TRANSACTION_EVENT', 'approve') },
  ];
  const tenant = aTenant({ users, workflows });
  const rival = aTenant({ users, workflows });

  beforeAll(async () => {
    primary = (await startPostgres())!;
    const url = await createPreparedDatabase(primary.url);
    standby = (await startPostgres(primary))!;
    const replicaUrl = new URL(standby.url);
    replicaUrl.pathname = new URL(url).pathname;
    port = await freePort();
    service = await startTestService('PostgreSQL', {
      DATABASE_URL: url,
      DATABASE_REPLICA_URL: replicaUrl.href,
      // So that a slow machine reads what is paused before it is too old.
      DATABASE_REPLICA_MAX_LAG_SECONDS: '15',
      GATEHOUSE_METRICS_PORT: String(port),
    });
    otherPort = await freePort();
    const { config } = loadConfig({ ...service.env, GATEHOUSE_METRICS_PORT: String(otherPort) });
    other = await createApp(config, { logger: createLogger('silent') });
    await service.provision(tenant, rival);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
    amy = await signIn(service, tenant, 'amy');
    await untilUsable();
    await until('the other node to use it', () => isUsable(otherPort));
  }, 180_000);
  afterAll(async () => {
    await other?.close();
    await service?.stop();
    await standby?.stop();
    await primary?.stop();
  });

  const isUsable = async (of = port) => (await readMetrics(of)).get('gatehouse_replica_usable') === 1;
  const untilUsable = () => until('the replica to be used', () => isUsable());
  const untilUnused = () => until('the replica to be left', async () => !(await isUsable()));
  const onStandby = (text: string) => withClient(standby.url, (session) => session.query(text));
  /** As the doctor does. */
  const inspect = (primaryUrl = service.env['DATABASE_URL']!) =>
    inspectReplica(service.env['DATABASE_REPLICA_URL']!, { primaryUrl, maxWaitMs: 500 });
  const pause = () => onStandby('select pg_wal_replay_pause()');
  async function resume(): Promise<void> {
    await onStandby('select pg_wal_replay_resume()');
    await untilUsable();
  }

  /** How many reads ended so. */
  async function reads(outcome: string): Promise<number> {
    return (await readMetrics(port)).get(`gatehouse_replica_reads_total{outcome="${outcome}"}`) ?? 0;
  }

  async function submit(customerId: string, eventType: 'KYC_EVENT' | 'TRANSACTION_EVENT' = 'KYC_EVENT') {
    const { executionId } = await retail.workflow.submit({ eventType, data: { customerId } });
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    return { executionId, caseNo };
  }

  const listed = async (who: Browser, headers: Record<string, string> = {}) => {
    const { text } = await who.send(cases, { headers });
    const page = JSON.parse(text) as { cases: { caseNo: string; status: string }[] };
    return new Map(page.cases.map(({ caseNo, status }) => [caseNo, status]));
  };

  /** Until what the person did is so long ago that their reads go anywhere. */
  const forget = (who: Browser) => {
    who.position = undefined;
  };

  it('reads every list, search and figure there, of the tenant alone', { timeout: 60_000 }, async () => {
    await submit('everywhere');
    const stranger = await signIn(service, rival, 'ana');
    await until('the replica to have it', async () => (await listed(ana)).size > 0);
    forget(stranger);
    forget(ana);
    expect((await listed(stranger)).size).toBe(0);
    const ids = new Map([
      ['domain', 'retail'],
      ['customerId', 'everywhere'],
    ]);
    const elsewhere: string[] = [];
    // Who looks after the deployment reads its log, and no tenant does.
    for (const name of replicaRoutes.filter((route) => route !== 'deploymentAudit.list')) {
      const before = await reads('replica');
      const { status } = await ana.send(callOf(name, ids).address);
      if (status !== 200 || (await reads('replica')) === before) elsewhere.push(`${name} ${status}`);
    }
    expect(elsewhere).toEqual([]);
  });

  it('shows older rows of others while it lags, and never of what one did', { timeout: 60_000 }, async () => {
    const { caseNo } = await submit('lagging');
    await until('the replica to have it', async () => (await listed(amy)).has(caseNo));
    await untilUsable();
    await pause();
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    forget(amy);
    // It is the replica that answers here.
    const behind = await reads('behind');
    expect((await listed(amy)).get(caseNo)).toBe('UNASSIGNED');
    expect((await listed(ana)).get(caseNo)).toBe('UNDER_REVIEW');
    expect(await reads('behind')).toBe(behind + 1);
    const elsewhere = new Browser({ app: other });
    elsewhere.cookie = ana.cookie;
    expect((await listed(elsewhere)).get(caseNo)).toBe('UNASSIGNED');
    elsewhere.position = ana.position;
    expect((await listed(elsewhere)).get(caseNo)).toBe('UNDER_REVIEW');
    await resume();
  });

  it('shows nothing older than a live event told of', { timeout: 60_000 }, async () => {
    const { executionId, caseNo } = await submit('live');
    await until('the replica to have it', async () => (await listed(amy)).has(caseNo));
    await untilUsable();
    const line = await listen(service, amy);
    // What a page missed that was read from the replica before it listened.
    expect((await line.next()).data.objects).toContainEqual({ kind: 'execution', id: executionId });
    await pause();
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    const [event] = (await line.until('case', caseNo)).slice(-1);
    forget(amy);
    expect((await listed(amy)).get(caseNo)).toBe('UNASSIGNED');
    const heard = { 'x-gatehouse-position': event!.data.position! };
    expect((await listed(amy, heard)).get(caseNo)).toBe('UNDER_REVIEW');
    line.hangUp();
    await resume();
  });

  it('asks the primary for every status but of what has ended', { timeout: 60_000 }, async () => {
    const ended = await submit('ended', 'TRANSACTION_EVENT');
    await until('the replica to answer it', async () => {
      const before = await reads('replica');
      expect(await retail.workflow.status(ended.executionId)).toMatchObject({ caseStatus: 'APPROVED' });
      return (await reads('replica')) > before;
    });
    await pause();
    const [replica, repeated] = [await reads('replica'), await reads('repeated')];
    const open = await submit('open');
    expect(await retail.workflow.status(open.executionId)).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(await retail.workflow.query({ customerId: 'open', eventType: 'KYC_EVENT' })).toMatchObject({
      executionId: open.executionId,
    });
    // Both asked for the status; the query did not go there at all.
    expect(await reads('replica')).toBe(replica);
    expect(await reads('repeated')).toBe(repeated + 2);
    await resume();
  });

  it('is left where it is further behind than allowed, and taken again', { timeout: 60_000 }, async () => {
    await pause();
    await untilUnused();
    const { caseNo } = await submit('hour');
    forget(amy);
    expect((await listed(amy)).has(caseNo)).toBe(true);
    expect((await readMetrics(port)).get('gatehouse_replica_lag_seconds')).toBeGreaterThan(15);
    expect(await inspect()).toMatchObject({ state: 'behind', bytes: expect.any(Number) });
    await resume();
    expect(await inspect()).toMatchObject({ state: 'following' });
    expect(await inspect(primary.url)).toEqual({ state: 'foreign' });
    const before = await reads('replica');
    expect((await listed(amy)).has(caseNo)).toBe(true);
    expect(await reads('replica')).toBe(before + 1);
  });

  it('may cancel reads, die and come back without anybody noticing', { timeout: 120_000 }, async () => {
    let isOver = false;
    let answered = 0;
    const readers = [ana, amy].map(async (who) => {
      while (!isOver) {
        const { status } = await who.send(cases);
        if (status !== 200) throw new Error(`${status}`);
        answered += 1;
      }
    });
    const more = async (count: number) => {
      const goal = answered + count;
      await until(`${count} more lists`, () => answered >= goal);
    };
    try {
      for (let time = 0; time < 10; time += 1) {
        await onStandby(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse'`,
        );
        await more(5);
      }
      await standby.kill();
      await more(20);
      await untilUnused();
      await standby.crash();
      await untilUsable();
      const before = await reads('replica');
      await more(5);
      expect(await reads('replica')).toBeGreaterThan(before);
      standby.freeze();
      await more(20);
      await untilUnused();
    } finally {
      isOver = true;
      await Promise.all(readers);
    }
    await standby.kill();
    await standby.crash();
    await untilUsable();
  });

  it('is left when it is promoted', { timeout: 60_000 }, async () => {
    await standby.promote();
    await untilUnused();
    expect(await inspect()).toEqual({ state: 'promoted' });
    const { caseNo } = await submit('promoted');
    forget(amy);
    expect((await listed(amy)).has(caseNo)).toBe(true);
  });
});
