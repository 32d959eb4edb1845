/**
 * Makes a clone ready to run: installs what package-lock.json names where it is missing. Plain JavaScript for
 * Node 20 and newer without dependencies, because nothing is installed yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import {
  findRequiredNode,
  hasPackagedNode,
  missingNodeMessage,
  runsRequiredNode,
} from '../packages/server/bin/packaged-node.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs if need be, then returns the Node to run on. Ends the process with one line when either fails.
 * `development` says whether the tools of tests and checks are needed too.
 */
export function prepareClone({ development }) {
  // Before anything is installed: minutes of downloads would end in the same line.
  if (!hasPackagedNode() && !runsRequiredNode()) stop(missingNodeMessage());
  if (!isInstalled({ development })) install({ development });
  const node = findRequiredNode();
  if (node === undefined) stop(missingNodeMessage());
  return node;
}

/** Whether the installed tree is the one that package-lock.json names, the executable's link included. */
export function isInstalled({ development }, folder = root) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || installed === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue;
    if (!development && entry.dev) continue;
    const found = installed[path];
    // Those for other platforms stay away.
    if (found === undefined && entry.optional) continue;
    if (found?.version !== entry.version || found?.integrity !== entry.integrity) return false;
  }
  return existsSync(join(folder, 'node_modules', '.bin', 'gatehouse'));
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Scripts of packages are not run: none is needed, and they are the usual way in for harmful ones. */
function install({ development }) {
  process.stderr.write('Installing what package-lock.json names …\n');
  const commandLine = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (development) commandLine.push('--include=dev');
  // npm tells its scripts where it lies; beside that it is found on the path.
  const npm = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const [command, before] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const { status, error } = spawnSync(command, [...before, ...commandLine], {
    cwd: root,
    // The standard output belongs to the program that follows.
    stdio: ['ignore', process.stderr, process.stderr],
    shell: npm === undefined && process.platform === 'win32',
  });
  if (error !== undefined) stop(`npm cannot be run (${error.message}): install npm beside Node`);
  if (status !== 0) stop(`npm ci failed with exit code ${status}; what it said stands above`);
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
