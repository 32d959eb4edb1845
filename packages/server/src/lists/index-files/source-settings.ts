import { isNamed, listSources } from '@gatehouse/matching';
import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';
import { didYouMean } from '../../lib/did-you-mean.ts';

/** How one source is fetched and checked (GATEHOUSE_LIST_SOURCES). */
export interface SourceSettings {
  readonly source: string;
  /** Address of each file by the name that the source knows it by; empty for one that lies in the lists folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Sent to the origin of each address and not beyond a redirect to another one. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** When to look for a new version: five fields of cron, in UTC. */
  readonly schedule: string;
  /** A look happens up to so long after its time, so that deployments do not all ask at once. */
  readonly jitterSeconds: number;
  /** For one file, from its first request to its last byte. */
  readonly deadlineSeconds: number;
  /** Most bytes of one file. */
  readonly maxBytes: number;
  /** Most share of its entries that a version may lose, or gain, against the active one. */
  readonly maxShrink: number;
  readonly maxGrowth: number;
  /** Versions that are kept, the active one included. */
  readonly keep: number;
  /** Without a good look at the publisher, or a new file in the folder, for so long, the list counts as stale. */
  readonly staleAfterDays: number;
}

const publisherUrl = (id: string, file: string) =>
  listSources[id]!.urls.find((url) => isNamed(new URL(url).pathname, file))!;

/** What is fetched of a source where the settings do not say otherwise. */
const publishersFiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'un-sc': addresses('un-sc', ['consolidated.xml']),
  'us-ofac-sdn': addresses('us-ofac-sdn', ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']),
  'us-ofac-cons': addresses('us-ofac-cons', [
    'cons_prim.csv',
    'cons_alt.csv',
    'cons_add.csv',
    'cons_comments.csv',
  ]),
  'us-bis-dpl': addresses('us-bis-dpl', ['dpl.txt']),
  'us-csl': addresses('us-csl', ['consolidated.csv']),
  // The address names no file.
  'eu-fsf': { 'xmlFullSanctionsList_1_1.xml': listSources['eu-fsf']!.urls[0]! },
  'uk-sl': addresses('uk-sl', ['UK-Sanctions-List.csv']),
  opensanctions: addresses('opensanctions', ['targets.nested.json']),
  senzing: addresses('senzing', ['senzing.json']),
};

function addresses(id: string, files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, publisherUrl(id, file)]));
}

/** What is not said of a source. Lists of a million entities are beyond the usual size. */
export const sourceDefaults = {
  schedule: '0 */6 * * *',
  jitterSeconds: 900,
  deadlineSeconds: 900,
  maxBytes: 500_000_000,
  maxShrink: 0.2,
  maxGrowth: 0.5,
  keep: 50,
  staleAfterDays: 7,
};
/** Lists of millions of entities have files of gigabytes, so few versions of them are kept. */
const largeDefaults = { maxBytes: 8_000_000_000, keep: 3 };
const largeSources = new Set(['opensanctions', 'senzing', 'bods']);

function defaultsOf(id: string): typeof sourceDefaults {
  return { ...sourceDefaults, ...(largeSources.has(id) && largeDefaults) };
}

const schedule = z.string().refine(isSchedule, {
  error: 'must be five fields of cron, in UTC, such as "0 */6 * * *"',
});
const url = z.string().refine(isUrl, { error: 'must be an http or https address without user and password' });
const headerValue = z.union([z.string().min(1), z.strictObject({ env: z.string().min(1) })], {
  error: 'must be a text, or { env: NAME } of a variable that is set',
});

const sourceSchema = z.strictObject({
  files: z.record(z.string().regex(/^[^/\\]{1,200}$/), url).optional(),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), headerValue).optional(),
  schedule: schedule.optional(),
  jitterSeconds: z.int().min(0).max(86_400).optional(),
  deadlineSeconds: z.int().min(1).max(86_400).optional(),
  maxBytes: z.int().min(1).optional(),
  maxShrink: z.number().min(0).max(1).optional(),
  maxGrowth: z.number().min(0).optional(),
  keep: z.int().min(2).max(1000).optional(),
  staleAfterDays: z.int().min(1).max(3650).optional(),
});

export type SourcesRead =
  | { readonly ok: true; readonly sources: readonly SourceSettings[] }
  /** One line each, after the setting's name. */
  | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Reads GATEHOUSE_LIST_SOURCES: a comma list of source ids, or JSON that maps ids to what is said of each.
 * `env` holds the variables that header values may name.
 */
export function readSourceSettings(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): SourcesRead {
  const submitted = parse(text);
  if (submitted === undefined) {
    return {
      ok: false,
      faults: ['must be a comma list of source ids, or JSON that maps ids to their settings'],
    };
  }
  const faults: string[] = [];
  const sources: SourceSettings[] = [];
  for (const [id, value] of Object.entries(submitted)) {
    const read = readSource(id, value ?? {}, env);
    if ('faults' in read) faults.push(...read.faults);
    else sources.push(read);
  }
  sources.sort((one, other) => (one.source < other.source ? -1 : 1));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, sources };
}

/** The settings of a source of which nothing is said: one that lies in the lists folder. */
export function folderSource(source: string): SourceSettings {
  return { source, files: {}, headers: [], ...defaultsOf(source) };
}

function parse(text: string): Record<string, unknown> | undefined {
  if (!/^[[{"]/.test(text)) {
    const ids = text.split(',').map((id) => id.trim());
    return ids.includes('') ? undefined : Object.fromEntries(ids.map((id) => [id, {}]));
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function readSource(
  id: string,
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): SourceSettings | { readonly faults: readonly string[] } {
  const known = Object.keys(listSources).filter((source) => source !== 'sample');
  if (!known.includes(id)) return { faults: [`"${id}" is no source id${didYouMean(id, known)}`] };
  const read = sourceSchema.safeParse(value);
  if (!read.success) {
    return { faults: read.error.issues.map(({ path, message }) => `${[id, ...path].join('.')}: ${message}`) };
  }
  const { files = publishersFiles[id] ?? {}, headers = {}, ...rest } = read.data;
  const { required, optional } = listSources[id]!.fileNames;
  const strange = Object.keys(files).filter(
    (name) => ![...required, ...optional].some((wanted) => isNamed(name, wanted)),
  );
  const unset = Object.entries(headers).filter(([, submitted]) => headerText(submitted, env) === undefined);
  const faults = [
    ...strange.map(
      (name) =>
        `${id}.files: ${name} is no file of this source; it reads ${[...required, ...optional].join(', ')}`,
    ),
    ...unset.map(([name]) => `${id}.headers.${name}: its variable is not set`),
  ];
  if (faults.length > 0) return { faults };
  return {
    ...defaultsOf(id),
    ...Object.fromEntries(Object.entries(rest).filter(([, submitted]) => submitted !== undefined)),
    source: id,
    files,
    headers: Object.entries(headers).map(([name, submitted]) => [name, headerText(submitted, env)!] as const),
  };
}

function headerText(
  value: z.infer<typeof headerValue>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return typeof value === 'string' ? value : env[value.env] || undefined;
}

function isUrl(text: string): boolean {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  return (
    parsed !== undefined &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === ''
  );
}

function isSchedule(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    return CronExpressionParser.parse(text, { tz: 'UTC' }).hasNext();
  } catch {
    return false;
  }
}

/** The next time of a schedule after an instant, without jitter. */
export function nextTime(cron: string, after: Date): Date {
  return CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: after }).next().toDate();
}
