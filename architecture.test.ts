import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesOf, graphOf } from './scripts/module-graph.ts';
import { filesBelow, importsOf, readSources, type Source, targetOf } from './scripts/source-imports.ts';

/** The table of allowed imports. A new folder or import is a line here, with its reason in the change. */

interface PackageRule {
  /** Packages of this repository that its sources may import; `contract/errors` stands for that entry alone. */
  readonly workspace: readonly string[];
  /** Libraries and builtins of Node that they may import; absent = whatever its package.json declares. */
  readonly libraries?: readonly string[];
  /** What single files may import beyond that, by path in the package. */
  readonly exceptions?: Readonly<Record<string, readonly string[]>>;
  /** Runs in browsers: the API secret and Node must stay out. */
  readonly browser?: boolean;
  /** Workspace packages that its build puts into its own bundle, so that they are no dependencies. */
  readonly bundles?: readonly string[];
}

const packages: Readonly<Record<string, PackageRule>> = {
  contract: {
    workspace: [],
    // The server loads the generator when somebody asks for the console's OpenAPI document, and not before.
    libraries: ['zod', 'zod-openapi'],
    exceptions: {
      'src/signature.ts': ['node:crypto'],
      'src/schemas/generate.ts': ['node:child_process', 'node:fs', 'node:path', 'node:url'],
    },
  },
  matching: {
    workspace: ['contract'],
    // Streams move bytes through the CSV reader; files and threads live in the server.
    libraries: [
      '@noble/hashes',
      '@scure/base',
      'any-ascii',
      'csv-parse',
      'i18n-iso-countries',
      'node:stream',
      'saxes',
    ],
  },
  // Pure, and in the bundle of the hosted pages: no library but for the places of a picture, which is loaded where it is shown.
  ownership: {
    workspace: ['contract'],
    libraries: [],
    exceptions: { 'src/picture/picture-layout.ts': ['@dagrejs/dagre'] },
    browser: true,
  },
  sdk: {
    workspace: ['contract', 'contract/errors', 'contract/states'],
    libraries: [],
    exceptions: {
      // The receiver's half verifies at once, as handlers want it; where there is no node:crypto, only later.
      'src/hmac-node.ts': ['node:crypto'],
      'src/webhook.ts': ['#hmac'],
      'src/mock/mock-gateway.ts': ['node:http', 'node:net'],
    },
    bundles: ['@gatehouse/contract'],
  },
  'document-reader': {
    workspace: [],
    // No store and no network: pictures are decoded in processes that can be ended.
    libraries: [
      'fastest-levenshtein',
      'i18n-iso-countries',
      'mrz',
      'sharp',
      'zod',
      'node:child_process',
      'node:fs',
      'node:net',
      'node:os',
      'node:stream',
      'node:stream/consumers',
      'node:stream/promises',
      'node:url',
    ],
  },
  server: {
    workspace: [
      'contract',
      'contract/alterations/ar',
      'contract/alterations/de',
      'contract/alterations/en',
      'contract/alterations/es',
      'contract/alterations/fr',
      'contract/alterations/zh',
      'contract/audit-actions',
      'contract/api-reference',
      'contract/console-openapi',
      'contract/country-search',
      'contract/reference-labels',
      'contract/reference-labels/ar',
      'contract/reference-labels/de',
      'contract/reference-labels/es',
      'contract/reference-labels/fr',
      'contract/reference-labels/zh',
      'contract/sentences',
      'contract/sentences/ar',
      'contract/sentences/de',
      'contract/sentences/es',
      'contract/sentences/fr',
      'contract/sentences/zh',
      'contract/signature',
      'document-reader',
      'matching',
      'ownership',
      'ownership/picture',
      'sdk',
    ],
  },
  console: {
    workspace: [
      'contract',
      'contract/alterations/ar',
      'contract/alterations/de',
      'contract/alterations/en',
      'contract/alterations/es',
      'contract/alterations/fr',
      'contract/alterations/zh',
      'contract/audit-actions',
      'contract/colours',
      'contract/case-subject',
      'contract/country-search',
      'contract/document-fields',
      'contract/answer-limits',
      'contract/hit-thresholds',
      'contract/retention',
      'contract/phrases',
      'contract/reference-labels',
      'contract/reference-labels/ar',
      'contract/reference-labels/de',
      'contract/reference-labels/es',
      'contract/reference-labels/fr',
      'contract/reference-labels/zh',
      'contract/sentences',
      'contract/sentences/ar',
      'contract/sentences/de',
      'contract/sentences/es',
      'contract/sentences/fr',
      'contract/sentences/zh',
      'ownership/picture',
    ],
    browser: true,
  },
  hosted: {
    workspace: [
      'contract',
      'contract/colours',
      'contract/country-search',
      'contract/flow-fields',
      'contract/reference-labels',
      'contract/reference-labels/ar',
      'contract/reference-labels/de',
      'contract/reference-labels/en',
      'contract/reference-labels/es',
      'contract/reference-labels/fr',
      'contract/reference-labels/zh',
      'ownership/declared',
      'ownership/picture',
    ],
    browser: true,
  },
};

