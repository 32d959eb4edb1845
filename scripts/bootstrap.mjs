/**
 * Makes a clone ready to run: installs what package-lock.json names where it is missing. Plain JavaScript for
 * Node 20 and newer without dependencies, because nothing is installed yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import {
  findRequiredNode,
  hasPackagedNode,
  missingNodeMessage,
  requiredMajor,
  runsRequiredNode,
} from '../packages/server/bin/packaged-node.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs if need be, then returns the Node to run on. Ends the process with one line when either fails.
 * `development` says whether the tools of tests and checks are needed too.
 */
export function prepareClone({ development }) {
  refuseOldNode();
  // Before anything is installed: minutes of downloads would end in the same line.
  if (!hasPackagedNode() && !runsRequiredNode()) stop(missingNodeMessage());
  // An installation by a newer Node left the packaged one out.
  if (!isInstalled({ development }) || findRequiredNode() === undefined) install({ development });
  const node = findRequiredNode();
  if (node === undefined) stop(missingNodeMessage());
  return node;
}

/**
 * Makes the clone ready as `npm start` does, then does the work of a script: here on the required Node, else by starting
 * the script again on the one that was installed. Its exit code is this process's.
 */
export async function runOnRequiredNode(work) {
  const node = prepareClone({ development: false });
  if (realpathSync(node) === realpathSync(process.execPath)) return work();
  process.exitCode = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
}

/** The oldest Node on which a clone installs and starts; the service then runs on the packaged one. */
const oldestMajor = 20;

/** Ends the process with one line where a Node runs on which these scripts do not. */
export function refuseOldNode() {
  const running = process.versions.node;
  if (Number.parseInt(running, 10) >= oldestMajor) return;
  stop(
    `Node ${running} is too old: a clone starts on Node ${oldestMajor} or newer, and the service runs on Node ${requiredMajor}`,
  );
}

/** Whether the installed tree is the one that package-lock.json names, the executable's link included. */
export function isInstalled({ development }, folder = root) {
  return (
    hasPackages({ development }, folder) && existsSync(join(folder, 'node_modules', '.bin', 'gatehouse'))
  );
}

/** Whether the packages of a folder are those that its lock file names. */
export function hasPackages({ development }, folder) {
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
  return true;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Megabytes on the disk, as npm leaves them on Linux. */
const sizes = { service: 310, node: 190, tools: 280 };

/**
 * How npm is asked to install, and what is said before: how much comes, and whether Node comes along. Where a new enough
 * Node runs, `npm start` needs no second one. Scripts of packages are not run: none is needed, and they are the usual
 * way in for harmful ones.
 */
export function planInstallation({ development }, machine = process) {
  const bringsNode = hasPackagedNode(machine) && (development || !runsRequiredNode(machine));
  const commandLine = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  commandLine.push(development ? '--include=dev' : '--omit=dev');
  // The root has the packaged Node, the workspaces have what the service needs.
  if (!bringsNode && !development) commandLine.push('--workspaces', '--include-workspace-root=false');
  const megabytes = sizes.service + (bringsNode ? sizes.node : 0) + (development ? sizes.tools : 0);
  const node = bringsNode
    ? `${sizes.node} MB of it are Node ${requiredMajor} for ${machine.platform}-${machine.arch}`
    : `Node ${machine.versions.node} is there and is used`;
  const notice = `Installing what package-lock.json names, about ${megabytes} MB in node_modules; ${node} …\n`;
  return { commandLine, notice };
}

/** What runs npm: itself where npm runs this, as on every platform under `npm start`; else by its name. */
export function npmCommand(environment = process.env, machine = process) {
  const script = environment.npm_execpath?.endsWith('.js') ? environment.npm_execpath : undefined;
  return script === undefined
    ? // On Windows npm is a batch file, which only a shell runs.
      { command: 'npm', before: [], shell: machine.platform === 'win32' }
    : { command: machine.execPath, before: [script], shell: false };
}

function install({ development }) {
  const { commandLine, notice } = planInstallation({ development });
  process.stderr.write(notice);
  const { command, before, shell } = npmCommand();
  const { status, error } = spawnSync(command, [...before, ...commandLine], {
    cwd: root,
    // The standard output belongs to the program that follows.
    stdio: ['ignore', process.stderr, process.stderr],
    shell,
  });
  if (error !== undefined) stop(`npm cannot be run (${error.message}): install npm beside Node`);
  if (status !== 0) stop(`npm ci failed with exit code ${status}; what it said stands above`);
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
