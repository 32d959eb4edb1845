import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerEnvironment, copyClient, generatorTool, root, run } from './support/client-generators.ts';
import { password, person } from './support/console.ts';
import { about, asking, flowsOf } from './support/requested-flows.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

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

/** Signs in and lists cases by the generated client of the console; the cookie is kept as a browser would. */
const consoleProgram = `
import { casesList, sessionCreate } from './console.ts';
const send = fetch;
let cookie = '';
globalThis.fetch = async (path, init) => {
  const headers = { ...init?.headers, 'x-gatehouse-console': '1', cookie };
  const answer = await send(process.env['CONSOLE_API'] + String(path), { ...init, headers });
  cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
  return answer;
};
const [tenant, email, password] = process.argv.slice(2) as [string, string, string];
const session = await sessionCreate({ tenant, email, password });
if (session.status !== 200) throw new Error(session.data.code);
const cases = await casesList('retail', { search: 'example' });
if (cases.status !== 200) throw new Error(cases.data.code);
console.log(JSON.stringify(cases.data.cases.map(({ caseNo, customerName }) => [caseNo, customerName])));
`;

/** Opens a verification link and consents by the generated client of the hosted pages. */
const hostedProgram = `
import { flowConsent, sessionOpen } from './hosted.ts';
const send = fetch;
let token = '';
globalThis.fetch = (path, init) => {
  const headers = { ...init?.headers, authorization: 'Bearer ' + token };
  return send(process.env['HOSTED_API'] + String(path), { ...init, headers });
};
const session = await sessionOpen({ linkToken: process.argv[2]! });
if (session.status !== 200) throw new Error(session.data.code);
token = session.data.sdkToken;
const view = await flowConsent({ language: 'en' });
if (view.status !== 200) throw new Error(view.data.code);
console.log(JSON.stringify([view.data.nextStep?.type, view.data.language]));
`;

describe('the client that orval writes', () => {
  let client: Awaited<ReturnType<typeof copyClient>>;
  let service: TestService;
  const mine = aTenant({
    watchlist: [{ id: 'w1', name: 'Jane Example', countries: ['SG'] }],
    users: [person('ana', ['analyst'])],
    workflows: [screeningWorkflow(), asking('onboard', [about])].map((workflow) => ({
      domain: 'retail',
      workflow,
    })),
  });

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
    await writeFile(join(client.path, 'console-call.ts'), consoleProgram);
    await writeFile(join(client.path, 'hosted-call.ts'), hostedProgram);
    const files = ['submit.ts', 'hosted-call.ts', 'console-call.ts'];
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

  it('signs in to the console and lists the case of that customer', async () => {
    const env = { CONSOLE_API: `${service.app.consoleUrl}/api` };
    const commandLine = ['console-call.ts', mine.id, 'ana@example.test', password];
    const listed = await run(process.execPath, commandLine, { cwd: client.path, env });
    expect(listed.code, listed.output).toBe(0);
    expect(JSON.parse(listed.stdout)).toEqual([['C000001', 'Jane Example']]);
    const refused = await run(process.execPath, [...commandLine.slice(0, -1), 'another'], {
      cwd: client.path,
      env,
    });
    expect(refused.output).toContain('SIGN_IN_REFUSED');
  }, 60_000);

  it('opens a link of the hosted pages and consents', async () => {
    const url = await flowsOf(() => service, mine).link('customer-17');
    const linkToken = new URL(url).searchParams.get('linkToken')!;
    const env = { HOSTED_API: `${new URL(service.app.baseUrl).origin}/verify/api` };
    const opened = await run(process.execPath, ['hosted-call.ts', linkToken], { cwd: client.path, env });
    expect(opened.code, opened.output).toBe(0);
    expect(JSON.parse(opened.stdout)).toEqual(['particulars', 'en']);
  }, 60_000);
});
