import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What integrators' tools make of the published OpenAPI documents. */

const folder = import.meta.dirname;
const docs = join(folder, '../../docs');
const documents = ['openapi.json', 'hosted-openapi.json', 'console-openapi.json'];
const resolve = createRequire(import.meta.url).resolve;

function runTool(program: string, ...options: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
    encoding: 'utf8',
    cwd: folder,
    timeout: 120_000,
    // No tool calls home from a test.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  });
  return { status, output: `${stdout}${stderr}` };
}

describe('redocly lint', () => {
  const redocly = join(resolve('@redocly/cli/package.json'), '../bin/cli.js');

  it.each(documents)(
    'finds nothing in %s',
    (name) => {
      const { status, output } = runTool(redocly, 'lint', join(docs, name), '--config', 'redocly.yaml');
      expect(output).not.toContain('warning');
      expect({ status, output }).toMatchObject({ status: 0 });
    },
    120_000,
  );
});

/** What an integrator writes by the types: one call of each interface, and three mistakes. */
const calls = `
import type { components as Console, paths as ConsolePaths } from './console-openapi.ts';
import type { paths as HostedPaths } from './hosted-openapi.ts';
import type { components as Gateway, paths as GatewayPaths } from './openapi.ts';

type Body<Call> = Call extends { requestBody: { content: { 'application/json': infer Json } } } ? Json : never;
type Answer<Call> = Call extends { responses: { 200: { content: { 'application/json': infer Json } } } } ? Json : never;

const submit: Body<GatewayPaths['/gateway/workflow.apply.submit']['post']> = {
  eventType: 'MANUAL_CASE_EVENT',
  source: 'API',
  data: { customerId: 'c', name: 'Jane Example', customerType: 'individual' },
};
// @ts-expect-error: a screening event needs a subject
const noSubject: typeof submit = { eventType: 'MANUAL_CASE_EVENT', source: 'API', data: { customerId: 'c' } };

export function firstHit(answer: Answer<GatewayPaths['/gateway/quickscan.detail']['post']>): Gateway['schemas']['Hit'] | undefined {
  return answer.data.hits?.WATCHLIST?.[0];
}

const move: Body<ConsolePaths['/domains/{domain}/cases/{caseNo}/moves']['post']> = { move: 'claim', expectedRevision: 1 };
// @ts-expect-error: no move has this name
const noMove: typeof move = { move: 'grab', expectedRevision: 1 };

export function riskOf(summary: Console['schemas']['CaseSummary']): number | null {
  return summary.riskScore;
}

const open: Body<HostedPaths['/session']['post']> = { linkToken: 'token' };
export function titleOf(flow: Answer<HostedPaths['/flow']['get']>): string | null | undefined {
  // @ts-expect-error: a step has no member of this name
  void flow.nextStep?.heading;
  return flow.nextStep?.title;
}
export const all = [submit, noSubject, move, noMove, open];
`;

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2022',
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

describe('the types that openapi-typescript writes', () => {
  let output: string;
  beforeAll(() => {
    output = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
  });
  afterAll(() => rmSync(output, { recursive: true, force: true }));

  it('compile in strict TypeScript, and hold callers to the interface', () => {
    const generator = join(resolve('openapi-typescript/package.json'), '../bin/cli.js');
    for (const name of documents) {
      const { status, output: printed } = runTool(
        generator,
        join(docs, name),
        '--output',
        join(output, name.replace('.json', '.ts')),
      );
      expect({ status, printed }).toMatchObject({ status: 0 });
    }
    writeFileSync(join(output, 'package.json'), '{"type":"module"}');
    writeFileSync(join(output, 'calls.ts'), calls);
    const compiler = join(resolve('typescript/package.json'), '../bin/tsc');
    writeFileSync(join(output, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }));
    const compiled = runTool(compiler, '-p', output);
    expect(compiled).toEqual({ status: 0, output: '' });
  }, 120_000);
});
