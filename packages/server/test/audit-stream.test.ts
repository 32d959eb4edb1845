import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

interface Streamed {
  readonly id: string;
  readonly tenant: string;
  readonly block: number;
  readonly place: number;
  readonly action: string;
  readonly detail?: unknown;
}

/** A syslog server over TCP that keeps the messages by their lengths. */
async function startSyslog(): Promise<{ server: Server; port: number; messages: string[] }> {
  const messages: string[] = [];
  const server = createServer((socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => {
      let rest = Buffer.concat(chunks);
      while (rest.length > 0) {
        const blank = rest.indexOf(' ');
        const length = Number(rest.subarray(0, blank).toString());
        messages.push(rest.subarray(blank + 1, blank + 1 + length).toString());
        rest = rest.subarray(blank + 1 + length);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, messages };
}

describe.each(storyStores())('the stream of the audit log, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  let syslog: Awaited<ReturnType<typeof startSyslog>>;
  beforeAll(async () => {
    [receiver, syslog] = await Promise.all([startReceiver(), startSyslog()]);
    // The first batches fail: nothing may be lost by that.
    receiver.answer('/siem', { status: 503 }, { status: 503 }, { status: 204 });
    service = await startTestService(store, {
      GATEHOUSE_SIEM_URL: `${receiver.url}/siem`,
      GATEHOUSE_SIEM_HEADERS: '{"X-Token":"t-1"}',
      GATEHOUSE_SIEM_SYSLOG: `tcp://127.0.0.1:${syslog.port}`,
    });
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    syslog?.server.close();
  });

  const taken = () =>
    receiver
      .callsTo('/siem')
      .slice(2)
      .flatMap(({ body }) => JSON.parse(body) as Streamed[]);
  const failures = async () => {
    const { rows } = await service.app.database.executeSql(
      `select destination, failure from gatehouse.audit_stream where failure is not null`,
    );
    return rows;
  };

  it('brings each record in the order of its chain, after failures too, without details', async () => {
    const tenant = aTenant();
    await service.provision(tenant);
    await until('a failure', async () => (await failures()).length > 0);
    expect(await failures()).toEqual([{ destination: 'http', failure: 'the receiver answered 503' }]);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    for (const customerId of ['c-1', 'c-2', 'c-3']) {
      const data = { customerId, customerType: 'individual', name: 'Osama bin Laden' } as const;
      await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    }
    await service.drain();
    const submits = () => taken().filter(({ action }) => action === 'execution.submit');
    await until('all submits at both', () => {
      const inSyslog = syslog.messages.filter((text) => text.includes(' execution.submit ['));
      return submits().length >= 3 && inSyslog.length >= 3;
    });
    await until('an end of the failure', async () => (await failures()).length === 0);
    const own = taken().filter(({ tenant: of }) => of === tenant.id);
    const places = own.map(({ block, place }) => block * 10_000 + place);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    expect(own.every((record) => !('detail' in record))).toBe(true);
    expect(receiver.callsTo('/siem')[0]?.headers['x-token']).toBe('t-1');
    // Both ways have the same records, and all of the store.
    const { rows } = await service.app.database.executeSql(
      `select event_id::text as id from gatehouse.audit_event where tenant_id = $1 and act = 'execution.submit'`,
      [tenant.id],
    );
    for (const { id } of rows as { id: string }[]) {
      expect(own.some((record) => record.id === id)).toBe(true);
      const lines = syslog.messages.filter((text) => text.includes(`id="${id}"`));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^<110>1 \S+Z \S+ gatehouse - execution\.submit \[gatehouse@32473 id="/);
    }
    expect(
      receiver
        .callsTo('/siem')
        .map(({ body }) => body)
        .join(''),
    ).not.toContain('Osama');
  });
});
