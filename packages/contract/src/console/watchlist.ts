import { z } from 'zod';
import { trimmedText } from '../fields.ts';
import { watchlistEntry } from '../tenant-file.ts';
import { phrasesField } from './problems.ts';
import { defineConsoleRoute } from './route.ts';

/** The tenant's own list, which the engine WATCHLIST searches (docs/console-api.md). */

const watchlistItem = z
  .object({
    entry: watchlistEntry,
    everyDomain: z.boolean().describe('Set by the tenant file for every domain; change it there.'),
    updatedAt: z.int().describe('Epoch milliseconds.'),
  })
  .meta({ id: 'WatchlistItem' });
export type WatchlistItem = z.infer<typeof watchlistItem>;

const domainParams = z.object({ domain: z.string() });
const entryParams = z.object({ domain: z.string(), entryId: z.string().min(1).max(200) });

/** What was done of the list. An entry is named by its id alone: it can be erased, and a record cannot. */
const watchlistAction = z
  .object({
    recordId: z.uuid(),
    at: z.int().describe('Epoch milliseconds.'),
    actor: z.string(),
    act: z.enum(['create', 'change', 'remove', 'export', 'erase']),
    entryId: z.string().nullable().describe('Null for `export`, which takes all of them.'),
  })
  .meta({ id: 'WatchlistAction' });
export type WatchlistAction = z.infer<typeof watchlistAction>;

/** The outcome of an entry that was given. */
export const watchlistChanges = ['added', 'changed', 'unchanged'] as const;
export type WatchlistChange = (typeof watchlistChanges)[number];

/** Most bytes of a file of entries; some tens of thousands of rows. */
const importLimit = 8 * 1024 * 1024;

export const watchlistRoutes = {
  'watchlist.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/watchlist',
    title: "List the entries that the domain's scans search, by id, page by page",
    access: 'watchlist.read',
    params: domainParams,
    query: z.object({
      search: trimmedText(200)
        .optional()
        .describe('Beginning of an ID, or part of a name or alias; ignores case.'),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
    }),
    output: z.object({
      entries: z.array(watchlistItem),
      total: z.int().describe('Entries that match, over all pages.'),
      nextCursor: z.string().nullable(),
    }),
    problems: [],
  }),
  'watchlist.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/watchlist/{entryId}',
    title: 'Read one entry',
    access: 'watchlist.read',
    params: entryParams,
    output: watchlistItem,
    problems: [],
  }),
  'watchlist.keep': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/watchlist',
    title: 'Add an entry to the domain, or replace the one with the same ID',
    access: 'watchlist.write',
    params: domainParams,
    body: watchlistEntry,
    output: z.object({ entryId: z.string(), change: z.enum(watchlistChanges) }),
    furtherRules: {
      name: 'and each alias hold a letter or a digit',
      countries: 'are codes of ISO 3166',
      dateOfBirth: 'is a date that exists',
    },
    problems: [],
  }),
  'watchlist.remove': defineConsoleRoute({
    method: 'DELETE',
    path: '/domains/{domain}/watchlist/{entryId}',
    title: 'Remove an entry from the list of the domain',
    access: 'watchlist.write',
    params: entryParams,
    problems: ['KEPT_ELSEWHERE'],
  }),
  'watchlist.import': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/watchlist-file',
    title: 'Import a CSV file of entries: all of it, or nothing and a list of all faults',
    access: 'watchlist.write',
    params: domainParams,
    body: z.strictObject({
      csv: z.string().min(1).describe('With a line of column names; `id` and `name` at least.'),
      replace: z
        .boolean()
        .default(false)
        .describe("`true`: the domain's own entries that the file does not have are removed."),
    }),
    bodyLimit: importLimit,
    output: z.object({
      applied: z.boolean().describe('`false`: there are faults, and nothing was changed.'),
      added: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      removed: z.int(),
      faults: z
        .array(z.object({ line: z.int(), message: z.string(), phrases: phrasesField }))
        .describe('At most 100.'),
    }),
    problems: [],
  }),
  'watchlist.export': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/watchlist-file',
    title:
      "The domain's own entries as the CSV file that `watchlist.import` takes; that it left is on record",
    access: 'watchlist.read',
    params: domainParams,
    output: z.object({ csv: z.string(), entries: z.int() }),
    problems: [],
  }),
  'watchlist.history': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/watchlist-history',
    title: 'List who added, changed, removed or exported entries of the domain, newest first',
    access: 'watchlist.read',
    params: domainParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid().optional().describe('`nextCursor` of the page before.'),
    }),
    output: z.object({ acts: z.array(watchlistAction), nextCursor: z.string().nullable() }),
    problems: [],
  }),
} as const;
