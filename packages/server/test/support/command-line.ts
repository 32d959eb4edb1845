import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HostedCommand } from './command-host.ts';

const executable = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url));
const hostProgram = fileURLToPath(new URL('./command-host.ts', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The settings of whoever runs the tests must not reach what they start. */
function inheritedEnvironment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GATEHOUSE_') && name !== 'DATABASE_URL',
  );
  return Object.fromEntries(inherited);
}

/** Runs `gatehouse` as a process of its own, with only the given settings. */
export async function runGatehouse(
  commandLine: readonly string[],
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [executable, ...commandLine], {
    env: { ...inheritedEnvironment(), ...options.env },
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

/** A process that runs many commands, one after the other: each costs a tenth of what its own process would. */
export interface CommandHost {
  run(commandLine: readonly string[], options?: { env?: Record<string, string> }): Promise<CommandResult>;
  close(): Promise<void>;
}

/** Starts one; the process itself at the first command. */
export function openCommandHost(): CommandHost {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const start = () => fork(hostProgram, { env: inheritedEnvironment() });

  async function ask(command: HostedCommand): Promise<CommandResult> {
    child ??= start();
    child.send(command);
    // Listeners of one command do not stay for the next.
    const answered = new AbortController();
    const ended = once(child, 'exit', { signal: answered.signal }).then(() => {
      throw new Error(`the host of commands ended at gatehouse ${command.commandLine.join(' ')}`);
    });
    try {
      const answer = once(child, 'message', { signal: answered.signal });
      return ((await Promise.race([answer, ended])) as [CommandResult])[0];
    } finally {
      answered.abort();
    }
  }

  return {
    run: (commandLine, { env = {} } = {}) => {
      const answer = last.then(() => ask({ commandLine, env }));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: async () => {
      if (child === undefined || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
