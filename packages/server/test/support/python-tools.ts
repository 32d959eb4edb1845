import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, run } from './client-generators.ts';

/** Programs of `tools/client-generators/requirements.txt`, in a folder made for the tests. */
export interface PythonTools {
  /** The path of one of the programs, or of `python`. */
  program(name: string): string;
  remove(): Promise<void>;
}

/** Whether there is a Python that can install programs; says in one line what is missing. */
export function hasPython(what: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  if (folders.some((folder) => existsSync(join(folder, 'python3')))) return true;
  process.stderr.write(`${what} is skipped: python3 is not installed (apt-get install python3-venv)\n`);
  return process.env['CI'] !== undefined;
}

/** Installs the programs with pip into a virtual environment; about half a minute. */
export async function installPythonTools(): Promise<PythonTools> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-python-'));
  const program = (name: string) => join(folder, 'bin', name);
  const list = join(root, 'tools/client-generators/requirements.txt');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await succeed('python3', ['-m', 'venv', folder]);
    await succeed(program('pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', list]);
  } catch (error) {
    await remove();
    throw error;
  }
  return { program, remove };
}

async function succeed(program: string, commandLine: readonly string[]): Promise<void> {
  const { code, output } = await run(program, commandLine, { timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`${program} ${commandLine.join(' ')} failed: ${output}`);
}
