import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `gatehouse` as a process of its own, with only the given settings. */
export async function runGatehouse(
  commandLine: readonly string[],
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<CommandResult> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GATEHOUSE_') && name !== 'DATABASE_URL',
  );
  const child = spawn(process.execPath, [executable, ...commandLine], {
    env: { ...Object.fromEntries(inherited), ...options.env },
  });
  const result: CommandResult = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    result.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    result.stderr += text;
  });
  child.stdin.end(options.input ?? '');
  result.code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return result;
}
