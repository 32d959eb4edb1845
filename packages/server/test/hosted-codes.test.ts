import type { FlowView } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepOf } from './support/flow-pages.ts';
import { about, asking, flowsOf, jane } from './support/requested-flows.ts';
import { keptMessages, startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('codes of the hosted interface, %s', (store) => {
  let service: TestService;
  const workflow = asking('wf_phone', [about, { id: 'phone', type: 'phone-verification' }]);
  const tenant = aTenant({
    branding: { name: 'Example Bank' },
    workflows: [{ domain: 'retail', workflow }],
  });
  const { started } = flowsOf(() => service, tenant);

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  const codePath = '/steps/phone/code';
  async function messagesTo(number: string) {
    await service.drain();
    return (await keptMessages(service)).flatMap(({ content, ...message }) =>
      message.to === number && content.kind === 'code' ? [{ ...message, content }] : [],
    );
  }
  /** Somebody who waits for the code to a number of their own. */
  async function atThePhone(customerId: string, phoneNumber: string) {
    const { pages, view } = await started(customerId);
    const phone = await pages.submitStep(view, { values: { ...jane, phoneNumber } });
    const { callbackKey } = stepOf(phone, 'phone-verification');
    return { pages, phone, callbackKey, number: `+49${phoneNumber}` };
  }

  it('are promised to no number that takes none: it is refused where it is entered', async () => {
    const { pages, view } = await started('c-number');
    const faultsOf = async (phoneNumber: string) => {
      const refused = await pages.trySubmitStep(view, { values: { ...jane, phoneNumber } });
      return [refused.status, refused.body['faults']];
    };
    const because = (reason: string) => [422, [{ field: 'phoneNumber', rule: 'type', params: { reason } }]];
    expect(await faultsOf('11111111')).toEqual(because('invalid'));
    // A telephone without messages, in front of a step that sends one.
    expect(await faultsOf('3012345678')).toEqual(because('noMessages'));
    // One screen of the step can be asked about before the others are filled in.
    const { nodeId, callbackKey } = stepOf(view);
    const check = async (values: object, fields: string[]) =>
      (await pages.send(`/steps/${nodeId}/check`, { method: 'POST', body: { callbackKey, values, fields } }))
        .body;
    const screen = { phoneCountry: 'DE', phoneNumber: '11111111' };
    expect(await check(screen, ['phoneCountry', 'phoneNumber'])).toMatchObject([{ field: 'phoneNumber' }]);
    expect(await check({ ...screen, phoneNumber: jane.phoneNumber }, Object.keys(screen))).toEqual([]);
    expect(await pages.view()).toMatchObject({ nextStep: { nodeId, callbackKey } });
  });

  it('are guessed five times, however many guesses come at once', async () => {
    const { pages, callbackKey, number } = await atThePhone('c-guess', '15123456701');
    const sent = await pages.view(codePath, { callbackKey });
    const [message] = await messagesTo(number);
    const code = message!.content.code;
    const wrong = Array.from({ length: 20 }, (_, index) => String(index).padStart(6, '0')).filter(
      (guess) => guess !== code,
    );
    const guesses = await Promise.all(wrong.map((guess) => pages.trySubmitStep(sent, { code: guess })));
    const stated = guesses.map(({ body }) => body['code']);
    expect(stated.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(4);
    expect(stated.filter((answer) => answer === 'CODE_EXHAUSTED')).toHaveLength(wrong.length - 4);
    // Too late for the right one, and a new one waits for its time.
    expect(await pages.trySubmitStep(sent, { code })).toMatchObject({
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
      expect(await pages.trySubmitStep(renewed, { code })).toMatchObject({
        status: 422,
        body: { attemptsLeft: 4 },
      });
    }
    await pages.submitStep(renewed, { code: newest.content.code });
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
      expect((await pages.trySubmitStep(other, { code: message!.content.code })).body['code']).toBe(
        'CODE_WRONG',
      );
    }
    expect(
      (await pages.send(codePath, { method: 'POST', body: { callbackKey, phoneNumber: '15123456702' } }))
        .body,
    ).toMatchObject({ code: 'CODE_EXHAUSTED' });
    await pages.submitStep(other, { code: second!.content.code });
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
      return pages.submitStep(sent, { code });
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
    const shown = await reopen('about');
    // They show what is kept, not what was typed into them before.
    const { values } = stepOf(shown, 'particulars');
    expect(values).toMatchObject({ ...jane, phoneNumber: d });
    const unchanged = await pages.submitStep(shown, { values });
    expect(stepOf(unchanged, 'phone-verification')).toMatchObject({ phoneNumber: d, proved: '+49•••14' });
    expect(reviewed(await pages.submitStep(unchanged, {}))).toEqual([d, `+49${d}`]);
    expect(await kept()).toEqual({ told: d, known: d, proved: `+49${d}` });
    // A code that went to another number than the particulars have by now proves neither.
    await service.app.database.operator((tx) =>
      tx.sql("update code_sending set sent_at = sent_at - interval '31 seconds'"),
    );
    const stale = await sendTo(await reopen('phone'), b);
    await reopen('about');
    const changed = await pages.submitStep(await pages.view('/flow'), {
      values: { ...values, phoneNumber: c },
    });
    expect(stepOf(changed, 'phone-verification')).toMatchObject({
      phoneNumber: c,
      proved: null,
      code: null,
    });
    const newest = (await messagesTo(`+49${b}`)).map(({ content }) => content.code);
    const tries = await Promise.all(newest.map((code) => pages.trySubmitStep(changed, { code })));
    expect(tries.map(({ body }) => body['code'])).toContain('CODE_EXPIRED');
    expect(newest).toContain(stale.code);
    expect(reviewed(await prove(changed, c))).toEqual([c, `+49${c}`]);
    expect(await kept()).toEqual({ told: c, known: c, proved: `+49${c}` });
    // The number of long ago, typed into them now, is another one: it is to be proved.
    const first = await pages.submitStep(await reopen('about'), { values: { ...values, phoneNumber: a } });
    expect(stepOf(first, 'phone-verification')).toMatchObject({ phoneNumber: a, proved: null });
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
    expect(await pages.trySubmitStep(phone, {})).toMatchObject({
      status: 422,
      body: { faults: [{ field: 'code', rule: 'required' }] },
    });
    const sent = await pages.view(codePath, { callbackKey });
    const [message] = await messagesTo(number);
    const review = await pages.submitStep(sent, { code: message!.content.code });
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
      pages.submitStep(view, { values: { ...jane, phoneNumber } });
    const same = await changeTo(await goBack(), '15123456705');
    expect(stepOf(same, 'phone-verification')).toMatchObject({ proved: '+49•••05', code: null });
    const reviewAgain = await pages.submitStep(same, {});
    expect(await phoneOutput()).toEqual(proof);
    expect(await messagesTo(number)).toHaveLength(1);

    expect(stepOf(reviewAgain).type).toBe('review-and-submit');
    const changed = await changeTo(await goBack(), '15123456706');
    expect(stepOf(changed, 'phone-verification')).toMatchObject({
      phoneNumber: '15123456706',
      proved: null,
    });
    expect(await pages.trySubmitStep(changed, {})).toMatchObject({ status: 422 });
    const back = await changeTo(await goBack(), '15123456705');
    expect(stepOf(back, 'phone-verification').proved).toBe('+49•••05');
  });
});
