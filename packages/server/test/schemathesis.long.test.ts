import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, signIn } from './support/console.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/**
 * Calls that schemathesis makes of the published OpenAPI documents, against a service: no server error, no status and no
 * answer that a document does not have, and 405 for every method that a path does not have. Not checked: whether each
 * value that a schema takes is accepted, because names that must exist and texts without U+0000 are no part of a schema.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isInstalled = spawnSync('schemathesis', ['--version']).status === 0;
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'unsupported_method',
];

interface Run {
  readonly document: string;
  readonly url: string;
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Never blocks: the service that is called runs in this process. */
function runSchemathesis({
  document,
  url,
  options = [],
  env = {},
}: Run): Promise<{ code: number | null; output: string }> {
  const bounds = [
    '--max-examples',
    '15',
    '--phases',
    'examples,coverage,fuzzing',
    '--seed',
    '1',
    '--no-color',
  ];
  const commandLine = [
    'run',
    `${root}docs/${document}`,
    '--url',
    url,
    '--checks',
    checks.join(','),
    ...bounds,
    ...options,
  ];
  const child = spawn('schemathesis', commandLine, { env: { ...process.env, ...env }, timeout: 300_000 });
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  child.stderr.on('data', (bytes) => {
    output += bytes;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

if (!isInstalled)
  console.warn('Generated calls are skipped: schemathesis is not installed: pip install schemathesis');

describe.skipIf(!isInstalled && process.env['CI'] === undefined)(
  'calls that are generated from the OpenAPI documents',
  () => {
    let service: TestService;
    const mine = aTenant({ users: [person('ana', ['admin', 'analyst'])] });
    const signing = {
      GATEHOUSE_API_KEY: mine.key.apiKey,
      GATEHOUSE_API_SECRET: mine.key.secret,
      GATEHOUSE_DOMAIN: 'retail',
      PYTHONPATH: [`${root}tools/client-generators`, process.env['PYTHONPATH']].filter(Boolean).join(':'),
      SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
    };

    beforeAll(async () => {
      service = await startTestService('embedded');
      await service.provision(mine);
    });
    afterAll(() => service?.stop());

    it('of the gateway meet nothing that its document does not have', async () => {
      const url = new URL('/', service.app.baseUrl).origin;
      const { code, output } = await runSchemathesis({
        document: 'openapi.json',
        url,
        env: signing,
        options: ['--exclude-tag', 'Uploads'],
      });
      expect(code, output).toBe(0);
    }, 300_000);

    it('of the hosted pages without a session meet nothing that their document does not have', async () => {
      const url = new URL('/verify/api', service.app.baseUrl).href;
      const { code, output } = await runSchemathesis({ document: 'hosted-openapi.json', url });
      expect(code, output).toBe(0);
    }, 300_000);

    it('of the console meet nothing that its document does not have', async () => {
      const { cookie } = await signIn(service, mine, 'ana');
      // Not what would end the session that the calls are made under, nor what has no end.
      const left = ['session', 'account', 'live'].flatMap((tag) => ['--exclude-tag', tag]);
      const { code, output } = await runSchemathesis({
        document: 'console-openapi.json',
        url: `${service.app.consoleUrl}/api`,
        options: ['-H', `Cookie: ${cookie}`, '--exclude-method', 'DELETE', ...left],
      });
      expect(code, output).toBe(0);
    }, 300_000);
  },
);
