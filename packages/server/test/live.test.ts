import type { LiveEvent } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const cases = '/domains/retail/cases';

interface Heard {
  readonly id: string;
  readonly data: LiveEvent;
}

describe.each(storyStores())('what the console hears while it looks, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  const users = [person('ana', ['analyst'], ['first-line']), person('dev', ['developer'])];
  const workflows = ['retail', 'corporate'].map((domain) => ({
    domain,
    workflow: decidingWorkflow('KYC_EVENT', 'manual'),
  }));
  const mine = aTenant({ users, workflows });
  const rival = aTenant({ users, workflows });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(mine, rival);
    retail = service.client({ ...mine.key, domain: 'retail' });
    ana = await signIn(service, mine, 'ana');
  });
  afterAll(() => service?.stop());

  async function submit(client: GatehouseClient, customerId: string) {
    const { executionId } = await client.workflow.submit({ eventType: 'KYC_EVENT', data: { customerId } });
    await service.drain();
    return (await client.workflow.status(executionId))!;
  }

  /** Listens until the answer satisfies, and hangs up. */
  async function listen(who: Browser, lastEventId?: string) {
    const ending = new AbortController();
    const response = await fetch(`${service.app.consoleUrl}/api/domains/retail/events`, {
      headers: {
        cookie: who.cookie ?? '',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: ending.signal,
    });
    const events = eventsOf(response);
    return {
      response,
      next: async () => (await events.next()).value as Heard,
      /** The first event that tells of it, and everything on the way. */
      until: async (kind: string, id: string): Promise<Heard[]> => {
        const heard: Heard[] = [];
        for (;;) {
          const { value, done } = await events.next();
          if (done)
            throw new Error(`the answer ended before ${kind} ${id} was told: ${JSON.stringify(heard)}`);
          heard.push(value);
          if (value.data.objects.some((object) => object.kind === kind && object.id === id)) return heard;
        }
      },
      hangUp: () => ending.abort(),
    };
  }

  it('tells of every act in its domain, of people and of the service, by ids alone', async () => {
    const line = await listen(ana);
    expect(line.response.headers.get('content-type')).toContain('text/event-stream');
    expect(await line.next()).toMatchObject({ data: { all: false, objects: [] } });
    const { executionId, caseNo } = await submit(retail, 'live-1');
    await line.until('execution', executionId);
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    const [heard] = (await line.until('case', caseNo)).slice(-1);
    expect(heard!.id).toMatch(/^\d+$/);
    expect(Object.keys(heard!.data)).toEqual(['all', 'objects']);
    line.hangUp();
  });

  it('goes on where it was when the line broke', async () => {
    const line = await listen(ana);
    const { id } = await line.next();
    line.hangUp();
    const { caseNo } = await submit(retail, 'live-2');
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    const again = await listen(ana, id);
    expect((await again.next()).data.objects).toContainEqual({ kind: 'case', id: caseNo });
    again.hangUp();
  });

  it.each(['9223372036854775806', 'nonsense', ''])(
    'says that all may have changed where it cannot tell since when: %j',
    async (mark) => {
      const line = await listen(ana, mark);
      expect((await line.next()).data).toEqual({ all: true, objects: [] });
      line.hangUp();
    },
  );

  it('tells nobody of another domain or another tenant', async () => {
    const line = await listen(ana);
    await line.next();
    const corporate = service.client({ ...mine.key, domain: 'corporate' });
    const elsewhere = [
      await submit(corporate, 'live-3'),
      await submit(service.client({ ...rival.key, domain: 'retail' }), 'live-4'),
    ];
    const { executionId } = await submit(retail, 'live-5');
    const heard = (await line.until('execution', executionId)).flatMap(({ data }) => data.objects);
    for (const other of elsewhere) expect(heard.map(({ id }) => id)).not.toContain(other.executionId);
    line.hangUp();
  });

  it('is nothing without a session, or of a domain that is not there', async () => {
    const path = '/domains/retail/events';
    expect((await fetch(`${service.app.consoleUrl}/api${path}`)).status).toBe(401);
    expect(await ana.refused('/domains/nowhere/events')).toMatchObject({ status: 404 });
  });

  it('does not keep the service from stopping', async () => {
    const other = await startTestService('embedded');
    await other.provision(mine);
    const listener = await signIn(other, mine, 'ana');
    const response = await fetch(`${other.app.consoleUrl}/api/domains/retail/events`, {
      headers: { cookie: listener.cookie! },
    });
    const text = response.text();
    await other.stop();
    // A connection that had to be cut would fail here.
    expect(await text).toContain('retry: 1000');
  });
});

/** Events of an answer, as browsers take them apart. */
async function* eventsOf(response: Response): AsyncGenerator<Heard> {
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: ?/s, 2) as [string, string]),
      );
      const data = text.slice(0, end).match(/^data: (.*)$/m)?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield { id: fields.get('id')!, data: JSON.parse(data) as LiveEvent };
    }
  }
}
