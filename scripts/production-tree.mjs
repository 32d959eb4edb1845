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

/** Makes the tree. @throws Error when the folder is not empty, or the clone is not installed or its pages are not built */
export function makeProductionTree(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  const missing = furtherFolders.find((path) => !existsSync(join(root, path)));
  if (missing !== undefined) throw new Error(`${missing} is missing: run "npm run build" before`);
  mkdirSync(folder, { recursive: true });
  const lock = readLock(root);
  const places = productionPlaces(lock, ['packages/server', ...packagedNodes(lock)]);
  const installed = places.filter((place) => existsSync(join(root, place)));
  const lost = places.filter((place) => !installed.includes(place) && !lock[place].optional);
  if (lost.length > 0) throw new Error(`${lost[0]} is not installed: run "npm ci" before`);
  for (const place of installed) copyPlace(place, lock[place], folder);
  for (const path of furtherFolders) copy(path, folder, () => true);
  const others = installed.filter((place) => place.startsWith('node_modules/') && !lock[place].link);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(root, others));
  copy('LICENSE', folder, () => true);
  mkdirSync(join(folder, 'bin'));
  copyFileSync(join(root, 'deploy', 'make-code-cache.mjs'), join(folder, 'bin', 'make-code-cache.mjs'));
  symlinkSync('../packages/server/bin/gatehouse.mjs', join(folder, 'bin', 'gatehouse'));
  // A unit of systemd names one Node whatever the machine has.
  const node = packagedNodes(lock).find((place) => existsSync(join(root, place, 'bin', 'node')));
  if (node !== undefined) symlinkSync(join('..', node, 'bin', 'node'), join(folder, 'bin', 'node'));
  return { packages: others.length };
}

/** Node itself, which npm installs beside the product on some platforms and which a container brings along. */
function packagedNodes(lock) {
  return Object.keys(lock[''].optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
}

function copyPlace(place, entry, folder) {
  if (entry.link) {
    mkdirSync(join(folder, dirname(place)), { recursive: true });
    symlinkSync(relative(dirname(place), entry.resolved), join(folder, place), 'junction');
  } else if (place.startsWith('packages/')) {
    copy(place, folder, (path) => !testFile.test(path) && !testFolders.has(basename(path)));
  } else {
    // Packages inside others are places of their own.
    copy(place, folder, (path) => !developmentFile.test(path) && basename(path) !== 'node_modules');
  }
}

function copy(path, folder, isWanted) {
  const from = join(root, path);
  cpSync(from, join(folder, path), { recursive: true, filter: (file) => file === from || isWanted(file) });
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const target = process.argv[2];
  if (target === undefined) throw new Error('say where: node scripts/production-tree.mjs /opt/gatehouse');
  const { packages } = makeProductionTree(resolve(target));
  process.stdout.write(
    `${target} is ready: ${packages} packages of others, see THIRD-PARTY-NOTICES.txt there\n`,
  );
}
