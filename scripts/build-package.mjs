/**
 * Builds a package of the workspace for publishing: `node scripts/build-package.mjs matching` writes JavaScript, types,
 * README and licence to `packages/matching/dist`, which is what `npm publish` is given; `sdk` and `server` likewise. In the workspace itself the
 * package stays TypeScript that Node runs as it is, and private, so that its sources are never published by mistake.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root, runOnRequiredNode } from './bootstrap.mjs';
import { compile, prepareCompiler, typeRoots } from './compiler.mjs';
import { withoutCitations } from './roll-types.mjs';

/** What a published package says of itself, from what the workspace's says. */
export function publishedManifest(manifest) {
  const { private: _, devDependencies: __, exports: sources, ...rest } = manifest;
  const exports = Object.fromEntries(
    Object.entries(sources).map(([path, source]) => {
      const built = source.replace(/^\.\/src\//, './').replace(/\.ts$/, '');
      return [path, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
  return { ...rest, exports, files: ['**/*.js', '**/*.d.ts'] };
}

/** Types name the files beside them as JavaScript does, for compilers that resolve no other way, and cite no document. */
function nameBuiltFiles(folder) {
  for (const file of readdirSync(folder, { recursive: true }).map(String)) {
    if (!file.endsWith('.d.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const named = withoutCitations(text).replace(/(from |import\()'(\.{1,2}\/[^']*)\.ts'/g, "$1'$2.js'");
    if (named !== text) writeFileSync(join(folder, file), named);
  }
}

/** What is published, libraries first: the service may name their newest version in its pages. */
export const published = ['sdk', 'matching', 'server'];

/** Builds a package into a folder, which is emptied first; installs the compiler where it is missing. */
export async function buildPackage(name, folder) {
  prepareCompiler();
  // Their tools may not be installed when this file is read.
  if (name === 'sdk') await (await import('./build-sdk.mjs')).buildSdk(folder);
  else if (name === 'server') (await import('./build-server.mjs')).buildServer(folder);
  else buildLibrary(name, folder);
}

function buildLibrary(name, folder) {
  const home = join(root, 'packages', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = [
    '-p',
    join(home, 'tsconfig.build.json'),
    '--outDir',
    folder,
    '--typeRoots',
    ...typeRoots(),
  ];
  compile(`packages/${name}`, options);
  nameBuiltFiles(folder);
  const manifest = publishedManifest(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(home, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const name = process.argv[2];
  if (published.includes(name)) {
    // What `npm start` installs, and the compiler: tools of tests would be 280 MB more.
    await runOnRequiredNode(async () => {
      const folder = join(root, 'packages', name, 'dist');
      await buildPackage(name, folder);
      process.stdout.write(`${folder} is ready: npm pack --silent --ignore-scripts ${folder}\n`);
    });
  } else {
    const usage = `node scripts/build-package.mjs ${published.join('|')}`;
    process.stderr.write(
      `${name === undefined ? '' : `there is no package '${name}' to build; `}usage: ${usage}\n`,
    );
    process.exitCode = 2;
  }
}
