import { type FlowCall, flowCalls } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { buildPages } from './support/browser.ts';
import type { FlowPages } from './support/flow-pages.ts';
import { unstorable } from './support/odd-calls.ts';
import { asking, flowsOf } from './support/requested-flows.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { dataUrl, sendForm, sendJson, uploadToken } from './support/uploads.ts';

/** Every call of the hosted interface's table, and both forms of an upload, with texts that no store keeps. */

const calls = Object.entries(flowCalls) as [string, FlowCall][];

describe.each(storyStores())('texts that cannot be stored, %s', (store) => {
  let service: TestService;
  let pages: FlowPages;
  const tenant = aTenant({
    workflows: [
      {
        domain: 'retail',
        workflow: asking('wf_papers', [{ id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' }]),
      },
    ],
  });
  const flows = flowsOf(() => service, tenant);

  beforeAll(async () => {
    buildPages();
    service = await startTestService(store);
    await service.provision(tenant);
    ({ pages } = await flows.started('c-inputs'));
  });
  afterAll(() => service?.stop());

  it.each(calls)('in the address of %s are refused', async (_, { method, path, query, body }) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const filled = (odd: string, text: string) =>
      path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => (name === odd ? text : 'sample'));
    const addresses = unstorable.flatMap((text) => [
      ...parameters.map((name) => filled(name, text)),
      ...Object.keys(query?.shape ?? {}).map((name) => `${filled('', '')}?${name}=${text}`),
    ]);
    for (const address of addresses) {
      const sent = body === 'bytes' ? new Uint8Array(png()) : {};
      const { status } = await pages.send(address, { method, ...(body === undefined ? {} : { body: sent }) });
      expect([address, [400, 404].includes(status)]).toEqual([address, true]);
    }
  });

  it('in the names of uploads become harmless or are refused, and in tokens are no token', async () => {
    const file = (filename: string) => ['file', { bytes: png(), filename }] as const;
    const token = await uploadToken(service, tenant.key);
    for (const text of ['\u0000', 'a\u0000b.png', '\ud800.png']) {
      const form = await sendForm(service, [['uploadToken', token], file(text)]);
      expect([200, 400]).toContain(form.status);
      const json = await sendJson(service, { uploadToken: token, image: dataUrl(png()), filename: text });
      expect([200, 400]).toContain(json.status);
      const ofNobody = await sendForm(service, [['uploadToken', text], file('a.png')]);
      expect(ofNobody.status).toBe(401);
    }
  });

  it('are a link that nobody knows', async () => {
    for (const text of unstorable) {
      const { status } = await fetch(`${new URL(service.app.baseUrl).origin}/verify?linkToken=${text}`);
      expect(status).toBe(404);
    }
  });
});