/** Sources of the contract that others bundle, so that they import nothing at all. */
const contractWithoutImports = ['src/colours.ts', 'src/errors.ts', 'src/states.ts'];

/** Packages whose values (not types) another package may not pull in. */
const typesOnly: Readonly<Record<string, readonly string[]>> = {
  console: ['@gatehouse/contract'],
  hosted: ['@gatehouse/contract'],
  matching: ['@gatehouse/contract'],
  ownership: ['@gatehouse/contract'],
  sdk: ['@gatehouse/contract'],
};

/** Modules of the server, the folders of its sources, lowest first: each may import those before it. */
const mechanisms = ['lib', 'metrics', 'database', 'gateway', 'jobs', 'console-api', 'audit', 'interpreter'];
const features = [
  'internet-search',
  'customers',
  'lists',
  'tenants',
  'personal-keys',
  'messages',
  'reference',
  'uploads',
  'webhooks',
  'identity',
  'screening',
  'ownership',
  'quickscan',
  'workflows',
  'pdf',
  'cases',
  'assurance',
  'hosted',
  'monitoring',
  'as-of',
  'personal-data',
  'erasure',
  'retention',
  'provisioning',
  'tenant-settings',
  'live',
  'first-steps',
  'store-move',
  'tenant-move',
];
/** What puts the features together and sees the configuration whole. */
const composition = ['config', 'app', 'operator'];
const modules = [...mechanisms, ...features, ...composition];
/** Modules whose files are each part of their public API. */
const withoutIndex = ['lib', 'database', 'app', 'operator'];

/** Libraries, or all of a scope, that have one home in the server. */
const homes: Readonly<Record<string, string>> = {
  '@dbos-inc/': 'jobs',
  '@aws-sdk/': 'uploads',
  '@electric-sql/': 'database',
  '@fastify/busboy': 'uploads',
  '@gatehouse/sdk': 'operator',
  '@opentelemetry/': 'lib',
  '@simplewebauthn/': 'identity',
  '@zxcvbn-ts/': 'identity',
  '@marcbachmann/cel-js': 'interpreter',
  '@myriaddreamin/': 'pdf',
  '@rowanmanning/feed-parser': 'internet-search',
  bowser: 'lib',
  commander: 'operator',
  fflate: 'lib',
  'file-type': 'uploads',
  htmlparser2: 'lib',
  'hyparquet-writer': 'operator',
  'json-p3': 'webhooks',
  'openid-client': 'identity',
  'libphonenumber-js': 'lib',
  nodemailer: 'messages',
  otpauth: 'identity',
  pg: 'database',
  'pg-boss': 'jobs',
  'prom-client': 'metrics',
  'rate-limiter-flexible': 'gateway',
  'read-excel-file': 'reference',
  stdnum: 'reference',
  undici: 'lib',
  uuidv7: 'lib',
};

