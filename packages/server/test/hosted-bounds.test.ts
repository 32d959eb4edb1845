import { request } from 'node:http';
import { type FlowFile, type FlowView, filePartBytes } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayGiveUp } from '../src/steps/flow-queries.ts';
import { endForsakenFlows, sweepFlowRows } from '../src/steps/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { buildPages } from './support/browser.ts';
import { type FlowAnswer, FlowPages, stepOf } from './support/flow-pages.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const dayMs = 86_400_000;

/** A person's steps in a row, and a decision without looking. */
function asking(id: string, steps: readonly { readonly id: string; readonly [member: string]: unknown }[]) {
  const nodes = [
    ...steps,
    { id: 'submit', type: 'review-and-submit' },
    { id: 'decide', type: 'decision', outcome: 'approve' },
  ];
  const ids = ['start', ...nodes.map((node) => node.id)];
  const edges = ids.slice(1).map((to, index) => ({ from: ids[index]!, to }));
  return { id, name: id, eventType: 'KYC_EVENT', source: 'SDK', nodes, edges };
}

const about = { id: 'about', type: 'particulars', fields: ['name', 'phoneCountry', 'phoneNumber'] };
const jane = { name: 'Jane Doe', phoneCountry: 'DE', phoneNumber: '15123456789' };

