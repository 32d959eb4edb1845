/**
 * Builds `@gatehouse/sdk`: ES modules and CommonJS without dependencies, each with its types in one file. `#hmac` stays
 * an import of the package's own, so that each runtime takes the half that it can run.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './bootstrap.mjs';
import { compile, typeRoots } from './compiler.mjs';
import { resolverOf, rollTypes, withoutCitations } from './roll-types.mjs';
import { manifestOf, workspaceSources } from './workspace-sources.mjs';

const home = join(root, 'packages', 'sdk');

/** Entries of the package, and the two halves of `#hmac`. */
const entries = ['index', 'testing'];
const halves = ['hmac-node', 'hmac-web'];

/** What the package says of itself. */
export function sdkManifest() {
  const { private: _, devDependencies: __, exports: ___, imports: ____, ...rest } = manifestOf('sdk');
  const both = (name) => ({
    import: { types: `./${name}.d.ts`, default: `./${name}.js` },
    require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
  });
  const half = (name) => ({ import: `./${name}.js`, require: `./${name}.cjs` });
  const [now, later] = halves.map(half);
  return {
    ...rest,
    keywords: ['gatehouse', 'aml', 'kyc', 'sanctions', 'screening', 'webhooks'],
    main: './index.cjs',
    module: './index.js',
    types: './index.d.cts',
    exports: { '.': both('index'), './testing': both('testing'), './package.json': './package.json' },
    imports: { '#hmac': { node: now, bun: now, deno: now, default: later } },
    files: ['*.js', '*.cjs', '*.d.ts', '*.d.cts'],
  };
}

async function bundle(folder) {
  await build({
    root: home,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: {
        entry: Object.fromEntries(
          [...entries, ...halves].map((name) => [name, join(home, 'src', `${name}.ts`)]),
        ),
        formats: ['es', 'cjs'],
        fileName: (format, name) => `${name}.${format === 'es' ? 'js' : 'cjs'}`,
      },
      rollupOptions: { external: [/^node:/, '#hmac'] },
    },
  });
}

/** Compiles the declarations of the SDK, and of what it takes from the contract, below `written`. */
function declare(written) {
  const sources = workspaceSources(['contract', 'sdk']);
  const paths = Object.fromEntries([...sources].map(([name, source]) => [name, [join(root, source)]]));
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: written,
    paths,
    typeRoots: typeRoots(),
  };
  const settings = join(written, 'tsconfig.json');
  const files = entries.map((name) => join(home, 'src', `${name}.ts`));
  writeFileSync(
    settings,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }),
  );
  compile('packages/sdk', ['-p', settings]);
  return resolverOf(sources, written);
}

function writeTypes(folder) {
  const written = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-types-'));
  try {
    const resolve = declare(written);
    let elsewhere = new Map();
    for (const name of entries) {
      const entry = join(written, 'packages/sdk/src', `${name}.d.ts`);
      const { text: rolled, files } = rollTypes(entry, { resolve, elsewhere });
      const text = withoutCitations(rolled);
      writeFileSync(join(folder, `${name}.d.ts`), text);
      writeFileSync(join(folder, `${name}.d.cts`), text.replaceAll(/from '(\.\/\w+)\.js'/g, "from '$1.cjs'"));
      if (name === 'index') elsewhere = new Map(files.map((file) => [file, './index.js']));
    }
  } finally {
    rmSync(written, { recursive: true });
  }
}

/** Builds the package into a folder, which is emptied first. */
export async function buildSdk(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundle(folder);
  writeTypes(folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(sdkManifest(), null, 2)}\n`);
  copyFileSync(join(home, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}
