/**
 * Builds the pages that people see in browsers where they are missing or their sources changed. `npm start`, the
 * tests and the checks call it; an up-to-date build costs a look at the sources. Plain JavaScript for Node 20 and newer.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { findRequiredNode } from '../packages/server/bin/packaged-node.mjs';
import { refuseOldNode, root } from './bootstrap.mjs';

/** Packages that are built, and beside their own files what goes into them. */
const built = ['hosted', 'console'].map((name) => ({ name, sources: ['packages/contract/src'] }));
const stampName = 'built-from';

/** Builds what is not up to date, on the Node that is given; ends the process with what went wrong. */
export function buildPages(node) {
  for (const { name, sources } of built) {
    const folder = join(root, 'packages', name);
    const stamp = stampOf([...ownSources(folder), ...sources.map((path) => join(root, path))]);
    if (readStamp(join(folder, 'dist')) === stamp) continue;
    build(node, folder, stamp);
  }
}

function build(node, folder, stamp) {
  process.stderr.write(`Building ${relative(root, folder)} …\n`);
  // Beside the place it goes to, so that a build that is in use stays whole and two builders do not meet.
  const fresh = join(folder, `dist-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const commandLine = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  const { status } = spawnSync(node, commandLine, {
    cwd: folder,
    // Whoever builds may be a test: what people get is the same.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(`${relative(root, folder)} cannot be built; what is wrong stands above\n`);
    process.exit(1);
  }
  compress(fresh);
  writeFileSync(join(fresh, stampName), stamp);
  putInPlace(fresh, join(folder, 'dist'));
}

function putInPlace(fresh, target) {
  const before = `${target}-before-${process.pid}`;
  if (existsSync(target)) renameSync(target, before);
  try {
    renameSync(fresh, target);
  } catch (error) {
    // Another builder was faster, with the same sources.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  rmSync(before, { recursive: true, force: true });
}

/** Browsers take the packed copies; packing once at its best beats packing at each request. */
function compress(folder) {
  for (const file of filesBelow(folder).filter((path) => /\.(css|html|js|svg|txt)$/.test(path))) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

function ownSources(folder) {
  return ['src', 'index.html', 'package.json', 'vite.config.ts'].map((name) => join(folder, name));
}

function stampOf(paths) {
  const files = [...paths.flatMap(filesBelow), join(root, 'node_modules', 'vite', 'package.json')];
  const hash = createHash('sha256');
  for (const file of files
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .toSorted((a, b) => (a < b ? -1 : 1))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  const entries = readEntries(path);
  return entries === undefined ? [path] : entries.flatMap((name) => filesBelow(join(path, name)));
}

function readEntries(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function readStamp(folder) {
  try {
    return readFileSync(join(folder, stampName), 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseOldNode();
  buildPages(findRequiredNode() ?? process.execPath);
}
