/**
 * `node scripts/production-tree.mjs FOLDER` makes a folder that runs the service and holds nothing else: sources without
 * tests, built pages, the demo, the packages that the server reaches at run time, and their licences. The container file
 * and the systemd unit run such a folder. Plain JavaScript for Node 20 and newer without dependencies.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';
import { productionPlaces, readLock } from './production-packages.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';

/** Beside the workspaces that the server reaches: the pages that it answers with, and the demo tenant. */
const furtherFolders = [
  'packages/hosted/dist',
  'packages/console/dist',
  'examples/demo',
  'examples/workflows',
];
const testFile = /(\.test|\.fixture)\.tsx?$/;
const testFolders = new Set(['test', 'testing', 'fixtures', 'node_modules', 'dist']);
/** Of use to compilers and debuggers alone: Node runs no TypeScript below node_modules. */
const developmentFile = /\.([cm]?tsx?|map)$/;
/** Weights that reports do not use, and pictures of typefaces: a hundred megabytes. */
const unusedTypeface = /(Thin|Light|Medium|SemiBold|ExtraBold|Black|Italic)\.(ttf|otf)$|\.ttf\.png$/;

/** A package of others: npm puts some into a workspace's own node_modules. Links in node_modules lead to workspaces. */
export function isOfOthers(lock, place) {
  return place.includes('node_modules/') && !lock[place].link;
}

/** What whoever makes the tree can put right. */
class TreeRefusal extends Error {}

/**
 * Makes the tree from a clone.
 * @throws TreeRefusal when the folder is not empty, or the clone is not installed or its pages are not built
 */
export function makeProductionTree(folder, clone = root) {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new TreeRefusal(`${folder} is no folder`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new TreeRefusal(`${folder} is not empty: name a new folder, one for each version`);
  const missing = furtherFolders.find((path) => !existsSync(join(clone, path)));
  if (missing !== undefined) throw new TreeRefusal(`${missing} is missing: run "npm run build" before`);
  mkdirSync(folder, { recursive: true });
  const lock = readLock(clone);
  const places = productionPlaces(lock, ['packages/server', ...packagedNodes(lock)]);
  const installed = places.filter((place) => existsSync(join(clone, place)));
  const lost = places.filter((place) => !installed.includes(place) && !lock[place].optional);
  if (lost.length > 0) throw new TreeRefusal(`${lost[0]} is not installed: run "npm ci" before`);
  for (const place of installed) copyPlace(lock, place, clone, folder);
  for (const path of furtherFolders) copy(path, clone, folder);
  const others = installed.filter((place) => isOfOthers(lock, place));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(clone, others));
  copy('LICENSE', clone, folder);
  mkdirSync(join(folder, 'bin'));
  copyFileSync(join(clone, 'deploy', 'make-code-cache.mjs'), join(folder, 'bin', 'make-code-cache.mjs'));
  symlinkSync('../packages/server/bin/gatehouse.mjs', join(folder, 'bin', 'gatehouse'));
  // A unit of systemd names one Node whatever the machine has.
  const node = packagedNodes(lock).find((place) => existsSync(join(clone, place, 'bin', 'node')));
  if (node !== undefined) symlinkSync(join('..', node, 'bin', 'node'), join(folder, 'bin', 'node'));
  return { packages: others.length };
}

/** Node itself, which npm installs beside the product on some platforms and which a container brings along. */
function packagedNodes(lock) {
  return Object.keys(lock[''].optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
}

function copyPlace(lock, place, clone, folder) {
  if (lock[place].link) {
    mkdirSync(join(folder, dirname(place)), { recursive: true });
    symlinkSync(relative(dirname(place), lock[place].resolved), join(folder, place), 'junction');
  } else if (isOfOthers(lock, place)) {
    // Packages inside others are places of their own.
    const isUnused = (path) => developmentFile.test(path) || unusedTypeface.test(path);
    copy(place, clone, folder, (path) => !isUnused(path) && basename(path) !== 'node_modules');
  } else {
    copy(place, clone, folder, (path) => !testFile.test(path) && !testFolders.has(basename(path)));
  }
}

function copy(path, clone, folder, isWanted = () => true) {
  const from = join(clone, path);
  cpSync(from, join(folder, path), { recursive: true, filter: (file) => file === from || isWanted(file) });
}

/** A refusal is a line and exit code 2; anything else is a bug, with its stack. */
function main(target) {
  try {
    if (target === undefined) throw new TreeRefusal('usage: node scripts/production-tree.mjs FOLDER');
    const { packages } = makeProductionTree(resolve(target));
    process.stdout.write(
      `${target} is ready: ${packages} packages of others, see THIRD-PARTY-NOTICES.txt there\n`,
    );
  } catch (error) {
    if (!(error instanceof TreeRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href)
  main(process.argv[2]);