/** The only files that act across tenants, beside the database itself. */
const operatorFiles = [
  'packages/server/src/app/entry-points.ts',
  'packages/server/src/app/infrastructure-context.ts',
  'packages/server/src/app/store-metrics.ts',
  'packages/server/src/as-of/name-on-date.ts',
  'packages/server/src/as-of/past-lists.ts',
  'packages/server/src/audit/seal-records.ts',
  'packages/server/src/audit/stream/stream-records.ts',
  'packages/server/src/audit/trusted-keys.ts',
  'packages/server/src/audit/verification/publish-heads.ts',
  'packages/server/src/audit/verification/verify-audit.ts',
  // Held decisions that are due, of all tenants.
  'packages/server/src/cases/case-hold.ts',
  'packages/server/src/erasure/erase-by-operator.ts',
  'packages/server/src/erasure/erase-customer.ts',
  'packages/server/src/erasure/erase-step.ts',
  'packages/server/src/erasure/forget-values.ts',
  'packages/server/src/erasure/repeat-erasures.ts',
  'packages/server/src/hosted/links/links.ts',
  'packages/server/src/hosted/steps/sweep-flow-rows.ts',
  'packages/server/src/identity/access-tokens.ts',
  'packages/server/src/identity/accounts.ts',
  'packages/server/src/identity/first-admin.ts',
  'packages/server/src/identity/identity.ts',
  'packages/server/src/identity/passkeys.ts',
  'packages/server/src/identity/people-commands.ts',
  'packages/server/src/identity/person-links.ts',
  'packages/server/src/identity/second-factors.ts',
  'packages/server/src/identity/single-sign-on.ts',
  'packages/server/src/internet-search/feeds/feeds.ts',
  'packages/server/src/interpreter/interpreter.ts',
  'packages/server/src/interpreter/seal-ended.ts',
  'packages/server/src/jobs/leased-work.ts',
  'packages/server/src/lists/archive/archived-files.ts',
  'packages/server/src/lists/archive/list-archive.ts',
  'packages/server/src/lists/updates/activate-version.ts',
  'packages/server/src/lists/updates/active-lists-loader.ts',
  'packages/server/src/lists/updates/known-update-sources.ts',
  'packages/server/src/lists/updates/list-console-handlers.ts',
  'packages/server/src/lists/updates/list-updates.ts',
  'packages/server/src/lists/updates/shared-files.ts',
  'packages/server/src/lists/updates/source-claims.ts',
  'packages/server/src/lists/updates/source-work.ts',
  'packages/server/src/lists/updates/version-preview.ts',
  'packages/server/src/lists/watchlist/watchlist-versions.ts',
  'packages/server/src/messages/mailbox.ts',
  'packages/server/src/messages/one-time-codes/prune-codes.ts',
  'packages/server/src/messages/prune-mailbox.ts',
  'packages/server/src/monitoring/monitoring.ts',
  'packages/server/src/monitoring/previews/preview-console-handlers.ts',
  'packages/server/src/monitoring/previews/preview-rows.ts',
  'packages/server/src/monitoring/run-runner.ts',
  'packages/server/src/operator/admin-api/admin-commands.ts',
  'packages/server/src/operator/admin-api/admin-socket.ts',
  'packages/server/src/operator/admin-api/export-table.ts',
  'packages/server/src/personal-keys/personal-keys.ts',
  'packages/server/src/provisioning/export-tenant.ts',
  'packages/server/src/provisioning/provision-users.ts',
  'packages/server/src/provisioning/provision.ts',
  'packages/server/src/quickscan/scan-runner.ts',
  'packages/server/src/reference/import-reference.ts',
  'packages/server/src/reference/reference-directory.ts',
  'packages/server/src/retention/customer-kind.ts',
  'packages/server/src/retention/execution-kinds.ts',
  'packages/server/src/retention/plain-kinds.ts',
  'packages/server/src/retention/run-retention.ts',
  'packages/server/src/store-move/import-jobs.ts',
  'packages/server/src/tenant-move/close-tenant.ts',
  'packages/server/src/tenant-move/export-tenant.ts',
  'packages/server/src/tenant-settings/setting-commands.ts',
  'packages/server/src/tenants/api-keys.ts',
  'packages/server/src/tenants/daily-usage.ts',
  'packages/server/src/tenants/data-keys.ts',
  'packages/server/src/tenants/directory.ts',
  'packages/server/src/tenants/key-limits.ts',
  'packages/server/src/tenants/key-uses.ts',
  'packages/server/src/tenants/tenant-console-handlers.ts',
  'packages/server/src/uploads/encrypt-earlier-files.ts',
  'packages/server/src/uploads/stored-files.ts',
  'packages/server/src/uploads/upload-sweep.ts',
  'packages/server/src/uploads/upload-tokens.ts',
  'packages/server/src/webhooks/definitions/read-webhook.ts',
  'packages/server/src/webhooks/definitions/webhook-definitions.ts',
  'packages/server/src/webhooks/deliveries/seal-earlier-calls.ts',
  'packages/server/src/workflows/approval-console-handlers.ts',
  'packages/server/src/workflows/idempotent-submits.ts',
  'packages/server/src/workflows/resume-execution.ts',
  'packages/server/src/workflows/test-runs/shadow-rows.ts',
  'packages/server/src/workflows/workflow-console-handlers.ts',
  'packages/server/src/workflows/workflow-routes.ts',
];