describe.each(storyStores())('what the hosted interface bears, %s', (store) => {
  let service: TestService;
  const tenant = aTenant({
    branding: { name: 'Example Bank' },
    hosted: { frameAncestors: ['https://app.bank.example', 'http://localhost:3000'] },
    workflows: [
      {
        domain: 'retail',
        workflow: asking('wf_phone', [about, { id: 'phone', type: 'phone-verification' }]),
      },
      {
        domain: 'corporate',
        workflow: asking('wf_papers', [{ id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' }]),
      },
    ],
  });
  const plain = aTenant({ workflows: [{ domain: 'retail', workflow: asking('wf_plain', [about]) }] });

  beforeAll(async () => {
    buildPages();
    service = await startTestService(store, { GATEHOUSE_DEV_MAILBOX: 'on' });
    await service.provision(tenant, plain);
  });
  afterAll(() => service?.stop());

  async function link(customerId: string, { of = tenant, domain = 'retail' } = {}): Promise<string> {
    const client = service.client({ ...of.key, domain });
    const email = `${customerId}@example.test`;
    return (await client.link.generate({ email, customerId, eventType: 'KYC_EVENT' })).url;
  }
  async function opened(url: string): Promise<FlowPages> {
    const pages = new FlowPages(service.app.baseUrl);
    const { status, body } = await pages.open(url);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return pages;
  }
  const begun = async (customerId: string, domain = 'retail') => {
    const pages = await opened(await link(customerId, { domain }));
    return { pages, view: await pages.consent() };
  };
  const origin = () => new URL(service.app.baseUrl).origin;
  /** Ten at a time. */
  async function many<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
    const done: T[] = [];
    while (done.length < count) {
      const turn = Array.from({ length: Math.min(10, count - done.length) }, (_, at) =>
        make(done.length + at),
      );
      done.push(...(await Promise.all(turn)));
    }
    return done;
  }

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
      const { pages, view } = await begun('c-mine', 'corporate');
      const { callbackKey } = stepOf(view, 'documents');
      const file = await announce(pages, png().length);
      const stranger = await opened(await link('c-theirs', { domain: 'corporate' }));
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
      // Another link of the same address ends the sessions of the one before.
      await link('c-mine', { domain: 'corporate' });
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
        one.tryGive(view, { values: jane }),
        two.tryGive(view, { values: { ...jane, name: 'Joan Doe' } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
      const lost = answers.find(({ status }) => status === 409)!;
      expect(lost.body).toMatchObject({ code: 'STEP_GIVEN', view: { nextStep: { nodeId: 'phone' } } });
      const again = await one.view('/steps/about/reopen', {});
      const same = await Promise.all([one, two].map((tab) => tab.tryGive(again, { values: jane })));
      expect(same.map(({ status }) => status)).toEqual([200, 200]);
      expect(same[0]!.body).toEqual(same[1]!.body);
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
      expect((await policyOf(await link('c-plain', { of: plain }))).ancestors).toBe(none);
      expect((await policyOf(`${origin()}/verify`)).ancestors).toBe(none);
      const unknown = await policyOf(`${origin()}/verify?linkToken=${'x'.repeat(43)}`);
      expect(unknown).toEqual({ status: 404, ancestors: none });
      expect((await policyOf(`${origin()}/verify/api/flow`)).ancestors).toBe(none);
    });
  });

  async function announce(pages: FlowPages, size: number, clientKey = 'file-of-a-page'): Promise<FlowFile> {
    const answer = await tryAnnounce(pages, size, clientKey);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body as unknown as FlowFile;
  }
  const tryAnnounce = (pages: FlowPages, size: number, clientKey: string): Promise<FlowAnswer> => {
    const body = { clientKey, filename: 'photo.png', contentType: 'image/png', size };
    return pages.send('/files', { method: 'POST', body });
  };
  const sendPart = (pages: FlowPages, fileId: string, number: number | string, content: Buffer) =>
    pages.send(`/files/${fileId}/parts/${number}`, { method: 'PUT', body: new Uint8Array(content) });
  const partOf = (file: Buffer, number: number) =>
    file.subarray(number * filePartBytes, (number + 1) * filePartBytes);

  describe('files in parts', () => {
    it('come in any order, twice and side by side, and are one upload', async () => {
      const { pages } = await begun('c-parts', 'corporate');
      const content = png(3 * filePartBytes + 5000);
      const { fileId, missing } = await announce(pages, content.length);
      expect(missing).toEqual([0, 1, 2, 3]);
      expect((await sendPart(pages, fileId, 3, partOf(content, 3))).body).toMatchObject({
        missing: [0, 1, 2],
      });
      // A part that is there stays as it is.
      const other = Buffer.alloc(partOf(content, 3).length, 7);
      expect((await sendPart(pages, fileId, 3, other)).status).toBe(200);
      expect((await announce(pages, content.length)).missing).toEqual([0, 1, 2]);
      const last = await Promise.all([0, 1, 2, 1].map((n) => sendPart(pages, fileId, n, partOf(content, n))));
      expect(last.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await announce(pages, content.length)).toMatchObject({ complete: true, missing: [] });
      expect((await sendPart(pages, fileId, 0, partOf(content, 0))).body).toMatchObject({ complete: true });
      const kept = await service.app.database.operator((tx) =>
        tx.sql<{ size: number; parts: number }>(
          `select u.size::int as size, (select count(*)::int from flow_file_part p where p.file_id = f.file_id) as parts
           from flow_file f join upload u using (tenant_id, domain, upload_id) where f.file_id = $1`,
          [fileId],
        ),
      );
      expect(kept).toEqual([{ size: content.length, parts: 0 }]);
    });

    it('have bounds: of parts, of a file, of all files', async () => {
      const { pages } = await begun('c-bounds', 'corporate');
      const size = filePartBytes + 10;
      const { fileId } = await announce(pages, size);
      const whole = Buffer.alloc(filePartBytes);
      const statuses = async (parts: readonly (readonly [number | string, Buffer])[]) => {
        const answers = await Promise.all(
          parts.map(([number, part]) => sendPart(pages, fileId, number, part)),
        );
        return answers.map(({ status, body }) => `${status} ${String(body['code'])}`);
      };
      expect(
        await statuses([
          [0, whole.subarray(1)],
          [1, whole.subarray(0, 11)],
          [2, whole.subarray(0, 10)],
          [-1, whole],
          ['0x0', whole],
          ['9999999', whole],
        ]),
      ).toEqual(Array.from({ length: 6 }, () => '400 MALFORMED'));
      expect(await statuses([[0, Buffer.alloc(filePartBytes + 1)]])).toEqual(['413 TOO_LARGE']);
      expect((await announce(pages, size)).missing).toEqual([0, 1]);
      expect((await tryAnnounce(pages, size + 1, 'file-of-a-page')).body).toMatchObject({
        code: 'MALFORMED',
        field: 'clientKey',
      });
      expect(await tryAnnounce(pages, 20 * 1024 * 1024 + 1, 'large-file')).toMatchObject({ status: 413 });
      expect(await tryAnnounce(pages, 0, 'empty-file')).toMatchObject({ status: 400 });
      // 1 GiB in all: 51 of the largest.
      const large = await many(52, (index) => tryAnnounce(pages, 20 * 1024 * 1024, `large-file-${index}`));
      expect(large.filter(({ status }) => status === 413)).toHaveLength(1);
      const other = await begun('c-many', 'corporate');
      const few = await many(200, (index) => tryAnnounce(other.pages, 10, `small-file-${index}`));
      expect(new Set(few.map(({ status }) => status))).toEqual(new Set([200]));
      const more = await opened(await link('c-many', { domain: 'corporate' }));
      await more.consent();
      const last = await many(110, (index) => tryAnnounce(more, 10, `further-file-${index}`));
      expect(last.filter(({ status }) => status === 200)).toHaveLength(100);
    });

    it('that are not what they should be, or not whole, are no documents', async () => {
      const { pages, view } = await begun('c-odd', 'corporate');
      const { callbackKey } = stepOf(view, 'documents');
      const words = Buffer.from('these are words and no picture');
      const { fileId } = await announce(pages, words.length);
      expect(await sendPart(pages, fileId, 0, words)).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      });
      // Its place is free for the right one.
      const picture = png(filePartBytes + 1000);
      const again = await announce(pages, picture.length);
      await sendPart(pages, again.fileId, 0, partOf(picture, 0));
      const body = { callbackKey, group: 'SELFIE', type: 'SELFIE', files: { front: again.fileId } };
      expect(await pages.send('/steps/papers/documents', { method: 'POST', body })).toMatchObject({
        status: 422,
        body: { faults: [{ field: 'files.front', rule: 'unknown' }] },
      });
      await sendPart(pages, again.fileId, 1, partOf(picture, 1));
      const added = await pages.view('/steps/papers/documents', body);
      expect(stepOf(added, 'documents').given).toHaveLength(1);
    });

    it('go on where the connection was lost', async () => {
      const { pages } = await begun('c-cut', 'corporate');
      const picture = png(filePartBytes + 1000);
      const { fileId } = await announce(pages, picture.length);
      const broken = request(`${origin()}/verify/api/files/${fileId}/parts/0`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${pages.token}`,
          'content-type': 'application/octet-stream',
          'content-length': String(filePartBytes),
        },
      });
      broken.on('error', () => undefined);
      broken.write(partOf(picture, 0).subarray(0, 100_000));
      await new Promise((resolve) => setImmediate(resolve));
      broken.destroy();
      await new Promise((resolve) => broken.once('close', resolve));
      expect((await announce(pages, picture.length)).missing).toEqual([0, 1]);
      await sendPart(pages, fileId, 0, partOf(picture, 0));
      expect((await sendPart(pages, fileId, 1, partOf(picture, 1))).body).toMatchObject({ complete: true });
    });
  });

  it('takes a part from a slow line for longer than any other call may take', async () => {
    const hasty = await startTestService(
      store,
      {},
      { http: { requestTimeoutMs: 1_000, connectionsCheckingIntervalMs: 100 } },
    );
    try {
      await hasty.provision(tenant);
      const client = hasty.client({ ...tenant.key, domain: 'corporate' });
      const asked = { email: 'slow@example.test', customerId: 'slow', eventType: 'KYC_EVENT' } as const;
      const { url } = await client.link.generate(asked);
      const pages = new FlowPages(hasty.app.baseUrl);
      await pages.open(url);
      await pages.consent();
      const picture = png(10_000);
      const { fileId } = await announce(pages, picture.length);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sending = request(new URL(`/verify/api/files/${fileId}/parts/0`, hasty.app.baseUrl), {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${pages.token}`,
            'content-type': 'application/octet-stream',
            'content-length': String(picture.length),
          },
        });
        sending.on('error', reject);
        sending.on('response', (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        for (const at of [0, 1, 2, 3]) {
          const piece = picture.subarray(at * 2_500, (at + 1) * 2_500);
          setTimeout(() => (at === 3 ? sending.end(piece) : sending.write(piece)), at * 700);
        }
      });
      expect(status).toBe(200);
    } finally {
      await hasty.stop();
    }
  });

  describe('codes', () => {
    const codePath = '/steps/phone/code';
    async function messagesTo(number: string) {
      await service.drain();
      const answer = await fetch(`${origin()}/dev/mailbox.json`);
      const { messages } = (await answer.json()) as {
        messages: { to: string; language: string; text: string; content: { code: string } }[];
      };
      return messages.filter(({ to }) => to === number);
    }
    /** Somebody who waits for the code to a number of their own. */
    async function atThePhone(customerId: string, phoneNumber: string) {
      const { pages, view } = await begun(customerId);
      const phone = await pages.give(view, { values: { ...jane, phoneNumber } });
      const { callbackKey } = stepOf(phone, 'phone-verification');
      return { pages, phone, callbackKey, number: `+49${phoneNumber}` };
    }

    it('are guessed five times, however many guesses come at once', async () => {
      const { pages, callbackKey, number } = await atThePhone('c-guess', '15123456701');
      const sent = await pages.view(codePath, { callbackKey });
      const [message] = await messagesTo(number);
      const code = message!.content.code;
      const wrong = Array.from({ length: 20 }, (_, index) => String(index).padStart(6, '0')).filter(
        (guess) => guess !== code,
      );
      const guesses = await Promise.all(wrong.map((guess) => pages.tryGive(sent, { code: guess })));
      const told = guesses.map(({ body }) => body['code']);
      expect(told.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(4);
      expect(told.filter((answer) => answer === 'CODE_EXHAUSTED')).toHaveLength(wrong.length - 4);
      // Too late for the right one, and a new one waits for its time.
      expect(await pages.tryGive(sent, { code })).toMatchObject({
        status: 429,
        body: { code: 'CODE_EXHAUSTED' },
      });
      const again = await pages.send(codePath, { method: 'POST', body: { callbackKey } });
      expect(again).toMatchObject({ status: 429, body: { code: 'CODE_EXHAUSTED' } });
      expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(30);
      expect(await messagesTo(number)).toHaveLength(1);
      // When it has come, another code is sent, and that one is taken.
      await service.app.database.operator(async (tx) => {
        await tx.sql("update code_sending set sent_at = sent_at - interval '31 seconds'");
        await tx.sql(
          "update one_time_code set sent_at = sent_at - interval '31 seconds', resend_at = resend_at - interval '31 seconds'",
        );
      });
      const renewed = await pages.view(codePath, { callbackKey });
      expect(stepOf(renewed, 'phone-verification').code?.attemptsLeft).toBe(5);
      const newest = (await messagesTo(number)).find(({ content }) => content.code !== code)!;
      // Sent again after an answer that was lost, it is the same guess.
      for (let time = 0; time < 2; time += 1) {
        expect(await pages.tryGive(renewed, { code })).toMatchObject({
          status: 422,
          body: { attemptsLeft: 4 },
        });
      }
      await pages.give(renewed, { code: newest.content.code });
    });

    it('are asked for again after an answer that was lost, and sent once', async () => {
      const { pages, callbackKey, number } = await atThePhone('c-twice', '15123456702');
      const first = await pages.view(codePath, { callbackKey });
      expect(await pages.view(codePath, { callbackKey })).toEqual(first);
      const [message, ...others] = await messagesTo(number);
      expect(others).toEqual([]);
      // To another number it is another code, and the one before has ended.
      const other = await pages.view(codePath, { callbackKey, phoneNumber: '15123456703' });
      const [second] = await messagesTo('+4915123456703');
      expect(stepOf(other, 'phone-verification')).toMatchObject({ phoneNumber: '15123456703' });
      if (message!.content.code !== second!.content.code) {
        expect((await pages.tryGive(other, { code: message!.content.code })).body['code']).toBe('CODE_WRONG');
      }
      expect(
        (await pages.send(codePath, { method: 'POST', body: { callbackKey, phoneNumber: '15123456702' } }))
          .body,
      ).toMatchObject({ code: 'CODE_EXHAUSTED' });
      await pages.give(other, { code: second!.content.code });
      // What was proved is the customer's number, and not what the particulars said before.
      const kept = await service.app.database.operator((tx) =>
        tx.sql(
          `select e.data ->> 'phoneNumber' as told, c.profile ->> 'phoneNumber' as known, c.name, c.customer_type as type
           from execution e join customer c using (tenant_id, domain, customer_id) where c.customer_id = 'c-twice'`,
        ),
      );
      expect(kept).toEqual([
        { told: '15123456703', known: '15123456703', name: 'Jane Doe', type: 'individual' },
      ]);
    });

    it('prove the number that is kept, whatever is opened again', async () => {
      const [a, b, c, d] = ['15123456711', '15123456712', '15123456713', '15123456714'] as const;
      const { pages, phone } = await atThePhone('c-again', a);
      const sendTo = async (view: FlowView, phoneNumber: string) => {
        const { callbackKey } = stepOf(view, 'phone-verification');
        const sent = await pages.view(codePath, { callbackKey, phoneNumber });
        const [message] = await messagesTo(`+49${phoneNumber}`);
        return { sent, code: message!.content.code };
      };
      const prove = async (view: FlowView, phoneNumber: string) => {
        const { sent, code } = await sendTo(view, phoneNumber);
        return pages.give(sent, { code });
      };
      const reopen = (node: string) => pages.view(`/steps/${node}/reopen`, {});
      const reviewed = (view: FlowView) =>
        stepOf(view, 'review-and-submit').sections.flatMap(({ entries }) =>
          entries.filter(({ field }) => field === 'phoneNumber').map(({ value }) => value),
        );
      const kept = async () => {
        const [row] = await service.app.database.operator((tx) =>
          tx.sql<{ told: string; known: string; proved: string }>(
            `select e.data ->> 'phoneNumber' as told, c.profile ->> 'phoneNumber' as known,
               e.outputs -> 'phone' ->> 'phoneNumber' as proved
             from execution e join customer c using (tenant_id, domain, customer_id) where c.customer_id = 'c-again'`,
          ),
        );
        return row;
      };
      // The review shows in both places what was proved.
      expect(reviewed(await prove(phone, b))).toEqual([b, `+49${b}`]);
      // Proved anew, and the particulars opened again and left as they were: nothing is proved once more.
      expect(reviewed(await prove(await reopen('phone'), d))).toEqual([d, `+49${d}`]);
      await reopen('about');
      const unchanged = await pages.give(await pages.view('/flow'), { values: { ...jane, phoneNumber: a } });
      expect(stepOf(unchanged, 'phone-verification')).toMatchObject({ phoneNumber: d, proved: '+49•••14' });
      expect(reviewed(await pages.give(unchanged, {}))).toEqual([d, `+49${d}`]);
      expect(await kept()).toEqual({ told: d, known: d, proved: `+49${d}` });
      // A code that went to another number than the particulars have by now proves neither.
      await service.app.database.operator((tx) =>
        tx.sql("update code_sending set sent_at = sent_at - interval '31 seconds'"),
      );
      const stale = await sendTo(await reopen('phone'), b);
      await reopen('about');
      const changed = await pages.give(await pages.view('/flow'), { values: { ...jane, phoneNumber: c } });
      expect(stepOf(changed, 'phone-verification')).toMatchObject({
        phoneNumber: c,
        proved: null,
        code: null,
      });
      const newest = (await messagesTo(`+49${b}`)).map(({ content }) => content.code);
      const tries = await Promise.all(newest.map((code) => pages.tryGive(changed, { code })));
      expect(tries.map(({ body }) => body['code'])).toContain('CODE_EXPIRED');
      expect(newest).toContain(stale.code);
      expect(reviewed(await prove(changed, c))).toEqual([c, `+49${c}`]);
      expect(await kept()).toEqual({ told: c, known: c, proved: `+49${c}` });
    });

    it('speak the language that was chosen last', async () => {
      const { pages, callbackKey, number } = await atThePhone('c-language', '15123456704');
      expect(await pages.view('/language', { language: 'fr' })).toMatchObject({ language: 'fr' });
      expect(await pages.send('/language', { method: 'POST', body: { language: 'xx' } })).toMatchObject({
        status: 400,
        body: { field: 'language' },
      });
      await pages.view(codePath, { callbackKey });
      const [message] = await messagesTo(number);
      expect(message).toMatchObject({ language: 'fr', text: expect.stringContaining('Example Bank') });
    });

    it('are not asked for again while what they proved stays the same', async () => {
      const { pages, callbackKey, phone, number } = await atThePhone('c-proved', '15123456705');
      expect(await pages.tryGive(phone, {})).toMatchObject({
        status: 422,
        body: { faults: [{ field: 'code', rule: 'required' }] },
      });
      const sent = await pages.view(codePath, { callbackKey });
      const [message] = await messagesTo(number);
      const review = await pages.give(sent, { code: message!.content.code });
      const phoneOutput = async () => {
        const [row] = await service.app.database.operator((tx) =>
          tx.sql<{ phone: object }>(
            "select outputs -> 'phone' as phone from execution where customer_id = 'c-proved'",
          ),
        );
        return row!.phone;
      };
      const proof = await phoneOutput();
      expect(stepOf(review).type).toBe('review-and-submit');

      const goBack = () => pages.view('/steps/about/reopen', {});
      const changeTo = async (view: FlowView, phoneNumber: string) =>
        pages.give(view, { values: { ...jane, phoneNumber } });
      const same = await changeTo(await goBack(), '15123456705');
      expect(stepOf(same, 'phone-verification')).toMatchObject({ proved: '+49•••05', code: null });
      const reviewAgain = await pages.give(same, {});
      expect(await phoneOutput()).toEqual(proof);
      expect(await messagesTo(number)).toHaveLength(1);

      expect(stepOf(reviewAgain).type).toBe('review-and-submit');
      const changed = await changeTo(await goBack(), '15123456706');
      expect(stepOf(changed, 'phone-verification')).toMatchObject({
        phoneNumber: '15123456706',
        proved: null,
      });
      expect(await pages.tryGive(changed, {})).toMatchObject({ status: 422 });
      const back = await changeTo(await goBack(), '15123456705');
      expect(stepOf(back, 'phone-verification').proved).toBe('+49•••05');
    });
  });

  it('keeps what served the pages for a week after the flow has ended', async () => {
    const rows = async () => {
      const [counted] = await service.app.database.operator((tx) =>
        tx.sql<Record<string, number>>(
          `select (select count(*)::int from flow_draft join execution using (tenant_id, domain, execution_id)
               where customer_id = $1) as drafts,
             (select count(*)::int from flow_given join execution using (tenant_id, domain, execution_id)
               where customer_id = $1) as given,
             (select count(*)::int from visit join execution using (tenant_id, domain, execution_id)
               where customer_id = $1) as visits`,
          ['c-kept'],
        ),
      );
      return counted!;
    };
    const pages = await opened(await link('c-kept', { of: plain }));
    const review = await pages.give(await pages.consent(), { values: jane });
    const sweep = (days: number) =>
      sweepFlowRows(service.app.database, new Date(service.clock.now().getTime() + days * dayMs));
    // As long as it is not submitted, it can be gone on with.
    await sweep(400);
    expect(await rows()).toEqual({ drafts: 1, given: 1, visits: 1 });
    const { consent } = stepOf(review, 'review-and-submit');
    await pages.give(review, {
      consentVersion: consent.version,
      consentSha256: consent.sha256,
      agreed: true,
    });
    await until('the decision', async () => (await rows())['visits'] === 3);
    await sweep(6.9);
    expect(await rows()).toMatchObject({ given: 2 });
    await sweep(7.1);
    expect(await rows()).toEqual({ drafts: 0, given: 0, visits: 3 });
  });

  it('gives up who came no more, and goes on with whom a link led back in time', async () => {
    const client = service.client({ ...plain.key, domain: 'retail' });
    const of = (customerId: string) =>
      client.workflow.query({ eventType: 'KYC_EVENT', source: 'SDK', customerId });
    const leave = async (customerId: string) => {
      const pages = await opened(await link(customerId, { of: plain }));
      await pages.give(await pages.consent(), { values: jane });
      return (await of(customerId)).executionId;
    };
    const [left, asked] = [await leave('c-left'), await leave('c-asked')];
    const later = async (days: number) =>
      endForsakenFlows(service.app.database, {
        now: new Date(service.clock.now().getTime() + days * dayMs),
        days: 30,
      });
    // Links work for seven days, and 30 more are waited.
    expect(await later(36.9)).toBe(0);
    service.clock.turnBy(10 * dayMs);
    const again = await link('c-asked', { of: plain });
    expect(await later(27.1)).toBeGreaterThan(0);
    expect(await client.workflow.status(left)).toMatchObject({
      status: 'FAILED',
      caseNo: '',
      pendingCallbackTask: {},
    });
    expect(await of('c-left')).toMatchObject({ executionId: '', status: '' });
    // A link that was not opened yet leads to what is unfinished.
    const pages = await opened(again);
    expect(stepOf(await pages.consent()).type).toBe('review-and-submit');
    expect((await of('c-asked')).executionId).toBe(asked);
    const anew = await opened(await link('c-left', { of: plain }));
    expect(stepOf(await anew.consent()).type).toBe('particulars');
    expect((await of('c-left')).executionId).not.toBe(left);
    const [kept] = await service.app.database.operator((tx) =>
      tx.sql<{ failure: object; acts: number }>(
        `select failure, (select count(*)::int from audit_event a where a.object_id = e.execution_id::text
           and a.act = 'execution.fail') as acts from execution e where execution_id = $1`,
        [left],
      ),
    );
    expect(kept).toEqual({
      failure: { nodeId: 'submit', reason: 'the person did not finish: no link led here for 30 days' },
      acts: 1,
    });
    service.clock.turnBy(-10 * dayMs);
  });

  it('gives up the others where one cannot be ended, leaves it to another node, and stops when told to', async () => {
    const { database } = service.app;
    const leave = async (customerId: string) => {
      const pages = await opened(await link(customerId, { of: plain }));
      await pages.give(await pages.consent(), { values: jane });
    };
    for (const customerId of ['c-stuck', 'c-given', 'c-gone-1', 'c-gone-2']) await leave(customerId);
    const states = async () =>
      (
        await database.operator((tx) =>
          tx.sql<{ customerId: string; state: string }>(
            `select customer_id as "customerId", state from execution
             where customer_id in ('c-stuck', 'c-given', 'c-gone-1', 'c-gone-2') order by 1`,
          ),
        )
      ).map(({ state }) => state);
    // One whose end always fails, and one that was given while nothing has gone on with it yet.
    await database.executeSql(
      `create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'no end'; end $$;
       create trigger refuse_end before update on execution for each row
         when (old.customer_id = 'c-stuck') execute function refuse_end()`,
    );
    await database.operator((tx) =>
      tx.sql(
        `update execution set pending = jsonb_set(pending, '{state,given}', '{"output":{}}') where customer_id = 'c-given'`,
      ),
    );
    const later = { now: new Date(service.clock.now().getTime() + 50 * dayMs), days: 30, atOnce: 1 };
    const told: string[] = [];
    const onError = (_err: unknown, flow: { readonly customerId: string }) => told.push(flow.customerId);

    expect(await endForsakenFlows(database, { ...later, onError, signal: AbortSignal.abort() })).toBe(0);
    const other = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const elsewhere =
      store === 'PostgreSQL' &&
      database.operator(async (tx) => {
        await mayGiveUp(tx);
        held.resolve();
        await other.promise;
      });
    if (elsewhere) {
      await held.promise;
      expect(await endForsakenFlows(database, { ...later, onError })).toBe(0);
      other.resolve();
      await elsewhere;
    }
    expect(await states()).toEqual(['WAITING', 'WAITING', 'WAITING', 'WAITING']);

    expect(await endForsakenFlows(database, { ...later, onError })).toBeGreaterThanOrEqual(2);
    expect(await states()).toEqual(['WAITING', 'FAILED', 'FAILED', 'WAITING']);
    expect(told).toEqual(['c-stuck']);
    await database.executeSql('drop trigger refuse_end on execution; drop function refuse_end()');
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
