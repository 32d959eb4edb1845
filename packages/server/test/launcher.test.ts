import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../bin/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-launcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first Node on the path that is too old to run the product; the launcher is for such machines. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find((path) => majorOf(path) < 24);

function majorOf(path: string): number {
  try {
    return Number.parseInt(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10);
  } catch {
    return Number.NaN;
  }
}

/** Runs `childSource` as the program that the launcher puts in its own place. */
function launch(childSource: string): ChildProcess {
  const child = join(folder, 'child.mjs');
  const parent = join(folder, 'parent.mjs');
  writeFileSync(child, childSource);
  writeFileSync(
    parent,
    `import { replaceProcess } from ${JSON.stringify(join(bin, 'packaged-node.mjs'))};\n` +
      `replaceProcess(process.execPath, [${JSON.stringify(child)}]);\n`,
  );
  return spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstOutput(launched: ChildProcess): Promise<string> {
  const [chunk] = (await once(launched.stdout!, 'data')) as [Buffer];
  return chunk.toString('utf8');
}

describe('the launcher', () => {
  it('keeps the exit code', async () => {
    const [code] = await once(launch('process.exit(7)'), 'exit');
    expect(code).toBe(7);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on and waits for the end', async (signal) => {
    const launched = launch(`
      const idle = setInterval(() => {}, 1000);
      process.on('${signal}', () => { clearInterval(idle); process.exit(3); });
      console.log('up');
    `);
    await firstOutput(launched);
    launched.kill(signal);
    expect(await once(launched, 'exit')).toEqual([3, null]);
  });

  it('ends by the signal that ended the program', async () => {
    const [code, signal] = await once(launch(`process.kill(process.pid, 'SIGKILL')`), 'exit');
    expect([code, signal]).toEqual([null, 'SIGKILL']);
  });

  it('lets the program notice that the launcher was killed', async () => {
    const launched = launch(`
      process.on('disconnect', () => { console.log('alone'); process.exit(0); });
      console.log('up');
    `);
    await firstOutput(launched);
    launched.kill('SIGKILL');
    expect(await firstOutput(launched)).toBe('alone\n');
  });

  it('ends the program when npx ended only its shell', async () => {
    const program = join(folder, 'program.mjs');
    writeFileSync(
      program,
      `import { watchNpxShell } from ${JSON.stringify(join(bin, 'packaged-node.mjs'))};
      const idle = setInterval(() => {}, 1000);
      watchNpxShell(() => { console.log('ended'); clearInterval(idle); });
      console.log('up');`,
    );
    const shell = spawn('sh', ['-c', '"$0" "$1"; true', process.execPath, program], {
      env: { ...process.env, npm_command: 'exec' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await firstOutput(shell);
    shell.kill('SIGTERM');
    expect(await firstOutput(shell)).toBe('ended\n');
  });

  it.skipIf(oldNode === undefined)('runs Node 24 under an older Node', () => {
    const run = (name: string): string =>
      execFileSync(oldNode!, [join(bin, name), '--version'], { encoding: 'utf8' });
    expect(run('gatehouse.mjs')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.skipIf(oldNode === undefined)('refuses in one line where no Node 24 is installed', () => {
    const lonely = join(folder, 'packaged-node.mjs');
    copyFileSync(join(bin, 'packaged-node.mjs'), lonely);
    const script = `import(${JSON.stringify(lonely)}).then((m) => console.log(m.findRequiredNode() ?? m.missingNodeMessage()))`;
    const message = execFileSync(oldNode!, ['-e', script], { encoding: 'utf8' });
    expect(message).toMatch(/^gatehouse needs Node 24 or newer; this is Node \d+.*npm ci.*\n$/);
  });
});
