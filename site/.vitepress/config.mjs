import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { faultsOf } from '../check-links.mjs';
import { copyLinkedFiles } from '../files.mjs';
import { navigation, pagesOf, sidebarOf, withoutPlace } from '../navigation.mjs';
import { plainBraces, siteAddresses, sitePathOf, slugOf, withoutComments } from '../pages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const base = process.env['GATEHOUSE_SITE_BASE'] ?? '/';
const pages = new Set(pagesOf(root));
const linkedFiles = new Set();

/** 6,000 lines of tables would be half of the search index; its introduction and the OpenAPI document lead to it. */
const notSearched = new Set(['docs/console-routes.md']);

export default defineConfig({
  title: 'Gatehouse',
  description: 'A compliance gateway that you run yourself: screening, workflows, cases and an audit log.',
  lang: 'en',
  base,
  srcDir: root,
  srcExclude: ['**/node_modules/**', '.*/**', 'site/**', 'data/**', '**/dist/**'],
  outDir: join(root, 'site/dist'),
  cacheDir: join(root, 'site/node_modules/.vitepress'),
  rewrites: sitePathOf,
  metaChunk: true,
  markdown: {
    // Angle brackets in the text are text, as on code hosts.
    html: false,
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) =>
      markdown
        .use(withoutComments)
        .use(plainBraces)
        .use(siteAddresses, {
          root,
          base,
          isPage: (path) => pages.has(path),
          onFile: (path) => linkedFiles.add(path),
        }),
  },
  themeConfig: {
    nav: navigation,
    sidebar: sidebarOf(root),
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        _render: (source, env, markdown) =>
          notSearched.has(relative(root, env.realPath ?? env.path)) ? '' : markdown.render(source, env),
      },
    },
    footer: { message: 'Apache-2.0' },
  },
  vite: { plugins: [frameworkForPages()] },
  buildEnd({ outDir }) {
    copyLinkedFiles(linkedFiles, root, outDir);
    const faults = [
      ...withoutPlace(root).map((path) => `${path}: is in no group of site/navigation.mjs`),
      ...faultsOf(outDir, base),
    ];
    if (faults.length > 0) throw new Error(`The site has faults:\n${faults.join('\n')}`);
  },
});

/** The pages lie outside of this folder; what they import is found as if they lay in it. */
function frameworkForPages() {
  return {
    name: 'framework-for-pages',
    enforce: 'pre',
    resolveId(source, importer, options) {
      if (!/^(?:@vue\/|vue(?:\/|$))/.test(source)) return undefined;
      // The bundle that renders the pages is run from here, where it finds the framework itself.
      if (options.ssr) return { id: source, external: true };
      if (!importer?.endsWith('.md')) return undefined;
      return this.resolve(source, fileURLToPath(import.meta.url), { ...options, skipSelf: true });
    },
  };
}
