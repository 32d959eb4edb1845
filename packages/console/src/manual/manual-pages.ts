import type { FlowLanguage } from '@gatehouse/contract';

/** The manual of each page: a file of Markdown in the folder of each language, called as its route, fetched when it is opened. */
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

/** The manual of a route; undefined for a route without one. */
export async function loadManual(route: string, language: FlowLanguage): Promise<ManualPage | undefined> {
  const load = files[`./${language}/${manualName(route)}.md`];
  return load && readManual(await load());
}

/** Reads a file: two lines of facts, an empty one, and the text. */
export function readManual(content: string): ManualPage {
  const [, docs = '', permissions = '', body = ''] =
    /^docs: ([^\n]*)\npermissions: ?([^\n]*)\n\n(.*)$/s.exec(content) ?? [];
  return { docs, permissions: permissions.split(' ').filter((one) => one !== ''), body: body.trim() };
}
