import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** 64 MiB of blanks, 16 times one after the other: a gigabyte in a megabyte. */
const bomb = () => Buffer.concat(Array<Buffer>(16).fill(gzipSync(Buffer.alloc(64 * mebibyte, ' '))));

/** What the receiver does at each path. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/html': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>gold</p>'),
  '/empty': (response) => response.writeHead(204).end(),
  '/torn': (response) => response.writeHead(200).end('{"tier":"go'),
  '/large': (response) =>
    response.writeHead(200).end(JSON.stringify({ tier: 'gold', rest: 'x'.repeat(mebibyte) })),
  '/endless': (response) => {
    response.writeHead(200, { 'content-length': String(gibibyte) });
    const piece = Buffer.alloc(mebibyte, ' ');
    const write = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', write);
    response.on('error', () => undefined);
    write();
  },
  '/bomb': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb()),
  '/redirect': (response) => response.writeHead(307, { location: '/html' }).end(),
  '/trickle': (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
};

describe.each(storyStores())('an answer that no workflow should rely on, %s', (store) => {
  let service: TestService;
  let server: Server;
  const called: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      called.push(request.url!);
      request.resume();
      answers[request.url!]!(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
  });
  afterAll(async () => {
    await service?.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Runs a workflow whose webhook node gets the answer of a path; tells its step and the delivery's attempt. */
  async function run(path: string) {
    const { port } = server.address() as AddressInfo;
    const tenant = aTenant({
      users: [person('dev', ['developer'])],
      webhooks: [
        {
          id: 'wh',
          name: 'CRM',
          url: `http://127.0.0.1:${port}${path}`,
          timeoutMs: 3_000,
          outputs: [
            { paramName: 'tier', jsonPath: '$.tier', defaultValue: 'basic' },
            { paramName: 'level', jsonPath: '$.level', paramType: 'number' },
          ],
        },
      ],
      workflows: [
        {
          domain: 'retail',
          workflow: {
            id: 'wf',
            name: 'W',
            eventType: 'TRANSACTION_EVENT',
            nodes: [
              { id: 'crm', type: 'webhook', webhook: 'wh' },
              { id: 'on', type: 'decision', outcome: 'approve' },
              { id: 'off', type: 'decision', outcome: 'reject' },
            ],
            edges: [
              { from: 'start', to: 'crm' },
              { from: 'crm', to: 'on' },
              { from: 'crm', to: 'off', on: 'failure' },
            ],
          },
        },
      ],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const data = { customerId: 'c-1' } as never;
    const { executionId } = await client.workflow.submit({ eventType: 'TRANSACTION_EVENT', data });
    await service.drain();
    const dev = await signIn(service, tenant, 'dev');
    const { steps } = await dev.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
    const { attemptLog } = await dev.get<'deliveries.read'>(
      `/domains/retail/deliveries/${steps[0]!.deliveryId}`,
    );
    return {
      status: await client.workflow.status(executionId),
      output: steps[0]!.output,
      attempt: attemptLog[0]!,
    };
  }

  it.each(['/html', '/empty', '/torn', '/large'])(
    'is a success without anything in it where a 2xx is not JSON or too large: %s',
    async (path) => {
      const { status, output, attempt } = await run(path);
      expect(status).toMatchObject({ caseStatus: 'APPROVED' });
      expect(output).toEqual({ httpStatus: attempt.httpStatus, tier: 'basic', level: null });
      expect(attempt).toMatchObject({ outcome: 'succeeded', failure: null });
    },
  );

  it.each(['/endless', '/bomb'])('leaves memory flat though it holds a gigabyte: %s', async (path) => {
    await run('/html');
    const before = process.memoryUsage().rss;
    const { status, output, attempt } = await run(path);
    // What the receiver itself holds of the bomb is a megabyte, and of the other one piece.
    expect(process.memoryUsage().rss - before).toBeLessThan(192 * mebibyte);
    expect(status).toMatchObject({ caseStatus: 'APPROVED' });
    expect(output).toEqual({ httpStatus: 200, tier: 'basic', level: null });
    expect(attempt.response).toMatchObject({ bodyTruncated: true });
    expect(attempt.response!.body!.length).toBeLessThanOrEqual(64 * 1024);
  });

  it('fails the attempt when it redirects, and nobody follows', async () => {
    const before = called.filter((path) => path === '/html').length;
    const { status, output, attempt } = await run('/redirect');
    expect(status).toMatchObject({ caseStatus: 'REJECTED' });
    expect(output).toMatchObject({ httpStatus: 307, tier: null, level: null });
    expect(attempt).toMatchObject({
      outcome: 'spent',
      failure: 'status: the receiver answered 307; redirects are not followed',
    });
    expect(called.filter((path) => path === '/html').length).toBe(before);
  });

  it('fails the attempt at its deadline when it trickles', async () => {
    const { status, output, attempt } = await run('/trickle');
    expect(status).toMatchObject({ caseStatus: 'REJECTED' });
    expect(output).toMatchObject({ httpStatus: null });
    expect(attempt).toMatchObject({ outcome: 'spent', failure: expect.stringMatching(/^timeout: /) });
    expect(attempt.timings!.totalMs).toBeGreaterThanOrEqual(2_900);
  });
});
