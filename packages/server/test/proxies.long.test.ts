import { maxUploadBytes } from '@gatehouse/contract';
import { createClient } from '@gatehouse/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../src/database/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { untilQuiet } from './support/accounts.ts';
import { person, signIn } from './support/console.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { freePort } from './support/free-port.ts';
import { listen } from './support/live-line.ts';
import { loadTenant, printFigures } from './support/load.ts';
import { callGateway, signedQuery } from './support/network.ts';
import { installedProxies, type ReverseProxy, startProxy } from './support/proxy.ts';
import { type ServerProcess, until, untilGreen } from './support/server-process.ts';
import { everyStore, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { dataUrl, sendFile, sendJson, uploadToken } from './support/uploads.ts';

const proxies = everyStore().includes('PostgreSQL') ? installedProxies() : [];

/** Callers side by side that submit one customer after the other, as the SDK does by default. */
function startCallers(submit: (customerId: string) => Promise<unknown>) {
  const submitted: string[] = [];
  const failures: unknown[] = [];
  let isStopped = false;
  const callers = Array.from({ length: 6 }, async (_, caller) => {
    for (let turn = 0; !isStopped; turn += 1) {
      const customerId = `customer-${caller}-${turn}`;
      await submit(customerId).then(
        () => submitted.push(customerId),
        (error: unknown) => failures.push(error),
      );
    }
  });
  return {
    submitted,
    failures,
    stop: async () => {
      isStopped = true;
      await Promise.all(callers);
    },
  };
}

/** Files of 20 MB both ways, and one byte more, which Gatehouse itself refuses; the answer is the token. */
async function sendLargestFiles(
  service: TestService,
  key: ReturnType<typeof aTenant>['key'],
): Promise<string> {
  const largest = png(maxUploadBytes);
  const token = await uploadToken(service, key);
  expect(await sendFile(service, token, { bytes: largest, filename: 'a.png' })).toMatchObject({
    status: 200,
    data: { size: maxUploadBytes },
  });
  const json = { uploadToken: token, image: dataUrl(largest), filename: 'b.png' };
  expect(await sendJson(service, json)).toMatchObject({ status: 200, data: { size: maxUploadBytes } });
  const tooLarge = png(maxUploadBytes + 1);
  expect(await sendFile(service, token, { bytes: tooLarge, filename: 'c.png' })).toMatchObject({
    status: 413,
    apiCode: 999301,
  });
  return token;
}

/** Says where calls went, and nothing that could be used again. */
function expectNoSecrets(log: string, secrets: readonly string[]): void {
  expect(log).toContain('/gateway');
  expect(log).toContain('/storage/api/v1/upload');
  for (const secret of ['sign=', 'linkToken=', 'apiKey=', ...secrets]) expect(log).not.toContain(secret);
}

describe.each(proxies)('%s with TLS before three nodes', { timeout: 300_000 }, (name) => {
  let deployment: Deployment | undefined;
  let database: OpenDatabase | undefined;
  let proxy: ReverseProxy | undefined;
  let callers: ReturnType<typeof startCallers> | undefined;

  afterEach(async () => {
    await callers?.stop();
    await proxy?.stop();
    await database?.close();
    await deployment?.remove();
  });

  it('takes calls, files and events, loses nothing when nodes go, and logs no signature', async () => {
    deployment = await createDeployment('PostgreSQL');
    const ports = [await freePort(), await freePort(), await freePort()];
    proxy = await startProxy(name, ports);
    const { origin } = proxy;
    const logged = (): string => proxy!.logged();
    const tenant = aTenant({ ...loadTenant, users: [person('ana', ['analyst'], ['first-line'])] });
    const provision = await deployment.provisionFile(tenant);
    const common = { GATEHOUSE_PUBLIC_URL: origin, GATEHOUSE_TRUST_PROXY: '1' };
    const start = (port: number): ServerProcess =>
      deployment!.serve({ env: { ...common, GATEHOUSE_PORT: String(port) }, provision });
    const nodes = ports.map(start);
    await Promise.all(nodes.map((node) => node.ready));
    await Promise.all(ports.map((port) => untilGreen(`http://127.0.0.1:${port}/gateway`)));
    database = await deployment.open();
    const app = {
      baseUrl: `${origin}/gateway`,
      storageUrl: `${origin}/storage`,
      consoleUrl: `${origin}/console`,
    };
    const service = { app } as unknown as TestService;
    const client = createClient({ baseUrl: app.baseUrl, ...tenant.key, domain: 'retail' });

    // It asked the nodes whether they are ready before they were, and asks again after two seconds.
    await until('the proxy to know that nodes are ready', async () => (await fetch(app.consoleUrl)).ok);
    const ana = await signIn(service, tenant, 'ana');
    const line = await listen(service, ana);
    expect(await line.next()).toMatchObject({ data: { all: false, objects: [] } });
    const { executionId } = await client.workflow.submit({
      eventType: 'KYC_EVENT',
      data: { customerId: 'heard' } as never,
    });
    const submittedAt = performance.now();
    await line.until('execution', executionId);
    const eventSeconds = (performance.now() - submittedAt) / 1000;
    expect(eventSeconds).toBeLessThan(15);

    const call = { api: 'workflow.execution.status', data: { executionId }, isAlias: true };
    expect(await callGateway(app.baseUrl, tenant.key, call)).toMatchObject({ status: 200, apiCode: 200 });

    const token = await sendLargestFiles(service, tenant.key);

    callers = startCallers((customerId) =>
      client.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId } as never }),
    );
    const { submitted, failures } = callers;
    const more = (count: number): Promise<void> => {
      const before = submitted.length;
      return until(`${count} more submits`, () => submitted.length >= before + count);
    };
    await more(100);
    nodes[0]!.signal('SIGTERM');
    expect(await nodes[0]!.ended, nodes[0]!.complaint()).toEqual({ code: 0, signal: null });
    await more(100);
    nodes[1]!.signal('SIGKILL');
    await nodes[1]!.ended;
    await more(100);
    nodes[0] = start(ports[0]!);
    await nodes[0].ready;
    await more(100);
    await callers.stop();
    expect(failures).toEqual([]);
    await untilQuiet(database);
    const rows = await database.operator((tx) =>
      tx.sql<{ customer: string; times: number }>(
        `select customer_id as customer, count(*)::int as times from execution where tenant_id = '${tenant.id}' group by 1`,
      ),
    );
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    expect(rows.map(({ customer }) => customer).sort()).toEqual([...submitted, 'heard'].sort());

    line.hangUp();
    for (const node of nodes) node.signal('SIGKILL');
    await Promise.all(nodes.map((node) => node.ended));
    const body = JSON.stringify({ executionId });
    expect(await callGateway(app.baseUrl, tenant.key, call)).toMatchObject({
      status: 502,
      apiCode: 999402,
      data: null,
    });
    await until('the last call to be logged', () => logged().includes('502'));
    const signature = new URLSearchParams(signedQuery(tenant.key, 'any', body)).get('sign')!;
    expectNoSecrets(logged(), [signature, token, ana.cookie!.split('=')[1]!]);
    printFigures({ name, eventSeconds, submitted: submitted.length, failures: failures.length });
  });
});
