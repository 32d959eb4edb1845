/**
 * Builds `@gatehouse/server`, the package that carries the command `gatehouse`. Node strips no types below
 * `node_modules`, so every source is compiled, file by file in the tree of the repository: threads, child processes,
 * migrations and pages lie where their paths say. Packages of the workspace become part of it.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { root } from './bootstrap.mjs';
import { buildPages } from './build-pages.mjs';
import { compile, typeRoots } from './compiler.mjs';
import { manifestOf, workspaceSources } from './workspace-sources.mjs';

/** Packages of the workspace whose code the service runs. */
const compiled = ['contract', 'document-reader', 'matching', 'ownership', 'sdk', 'server'];

/** Beside the command itself, what it starts by its path. */
const entryPoints = ['*/src/**/*-thread.ts', '*/src/**/*-process.ts'];

/** Files that the service reads by paths of the repository; pages are built before. */
const carried = [
  'LICENSE',
  'examples',
  'packages/console/dist',
  'packages/hosted/dist',
  'packages/matching/archive',
  'packages/server/bin',
  'packages/server/src/pdf/report.typ',
  'packages/server/src/database/migrations',
  'packages/server/src/database/schema.sql',
];

/** What the package says of itself: the dependencies of all its parts, and no interface but the command. */
export function serverManifest() {
  const { name, version, description, license, bin } = manifestOf('server');
  const dependencies = Object.assign({}, ...compiled.map((part) => manifestOf(part).dependencies));
  const outside = Object.entries(dependencies).filter(([each]) => !each.startsWith('@gatehouse/'));
  return {
    name,
    version,
    description,
    keywords: ['aml', 'kyc', 'compliance', 'sanctions', 'screening', 'case-management'],
    license,
    type: 'module',
    engines: { node: '>=24' },
    bin: { gatehouse: join('packages/server', bin.gatehouse) },
    exports: { './package.json': './package.json' },
    files: ['examples', 'packages'],
    dependencies: Object.fromEntries(outside.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Compiles what the entry points reach, tests and fixtures left out, below the folder. */
function compileSources(folder) {
  const workshop = mkdtempSync(join(tmpdir(), 'gatehouse-server-build-'));
  const settings = join(workshop, 'tsconfig.json');
  const files = [
    'server/src/operator/commands/main.ts',
    ...globSync(entryPoints, { cwd: join(root, 'packages') }),
  ].map((path) => join(root, 'packages', path));
  // Found by its package's name alone, a source would be taken for a library and not be written.
  const paths = Object.fromEntries(
    [...workspaceSources(compiled)].map(([name, source]) => [name, [join(root, source)]]),
  );
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    rootDir: root,
    outDir: folder,
    paths,
    typeRoots: typeRoots(),
  };
  const extended = join(root, 'tsconfig.base.json');
  writeFileSync(settings, JSON.stringify({ extends: extended, compilerOptions, files }));
  try {
    compile('packages/server', ['-p', settings]);
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

/** The sources that imports stand for; of `#hmac` the half for Node. */
function sourceEntries() {
  return new Map([
    ...workspaceSources(compiled),
    ['#hmac', manifestOf('sdk').imports['#hmac'].node.replace('.', 'packages/sdk')],
  ]);
}

/** What the compiler leaves as it is: imports of the workspace's packages, and paths of threads and processes. */
export function linkCompiled(text, file, entries = sourceEntries()) {
  const pathTo = (specifier) => {
    const entry = entries.get(specifier);
    if (entry === undefined) throw new Error(`${file} imports ${specifier}, which is not compiled`);
    const path = relative(dirname(file), entry.replace(/\.ts$/, '.js')).split(sep).join('/');
    return path.startsWith('.') ? path : `./${path}`;
  };
  return text
    .replace(
      /(from |import\(|import )(['"])((?:@gatehouse\/|#)[a-z/-]+)\2/g,
      (_, before, quote, specifier) => {
        return `${before}${quote}${pathTo(specifier)}${quote}`;
      },
    )
    .replace(/(new URL\(|import\()(['"])(\.{1,2}\/[^'"]*)\.ts\2/g, '$1$2$3.js$2');
}

/** Builds the package into a folder, which is emptied first. */
export function buildServer(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  buildPages(process.execPath);
  compileSources(folder);
  for (const path of carried) cpSync(join(root, path), join(folder, path), { recursive: true });
  const entries = sourceEntries();
  for (const file of globSync('packages/{*/src/**/*.js,server/bin/*.mjs}', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    const linked = linkCompiled(text, file, entries);
    if (linked !== text) writeFileSync(join(folder, file), linked);
  }
  for (const part of compiled.filter((each) => existsSync(join(folder, 'packages', each)))) {
    const { name, version, description, license, type } = manifestOf(part);
    const facts = { name, version, private: true, description, license, type };
    writeFileSync(join(folder, 'packages', part, 'package.json'), `${JSON.stringify(facts, null, 2)}\n`);
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(serverManifest(), null, 2)}\n`);
  cpSync(join(root, 'packages/server/README.md'), join(folder, 'README.md'));
}
