import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHead } from './audit/index.ts';
import { type Config, loadConfig } from './config.ts';
import type { OpenDatabase } from './database/index.ts';
import { stores } from './database/stores.fixture.ts';
import { publishHeads, verifyAudit } from './evidence/index.ts';
import { headDestinations } from './head-destinations.ts';
import { createEgress } from './lib/egress.ts';
import { createLogger } from './lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from './lib/secrets.ts';
import { startMailServer } from './messages/mail-server.fixture.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!, []);
const logger = createLogger('silent');

describe.each(stores)('publishing signed heads on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  it('sends them each hour to every way out, tells what failed, and tries that again', async () => {
    let status = 503;
    const received: string[] = [];
    const server = createServer((request, answer) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        received.push(body);
        answer.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mail = await startMailServer();
    const { port } = server.address() as { port: number };
    const config = configOf({
      GATEHOUSE_AUDIT_WEBHOOK_URL: `http://127.0.0.1:${port}/heads`,
      GATEHOUSE_AUDIT_MAIL_TO: 'auditor@example.test',
      GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
      GATEHOUSE_MAIL_FROM: 'gatehouse@example.test',
    });
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const destinations = headDestinations(config, { egress, logger });
    const publish = () => publishHeads({ database, masterKeys, destinations, logger });
    await publish();
    await publish();
    expect(received).toHaveLength(1);
    expect(mail.mails.map(({ to }) => to)).toEqual([['auditor@example.test']]);
    expect(await publications()).toEqual([
      ['log', true, null],
      ['mail', true, null],
      ['webhook', false, 'the webhook answered 503'],
    ]);
    status = 204;
    await age('6 minutes');
    await publish();
    expect(await publications()).toContainEqual(['webhook', true, null]);
    expect(received).toHaveLength(2);
    await age('61 minutes');
    await publish();
    expect(received).toHaveLength(3);
    expect(mail.mails).toHaveLength(2);
    const kept = signedHead.parse(JSON.parse(received[2]!));
    expect((await verifyAudit(database, { masterKeys, kept })).signature).toBe('ours');
    egress.close();
    await mail.close();
    await new Promise((resolve) => server.close(resolve));
  });

  async function publications(): Promise<unknown[]> {
    const { rows } = await database.executeSql(
      'select destination, sent_at is not null as sent, failure from audit_publication order by destination',
    );
    return rows.map(({ destination, sent, failure }) => [destination, sent, failure]);
  }

  /** As if so much time had gone by. */
  async function age(interval: string): Promise<void> {
    await database.executeSql(
      `update audit_publication set attempted_at = attempted_at - interval '${interval}', sent_at = sent_at - interval '${interval}'`,
    );
  }
});

describe('settings of where heads go', () => {
  it('are refused where the way is not there', () => {
    expect(() => configOf({ GATEHOUSE_AUDIT_MAIL_TO: 'auditor@example.test' })).toThrow(
      'GATEHOUSE_SMTP_URL is missing: GATEHOUSE_AUDIT_MAIL_TO needs a mail server',
    );
    expect(() => configOf({ GATEHOUSE_AUDIT_S3_BUCKET: 'heads' })).toThrow(
      'GATEHOUSE_S3_ENDPOINT is missing',
    );
  });
});

function configOf(env: Record<string, string>): Config {
  return loadConfig(env).config;
}
