import { text } from '../messages/text.ts';
import { consolePages, type PagePath } from './pages.ts';

export interface Crumb {
  readonly label: string;
  /** Where it leads; undefined for where one is. */
  readonly to?: PagePath;
}

/** What an address below a page is of, by its first part: the last of its parts names the object. */
const parents: Readonly<Record<string, string>> = { deliveries: '/webhooks', tuning: '/workflows' };

const furtherPages: Readonly<Record<string, string>> = {
  account: text('frame.yourAccount'),
  rulings: text('frame.rulings'),
};

/** What has an address and no id to be called by. */
const named: Readonly<Record<string, string>> = {
  '/webhooks/new': text('webhooks.newWebhook'),
  '/workflows/templates': text('workflows.templates'),
  '/keys/reference': text('frame.apiReference'),
};

/** Of an id that nobody knows by heart the beginning is enough; the page has the whole of it. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id) ? `${id.slice(0, 8)}…` : id;
}

/**
 * The way to a page: the page of the navigation, and below it the object that the address names.
 * @param name what the object is called, where the page said so
 */
export function breadcrumbTrail(path: string, name?: string): readonly Crumb[] {
  const [first = '', ...others] = path.split('/').filter(Boolean).map(decode);
  const page = consolePages.find((one) => one.path === (parents[first] ?? `/${first}`));
  if (page === undefined) {
    const label = furtherPages[first];
    return label === undefined ? [] : [{ label }];
  }
  const object = others.at(-1);
  return object === undefined
    ? [{ label: page.name }]
    : [{ label: page.name, to: page.path }, { label: named[path] ?? name ?? shortId(object) }];
}

/** An address that somebody typed need not be one. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
