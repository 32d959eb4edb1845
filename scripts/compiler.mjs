/**
 * The TypeScript compiler that packages are built with. `npm start` installs none, and npm would change `node_modules`
 * below a running service, so a clone without one gets it in a folder beside, as package-lock.json names it. Plain
 * JavaScript without dependencies.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { npmCommand, root } from './bootstrap.mjs';
import { productionPlaces, readLock } from './production-packages.mjs';

/** The compiler, and the types that the sources of the packages need. */
const needed = ['typescript', '@types/node'];

/** Megabytes on the disk, on Linux. */
const size = 35;

/** A project that installs what is needed in the versions of the lock file, with their digests. */
export function compilerProject(packages) {
  const dependencies = Object.fromEntries(
    needed.map((name) => [name, packages[`node_modules/${name}`].version]),
  );
  const project = { name: 'gatehouse-compiler', private: true, dependencies };
  const places = productionPlaces(
    packages,
    needed.map((name) => `node_modules/${name}`),
  );
  const entries = places.map((place) => {
    const { dev: _, devOptional: __, ...entry } = packages[place];
    return [place, entry];
  });
  const lock = {
    name: project.name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': project, ...Object.fromEntries(entries) },
  };
  return { project, lock };
}

/** Where the packages that are needed are: in the clone's `node_modules`, else in a folder there that npm leaves alone. */
export function compilerFolder(folder = root) {
  const packages = readLock(folder);
  const modules = join(folder, 'node_modules');
  return needed.every((name) => versionIn(modules, name) === packages[`node_modules/${name}`].version)
    ? modules
    : join(modules, '.compiler', 'node_modules');
}

function versionIn(modules, name) {
  try {
    return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Installs the compiler where it is missing. Throws an Error with npm's exit code. */
export function prepareCompiler(folder = root) {
  const modules = compilerFolder(folder);
  const packages = readLock(folder);
  if (needed.every((name) => versionIn(modules, name) === packages[`node_modules/${name}`].version)) return;
  const home = dirname(modules);
  const coming = `${home}.new`;
  rmSync(coming, { recursive: true, force: true });
  mkdirSync(coming, { recursive: true });
  const { project, lock } = compilerProject(packages);
  writeFileSync(join(coming, 'package.json'), JSON.stringify(project, null, 2));
  writeFileSync(join(coming, 'package-lock.json'), JSON.stringify(lock, null, 2));
  process.stderr.write(
    `Installing the compiler of package-lock.json, about ${size} MB in node_modules/.compiler; the rest stays as it is …\n`,
  );
  const { command, before, shell } = npmCommand();
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(command, [...before, ...options], {
    cwd: coming,
    stdio: ['ignore', process.stderr, process.stderr],
    shell,
  });
  if (error !== undefined || status !== 0)
    throw new Error(`npm cannot install the compiler: ${error?.message ?? `it ended with ${status}`}`);
  if (existsSync(home)) rmSync(home, { recursive: true });
  renameSync(coming, home);
}

/** Runs the compiler. Throws an Error with what it says when `what` does not compile. */
export function compile(what, options) {
  const modules = compilerFolder();
  const program = join(modules, 'typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${what} does not compile:\n${stdout}${stderr}`);
}

/** Where the compiler finds the types of Node. */
export function typeRoots() {
  return [join(compilerFolder(), '@types')];
}
