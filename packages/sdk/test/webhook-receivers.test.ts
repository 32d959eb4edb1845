import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { webhookSignatureHeaders } from '@gatehouse/contract/signature';
import { describe, expect, it, onTestFinished } from 'vitest';

const receivers = new URL('./webhook-receivers/', import.meta.url);
const docs = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

const body = Buffer.from('{"customerId":"客户-1"}');

/** What the service sends for this body. */
function signedRequest(secret: string): RequestInit {
  const signature = webhookSignatureHeaders(
    { current: secret },
    { body, timestamp: String(Date.now()) },
    { signatureHeader: 'X-Webhook-Signature', timestampHeader: 'X-Webhook-Timestamp' },
  );
  const headers = new Headers([['Content-Type', 'application/json; charset=utf-8'], ...signature]);
  headers.set('X-Webhook-Id', 'w1');
  return { method: 'POST', headers, body };
}

/** Calls a receiver with a right and a wrong signature and tells its answers. */
async function probe(call: (request: RequestInit) => Promise<Response>): Promise<[number, string][]> {
  const answers: [number, string][] = [];
  for (const request of [
    signedRequest('whsec'),
    signedRequest('other'),
    { ...signedRequest('whsec'), body: '{}' },
  ]) {
    const answer = await call(request);
    answers.push([answer.status, await answer.text()]);
  }
  return answers;
}

const expected = [
  [200, '{"tier":"gold"}'],
  [401, 'signatureMismatch'],
  [401, 'signatureMismatch'],
];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the receivers of docs/webhooks.md', () => {
  it('are exactly the ones that run below', () => {
    const files = readdirSync(receivers);
    for (const name of files) {
      const file = readFileSync(new URL(name, receivers), 'utf8');
      const language = name.endsWith('.ts') ? 'ts' : 'js';
      expect(docs, name).toContain(`\`\`\`${language}\n${file}\`\`\``);
    }
    const shown = docs.slice(docs.indexOf('## Receiving')).match(/^```[tj]s$/gm);
    expect(shown).toHaveLength(files.length);
  });

  it('answer what the pages of the clients say', () => {
    const said = ['../README.md', '../src/webhook-event.ts', '../../../clients/python/README.md'].map(
      (path) => readFileSync(new URL(path, import.meta.url), 'utf8'),
    );
    said.push(
      readFileSync(new URL('../../../clients/python/gatehouse_client/webhooks.py', import.meta.url), 'utf8'),
    );
    for (const text of said) expect(text).toMatch(/answer 401/i);
  });

  it.each(['node-http.ts', 'fastify.ts', 'express.mjs'])(
    'verify what the service sends: %s',
    async (name) => {
      const port = await freePort();
      const process_ = spawn(process.execPath, [new URL(name, receivers).pathname], {
        env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: 'whsec' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(async () => {
        process_.kill();
        if (process_.exitCode === null) await once(process_, 'exit');
      });
      let printed = '';
      process_.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const url = `http://127.0.0.1:${port}/hooks`;
      const isUp = () =>
        fetch(url, { method: 'POST' }).then(
          () => true,
          () => false,
        );
      await expect.poll(isUp, { timeout: 20_000 }).toBe(true);
      expect(await probe((request) => fetch(url, request))).toEqual(expected);
      await expect.poll(() => printed).toBe('w1 客户-1\n');
    },
    30_000,
  );

  it('are tried by requests of their own: own-test.ts', async () => {
    const program = new URL('own-test.ts', receivers).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    expect(stdout).toBe('w1 c-1\ntimestampOutOfTolerance\n');
  });

  it('verify what the service sends: next-route.ts', async () => {
    const before = process.env['WEBHOOK_SECRET'];
    process.env['WEBHOOK_SECRET'] = 'whsec';
    onTestFinished(() => {
      if (before === undefined) delete process.env['WEBHOOK_SECRET'];
      else process.env['WEBHOOK_SECRET'] = before;
    });
    const { POST } = await import('./webhook-receivers/next-route.ts');
    expect(await probe((request) => POST(new Request('http://app.test/hooks', request)))).toEqual(expected);
  });
});
