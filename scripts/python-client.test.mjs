import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { gatewayErrors } from '../packages/contract/src/errors.ts';
import { callDefinitions } from '../packages/sdk/src/operations.ts';
import { signEvent, startMockGateway } from '../packages/sdk/src/testing.ts';
import { sdkVersion } from '../packages/sdk/src/user-agent.ts';
import { root } from './bootstrap.mjs';
import { pythonTypesFile, renderPythonTypes } from './write-python-types.mjs';

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

/** Runs a file of tests; what Python said is in the error when one fails. */
async function runTests(file, settings) {
  const env = { PATH: process.env.PATH, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', ...settings };
  const { stderr } = await promisify(execFile)('python3', ['-W', 'error', join('tests', file)], {
    cwd: folder,
    env,
  });
  return /^Ran (\d+) tests? [\s\S]*\nOK\n$/m.exec(stderr)?.[1];
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
    expect(readFileSync(pythonTypesFile, 'utf8'), 'run npm run docs').toBe(renderPythonTypes());
  });
});

describe.skipIf(!hasPython())('the Python client', { timeout: 120_000 }, () => {
  it('calls a gateway, repeats what may be repeated, and tells refusals apart', async () => {
    const gateway = await startMockGateway({
      outcome: ({ name }) => (name === 'Osama bin Laden' ? 'UNASSIGNED' : 'APPROVED'),
      hits: { GLOBAL_CHECK: Array.from({ length: 120 }, (_, index) => ({ hitId: `h${index}` })) },
      answer: failing(),
    });
    const { baseUrl, apiKey, secret, domain } = gateway.settings;
    try {
      const ran = await runTests('test_client.py', {
        GATEHOUSE_BASE_URL: baseUrl,
        GATEHOUSE_API_KEY: apiKey,
        GATEHOUSE_API_SECRET: secret,
        GATEHOUSE_DOMAIN: domain,
        GATEHOUSE_IS_MOCK: '1',
      });
      expect(Number(ran)).toBe(19);
    } finally {
      await gateway.close();
    }
  });

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
        'workflow.execution.status 200\n',
        'c-1 1\n',
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
    expect(await runTests('test_webhooks.py', { GATEHOUSE_SIGNED_EVENTS: JSON.stringify(events) })).toBe('7');
  });

  it('has the version, the operations and the error catalogue of the SDK', () => {
    const program = [
      'import json, gatehouse_client as g',
      'from gatehouse_client.client import OPERATIONS',
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
