import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerEnvironment, copyClient, generatorTool, root, run } from './support/client-generators.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** What orval makes of the published OpenAPI documents compiles, and calls a service. */

const orval = generatorTool('orval', 'dist/bin/orval.mjs');
const compiler = generatorTool('typescript', 'bin/tsc');
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // Node runs it as it is.
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

describe('the client that orval writes', () => {
  let client: Awaited<ReturnType<typeof copyClient>>;
  let service: TestService;
  const mine = aTenant({ watchlist: [{ id: 'w1', name: 'Jane Example', countries: ['SG'] }] });

  beforeAll(async () => {
    client = await copyClient('orval');
    await writeFile(join(client.path, 'package.json'), '{"type":"module"}');
    service = await startTestService('embedded');
    await service.provision(mine);
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    await client?.remove();
  });

  it('compiles in strict TypeScript, of the gateway, the hosted pages and the console', async () => {
    const written = await run(process.execPath, [orval], { cwd: client.path });
    expect(written.code, written.output).toBe(0);
    for (const name of ['hosted', 'console']) {
      const input = join(client.docs, `${name}-openapi.json`);
      const commandLine = [orval, '--input', input, '--output', `./${name}.ts`, '--client', 'fetch'];
      const further = await run(process.execPath, commandLine, { cwd: client.path });
      expect(further.code, further.output).toBe(0);
    }
    const files = ['submit.ts', 'hosted.ts', 'console.ts'];
    await writeFile(join(client.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiled = await run(process.execPath, [compiler, '-p', client.path]);
    expect(compiled).toMatchObject({ code: 0, output: '' });
  }, 120_000);

  it('submits a customer and follows the execution, signed by its mutator', async () => {
    const env = callerEnvironment(service, mine.key);
    const submit = (name: string) => run(process.execPath, ['submit.ts', name], { cwd: client.path, env });
    const met = await submit('Jane Example');
    expect(met.code, met.output).toBe(0);
    expect(JSON.parse(met.stdout)).toMatchObject({ caseNo: 'C000001', caseStatus: 'UNASSIGNED' });
    const clean = await submit('Tobias Unlisted');
    expect(JSON.parse(clean.stdout)).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
  }, 60_000);

  it('says with which error the gateway refuses a wrong signature', async () => {
    const env = { ...callerEnvironment(service, mine.key), GATEHOUSE_API_SECRET: 'another' };
    const refused = await run(process.execPath, ['submit.ts'], { cwd: client.path, env });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('the gateway answers SIGN_ERROR');
  });
});
