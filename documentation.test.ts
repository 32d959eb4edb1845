import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;
const notOurs = new Set(['node_modules', '.git', 'data', 'dist', 'coverage']);

interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** Without what stands in fences: examples are no claims about the tree. */
  readonly prose: string;
}

function pagesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : pagesBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const pages: readonly Page[] = pagesBelow(root).map((path) => {
  const text = readFileSync(path, 'utf8');
  return { path: relative(root, path), text, prose: text.replace(/^```.*?^```$/gms, '') };
});

function pageAt(path: string): Page {
  return pages.find((page) => page.path === path)!;
}

/** A heading's anchor as code hosts make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(page: Page): string[] {
  return [...page.prose.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]!));
}

function linksOf(page: Page): string[] {
  return [...page.prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
}

function leadsNowhere(page: Page, link: string): boolean {
  if (/^[a-z]+:/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page.path : join(dirname(page.path), path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(pageAt(target)).includes(anchor);
}

/** What stands in backticks and can only be a path of this repository. */
function pathsNamedBy(page: Page): string[] {
  return [
    ...page.prose.matchAll(/`((?:packages|docs|examples|scripts|bench|deploy|\.ci|\.github)\/[\w./-]+)`/g),
  ].map((match) => match[1]!);
}

describe('the pages', () => {
  it('are found', () => {
    expect(pages.map((page) => page.path)).toEqual(
      expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/interface.md']),
    );
  });

  it.each(pages)('$path links to nothing that is not there', (page) => {
    expect(linksOf(page).filter((link) => leadsNowhere(page, link))).toEqual([]);
  });

  it.each(pages)('$path names no path that is not there', (page) => {
    expect(pathsNamedBy(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('of open points name places that are there', () => {
    const places = pageAt('docs/open-points.md').prose.matchAll(
      /`((?:contract|matching|sdk|server)\/[\w./-]+)`(?: \((`[^)]+)\))?/g,
    );
    const missing = [...places].flatMap(([, path, names]) => {
      const file = join(root, 'packages', path!);
      if (!existsSync(file)) return [path];
      const wanted = [...(names ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]!);
      const text = path!.endsWith('.ts') ? readFileSync(file, 'utf8') : undefined;
      return wanted
        .filter((name) => text !== undefined && !text.includes(name))
        .map((name) => `${path} ${name}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const architecture = pageAt('ARCHITECTURE.md');

  it('has at most 180 lines', () => {
    expect(architecture.text.trimEnd().split('\n').length).toBeLessThanOrEqual(180);
  });

  it('has a row for every module of the server, lowest first as the rules of imports have them', () => {
    const [, table = ''] = architecture.text.split('lowest module first:');
    const rows = [...table.split('\n\n')[1]!.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]!);
    const rules = readFileSync(join(root, 'architecture.test.ts'), 'utf8');
    const listed = ['mechanisms', 'features', 'composition'].flatMap((name) => {
      const [, list = ''] = new RegExp(`^const ${name} = \\[(.*?)\\];`, 'ms').exec(rules) ?? [];
      return [...list.matchAll(/'([\w-]+)'/g)].map((match) => match[1]!);
    });
    expect(rows).toEqual(listed);
    const missing = rows.filter((module) => !existsSync(join(root, 'packages/server/src', module)));
    expect(missing).toEqual([]);
  });

  it('has a row for every folder that matching and the contract are cut into, but the one of tests', () => {
    for (const name of ['contract', 'matching']) {
      const folders = readdirSync(join(root, 'packages', name, 'src'), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
        .map((entry) => `packages/${name}/src/${entry.name}`);
      expect(pathsNamedBy(architecture)).toEqual(expect.arrayContaining(folders));
    }
  });
});

describe('llms.txt', () => {
  const text = readFileSync(join(root, 'llms.txt'), 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);

  it('links to what is there', () => {
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names every page of the documentation', () => {
    const documentation = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    expect(documentation.filter((name) => !links.includes(`docs/${name}`))).toEqual([]);
  });
});

describe('what integrators are given', () => {
  const clients = readdirSync(join(root, 'clients'));
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('openapi.json'));
  const llms = readFileSync(join(root, 'llms.txt'), 'utf8');

  it('is in llms.txt: packages with a command to install them, the Python client, all OpenAPI documents', () => {
    const wanted = [
      'packages/sdk/README.md',
      'packages/server/README.md',
      'clients/python/README.md',
      ...documents.map((name) => `docs/${name}`),
    ];
    expect(wanted.filter((path) => !llms.includes(`](${path})`))).toEqual([]);
  });

  it('is in the changelog', () => {
    const changelog = pageAt('CHANGELOG.md').text;
    const wanted = [
      '@gatehouse/sdk',
      '@gatehouse/server',
      '@gatehouse/matching',
      'Python client',
      'constructEvent',
      'signEvent',
      'startMockGateway',
      'webhook-types',
      'alias-paths',
    ];
    expect(wanted.filter((name) => !changelog.includes(name))).toEqual([]);
  });

  it('has a page in its folder, or a section of docs/clients.md', () => {
    const page = pageAt('docs/clients.md');
    const without = clients.filter((name) => {
      const own = existsSync(join(root, 'clients', name, 'README.md'));
      return !own && !page.text.includes(`](../clients/${name})`);
    });
    expect(without).toEqual([]);
    expect(existsSync(join(root, 'clients/bruno/README.md'))).toBe(true);
  });
});

describe('the version of a release', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

  it('is the same in every package and in the chart', () => {
    const packages = readdirSync(join(root, 'packages')).map(
      (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).version,
    );
    const chart = readFileSync(join(root, 'deploy/helm/gatehouse/Chart.yaml'), 'utf8');
    const inChart = [...chart.matchAll(/^(?:version|appVersion): (.+)$/gm)].map((match) => match[1]);
    expect(new Set([...packages, ...inChart])).toEqual(new Set([version]));
    expect(inChart).toHaveLength(2);
  });

  it('is the tag of the image wherever one is named', () => {
    const places = [
      'docs/deploy.md',
      'docs/moving.md',
      'deploy/compose/compose.yaml',
      'deploy/container/Containerfile',
    ];
    for (const place of places) {
      const text = readFileSync(join(root, place), 'utf8');
      const tags = [...text.matchAll(/(?:--tag |image: |example\.org\/| |`)gatehouse:([\w.]+)/g)];
      expect(
        tags.map((match) => match[1]),
        place,
      ).toEqual(tags.map(() => version));
      expect(tags.length, place).toBeGreaterThan(0);
      expect(text, place).not.toMatch(/--tag \S*gatehouse(\s|$)/m);
    }
  });

  it('is in the changelog and has upgrade notes', () => {
    expect(anchorsOf(pageAt('CHANGELOG.md'))).toContain(anchorOf(version));
    expect(anchorsOf(pageAt('docs/upgrade.md'))).toContain(anchorOf(version));
  });
});
