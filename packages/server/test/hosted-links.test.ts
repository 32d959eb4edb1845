import { createHash } from 'node:crypto';
import { signRequest } from '@gatehouse/contract/signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlowPages } from './support/flow-pages.ts';
import { about, asking, flowsOf } from './support/requested-flows.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const dayMs = 86_400_000;

describe.each(storyStores())('links to the hosted pages, %s', (store) => {
  let service: TestService;
  const workflow = asking('wf_links', [about]);
  const tenant = aTenant({ workflows: [{ domain: 'retail', workflow }] });
  const other = aTenant({ workflows: [{ domain: 'retail', workflow }] });
  const { link, opened } = flowsOf(() => service, tenant);

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant, other);
  });
  afterAll(() => service?.stop());

  /** The call as on the wire. */
  async function generate(requested: Record<string, unknown>) {
    const { apiKey, secret } = tenant.key;
    const body = Buffer.from(JSON.stringify(requested));
    const url = new URL(service.app.baseUrl);
    url.search = new URLSearchParams({
      api: 'sdk.launch.link.generate',
      apiVersion: '1.0.0',
      apiKey,
      sign: signRequest(secret, body),
    }).toString();
    const headers = { 'content-type': 'application/json', 'x-domain': 'retail' };
    const response = await fetch(url, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const stateOf = async (url: string) => {
    const { status, body } = await new FlowPages(service.app.baseUrl).open(url);
    return status === 200 ? 'live' : body['code'];
  };

  it('are made for a person or a company that a workflow waits for, and refusals say for what not', async () => {
    const requested = { email: 'jane@example.test', customerId: 'c-1', eventType: 'KYC_EVENT' };
    const made = await generate(requested);
    expect(made).toEqual({
      status: 200,
      body: {
        apiCode: 200,
        apiMsg: expect.any(String),
        data: {
          code: 200,
          msg: 'success',
          data: {
            url: expect.stringMatching(/\/verify\?linkToken=[\w-]{43}$/),
            expiresAt: expect.any(Number),
          },
        },
      },
    });
    const refusals: [Record<string, unknown>, RegExp][] = [
      [{ ...requested, eventType: 'TRANSACTION_EVENT' }, /eventType/],
      [{ ...requested, eventType: 'KYB_EVENT' }, /KYB_EVENT/],
      [{ ...requested, eventType: undefined }, /eventType/],
      [{ ...requested, email: 'jane' }, /email/],
      [{ ...requested, email: '  ' }, /email/],
      [{ ...requested, customerId: null }, /customerId/],
    ];
    for (const [bad, named] of refusals) {
      expect(await generate(bad)).toEqual({
        status: 200,
        body: {
          apiCode: 200,
          apiMsg: expect.any(String),
          data: { code: 400, msg: expect.stringMatching(named), data: {} },
        },
      });
    }
  });

  it('of an address that are made at the same time leave one, and those of other addresses and tenants alone', async () => {
    const apart = await flowsOf(() => service, other).link('c-many');
    const neighbour = await link('c-neighbour');
    const urls = await Promise.all(Array.from({ length: 12 }, () => link('c-many')));
    const states = await Promise.all(urls.map(stateOf));
    expect(states.filter((state) => state === 'live')).toHaveLength(1);
    expect(states.filter((state) => state === 'LINK_SUPERSEDED')).toHaveLength(11);
    expect([await stateOf(apart), await stateOf(neighbour)]).toEqual(['live', 'live']);
    // The one that lives is ended at once by the next.
    const next = await link('c-many');
    expect(await stateOf(urls[states.indexOf('live')]!)).toBe('LINK_SUPERSEDED');
    expect(await stateOf(next)).toBe('live');
  });

  it('work for seven days, and not longer', async () => {
    const url = await link('c-week');
    service.clock.turnBy(7 * dayMs - 60_000);
    expect(await stateOf(url)).toBe('live');
    service.clock.turnBy(60_001);
    expect(await stateOf(url)).toBe('LINK_EXPIRED');
    service.clock.turnBy(-7 * dayMs - 1);
  });

  it('show a session that the link was opened after it, and the newest session nothing', async () => {
    const url = await link('c-again');
    const first = await opened(url);
    expect(await first.view()).toMatchObject({ newerSession: null });
    service.clock.turnBy(1000);
    const second = await opened(url);
    const at = service.clock.now().getTime();
    service.clock.turnBy(1000);
    expect((await first.consent()).newerSession).toEqual({ at: expect.closeTo(at, -3) });
    expect((await second.view()).newerSession).toBeNull();
    const third = await opened(url);
    const { newerSession } = await second.view();
    expect(newerSession!.at).toBeGreaterThan(at);
    expect((await first.view()).newerSession).toEqual(newerSession);
    expect((await third.view()).newerSession).toBeNull();
    // Another person's link is another matter.
    expect(await (await opened(await link('c-alone'))).view()).toMatchObject({ newerSession: null });
    service.clock.turnBy(-2000);
  });

  it('stand in the store as a hash alone', async () => {
    const url = await link('c-hash');
    const token = new URL(url).searchParams.get('linkToken')!;
    const rows = await service.app.database.operator((tx) =>
      tx.sql<{ hash: Buffer; row: string; acts: string }>(
        `select l.token_hash as hash, to_jsonb(l)::text as row,
           (select string_agg(to_jsonb(a)::text, ' ') from audit_event a where a.object_id = l.link_id::text) as acts
         from link l where l.customer_id = 'c-hash'`,
      ),
    );
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]!.hash)).toEqual(createHash('sha256').update(token).digest());
    expect(rows[0]!.acts).toContain('link.create');
    expect(rows[0]!.row + rows[0]!.acts).not.toContain(token);
  });
});
