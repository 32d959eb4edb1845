import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

const resolveTool = createRequire(join(root, 'tools/client-generators/package.json')).resolve;

/** A program of a package among the dependencies of `tools/client-generators`, by its path in the package. */
export function generatorTool(name: string, path: string): string {
  return join(resolveTool(`${name}/package.json`), '..', path);
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  /** What it printed to both, for the message of a failed test. */
  readonly output: string;
}

interface RunOptions {
  readonly cwd?: string;
  /** Beside the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs a program to its end and never blocks: the service that it calls may run in this process. */
export function run(program: string, commandLine: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd, env, timeoutMs = 120_000 } = options;
  const child = spawn(program, commandLine, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, NO_COLOR: '1', ...env },
    timeout: timeoutMs,
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, output }));
  });
}

/** A copy of `docs/*.json` and one folder of `clients`, laid out as in the repository; `path` is that of the client. */
export async function copyClient(
  name: string,
): Promise<{ path: string; docs: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-client-'));
  const path = join(folder, 'clients', name);
  const docs = join(folder, 'docs');
  await mkdir(docs, { recursive: true });
  for (const document of ['openapi.json', 'hosted-openapi.json', 'console-openapi.json']) {
    await cp(join(root, 'docs', document), join(docs, document));
  }
  await cp(join(root, 'clients', name), path, { recursive: true });
  return { path, docs, remove: () => rm(folder, { recursive: true, force: true }) };
}

interface CalledService {
  readonly app: { readonly baseUrl: string };
}

/** What `data/demo.env` holds of a service and one of its keys. */
export function callerEnvironment(
  { app }: CalledService,
  key: { readonly apiKey: string; readonly secret: string },
): Record<string, string> {
  return {
    GATEHOUSE_BASE_URL: app.baseUrl,
    GATEHOUSE_API_KEY: key.apiKey,
    GATEHOUSE_API_SECRET: key.secret,
    GATEHOUSE_DOMAIN: 'retail',
  };
}
