/**
 * Adds to package-lock.json the optional packages of other platforms that it lacks, because `npm ci` refuses a
 * lock file without them. npm leaves them out when the registry in use does not carry them. Run it (`npm run
 * lock`) after a change of dependencies; running it twice changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { root } from './bootstrap.mjs';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** The optional packages that the packages of a lock file name and that it has no entry for, with an entry. */
export function missingEntries(packages) {
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolves(packages, path, name) || !/^\d/.test(version)) continue;
      const platform = platformOf(name);
      if (platform === undefined) continue;
      missing[`node_modules/${name}`] = entryOf(version, platform, entry.dev);
    }
  }
  return missing;
}

/** Whether a package at `path` finds `name` in its own folder or one above. */
function resolves(packages, path, name) {
  for (let folder = path; folder !== ''; ) {
    if (packages[`${folder}/node_modules/${name}`] !== undefined) return true;
    const cut = folder.lastIndexOf('node_modules/');
    folder = cut <= 0 ? '' : folder.slice(0, cut - 1);
  }
  return packages[`node_modules/${name}`] !== undefined;
}

/** For which platform a package is, by its name: without that npm would try to install it here. */
function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-_]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined) return undefined;
  if (os !== 'linux') return { os, cpu };
  if (words.some((word) => word.startsWith('musl'))) return { os, cpu, libc: 'musl' };
  return words.some((word) => word.startsWith('gnu')) ? { os, cpu, libc: 'glibc' } : { os, cpu };
}

/** An entry with its members in the order in which npm writes them. */
function entryOf(version, { os, cpu, libc }, dev) {
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    os: [os],
  };
}

/** The lock file's packages in npm's own order, so that npm does not move them again. */
function sorted(packages) {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock.packages);
  if (Object.keys(missing).length > 0) {
    const packages = sorted({ ...lock.packages, ...missing });
    writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  }
  process.stdout.write(`${Object.keys(missing).length} entries added to package-lock.json\n`);
}
