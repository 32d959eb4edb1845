import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerEnvironment, copyClient, run } from './support/client-generators.ts';
import { hasPython, installPythonTools, type PythonTools } from './support/python-tools.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** What openapi-python-client makes of the published OpenAPI documents passes mypy, and calls a service. */

describe.skipIf(!hasPython('The client of openapi-python-client'))(
  'the client that openapi-python-client writes',
  () => {
    let tools: PythonTools;
    let client: Awaited<ReturnType<typeof copyClient>>;
    let service: TestService;
    const mine = aTenant({ watchlist: [{ id: 'w1', name: 'Jane Example', countries: ['SG'] }] });

    beforeAll(async () => {
      tools = await installPythonTools();
      client = await copyClient('openapi-python-client');
      service = await startTestService('embedded');
      await service.provision(mine);
    }, 300_000);
    afterAll(async () => {
      await service?.stop();
      await client?.remove();
      await tools?.remove();
    });

    /** Writes the package of a document; answers what the generator printed. */
    async function generate(document: string, name: string): Promise<string> {
      const { code, output } = await run(
        tools.program('openapi-python-client'),
        [
          ...['generate', '--meta', 'none', '--overwrite', '--config', 'config.yaml'],
          ...['--path', join(client.docs, document), '--output-path', name],
        ],
        // It formats what it writes with ruff, which lies beside it.
        { cwd: client.path, env: { PATH: `${tools.program('')}:${process.env['PATH']}` } },
      );
      expect(code, output).toBe(0);
      return output;
    }

    it('has every call of the gateway and of the hosted pages, in types that mypy accepts', async () => {
      expect(await generate('openapi.json', 'gatehouse_client')).not.toContain('Warning');
      expect(await generate('hosted-openapi.json', 'gatehouse_hosted_client')).not.toContain('Warning');
      const checked = await run(
        tools.program('mypy'),
        ['--strict', 'submit.py', 'gatehouse_client', 'gatehouse_hosted_client'],
        { cwd: client.path },
      );
      expect(checked.code, checked.output).toBe(0);
    }, 120_000);

    it('has every call of the console; the generator leaves out the bytes of files', async () => {
      const output = await generate('console-openapi.json', 'gatehouse_console_client');
      const warnings = output.split('\n').filter((line) => /^(WARNING|ERROR|Unable)/.test(line));
      expect(
        warnings.filter(
          (line) =>
            !/^WARNING parsing GET \S+(\bfile|bundle|content|report|export|pdf|files\/\{assuranceFile\}) within/.test(
              line,
            ),
        ),
      ).toEqual([]);
      const compiled = await run(
        tools.program('python'),
        ['-m', 'compileall', '-q', 'gatehouse_console_client'],
        {
          cwd: client.path,
        },
      );
      expect(compiled.code, compiled.output).toBe(0);
    }, 120_000);

    it('submits a customer and follows the execution, signed by an event hook', async () => {
      const env = callerEnvironment(service, mine.key);
      const submit = (name: string) =>
        run(tools.program('python'), ['submit.py', name], { cwd: client.path, env });
      const met = await submit('Jane Example');
      expect(met.code, met.output).toBe(0);
      expect(JSON.parse(met.stdout)).toMatchObject({ caseNo: 'C000001', caseStatus: 'UNASSIGNED' });
      const clean = await submit('Tobias Unlisted');
      expect(JSON.parse(clean.stdout)).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
    }, 60_000);
  },
);
