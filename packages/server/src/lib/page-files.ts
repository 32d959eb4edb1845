import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An answer to a browser, complete but for its status. */
interface PageFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageFiles {
  /**
   * The one page, in which the script shows everything. It is never kept by caches. `frameAncestors` are the origins
   * that may embed it, none by default.
   */
  page(acceptEncoding: string | undefined, frameAncestors?: readonly string[]): PageFile;
  /**
   * A file that the page asks for, by its path below the pages' own; undefined: there is none. Kept permanently, as its
   * name holds a hash of its content.
   */
  asset(path: string, acceptEncoding: string | undefined): PageFile | undefined;
  /** Path of the script of this name, such as `load-en`, whose file's name has a hash at its end. */
  scriptNamed(name: string): string | undefined;
}

/** Where `npm run build` puts the pages of end users. */
export const hostedPagesFolder = fileURLToPath(new URL('../../../hosted/dist/', import.meta.url));

const contentTypes: Readonly<Record<string, string>> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.pfb': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;
const indexPath = 'index.html';

/**
 * Reads a built folder of pages into memory; undefined: nothing was built there. Everything comes from this server; the
 * content policy names the hash of each inline script, and lets nothing else run. Pictures that the person has just
 * taken are shown from memory (`blob:`).
 */
export function openPageFiles(folder: string): PageFiles | undefined {
  const files = readFiles(folder);
  const index = files.get(indexPath);
  if (index === undefined) return undefined;
  const scripts = inlineScriptHashes(index.toString('utf8'));
  return {
    page(acceptEncoding, frameAncestors = []) {
      const { body, headers } = encoded(files, indexPath, acceptEncoding)!;
      return {
        body,
        headers: {
          ...headers,
          'cache-control': 'no-store',
          'content-security-policy': contentPolicy(scripts, frameAncestors),
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
          'referrer-policy': 'no-referrer',
        },
      };
    },
    asset(path, acceptEncoding) {
      if (path === indexPath) return undefined;
      const found = encoded(files, path, acceptEncoding);
      return (
        found && {
          ...found,
          headers: { ...found.headers, 'cache-control': 'public, max-age=31536000, immutable' },
        }
      );
    },
    scriptNamed: (name) =>
      [...files.keys()].find((path) => path.startsWith(`assets/${name}-`) && path.endsWith('.js')),
  };
}

function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
}

function contentPolicy(scripts: readonly string[], frameAncestors: readonly string[]): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
  ].join('; ');
}

/** By path with slashes; compressed copies are beside the files. */
function readFiles(folder: string): Map<string, Buffer> {
  const entries = entriesOf(folder).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).split(sep).join('/'), readFileSync(path)];
    }),
  );
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The file in the smallest form that the browser takes. */
function encoded(
  files: ReadonlyMap<string, Buffer>,
  path: string,
  acceptEncoding: string | undefined,
): PageFile | undefined {
  const contentType = contentTypes[extname(path)];
  const plain = files.get(path);
  if (contentType === undefined || plain === undefined) return undefined;
  const accepted = acceptedEncodings(acceptEncoding);
  const packed = encodings
    .filter(({ name }) => accepted.has(name))
    .map(({ name, ending }) => ({ name, body: files.get(path + ending) }))
    .find(({ body }) => body !== undefined);
  return {
    body: packed?.body ?? plain,
    headers: {
      'content-type': contentType,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      ...(packed && { 'content-encoding': packed.name }),
    },
  };
}

/** Codings that a browser takes; one with the weight 0 it does not. */
function acceptedEncodings(header = ''): Set<string> {
  const parts = header.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return new Set(parts.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? '')).map(([name]) => name!));
}
