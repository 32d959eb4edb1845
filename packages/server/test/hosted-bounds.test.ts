import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { buildPages } from './support/browser.ts';
import { FlowPages, stepOf } from './support/flow-pages.ts';
import { about, asking, flowsOf, jane } from './support/requested-flows.ts';
import { announce, many } from './support/sent-files.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('what the hosted interface bears, %s', (store) => {
  let service: TestService;
  const tenant = aTenant({
    hosted: { frameAncestors: ['https://app.bank.example', 'http://localhost:3000'] },
    workflows: [
      {
        domain: 'retail',
        workflow: asking('wf_phone', [about, { id: 'phone', type: 'phone-verification' }]),
      },
    ],
  });
  const papers = aTenant({
    workflows: [
      {
        domain: 'retail',
        workflow: asking('wf_papers', [{ id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' }]),
      },
    ],
  });
  const { link, opened } = flowsOf(() => service, tenant);
  const ofPapers = flowsOf(() => service, papers);

  beforeAll(async () => {
    buildPages();
    service = await startTestService(store);
    await service.provision(tenant, papers);
  });
  afterAll(() => service?.stop());

  const origin = () => new URL(service.app.baseUrl).origin;

  describe('calls', () => {
    it('are counted by session: 240 a minute, and 600 parts of files', async () => {
      const one = await opened(await link('c-busy'));
      const other = await opened(await link('c-calm'));
      const answers = await many(260, () => one.send('/flow'));
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(240);
      expect(refused).toHaveLength(20);
      for (const { body, headers } of refused) {
        expect(body['code']).toBe('TOO_MANY_CALLS');
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
      const parts = await many(610, () => one.send('/files/none/parts/0', { method: 'PUT', body: png() }));
      expect(parts.filter(({ status }) => status === 404)).toHaveLength(600);
      expect(parts.filter(({ status }) => status === 429)).toHaveLength(10);
      expect((await other.send('/flow')).status).toBe(200);
    });

    it('under another link’s token or an ended one reach nothing', async () => {
      const { pages, view } = await ofPapers.started('c-mine');
      const { callbackKey } = stepOf(view, 'documents');
      const file = await announce(pages, png().length);
      const stranger = await opened(await ofPapers.link('c-theirs'));
      await stranger.consent();
      const part = { method: 'PUT', body: new Uint8Array(png()) };
      expect(await stranger.send(`/files/${file.fileId}/parts/0`, part)).toMatchObject({ status: 404 });
      expect(await pages.send(`/files/${file.fileId}/parts/0`, part)).toMatchObject({ status: 200 });
      const document = { group: 'SELFIE', type: 'SELFIE', files: { front: file.fileId } };
      const add = (by: FlowPages, key: string) =>
        by.send('/steps/papers/documents', { method: 'POST', body: { callbackKey: key, ...document } });
      expect(await add(stranger, callbackKey)).toMatchObject({ body: { code: 'STEP_NOT_NEXT' } });
      const own = stepOf(await stranger.view()).callbackKey;
      expect(await add(stranger, own)).toMatchObject({
        status: 422,
        body: { faults: [{ field: 'files.front', rule: 'unknown' }] },
      });
      // Another link of the same address ends the sessions of the previous one.
      await ofPapers.link('c-mine');
      expect(await pages.send('/flow')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      service.clock.turnBy(31 * 60_000);
      expect(await stranger.send('/flow')).toMatchObject({ status: 401 });
      service.clock.turnBy(-31 * 60_000);
    });

    it('of two tabs at the same time take a step once', async () => {
      const url = await link('c-tabs');
      const [one, two] = [await opened(url), await opened(url)];
      const view = await one.consent();
      const answers = await Promise.all([
        one.trySubmitStep(view, { values: jane }),
        two.trySubmitStep(view, { values: { ...jane, name: 'Joan Doe' } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
      const lost = answers.find(({ status }) => status === 409)!;
      expect(lost.body).toMatchObject({ code: 'STEP_GIVEN', view: { nextStep: { nodeId: 'phone' } } });
      const again = await one.view('/steps/about/reopen', {});
      const same = await Promise.all([one, two].map((tab) => tab.trySubmitStep(again, { values: jane })));
      expect(same.map(({ status }) => status)).toEqual([200, 200]);
      // Only the tab that was opened first is told of the other one.
      const [first, second] = same.map(({ body }) => body as { newerSession: unknown });
      expect(first).toEqual({ ...second, newerSession: { at: expect.any(Number) } });
      expect(second!.newerSession).toBeNull();
    });
  });

  describe('pages', () => {
    const policyOf = async (address: string) => {
      const response = await fetch(address);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('set-cookie')).toBeNull();
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*/);
      return { status: response.status, ancestors: /frame-ancestors [^;]*/.exec(policy)![0] };
    };
    const allowed = 'frame-ancestors https://app.bank.example http://localhost:3000';
    const none = "frame-ancestors 'none'";

    it('are framed by the tenant’s origins alone, also when their link has ended', async () => {
      const dead = await link('c-frame');
      const live = await link('c-frame');
      expect((await policyOf(live)).ancestors).toBe(allowed);
      expect(await policyOf(dead)).toEqual({ status: 410, ancestors: allowed });
      expect((await policyOf(await ofPapers.link('c-plain'))).ancestors).toBe(none);
      expect((await policyOf(`${origin()}/verify`)).ancestors).toBe(none);
      const unknown = await policyOf(`${origin()}/verify?linkToken=${'x'.repeat(43)}`);
      expect(unknown).toEqual({ status: 404, ancestors: none });
      expect((await policyOf(`${origin()}/verify/api/flow`)).ancestors).toBe(none);
    });
  });
});

describe('strangers who try tokens', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded', { GATEHOUSE_CLIENT_RATE: '6/60' });
  });
  afterAll(() => service?.stop());

  it('are slowed down, on the pages and on their interface', async () => {
    const pages = new FlowPages(service.app.baseUrl);
    const unknown = (index: number) => `${service.app.baseUrl}?linkToken=${String(index).repeat(43)}`;
    for (let index = 0; index < 2; index += 1) {
      expect(await pages.open(unknown(index))).toMatchObject({ status: 404, body: { code: 'LINK_UNKNOWN' } });
      const page = new URL('/verify?linkToken=x', service.app.baseUrl);
      expect((await fetch(page)).status).toBe(404);
      pages.token = 'y'.repeat(43);
      expect(await pages.send('/flow')).toMatchObject({ status: 401 });
      pages.token = undefined;
    }
    const over = await pages.open(unknown(9));
    expect(over).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CALLS' } });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const page = await fetch(new URL('/verify?linkToken=x', service.app.baseUrl));
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});
