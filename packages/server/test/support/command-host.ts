import process from 'node:process';
import { main } from '../../src/operator/commands/main.ts';
import type { CommandResult } from './command-line.ts';

/**
 * Runs commands of `gatehouse` one after the other, each with its own settings: loading the code takes a second of
 * processor time, which is here spent once. What only a process of its own shows, `commands.test.ts` tries.
 */

export interface HostedCommand {
  readonly commandLine: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Ends a command that would have ended its process. */
class Exit extends Error {}

const own = { ...process.env };
const result: CommandResult = { code: null, stdout: '', stderr: '' };

function collect(stream: 'stdout' | 'stderr'): void {
  // Each command listens for errors.
  process[stream].setMaxListeners(0);
  process[stream].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    result[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.find((each) => typeof each === 'function');
    if (done !== undefined) process.nextTick(done);
    return true;
  }) as never;
}

collect('stdout');
collect('stderr');
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw new Exit();
};

process.on('message', ({ commandLine, env }: HostedCommand) => {
  process.env = { ...own, ...env };
  process.exitCode = 0;
  Object.assign(result, { stdout: '', stderr: '' });
  void main(commandLine)
    .catch((error: unknown) => {
      if (error instanceof Exit) return;
      throw error;
    })
    .then(() => process.send!({ ...result, code: Number(process.exitCode) }));
});
