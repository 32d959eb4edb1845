/** What the tests of packages share: packing, and the faults that publint and are-the-types-wrong find. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { root } from './bootstrap.mjs';

/** Compilers and packers take their time on a busy machine. */
export const PACKAGE_TIMEOUT_MS = 120_000;

/** Packs what was built into `folder`; returns the file's path. */
export function packInto(folder, built) {
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: built,
    encoding: 'utf8',
  });
  return join(folder, JSON.parse(packed)[0].filename);
}

/**
 * Puts a packed file where npm would install it in the project, with the dependencies that are installed in the
 * workspace; returns where it is. Nothing else of the workspace can be reached from there.
 */
export function unpackInto(project, tarball, name) {
  const installed = join(project, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const { dependencies = {} } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const each of Object.keys(dependencies)) {
    const link = join(project, 'node_modules', each);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', each), link);
  }
  return installed;
}

/** What publint finds fault with in a packed file. */
export async function publintMessages(tarball) {
  const bytes = readFileSync(tarball);
  const pack = { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
  const { messages } = await publint({ pack, strict: true });
  return messages;
}
