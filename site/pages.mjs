/**
 * How files of the repository become pages of the site: their addresses, their anchors, and where their links lead.
 * The Markdown stays as code hosts show it; nothing is copied.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A heading's anchor as code hosts make it, so that a link holds in both places. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The address of a page below the site's root, as a Markdown path. */
export function sitePathOf(path) {
  const below = path.startsWith('docs/') ? path.slice('docs/'.length) : `repository/${path}`;
  return below.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** A plugin of markdown-it: comments between paragraphs are for those who edit a page. */
export function withoutComments(markdown) {
  markdown.core.ruler.after('normalize', 'without-comments', (state) => {
    state.src = state.src.replaceAll(/^<!--.*?-->$/gms, '');
  });
}

/** A plugin of markdown-it: braces in the text are text, not expressions of the pages' framework. */
export function plainBraces(markdown) {
  for (const rule of ['text', 'code_inline']) {
    const render = markdown.renderer.rules[rule];
    markdown.renderer.rules[rule] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
  }
}

/**
 * A plugin of markdown-it: links, which name files of the repository, lead to where the site has them. `onFile` learns of
 * each file or folder that is linked and is no page.
 */
export function siteAddresses(markdown, { root, base, isPage, onFile }) {
  markdown.core.ruler.push('site-addresses', ({ tokens, env }) => {
    // A title is parsed without the page that it belongs to.
    if (env.path === undefined) return;
    const page = relative(root, env.realPath ?? env.path);
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      if (link.type !== 'link_open') continue;
      const target = targetOf(link.attrGet('href'), page, root);
      if (target === undefined) continue;
      if (isPage(target.path)) {
        link.attrSet('href', `/${sitePathOf(target.path)}${target.hash}`);
      } else {
        onFile(target.path, page);
        // With a target the framework neither adds an ending nor follows the link itself.
        link.attrSet('href', `${base}files/${target.path}`);
        link.attrSet('target', '_self');
      }
    }
  });
}

/** What a link of a page names in the repository; undefined for other sites and for places of the same page. */
export function targetOf(link, page, root) {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return undefined;
  const [, path, hash] = /^([^#]*)(.*)$/.exec(link);
  const target = join(dirname(page), decodeURIComponent(path)).replace(/\/$/, '');
  const readme = join(target, 'README.md');
  const folder = existsSync(join(root, target)) && statSync(join(root, target)).isDirectory();
  return { path: folder && existsSync(join(root, readme)) ? readme : target, hash };
}