/** The only files that read or write password hashes: people sign in by them, and are given one. */
const passwordFiles = [
  'packages/server/src/identity/access-token-queries.ts',
  'packages/server/src/identity/account-queries.ts',
  'packages/server/src/identity/operator-link.ts',
  'packages/server/src/identity/passkey-queries.ts',
  'packages/server/src/identity/people-queries.ts',
  'packages/server/src/identity/provider-queries.ts',
  'packages/server/src/identity/session-queries.ts',
  'packages/server/src/provisioning/provision-users.ts',
];

const refusedFolders = ['utils', 'helpers', 'common', 'services', 'managers'];

const root = import.meta.dirname;
const scope = '@gatehouse/';
const sources: readonly Source[] = readSources(root);
const productSources = sources.filter((source) => !source.isTest);
const serverSources = productSources.filter((source) => source.package === 'server');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** `@scope/name` or `name` of what an import names. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** `@scope/` of a scoped package, else empty. */
function scopeOf(specifier: string): string {
  return specifier.startsWith('@') ? `${specifier.split('/')[0]}/` : '';
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

const serverFolder = 'packages/server/src/';

/** The module of a path in the server's sources; empty for files at the top. */
function moduleOf(path: string): string {
  const parts = path.startsWith(serverFolder) ? path.slice(serverFolder.length).split('/') : [];
  return parts.length > 1 ? parts[0]! : '';
}

/** The folder with an index.ts that a path is part of: a module, or a part of one with a public API of its own. */
function partOf(path: string): string {
  const [module = '', folder = '', ...rest] = path.slice(serverFolder.length).split('/');
  const part = `${module}/${folder}`;
  return rest.length > 0 && existsSync(join(root, serverFolder, part, 'index.ts')) ? part : module;
}

function* imports(
  list: readonly Source[],
): Generator<{ source: Source; specifier: string; typeOnly: boolean }> {
  for (const source of list) for (const found of source.imports) yield { source, ...found };
}

describe('the scanner of imports', () => {
  it('finds every form that the formatter writes', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from 'b';",
      "import {\n  c,\n  type D,\n} from '@c/d';",
      "import './e.ts';",
      "export * from './f.ts';",
      "export type { G } from './g.ts';",
      "const h = await import('./h.ts');",
      "export const from = 'nowhere';",
      "// import { no } from 'no';",
    ].join('\n');
    expect(importsOf(text)).toEqual([
      { specifier: './a.ts', typeOnly: false },
      { specifier: 'b', typeOnly: true },
      { specifier: '@c/d', typeOnly: false },
      { specifier: './e.ts', typeOnly: false },
      { specifier: './f.ts', typeOnly: false },
      { specifier: './g.ts', typeOnly: true },
      { specifier: './h.ts', typeOnly: false },
    ]);
  });

  it('sees the whole repository', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect([...imports(sources)].length).toBeGreaterThan(sources.length);
  });
});

