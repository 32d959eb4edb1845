/** Checks the finished site: every link leads somewhere, and nothing is loaded from elsewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is wrong with the site in a folder, a line each. */
export function faultsOf(output, base) {
  const pages = new Map(
    globSync('**/*.html', { cwd: output }).map((path) => [path, readFileSync(join(output, path), 'utf8')]),
  );
  const anchors = new Map([...pages].map(([path, html]) => [path, anchorsOf(html)]));
  const faults = [];
  for (const [path, html] of pages) {
    for (const link of valuesOf(html, 'a', 'href')) {
      const fault = faultOfLink(link, path, { output, base, anchors });
      if (fault !== undefined) faults.push(`${path}: ${link} ${fault}`);
    }
    for (const source of loadedBy(html)) {
      if (/^(?:https?:)?\/\//.test(source)) faults.push(`${path}: ${source} is loaded from another site`);
      else if (!existsSync(fileOf(source, path, { output, base })))
        faults.push(`${path}: ${source} is missing`);
    }
  }
  const styles = globSync('**/*.css', { cwd: output });
  for (const path of styles) {
    if (/(?:url\(|@import )['"]?(?:https?:)?\/\//.test(readFileSync(join(output, path), 'utf8')))
      faults.push(`${path}: loads from another site`);
  }
  return faults;
}

function faultOfLink(link, path, site) {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [address, anchor] = link.split('#');
  const file = address === '' ? join(site.output, path) : fileOf(address, path, site);
  if (!existsSync(file)) return 'leads nowhere';
  const known = site.anchors.get(file.slice(site.output.length + 1));
  if (!anchor || known === undefined) return undefined;
  return known.has(decodeURIComponent(anchor)) ? undefined : 'names no place of that page';
}

function fileOf(address, path, { output, base }) {
  const [bare] = decodeURIComponent(address).split(/[?#]/);
  const file = bare.startsWith('/')
    ? join(output, bare.startsWith(base) ? bare.slice(base.length) : bare)
    : join(output, dirname(path), bare);
  const folder = join(file, 'index.html');
  return existsSync(folder) ? folder : file;
}

function anchorsOf(html) {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decodeEntities(id)));
}

function loadedBy(html) {
  return [
    ...valuesOf(html, 'script', 'src'),
    ...valuesOf(html, 'img', 'src'),
    ...valuesOf(html, 'link', 'href'),
    ...valuesOf(html, 'iframe', 'src'),
  ];
}

function valuesOf(html, tag, attribute) {
  const pattern = new RegExp(String.raw`<${tag}\s[^>]*?\b${attribute}="([^"]*)"`, 'g');
  return [...html.matchAll(pattern)].map(([, value]) => decodeEntities(value));
}

function decodeEntities(text) {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
