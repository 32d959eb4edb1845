import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { gatewayErrors } from '../packages/contract/src/errors.ts';
import { callDefinitions } from '../packages/sdk/src/operations.ts';
import { signEvent, startMockGateway } from '../packages/sdk/src/testing.ts';
import { sdkVersion } from '../packages/sdk/src/user-agent.ts';
import { inputOfNewest } from '../packages/sdk/test/contract-operations.ts';
import { root } from './bootstrap.mjs';
import { renderPythonTypes } from './write-python-types.mjs';

const folder = join(root, 'clients/python');

function hasPython() {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('The Python client is not tested: install python3 (apt-get install python3)\n');
    return process.env.CI === 'true';
  }
}

const environment = { PATH: process.env.PATH, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };

/** Runs a file of tests; what Python said is in the error when one fails. */
async function runTests(file, settings) {
  const { stderr } = await promisify(execFile)('python3', ['-W', 'error', join('tests', file)], {
    cwd: folder,
    env: { ...environment, ...settings },
  });
  return /^Ran (\d+ tests?) [\s\S]*\nOK(.*)\n$/m.exec(stderr)?.slice(1).join('');
}

function settingsOf({ baseUrl, apiKey, secret, domain }) {
  return {
    GATEHOUSE_BASE_URL: baseUrl,
    GATEHOUSE_API_KEY: apiKey,
    GATEHOUSE_API_SECRET: secret,
    GATEHOUSE_DOMAIN: domain,
    GATEHOUSE_IS_MOCK: '1',
  };
}

/** The mock gateway of the Python client, in a process that ends with its input. */
async function startPythonMock() {
  const child = spawn('python3', ['-W', 'error', 'tests/gateway.py'], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended.then(() => ['{}'])]);
  const { base_url: baseUrl, api_key: apiKey, secret, domain } = JSON.parse(String(printed));
  return {
    settings: { baseUrl, apiKey, secret, domain },
    close: async () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** The mock gateway of the SDK, which fails as the one of tests/gateway.py. */
function startSdkMock() {
  return startMockGateway({
    outcome: ({ name }) => (name === 'Osama bin Laden' ? 'UNASSIGNED' : 'APPROVED'),
    hits: { GLOBAL_CHECK: Array.from({ length: 120 }, (_, index) => ({ hitId: `h${index}` })) },
    answer: failing(),
  });
}

/**
 * Fails as an id asks: `fails:WHAT:N` fails the first N calls about it. A submit for `lost:` is started before its
 * answer is lost; the gateway for `keyless:` then says nothing of idempotency keys.
 */
function failing() {
  const seen = new Map();
  return ({ operation, input }) => {
    const id = input.data?.customerId ?? input.executionId ?? input.customerId ?? '';
    const [kind, what, times] = String(id).split(':');
    if (operation === 'workflow.apply.query' && kind === 'keyless') {
      return { data: { code: 200, executionId: 'an-execution', status: 'RUNNING' } };
    }
    if (times === undefined) return undefined;
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    if (count > Number(times)) return undefined;
    if (what === 'HANG_UP') return { hangUp: true, takesEffect: kind === 'lost' };
    return { error: what, headers: { 'retry-after': '0' } };
  };
}

describe('the types of the Python client', () => {
  it('are those of docs/openapi.json', () => {
    for (const [path, text] of Object.entries(renderPythonTypes())) {
      expect(readFileSync(join(root, path), 'utf8'), `run npm run docs: ${path}`).toBe(text);
    }
  });
});

/** Every full input, and each with one member left out or replaced. */
function* triedInputs() {
  for (const [operation, input] of Object.entries(inputOfNewest)) {
    yield [operation, JSON.stringify(input)];
    for (const place of placesIn(input)) {
      for (const value of [undefined, null, 7, '', ' ', 'x'.repeat(1200), true, [], {}, { of: 1 }]) {
        yield [operation, JSON.stringify(replaced(input, place, value))];
      }
    }
  }
}

function placesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...placesIn(member).map((place) => [name, ...place]),
  ]);
}

function replaced(value, [name, ...rest], member) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[name] = rest.length === 0 ? member : replaced(value[name], rest, member);
  return copy;
}

/** Requests that are refused before the input is read. */
const wrongRequests = [
  { method: 'PUT' },
  { query: { api: '' } },
  { query: { api: 'quickscan.all' } },
  { query: { apiVersion: '9.9.9' } },
  { query: { api: 'storage.upload.token', apiVersion: '1' } },
  { query: { apiKey: 'ak_other' } },
  { query: { sign: 'B'.repeat(64) } },
  { query: { sign: 'b'.repeat(64) } },
  { headers: { 'content-type': 'text/plain' } },
  { headers: { 'x-domain': '' } },
  { headers: { 'x-domain': 'crypto' } },
  { body: '{' },
  { body: '[]' },
  { body: JSON.stringify({ text: 'x'.repeat(1_048_576) }) },
];

/** What a gateway says of a request, as far as two gateways must agree. */
async function answerOf({ baseUrl, secret }, { method = 'POST', query, headers, body = '{}' }) {
  const url = new URL(baseUrl);
  const sign = createHmac('sha256', secret).update(body).digest('hex');
  url.search = new URLSearchParams({
    api: 'quickscan.detail',
    apiVersion: '1.0.0',
    apiKey: 'ak_mock',
    sign,
    ...query,
  });
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', 'x-domain': 'retail', ...headers },
    body,
  });
  const { apiCode, data } = await response.json();
  const { code, message, msg } = data ?? {};
  const { status, headers: answered } = response;
  return {
    request: { method, query, headers, body: body.slice(0, 300) },
    status,
    apiCode,
    detail: answered.get('x-error-detail'),
    code,
    message,
    msg,
    members: data === null ? null : Object.keys(data).sort(),
  };
}