describe('packages', () => {
  it('are all in the table', () => {
    const unknown = readdirSync(join(root, 'packages')).filter((name) => !Object.hasOwn(packages, name));
    expect(unknown).toEqual([]);
  });

  it('import only what the table allows', () => {
    const violations = [...imports(productSources)]
      .filter(({ source, specifier }) => {
        const rule = packages[source.package]!;
        if (isRelative(specifier)) return false;
        if (specifier.startsWith(scope)) return !rule.workspace.includes(specifier.slice(scope.length));
        if (rule.libraries === undefined) return false;
        if (rule.libraries.some((name) => specifier === name || specifier.startsWith(`${name}/`)))
          return false;
        return rule.exceptions?.[source.inPackage]?.includes(specifier) !== true;
      })
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });

  it('take only types where the table says so', () => {
    const violations = [...imports(productSources)]
      .filter(
        ({ source, specifier, typeOnly }) => !typeOnly && typesOnly[source.package]?.includes(specifier),
      )
      .map(({ source, specifier }) => `${source.path} imports values of ${specifier}`);
    expect(violations).toEqual([]);
  });

  it('reach each other by name, never by path', () => {
    const violations = [...imports(sources)]
      .filter(({ source, specifier }) => {
        return (
          isRelative(specifier) && !targetOf(source, specifier).startsWith(`packages/${source.package}/`)
        );
      })
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });

  it('declare in their own package.json everything that they import', () => {
    const shared = readManifest('.').devDependencies ?? {};
    const violations = [...imports(sources)]
      .filter(({ source, specifier }) => {
        // `#` begins what a package calls its own.
        if (isRelative(specifier) || isBuiltin(specifier) || specifier.startsWith('#')) return false;
        const manifest = readManifest(join('packages', source.package));
        const name = packageOf(specifier);
        if (name === manifest.name || Object.hasOwn(manifest.dependencies ?? {}, name)) return false;
        const forDevelopment = { ...manifest.devDependencies, ...(source.isTest ? shared : {}) };
        const mayBeForDevelopment =
          source.isTest || packages[source.package]!.bundles?.includes(name) === true;
        return !(mayBeForDevelopment && Object.hasOwn(forDevelopment, name));
      })
      .map(({ source, specifier }) => `${source.path} imports ${packageOf(specifier)}`);
    expect(violations).toEqual([]);
  });

  it('for browsers know neither the signature nor Node', () => {
    const violations = [...imports(productSources)]
      .filter(({ source, specifier }) => {
        const forbidden = specifier === '@gatehouse/contract/signature' || isBuiltin(specifier);
        return packages[source.package]!.browser === true && forbidden;
      })
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });

  it('leave what is bundled into others without imports', () => {
    const violations = [...imports(sources)]
      .filter(
        ({ source }) => source.package === 'contract' && contractWithoutImports.includes(source.inPackage),
      )
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });
});

