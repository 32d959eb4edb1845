import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTenantFile } from '../src/provisioning/index.ts';
import { callerEnvironment, root, run } from './support/client-generators.ts';
import { person, signIn } from './support/console.ts';
import { FlowPages } from './support/flow-pages.ts';
import { hasPython, installPythonTools, type PythonTools } from './support/python-tools.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/**
 * Calls that schemathesis makes of the published OpenAPI documents, against a service: no server error, no status and no
 * answer that a document does not have, 405 for every method that a path does not have, and what the schemas allow is
 * accepted, but for the rules that an operation states in words.
 */

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'unsupported_method',
  // Of tools/client-generators/schemathesis_hooks.py.
  'schema_valid_is_accepted',
];
const bounds = ['--max-examples', '15', '--phases', 'examples,coverage,fuzzing', '--seed', '1', '--no-color'];
// Strict JSON has no U+0000, which no schema says.
const strictJson = ['--generation-allow-x00', 'false'];

/** A tenant of examples/workflows, whose people verify themselves by hosted flows. */
const examples = {
  folder: join(root, 'examples/workflows'),
  key: 'ak_examples',
  secret: 'secret-of-the-examples',
};

describe.skipIf(!hasPython('Calls that schemathesis generates'))(
  'calls that are generated from the OpenAPI documents',
  { timeout: 900_000 },
  () => {
    let tools: PythonTools;
    let service: TestService;
    const mine = aTenant();

    beforeAll(async () => {
      tools = await installPythonTools();
      service = await startTestService('embedded');
      await service.provision(mine);
    }, 300_000);
    afterAll(async () => {
      await service?.stop();
      await tools?.remove();
    });

    /** Fails with what schemathesis printed. */
    async function callsOf(
      document: string,
      url: string,
      { options = [], env = {} }: { options?: readonly string[]; env?: Record<string, string> } = {},
    ): Promise<void> {
      const file = join(root, 'docs', document);
      const { code, output } = await run(
        tools.program('schemathesis'),
        ['run', file, '--url', url, '--checks', checks.join(','), ...bounds, ...strictJson, ...options],
        {
          env: {
            ...callerEnvironment(service, mine.key),
            PYTHONPATH: join(root, 'tools/client-generators'),
            PYTHONDONTWRITEBYTECODE: '1',
            SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
            ...env,
          },
          timeoutMs: 800_000,
        },
      );
      expect(code, output).toBe(0);
    }

    const origin = () => new URL('/', service.app.baseUrl).origin;

    it('of the gateway meet nothing that its document does not have', async () => {
      await callsOf('openapi.json', origin(), { options: ['--exclude-tag', 'Uploads'] });
    });

    it('of uploads meet nothing that the document of the gateway does not have', async () => {
      const client = service.client({ ...mine.key, domain: 'retail' });
      const { uploadToken } = await client.storage.token();
      await callsOf('openapi.json', origin(), {
        options: ['--include-tag', 'Uploads'],
        env: { GATEHOUSE_UPLOAD_TOKEN: uploadToken },
      });
    });

    it('of the hosted pages meet nothing that their document does not have, with a session and without', async () => {
      const url = new URL('/verify/api', service.app.baseUrl).href;
      await callsOf('hosted-openapi.json', url);
      const tokens = await openFlows(service, 8);
      await callsOf('hosted-openapi.json', url, {
        options: ['-H', 'Authorization: Bearer taken-in-turn'],
        env: { GATEHOUSE_SDK_TOKENS: tokens.join(',') },
      });
    });

    const consoleUrl = () => `${service.app.consoleUrl}/api`;
    /** Of a tenant of its own, since generated calls may lock people out, the one who signs in among them. */
    async function sessionOfAnAdmin(): Promise<string[]> {
      const tenant = aTenant({
        users: ['ana', 'ben'].map((name) => person(name, ['admin', 'analyst'], ['first-line'])),
      });
      await service.provision(tenant);
      const { cookie } = await signIn(service, tenant, 'ana');
      return ['-H', `Cookie: ${cookie}`];
    }

    it('of the console meet nothing that its document does not have', async () => {
      // Not what would end the session that the calls are made under, nor what has no end.
      const left = ['session', 'account', 'live'].flatMap((tag) => ['--exclude-tag', tag]);
      const options = [...(await sessionOfAnAdmin()), '--exclude-method', 'DELETE', ...left];
      await callsOf('console-openapi.json', consoleUrl(), { options });
    });

    it('that delete in the console meet nothing that its document does not have', async () => {
      const left = ['session', 'account'].flatMap((tag) => ['--exclude-tag', tag]);
      const options = [...(await sessionOfAnAdmin()), '--include-method', 'DELETE', ...left];
      await callsOf('console-openapi.json', consoleUrl(), { options });
    });

    it('of sessions and accounts meet nothing that the document of the console does not have', async () => {
      // The first two end the session; PUT to the path of the third is that of a passkey by another id.
      const left = ['sessionEnd', 'sessionEndAll', 'accountBeginPasskey'];
      const options = [
        ...(await sessionOfAnAdmin()),
        ...['session', 'account'].flatMap((tag) => ['--include-tag', tag]),
        ...left.flatMap((id) => ['--exclude-operation-id', id]),
      ];
      await callsOf('console-openapi.json', consoleUrl(), { options });
    });
  },
);

/** Tokens of sessions of so many flows, each at its first step. */
async function openFlows(service: TestService, count: number): Promise<string[]> {
  const file = join(examples.folder, 'tenants.yaml');
  const text = (await readFile(file, 'utf8')).replace(
    `{ key: ${examples.key} }`,
    `{ key: ${examples.key}, secret: ${examples.secret} }`,
  );
  const read = await parseTenantFile(file, text);
  if (!read.ok) throw new Error(JSON.stringify(read.faults, null, 2));
  expect(await service.app.provision(read.value)).toMatchObject({ ok: true });
  const client = service.client({ apiKey: examples.key, secret: examples.secret, domain: 'retail' });
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const customerId = `generated-${number}`;
    const email = `${customerId}@example.test`;
    const pages = new FlowPages(service.app.baseUrl);
    await pages.open((await client.link.generate({ email, customerId, eventType: 'KYC_EVENT' })).url);
    await pages.send('/consent', { method: 'POST', body: { language: 'en' } });
    tokens.push(pages.token!);
  }
  return tokens;
}
