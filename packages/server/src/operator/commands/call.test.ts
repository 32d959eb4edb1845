import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyRequest } from '@gatehouse/contract/signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandHost, runGatehouse } from '../../../test/support/command-line.ts';

const secret = 'the secret of a key';
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-call-'));
const commands = openCommandHost();
let gateway: Server;
let env: Record<string, string>;

/** Answers as a gateway that checks the signature and knows every scan but `unknown`. */
async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const query = new URL(request.url!, 'http://gateway').searchParams;
  response.setHeader('x-request-id', 'r-1');
  if (!verifyRequest(secret, body, query.get('sign') ?? '')) {
    response.setHeader('x-error-detail', 'sign does not fit the body');
    response.writeHead(403).end('{"apiCode":999001,"apiMsg":"SIGN_ERROR","data":null}');
    return;
  }
  const key = request.headers['idempotency-key'];
  if (key !== undefined) {
    response.end(JSON.stringify({ apiCode: 200, apiMsg: 'OK', data: { code: 200, key } }));
    return;
  }
  const { id } = (JSON.parse(body.toString('utf8')) as { data: { id: string } }).data;
  const version = query.get('apiVersion');
  const found = { code: 200, id, status: 'RUNNING', version, domain: request.headers['x-domain'] };
  const data = id === 'unknown' ? { code: 404, message: 'no scan has this id' } : found;
  response.end(JSON.stringify({ apiCode: 200, apiMsg: 'OK', data }));
}

beforeAll(async () => {
  gateway = createServer((request, response) => void answerCall(request, response));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  env = {
    GATEHOUSE_BASE_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/gateway`,
    GATEHOUSE_API_KEY: 'ak_test',
    GATEHOUSE_API_SECRET: secret,
    GATEHOUSE_DOMAIN: 'retail',
    GATEHOUSE_DATA_DIR: folder,
  };
});

afterAll(() => commands.close());
afterAll(() => {
  gateway.close();
  rmSync(folder, { recursive: true });
});

const detail = ['call', 'quickscan.detail', '--data'];
const answer = {
  apiCode: 200,
  apiMsg: 'OK',
  data: { code: 200, id: 's1', status: 'RUNNING', version: '1.0.0', domain: 'retail' },
};

describe('gatehouse call', () => {
  it('signs, sends and prints the answer on one line', async () => {
    const result = await commands.run([...detail, '{"data":{"id":"s1"}}'], { env });
    expect(result).toEqual({ code: 0, stdout: `${JSON.stringify(answer)}\n`, stderr: '' });
  });

  it('takes the body from a file or the standard input, and the version from its flag', async () => {
    const file = join(folder, 'body.json');
    writeFileSync(file, '{ "data": { "id": "s1" } }\n');
    const fromFile = await commands.run([...detail, `@${file}`, '--version', '7.0.0'], { env });
    expect(JSON.parse(fromFile.stdout)).toMatchObject({ data: { version: '7.0.0' } });
    const fromInput = await runGatehouse([...detail, '-'], { env, input: '{"data":{"id":"s1"}}' });
    expect(JSON.parse(fromInput.stdout)).toEqual(answer);
  });

  it('sends a submit under the key that is given', async () => {
    const submit = ['call', 'workflow.apply.submit', '--data', '{}', '--idempotency-key', 'order-17'];
    const result = await commands.run(submit, { env });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toMatchObject({ data: { key: 'order-17' } });
  });

  it('takes flags before the environment', async () => {
    const result = await commands.run([...detail, '{"data":{"id":"s1"}}', '--domain', 'corporate'], { env });
    expect(JSON.parse(result.stdout)).toMatchObject({ data: { domain: 'corporate' } });
  });

  it("takes the demo's key from the data directory when none is given", async () => {
    const { GATEHOUSE_DATA_DIR, ...rest } = env;
    const lines = Object.entries(rest).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(join(folder, 'demo.env'), lines.join(''));
    const onlyFolder = { env: { GATEHOUSE_DATA_DIR: GATEHOUSE_DATA_DIR! } };
    const result = await commands.run([...detail, '{"data":{"id":"s1"}}'], onlyFolder);
    expect(JSON.parse(result.stdout)).toEqual(answer);
  });

  it('prints a business error, says it on standard error and exits 1', async () => {
    const result = await commands.run([...detail, '{"data":{"id":"unknown"}}'], { env });
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ apiCode: 200, data: { code: 404 } });
    expect(result.stderr).toBe('gatehouse: quickscan.detail: 404 no scan has this id (x-request-id r-1)\n');
  });

  it('prints a gateway error, tells its detail on standard error and exits 1', async () => {
    const wrong = { ...env, GATEHOUSE_API_SECRET: 'another' };
    const result = await commands.run([...detail, '{"data":{"id":"s1"}}'], { env: wrong });
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toEqual({ apiCode: 999001, apiMsg: 'SIGN_ERROR', data: null });
    expect(result.stderr).toContain('sign does not fit the body');
  });

  it.each([
    [
      ['call', 'quickscan.delete', '--data', '{}'],
      /unknown operation "quickscan.delete"; known operations: .*quickscan.submit/,
    ],
    [
      ['call', 'quickscan.detail', '--data', '{}', '--idempotency-key', 'k'],
      /--idempotency-key is for workflow.apply.submit only, not for quickscan.detail/,
    ],
    [
      ['call', 'workflow.apply.submit', '--data', '{}', '--idempotency-key', 'two words'],
      /^gatehouse: idempotencyKey must be 1 to 255 visible ASCII characters\n$/,
    ],
    [['call', 'quickscan.detail', '--data', '{'], /--data is not JSON: /],
    [['call', 'quickscan.detail', '--data', '@/no/such'], /--data @\/no\/such: cannot be read \(ENOENT\)/],
    [
      ['call', 'quickscan.detail', '--data', '{}', '--api-key', 'public'],
      /apiKey must be a public key that begins with ak_/,
    ],
    [['call', 'quickscan.detail'], /required option '--data <json>'/],
  ])('refuses %j', async (commandLine, message) => {
    const result = await commands.run(commandLine, { env });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(message);
  });

  it('names what is missing', async () => {
    const lonely = {
      GATEHOUSE_API_KEY: 'ak_x',
      GATEHOUSE_DATA_DIR: folder,
      GATEHOUSE_BASE_URL: 'http://127.0.0.1:1',
    };
    const result = await commands.run([...detail, '{}'], { env: lonely });
    expect(result.stderr).toBe('gatehouse: GATEHOUSE_API_SECRET is missing: set it or give --api-secret\n');
  });
});