describe('modules of the server', () => {
  it('are all in the order', () => {
    const unknown = [...new Set(serverSources.map((source) => moduleOf(source.path)))].filter(
      (module) => !['', ...modules].includes(module),
    );
    expect(unknown.map((module) => `${module} has no place among the modules`)).toEqual([]);
  });

  it('are folders: at the top lies no file', () => {
    const loose = sources.filter(({ path }) => path.startsWith(serverFolder) && moduleOf(path) === '');
    expect(loose.map(({ path }) => path)).toEqual([]);
  });

  it('import only modules before them, so that mechanisms know no feature and there are no cycles', () => {
    const violations = [...imports(serverSources)]
      .filter(({ source, specifier }) => {
        if (!isRelative(specifier)) return false;
        const [from, to] = [moduleOf(source.path), moduleOf(targetOf(source, specifier))];
        return to === '' || modules.indexOf(to) > modules.indexOf(from);
      })
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });

  it('import each other, and the parts of one another, through index.ts alone', () => {
    const violations = [...imports(serverSources)]
      .filter(({ source, specifier }) => {
        if (!isRelative(specifier)) return false;
        const target = targetOf(source, specifier);
        const [from, to] = [partOf(source.path), partOf(target)];
        if (to === from || from.startsWith(`${to}/`) || withoutIndex.includes(to)) return false;
        return target !== `${serverFolder}${to}/index.ts`;
      })
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });

  it('have parts without cycles', () => {
    expect(cyclesOf(graphOf(serverSources, { nodeOf: partOf, withTypes: true }))).toEqual([]);
  });

  it('keep each outside engine in its one home', () => {
    const violations = [...imports(serverSources)]
      .filter(({ source, specifier }) => {
        const home =
          homes[specifier.startsWith('@') ? specifier : packageOf(specifier)] ?? homes[scopeOf(specifier)];
        return home !== undefined && moduleOf(source.path) !== home;
      })
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });

  it.each(['compare', 'screen', 'call'])('stay out of the command %s, which needs no server', (command) => {
    const known = new Map(serverSources.map((source) => [source.path, source]));
    const libraries = new Set<string>();
    const reached = new Set([`packages/server/src/operator/commands/${command}.ts`]);
    for (const path of reached) {
      for (const { specifier, typeOnly } of known.get(path)!.imports) {
        if (typeOnly) continue;
        if (isRelative(specifier)) reached.add(targetOf(known.get(path)!, specifier));
        else libraries.add(packageOf(specifier));
      }
    }
    const server = ['fastify', 'pg', 'pg-boss', 'pino'];
    expect(server.filter((library) => libraries.has(library))).toEqual([]);
  });

  it('step across tenants only in the listed files', () => {
    const callers = serverSources
      .filter((source) => source.text.includes('.operator(') && moduleOf(source.path) !== 'database')
      .map((source) => source.path);
    expect(callers.toSorted()).toEqual(operatorFiles);
  });

  it('name password hashes only in files of the list', () => {
    const readers = serverSources
      .filter((source) => source.text.includes('password_hash'))
      .map((source) => source.path);
    expect(readers.toSorted()).toEqual(passwordFiles);
  });
});

describe('files', () => {
  it.each(Object.keys(packages))('of %s import each other without cycles, types counted', (name) => {
    const files = productSources.filter((source) => source.package === name);
    const cycles = cyclesOf(graphOf(files, { nodeOf: (path) => path, withTypes: true }));
    expect(cycles).toEqual([]);
  });
});

describe('folders', () => {
  it.each(refusedFolders)('named %s do not exist: a folder says what it is about', (name) => {
    const found = [...sources.map((source) => source.path), ...filesBelow(root, 'bench')].filter((path) =>
      path.split('/').slice(0, -1).includes(name),
    );
    expect(found).toEqual([]);
  });

  it('of tests hold nothing that the product imports', () => {
    const violations = [...imports(productSources)]
      .filter(({ source, specifier }) => {
        if (!isRelative(specifier)) return false;
        const target = targetOf(source, specifier);
        return sources.some((other) => other.isTest && other.path === target);
      })
      .map(({ source, specifier }) => `${source.path} imports ${specifier}`);
    expect(violations).toEqual([]);
  });
});
