import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callGateway, signedQuery } from './support/network.ts';
import { installedProxies, type ReverseProxy, startProxy } from './support/proxy.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const SERVICE_STOPPED = { status: 502, apiCode: 999402, data: null };
const SERVICE_LATE = { status: 504, apiCode: 999401, data: null };

/** A node that is ready and answers no call. */
async function startHangingNode(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const threeNodes = [0, 1, 2];

describe.each(installedProxies())('%s before a node', (name) => {
  const tenant = aTenant();
  const call = { api: 'storage.upload.token', data: {} };
  let service: TestService;
  let proxy: ReverseProxy | undefined;

  beforeAll(async () => {
    service = await startTestService('embedded');
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());
  afterEach(() => proxy?.stop());

  const startBeforeService = async (): Promise<ReverseProxy> => {
    const port = Number(new URL(service.app.baseUrl).port);
    proxy = await startProxy(
      name,
      threeNodes.map(() => port),
    );
    return proxy;
  };

  it('passes calls on by both of their paths', async () => {
    const { origin } = await startBeforeService();
    for (const isAlias of [false, true]) {
      expect(await callGateway(`${origin}/gateway`, tenant.key, { ...call, isAlias })).toMatchObject({
        status: 200,
        apiCode: 200,
      });
    }
    expect((await fetch(`${origin}/readyz`)).status).toBe(404);
  });

  it('refuses calls in clear text and sends people alone on', async () => {
    const started = await startBeforeService();
    const { plainOrigin } = started;
    const body = JSON.stringify(call.data);
    const query = signedQuery(tenant.key, call.api, body);
    for (const path of ['/gateway', `/gateway/${call.api}`]) {
      const sent = { method: 'POST', body, redirect: 'manual' } as const;
      const { status, headers } = await fetch(`${plainOrigin}${path}?${query}`, sent);
      expect([status, headers.get('location')]).toEqual([403, null]);
    }
    const page = `${plainOrigin}/console/cases?search=name`;
    const { status, headers } = await fetch(page, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, 'https://127.0.0.1/console']);
    expect(started.logged()).not.toContain('sign=');
  });

  it('answers with the envelope when nodes are late or gone, by both paths', async () => {
    // One late answer makes Caddy leave a node alone for a while: each call meets a node of its own.
    const nodes = await Promise.all(threeNodes.map(startHangingNode));
    const ports = nodes.map((node) => (node.address() as AddressInfo).port);
    proxy = await startProxy(name, ports, 1);
    const { origin } = proxy;
    for (const isAlias of [false, true]) {
      expect(await callGateway(`${origin}/gateway`, tenant.key, { ...call, isAlias })).toMatchObject(
        SERVICE_LATE,
      );
    }
    for (const node of nodes) node.close().closeAllConnections();
    for (const isAlias of [false, true]) {
      expect(await callGateway(`${origin}/gateway`, tenant.key, { ...call, isAlias })).toMatchObject(
        SERVICE_STOPPED,
      );
    }
  });
});
