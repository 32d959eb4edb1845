import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { Jobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { Mailbox, type MessageJob, Messages } from '../messages/index.ts';
import { DataKeys } from '../tenants/index.ts';
import { type CodeRequest, Codes } from './index.ts';

const acme = { tenantId: 'acme', domain: 'retail' };
const logger = createLogger('silent');
const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);
const queue = { batchSize: 16, apart: true, lanes: 1, expireInSeconds: 150, retryLimit: 10 };

describe.each(stores)('one-time codes on the $kind store', (store) => {
  let database: OpenDatabase;
  let jobs: Jobs<{ message: MessageJob }>;
  let messages: Messages;
  let codes: Codes;
  let mailbox: Mailbox;
  let subject: string;

  beforeAll(async () => {
    database = await store.open();
    await database.operator(async (tx) => {
      await tx.sql(
        `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
         select id, 'Acme Pay', true, false, '{}', 0 from unnest($1::text[]) as t(id)`,
        [['acme']],
      );
    });
    jobs = await Jobs.open<{ message: MessageJob }>(database, { message: queue }, { logger, pollMs: 20 });
    const keys = new DataKeys(database, masterKeys);
    const ways = { email: { kind: 'mailbox' }, sms: { kind: 'mailbox' } } as const;
    messages = new Messages({ database, keys, ways, queue: jobs.queue('message'), logger, nodeId: 'node' });
    mailbox = new Mailbox(database, keys);
    codes = newCodes();
    jobs.work({ message: (batch) => messages.run(batch) });
  });
  afterAll(async () => {
    await jobs.stop();
    await database.close();
  });
  beforeEach(async () => {
    subject = newId();
    await turnBy('2 days');
  });

  function newCodes(perDay = 1000, smsCountries?: ReadonlySet<string>): Codes {
    const perTenantDay = { sms: perDay, email: perDay };
    return new Codes({ database, messages, logger, perTenantDay, smsCountries });
  }

  /** Moves what was done into the past. */
  async function turnBy(interval: string): Promise<void> {
    await database.operator(async (tx) => {
      await tx.sql('update code_sending set sent_at = sent_at - $1::interval', [interval]);
      await tx.sql(
        `update one_time_code set sent_at = sent_at - $1::interval, expires_at = expires_at - $1::interval,
           resend_at = resend_at - $1::interval`,
        [interval],
      );
    });
  }

  function ask(over: Partial<CodeRequest> = {}): CodeRequest {
    return { subjectKey: subject, channel: 'email', address: 'ann@example.test', language: 'en', ...over };
  }

  /** The code of the newest message. */
  async function newestCode(): Promise<string> {
    while ((await jobs.pending('message')) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return (await mailbox.list())[0]!.content.code;
  }

  const guess = (code: string) => ({ subjectKey: subject, channel: 'email', code }) as const;
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('is right once, and then gone', async () => {
    expect(await codes.request(acme, ask())).toEqual({
      kind: 'sent',
      address: 'a•••@example.test',
      resendAfterSeconds: 30,
      attemptsLeft: 5,
      expiresAt: expect.any(Number),
    });
    const code = await newestCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(await codes.check(acme, guess(wrong(code)))).toEqual({ kind: 'wrong', attemptsLeft: 4 });
    expect(await codes.check(acme, guess(` ${code.slice(0, 3)}-${code.slice(3)} `))).toEqual({
      kind: 'right',
      address: 'ann@example.test',
      verifiedAt: expect.any(Number),
    });
    expect(await codes.check(acme, guess(code))).toEqual({ kind: 'none' });
    expect(await codes.standing(acme, ask())).toBeUndefined();
  });

  it('lets fifty guesses at once win no more attempts', async () => {
    await codes.request(acme, ask());
    const code = await newestCode();
    const guesses = Array.from({ length: 50 }, (_, n) => wrong(String((Number(code) + n) % 1_000_000)));
    const checks = guesses.map((guessed) => codes.check(acme, guess(guessed)));
    const kinds = (await Promise.all(checks)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'exhausted')).toHaveLength(46);
    expect(await codes.check(acme, guess(code))).toEqual({ kind: 'exhausted' });
  });

  it('waits longer before each further code, and sends ten a day', async () => {
    const pauses = [30, 60, 120, 240, 480, 900, 900, 900, 900, 900];
    for (const [sent, pause] of pauses.entries()) {
      const outcome = await codes.request(acme, ask());
      expect([sent, outcome]).toMatchObject([sent, { kind: 'sent', resendAfterSeconds: pause }]);
      if (sent === 9) break;
      expect(await codes.request(acme, ask())).toEqual({ kind: 'tooSoon', retryAfterSeconds: pause });
      await turnBy(`${pause} seconds`);
    }
    const { newCodeAfterSeconds } = (await codes.request(acme, ask())) as { newCodeAfterSeconds: number };
    // The first of the ten is 4530 seconds old.
    expect(newCodeAfterSeconds).toBe(24 * 3600 - 4530);
    await turnBy(`${newCodeAfterSeconds} seconds`);
    expect(await codes.request(acme, ask())).toMatchObject({ kind: 'sent' });
  });
});
