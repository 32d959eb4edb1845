import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stores } from '../../database/stores.fixture.ts';
import { newId } from '../../lib/ids.ts';
import { createLogger } from '../../lib/logger.ts';
import { acme, type Messaging, openMessaging } from '../messages.fixture.ts';
import { type CodeRequest, OneTimeCodes, pruneCodes } from './index.ts';

const otherDomain = { ...acme, domain: 'trade' };

describe.each(stores)('one-time codes on the $kind store', (store) => {
  let messaging: Messaging;
  let codes: OneTimeCodes;
  let subject: string;
  let email: string;

  beforeAll(async () => {
    messaging = await openMessaging(store);
    codes = newCodes();
  });
  afterAll(() => messaging?.close());
  beforeEach(() => {
    subject = newId();
    email = `${subject}@example.test`;
  });

  function newCodes(perDay = 1000, smsCountries?: ReadonlySet<string>): OneTimeCodes {
    const { database, messages } = messaging;
    const perTenantDay = { sms: perDay, email: perDay };
    return new OneTimeCodes({
      database,
      messages,
      logger: createLogger('silent'),
      perTenantDay,
      smsCountries,
    });
  }

  /** Moves what was done into the past. */
  const turnBy = (interval: string) =>
    messaging.database.operator(async (tx) => {
      await tx.sql('update code_sending set sent_at = sent_at - $1::interval', [interval]);
      await tx.sql(
        `update one_time_code set sent_at = sent_at - $1::interval, expires_at = expires_at - $1::interval,
           resend_at = resend_at - $1::interval`,
        [interval],
      );
    });

  const request = (over: Partial<CodeRequest> = {}): CodeRequest => ({
    subjectKey: subject,
    channel: 'email',
    address: email,
    language: 'en',
    ...over,
  });
  const check = (code: string, scope = acme) =>
    codes.check(scope, { subjectKey: subject, channel: 'email', code });
  const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

  /** The code of the newest message to an address. */
  async function codeTo(address = email): Promise<string> {
    await messaging.drain();
    const kept = await messaging.mailbox.list();
    const { content } = kept.find(({ to }) => to === address)!;
    if (content.kind !== 'code') throw new Error(`a message of another kind: ${content.kind}`);
    return content.code;
  }

  it('are right once, and then gone', async () => {
    const before = Date.now();
    expect(await codes.request(acme, request())).toEqual({
      kind: 'sent',
      address: `${subject[0]}•••@example.test`,
      resendAfterSeconds: 30,
      attemptsLeft: 5,
      expiresAt: expect.any(Number),
    });
    const code = await codeTo();
    expect(await codes.codeState(acme, request())).toMatchObject({ attemptsLeft: 5, delivery: 'KEPT' });
    expect(await check(wrong(code))).toEqual({ kind: 'wrong', attemptsLeft: 4 });
    expect(await check(`${code}0`)).toEqual({ kind: 'wrong', attemptsLeft: 4 });
    // The same again, as after an answer that was lost: it has been evaluated already.
    expect(await check(wrong(code))).toEqual({ kind: 'wrong', attemptsLeft: 4 });
    const right = await check(` ${code.slice(0, 3)}-${code.slice(3)} `);
    expect(right).toEqual({ kind: 'right', address: email, verifiedAt: expect.any(Number) });
    expect(Math.abs((right as { verifiedAt: number }).verifiedAt - before)).toBeLessThan(60_000);
    expect(await check(code)).toEqual({ kind: 'none' });
    expect(await codes.codeState(acme, request())).toBeUndefined();
    const actions = await messaging.database.operator((tx) =>
      tx.sql<{ act: string }>('select act from audit_event where object_id = $1 order by event_id', [
        subject,
      ]),
    );
    expect(actions.map(({ act }) => act)).toEqual(['code.send', 'code.verify']);
  });

  it('tell where they stand, in epoch milliseconds', async () => {
    await codes.request(acme, request());
    const state = (await codes.codeState(acme, request()))!;
    expect(state.expiresAt - state.sentAt).toBe(600_000);
    expect(state.resendAt - state.sentAt).toBe(30_000);
    expect(Math.abs(state.sentAt - Date.now())).toBeLessThan(60_000);
  });

  it('are spent by one of many right guesses at once', async () => {
    await codes.request(acme, request());
    const code = await codeTo();
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(code)));
    const kinds = answers.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([...Array<string>(49).fill('none'), 'right']);
  });

  it('let fifty guesses at once win no more attempts than five', async () => {
    await codes.request(acme, request());
    const code = await codeTo();
    const guesses = Array.from({ length: 50 }, (_, n) => check(wrong(code, n + 1)));
    const kinds = (await Promise.all(guesses)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'exhausted')).toHaveLength(46);
    expect(await check(code)).toEqual({ kind: 'exhausted' });
    // A new one is to be had after the pause, with its own attempts.
    await turnBy('30 seconds');
    expect(await codes.request(acme, request())).toMatchObject({ kind: 'sent', attemptsLeft: 5 });
    expect(await check(await codeTo())).toMatchObject({ kind: 'right' });
  });

  it('answer no one else: not another subject, channel or domain', async () => {
    await codes.request(acme, request());
    const code = await codeTo();
    expect(await check(code, otherDomain)).toEqual({ kind: 'none' });
    expect(await codes.check(acme, { subjectKey: newId(), channel: 'email', code })).toEqual({
      kind: 'none',
    });
    expect(await codes.check(acme, { subjectKey: subject, channel: 'sms', code })).toEqual({ kind: 'none' });
    expect(await check(code)).toMatchObject({ kind: 'right' });
  });

  it('prove nothing when their row is moved to another subject', async () => {
    await codes.request(acme, request());
    const code = await codeTo();
    const moved = newId();
    await messaging.database.operator((tx) =>
      tx.sql('update one_time_code set subject_key = $2 where subject_key = $1', [subject, moved]),
    );
    expect(await codes.check(acme, { subjectKey: moved, channel: 'email', code })).toMatchObject({
      kind: 'wrong',
    });
  });

  it('end after ten minutes', async () => {
    await codes.request(acme, request());
    const code = await codeTo();
    await turnBy('600 seconds');
    expect(await check(code)).toEqual({ kind: 'expired' });
  });

  it('end when another is sent, also to another address, which is the one that is proved', async () => {
    await codes.request(acme, request());
    const first = await codeTo();
    const other = `other-${email}`;
    expect(await codes.request(acme, request({ address: other }))).toMatchObject({ kind: 'sent' });
    const second = await codeTo(other);
    if (first !== second) expect(await check(first)).toMatchObject({ kind: 'wrong' });
    expect(await check(second)).toMatchObject({ kind: 'right', address: other });
  });

  it('wait longer before each further one, and are ten a day', async () => {
    const pauses = [30, 60, 120, 240, 480, 900, 900, 900, 900, 900];
    for (const [sent, pause] of pauses.entries()) {
      const outcome = await codes.request(acme, request());
      expect([sent, outcome]).toMatchObject([sent, { kind: 'sent', resendAfterSeconds: pause }]);
      if (sent === 9) break;
      const { kind, retryAfterSeconds } = (await codes.request(acme, request())) as {
        kind: string;
        retryAfterSeconds: number;
      };
      expect(kind).toBe('tooSoon');
      // A second may pass between the two.
      expect(pause - retryAfterSeconds).toBeLessThan(10);
      expect(retryAfterSeconds).toBeLessThanOrEqual(pause);
      await turnBy(`${pause} seconds`);
    }
    // The first of the ten is 4530 seconds old.
    const { newCodeAfterSeconds } = (await codes.request(acme, request())) as { newCodeAfterSeconds: number };
    expect(Math.abs(24 * 3600 - 4530 - newCodeAfterSeconds)).toBeLessThan(30);
    await turnBy(`${newCodeAfterSeconds} seconds`);
    expect(await codes.request(acme, request())).toMatchObject({ kind: 'sent' });
  });

  it('keep the day’s bound of an address over its subjects and domains, and of a subject over its addresses', async () => {
    const toOne = (n: number) =>
      codes.request(
        n % 2 === 0 ? acme : otherDomain,
        request({ subjectKey: newId(), address: email.toUpperCase() }),
      );
    const kinds = (await Promise.all(Array.from({ length: 30 }, (_, n) => toOne(n)))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(10);
    expect(kinds.filter((kind) => kind === 'exhausted')).toHaveLength(20);
    const fromOne = (n: number) =>
      codes.request(acme, request({ subjectKey: `one-${subject}`, address: `${n}-${email}` }));
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => fromOne(n)));
    expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(10);
  });

  it('keep the bound of a tenant and channel, whoever asks', async () => {
    await turnBy('2 days');
    const few = newCodes(3);
    const sms = (n: number) =>
      few.request(acme, request({ subjectKey: newId(), channel: 'sms', address: `+4915112345${100 + n}` }));
    const kinds = (await Promise.all(Array.from({ length: 9 }, (_, n) => sms(n)))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'exhausted')).toHaveLength(6);
    expect(await few.request(acme, request())).toMatchObject({ kind: 'sent' });
  });

  it('go to no address that is none, nor where the deployment sends nothing', async () => {
    const served = newCodes(1000, new Set(['DE']));
    const sms = (address: string, country?: string) =>
      served.request(acme, request({ channel: 'sms', address, country }));
    expect(await codes.request(acme, request({ address: 'ann@' }))).toEqual({
      kind: 'badAddress',
      reason: 'malformed',
    });
    expect(await sms('01512345')).toEqual({ kind: 'badAddress', reason: 'countryMissing' });
    expect(await sms('+33612345678')).toEqual({ kind: 'badAddress', reason: 'countryNotServed' });
    expect(await sms('0151 12345678', 'DE')).toMatchObject({ kind: 'sent', address: '+49•••78' });
    messaging.use({ sms: { kind: 'none' } });
    expect(await sms('0151 12345678', 'DE')).toEqual({ kind: 'unavailable' });
    messaging.use({ sms: { kind: 'mailbox' } });
  });

  it('do not exist, nor are counted, when the caller’s transaction is undone', async () => {
    const scoped = await codes.of(acme);
    const undone = messaging.database.transaction(acme, async (tx) => {
      expect(await scoped.request(tx, request())).toMatchObject({ kind: 'sent' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await codes.codeState(acme, request())).toBeUndefined();
    expect(await codes.request(acme, request())).toMatchObject({ kind: 'sent', resendAfterSeconds: 30 });
  });

  it('stand in clear neither in the log nor in the store', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('email', 'sms'),
        fc.integer({ min: 100, max: 999 }),
        async (channel, n) => {
          const address = channel === 'email' ? `${n}.${newId()}@example.test` : `+49151${n}${n}67`;
          const subjectKey = newId();
          const outcome = await codes.request(acme, request({ channel, address, subjectKey }));
          fc.pre(outcome.kind === 'sent');
          const code = await codeTo(address);
          await codes.check(acme, { subjectKey, channel, code: wrong(code) });
          const rows = await messaging.database.operator(async (tx) => [
            ...(await tx.sql("select * from message where finished_at > now() - interval '1 minute'")),
            ...(await tx.sql('select * from one_time_code where subject_key = $1', [subjectKey])),
            ...(await tx.sql('select actor, object_id, detail from audit_event where object_id = $1', [
              subjectKey,
            ])),
          ]);
          const values = rows.flatMap((row) => Object.values(row));
          const seen = values
            .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
            .join('\n');
          // Six digits alone: ids and times hold more of them in a row.
          expect(seen).not.toMatch(new RegExp(`(?<![0-9a-f.-])${code}(?![0-9a-f.-])`));
          expect(seen + messaging.log()).not.toContain(address);
          expect(messaging.log()).not.toMatch(new RegExp(`(?<![0-9a-f.-])${code}(?![0-9a-f.-])`));
        },
      ),
      { numRuns: 10 },
    );
  });

  it('are forgotten a day later', async () => {
    await codes.request(acme, request());
    await turnBy('26 hours');
    await pruneCodes(messaging.database);
    const left = await messaging.database.operator((tx) =>
      tx.sql('select 1 from one_time_code union all select 1 from code_sending'),
    );
    expect(left).toEqual([]);
  });
});
