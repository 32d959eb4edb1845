/**
 * Finds Node 24 and runs programs on it. The system's Node may be older, and installing may have skipped
 * scripts, so this file and its callers are plain JavaScript for Node 20 and newer without dependencies.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const requiredMajor = 24;

/** Whether the running Node is new enough to run the product itself. */
export function runsRequiredNode({ versions } = process) {
  return Number.parseInt(versions.node, 10) >= requiredMajor;
}

/** Platforms for which npm installs Node beside the product, as `node-<name>` packages. */
const packagedPlatforms = ['linux-x64', 'linux-arm64', 'win-x64'];

/** A platform as the packages of Node name it. */
function platformName({ platform, arch } = process) {
  return `${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** Whether npm installs the required Node on this platform. */
export function hasPackagedNode(machine = process) {
  return packagedPlatforms.includes(platformName(machine));
}

/**
 * The Node to run the product on: the running one if it is new enough, else the one that npm installed beside
 * the product for this platform. Undefined when there is none.
 */
export function findRequiredNode() {
  if (runsRequiredNode()) return process.execPath;
  // Started by itself on a Node that is too old: a second try would be no better.
  if (process.env[launcherMark] !== undefined) return undefined;
  return findPackagedNode(import.meta.url);
}

/** The Node that npm installed where `from` finds it. An older one would start this program for ever. */
export function findPackagedNode(from) {
  try {
    const manifest = createRequire(from).resolve(`node-${platformName()}/package.json`);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    // Some of these packages write a v before it.
    if (!(Number.parseInt(version.replace(/^v/, ''), 10) >= requiredMajor)) return undefined;
    const folder = dirname(manifest);
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the product runs as a package that npm installed, not from a checkout. */
export function isInstalledPackage(path = fileURLToPath(import.meta.url)) {
  return /[\\/]node_modules[\\/]/.test(path);
}

/** What to tell people when `findRequiredNode` finds none. The package requires Node; the checkout brings it along. */
export function missingNodeMessage(machine = process, isPackage = isInstalledPackage()) {
  const needed = `gatehouse needs Node ${requiredMajor} or newer; this is Node ${machine.versions.node}`;
  const place = `${machine.platform}-${machine.arch}`;
  if (isPackage) return `${needed}: install Node ${requiredMajor} (https://nodejs.org) and start again`;
  return hasPackagedNode(machine)
    ? `${needed}, and the packaged Node for ${place} is not installed: run "npm ci" in the checkout, or start with a newer Node`
    : `${needed}, and npm has no packaged Node for ${place}: install Node ${requiredMajor} (https://nodejs.org) and start again`;
}

/** Tells the child that it may end itself when the channel to this process closes. */
export const launcherMark = 'GATEHOUSE_LAUNCHER_CHANNEL';

/**
 * Runs `command` with this process's own input and output until it ends, then ends this process the same way:
 * with its exit code, or by the signal that ended it. Signals that arrive here are passed on.
 */
export function replaceProcess(command, commandArguments, environment = process.env) {
  const child = spawn(command, commandArguments, {
    // The channel breaks when this process dies in a way that cannot be passed on (kill -9).
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, [launcherMark]: '1' },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => {
      // A terminal sends its interrupt to the whole group: the child has it already.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  watchNpxShell(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`gatehouse cannot run ${command}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** How often a process under npx looks whether its shell is still there. */
const shellCheckMs = 250;

/**
 * Calls `end` when the shell is gone through which npx runs this process: npx passes a signal to that shell
 * alone, which ends without passing it on.
 */
export function watchNpxShell(end) {
  if (process.env.npm_command !== 'exec') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    end();
  }, shellCheckMs);
  timer.unref();
}
