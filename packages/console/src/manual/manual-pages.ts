import type { FlowLanguage } from '@gatehouse/contract';

/**
 * The manual of each page: a file of Markdown in `en`, and in the folder of a language where it is translated. The
 * file is called as its route. Each is fetched when somebody opens it.
 */
const files = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default' });

export interface ManualPage {
  /** File and section of the documentation that has more. */
  readonly docs: string;
  /** What the page and its actions need. */
  readonly permissions: readonly string[];
  /** Markdown. */
  readonly body: string;
}

/** The file of a route: `/cases/$domain/$caseNo` is `cases-one`. */
export function manualName(route: string): string {
  const parts = route.split('/').filter((part) => part !== '' && !part.startsWith('$'));
  const name = parts.join('-') || 'home';
  return route.includes('$') ? `${name}-one` : name;
}

/** The manual of a route in a language, else in English; undefined for a route without one. */
export async function loadManual(
  route: string,
  language: FlowLanguage,
): Promise<{ readonly page: ManualPage; readonly language: FlowLanguage } | undefined> {
  const name = manualName(route);
  const own = files[`./${language}/${name}.md`];
  const load = own ?? files[`./en/${name}.md`];
  if (load === undefined) return undefined;
  return { page: readManual(await load()), language: own === undefined ? 'en' : language };
}

/** Reads a file: two lines of facts, an empty one, and the text. */
export function readManual(content: string): ManualPage {
  const [, docs = '', permissions = '', body = ''] =
    /^docs: ([^\n]*)\npermissions: ?([^\n]*)\n\n(.*)$/s.exec(content) ?? [];
  return { docs, permissions: permissions.split(' ').filter((one) => one !== ''), body: body.trim() };
}
