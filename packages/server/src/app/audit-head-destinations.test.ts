import { createServer, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasS3Server, startS3Server } from '../../test/support/s3-server.ts';
import { until } from '../../test/support/server-process.ts';
import { signedHead } from '../audit/index.ts';
import { publishHeads, verifyAudit } from '../audit/verification/index.ts';
import { type Config, loadConfig } from '../config/index.ts';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { createEgress } from '../lib/egress.ts';
import { createLogger } from '../lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { startMailServer } from '../messages/mail-server.fixture.ts';
import { S3Store } from '../uploads/index.ts';
import { auditHeadDestinations } from './audit-head-destinations.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!, []);
const logger = createLogger('silent');
const withS3 = hasS3Server();

describe.each(stores)('publishing signed heads on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  it('sends them each hour to every way out, tells what failed, and tries that again', async () => {
    let status = 503;
    const lines = new PassThrough();
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
    const destinations = auditHeadDestinations(config, { egress, logger: pino({ level: 'warn' }, lines) });
    const publish = () => publishHeads({ database, masterKeys, destinations, logger });
    await publish();
    await publish();
    const [line] = (lines.read() as Buffer).toString('utf8').split('\n');
    expect(JSON.parse(line!)).toMatchObject({
      level: 30,
      msg: 'signed heads of the audit log',
      auditHeads: { heads: [], signature: expect.any(String) },
    });
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

  it('counts no log that is silent as a way out', () => {
    const egress = createEgress({ allow: [] });
    expect(auditHeadDestinations(configOf({}), { egress, logger })).toEqual([]);
    egress.close();
  });

  it.runIf(withS3)(
    'sends them into a bucket that takes nothing without a checksum, and says why it cannot',
    async () => {
      const s3 = await startS3Server();
      const locked = await startLockingProxy(s3.endpoint);
      const settings = await s3.settings();
      const destinationsOf = (bucket: string) => {
        const env = {
          ...settings,
          GATEHOUSE_S3_ENDPOINT: locked.endpoint,
          GATEHOUSE_AUDIT_S3_BUCKET: bucket,
        };
        const egress = createEgress({ allow: [] });
        const all = auditHeadDestinations(configOf(env), { egress, logger });
        egress.close();
        return all;
      };
      const bucket = await s3.createBucket();
      const publish = (name: string) =>
        publishHeads({ database, masterKeys, destinations: destinationsOf(name), logger });
      await publish('not-there');
      expect(await publications()).toContainEqual(['bucket', false, expect.stringContaining('NoSuchBucket')]);
      // On a busy machine the store of the tests now and then answers that it has no time: the next try sends them.
      await until('the bucket to take them', async () => {
        await age('6 minutes');
        await publish(bucket);
        return JSON.stringify(await publications()).includes('["bucket",true,null]');
      });
      const store = new S3Store({ ...s3, bucket });
      const keys: string[] = [];
      for await (const { key } of store.list('audit-heads/')) keys.push(key);
      expect(keys).toEqual([
        expect.stringMatching(/^audit-heads\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/),
      ]);
      const kept = signedHead.parse(JSON.parse(await text((await store.open(keys[0]!))!)));
      expect((await verifyAudit(database, { masterKeys, kept })).signature).toBe('ours');
      store.close();
      await locked.stop();
      await s3.stop();
    },
  );

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

/** Before an S3 server: refuses what comes in without a checksum, as a bucket with object lock does. */
async function startLockingProxy(target: string): Promise<{ endpoint: string; stop(): Promise<unknown> }> {
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    if (
      method === 'PUT' &&
      headers['content-md5'] === undefined &&
      headers['x-amz-checksum-sha256'] === undefined
    ) {
      answer
        .writeHead(400)
        .end('<Error><Code>InvalidRequest</Code><Message>a checksum is required</Message></Error>');
      return;
    }
    const passed = request(target + url, { method, headers }, (received) => {
      answer.writeHead(received.statusCode!, received.headers);
      received.pipe(answer);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function configOf(env: Record<string, string>): Config {
  return loadConfig(env).config;
}