describe.skipIf(!hasPython())('the mock gateway of the Python client', { timeout: 120_000 }, () => {
  it('says of every input and request what the mock of the SDK says', async () => {
    const [python, sdk] = [await startPythonMock(), await startSdkMock()];
    try {
      const inputs = [...triedInputs()].map(([api, body]) => ({
        query: { api, apiVersion: callDefinitions[api].version },
        body,
      }));
      expect(inputs.length).toBeGreaterThan(300);
      const refused = { inputs: 0 };
      for (const request of [...wrongRequests, ...inputs]) {
        const expected = await answerOf(sdk.settings, request);
        expect(await answerOf(python.settings, request)).toEqual(expected);
        if (expected.status !== 200 || expected.code !== 200) refused.inputs += 1;
      }
      expect(refused.inputs).toBeGreaterThan(150);
    } finally {
      await sdk.close();
      await python.close();
    }
  });

  it.each(['blocking', 'asyncio'])('passes the tests of the %s client', async (kind) => {
    const gateway = await startPythonMock();
    try {
      const ran = await runTests('test_client.py', {
        ...settingsOf(gateway.settings),
        GATEHOUSE_CLIENT: kind,
      });
      expect(ran).toBe(kind === 'blocking' ? '22 tests (skipped=2)' : '22 tests');
    } finally {
      await gateway.close();
    }
  });
});

describe.skipIf(!hasPython())('the Python client', { timeout: 120_000 }, () => {
  it.each(['blocking', 'asyncio'])(
    'calls a gateway, repeats what may be repeated, and tells refusals apart (%s)',
    async (kind) => {
      const gateway = await startSdkMock();
      try {
        const ran = await runTests('test_client.py', {
          ...settingsOf(gateway.settings),
          GATEHOUSE_CLIENT: kind,
        });
        expect(ran).toBe(kind === 'blocking' ? '22 tests (skipped=2)' : '22 tests');
      } finally {
        await gateway.close();
      }
    },
  );

  it('does what its README shows', async () => {
    const programs = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/```python\n(.*?)```/gs)];
    const gateway = await startMockGateway({
      hits: { GLOBAL_CHECK: [{ hitId: 'h1', entityId: 'un-sc:1', matchedName: 'EXAMPLE', score: 0.97 }] },
    });
    const { baseUrl, apiKey, secret } = gateway.settings;
    const env = {
      PATH: process.env.PATH,
      PYTHONPATH: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      GATEHOUSE_BASE_URL: baseUrl,
      GATEHOUSE_API_KEY: apiKey,
      GATEHOUSE_API_SECRET: secret,
      FILE: join(root, 'clients/bruno/sample.png'),
    };
    try {
      const printed = [];
      for (const [, program] of programs) {
        const { stdout } = await promisify(execFile)('python3', ['-W', 'error', '-c', program], { env });
        printed.push(stdout);
      }
      const size = readFileSync(env.FILE).length;
      expect(printed).toEqual([
        'APPROVED\n',
        'un-sc:1 EXAMPLE 0.97\n',
        `image/png ${size}\n`,
        'RUNNING\n',
        '2\n',
        'workflow.execution.status 200\n',
        'c-1 1\n',
        "REJECTED\n['workflow.apply.submit', 'workflow.execution.status', 'workflow.execution.status']\n",
        '',
      ]);
    } finally {
      await gateway.close();
    }
  });

  it('verifies what the service signs', async () => {
    const inputs = { customerId: '客户-1' };
    const secret = 'whsec';
    const events = {
      plain: await signEvent(inputs, { secret, webhookId: 'w1', attempt: 3, isTest: true }),
      changing: await signEvent(inputs, { secret, nextSecret: 'next' }),
      bodyless: await signEvent(undefined, { secret }),
      old: await signEvent(inputs, { secret, now: Date.now() - 600_000 }),
      renamed: await signEvent(
        { a: 1 },
        { secret, payloadFormat: 'BODY', signatureHeader: 'X-Sign', timestampHeader: 'X-At' },
      ),
    };
    expect(await runTests('test_webhooks.py', { GATEHOUSE_SIGNED_EVENTS: JSON.stringify(events) })).toBe(
      '7 tests',
    );
  });

  it('has the version, the operations and the error catalogue of the SDK', () => {
    const program = [
      'import json, gatehouse_client as g',
      'from gatehouse_client.core import OPERATIONS',
      'from gatehouse_client.errors import CATALOGUE',
      'print(json.dumps([g.__version__, OPERATIONS, CATALOGUE]))',
    ].join('\n');
    const printed = execFileSync('python3', ['-c', program], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    const operations = Object.entries(callDefinitions).map(([name, { version, timeoutMs, repeat }]) => [
      name,
      [version, timeoutMs / 1000 + 2, repeat],
    ]);
    const catalogue = Object.entries(gatewayErrors).map(([name, { apiCode, retry }]) => [
      apiCode,
      [name, retry],
    ]);
    expect(JSON.parse(printed)).toEqual([
      sdkVersion,
      Object.fromEntries(operations),
      Object.fromEntries(catalogue),
    ]);
    expect(readFileSync(join(folder, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${sdkVersion}"\n`);
  });
});
