import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { apiKey, ok, secret, startTinyGateway } from './tiny-gateway.ts';

const run = promisify(execFile);
const examples = new URL('./examples/', import.meta.url);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const execution = {
  code: 200,
  executionId: 'e1',
  status: 'COMPLETED',
  caseNo: 'C000001',
  caseStatus: 'APPROVED',
};
const hit = { hitId: 'h1', entityId: 'un-sc:1', matchedName: 'EXAMPLE JANE', score: 0.97 };

const uploaded = {
  url: 's3://gatehouse/uploads/2026-01-31/acme/retail/1.png',
  filename: 'passport.png',
  content_type: 'image/png',
  size: 3,
};

const scripts = {
  'workflow.apply.submit': () =>
    ok({ code: 200, executionId: 'e1', status: 'RUNNING', requestId: 'r1', sync: false }),
  // biome-ignore lint/suspicious/noExplicitAny: the body of the call.
  'workflow.execution.status': ({ input }: { input: any }) => ok(input.executionId === 'e1' ? execution : ''),
  // biome-ignore lint/suspicious/noExplicitAny: the body of the call.
  'quickscan.submit': ({ input }: { input: any }) =>
    input.data.name.trim() === ''
      ? ok({ code: 400, message: 'data.name " ": must not be blank' })
      : ok({ code: 200, id: 's1', status: 'RUNNING' }),
  'quickscan.detail': () =>
    ok({
      code: 200,
      id: 's1',
      status: 'DONE',
      totalHits: 1,
      truncated: false,
      hitCounts: { GLOBAL_CHECK: 1, WATCHLIST: 0 },
      hits: { GLOBAL_CHECK: [hit], WATCHLIST: [] },
    }),
  'storage.upload.token': () => ok({ code: 200, uploadToken: 'a-token', expiresIn: 900 }),
  upload: () => ok(uploaded),
};

const printed: Record<string, string> = {
  'screen.ts': 'APPROVED\n',
  'quick-scan.ts': 'un-sc:1 EXAMPLE JANE 0.97\n',
  'upload.ts': 'image/png s3://gatehouse/uploads/2026-01-31/acme/retail/1.png\n',
  'event.ts': 'c-1 1\n',
  'hooks.ts': 'workflow.execution.status 200\n',
  'mock.ts': 'REJECTED\n',
  'errors.ts': 'no such execution\n400 data.name " ": must not be blank\n',
};

describe('the README', () => {
  it('shows exactly the examples that run below', () => {
    const shown = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((block) => block[1]);
    const files = readdirSync(examples).map((name) => readFileSync(new URL(name, examples), 'utf8'));
    expect(new Set(shown)).toEqual(new Set(files));
  });

  it.each(Object.keys(printed))('has an example that runs: %s', async (name) => {
    const gateway = await startTinyGateway(scripts);
    try {
      const { stdout } = await run(process.execPath, [new URL(name, examples).pathname], {
        env: {
          ...process.env,
          GATEHOUSE_BASE_URL: gateway.baseUrl,
          GATEHOUSE_API_KEY: apiKey,
          GATEHOUSE_API_SECRET: secret,
          FILE: new URL(import.meta.url).pathname,
        },
      });
      expect(stdout).toBe(printed[name]);
    } finally {
      await gateway.close();
    }
  });
});
