import { defaultMaxStoredBytes, type tenantFile, type workflowFile } from '@gatehouse/contract';
import type { FileFault, FilePath } from '../lib/yaml/file-fault.ts';
import type { LocatedFile, ReadResult } from '../lib/yaml/located-yaml.ts';
import { suggestName } from './suggest-name.ts';

type FileSchema = typeof tenantFile | typeof workflowFile;
type ErrorMap = Extract<
  NonNullable<NonNullable<Parameters<typeof tenantFile.safeParse>[1]>['error']>,
  (...parameters: never) => unknown
>;
type RawIssue = Parameters<ErrorMap>[0];

/**
 * Checks a file's value, or the part of it at `path`, by its schema. Faults are worded for the person who
 * wrote the file and never quote a value that could be a secret.
 */
export function checkSchema<S extends FileSchema>(
  schema: S,
  located: LocatedFile,
  part: { readonly value: unknown; readonly path: FilePath } = { value: located.value, path: [] },
): ReadResult<S['_output']> {
  const result = schema.safeParse(part.value, { error: wordIssue });
  if (result.success) return { ok: true, value: result.data };
  const faults: FileFault[] = [];
  for (const issue of result.error.issues) {
    const path = [...part.path, ...(issue.path as (string | number)[])];
    if (issue.code !== 'unrecognized_keys') {
      faults.push(located.fault(path, emptyingAdvice(located.value, path) ?? issue.message));
      continue;
    }
    // `wordIssue` hands the known names over in the message: finished issues do not carry their schema.
    const known = JSON.parse(issue.message) as string[];
    for (const key of issue.keys) {
      faults.push(located.fault([...path, key], `is not a known key: ${suggestName(key, known)}`));
    }
  }
  return { ok: false, faults };
}

/**
 * What empties a section of a tenant. A section that is left out stays as it is stored, so leaving it out is no advice
 * for somebody who wrote `null` to empty it.
 */
const emptying: Readonly<Record<string, string>> = {
  environment: 'write production for the default',
  enabled: 'write false to disable the tenant',
  billingBlocked: 'write false to lift it',
  events: 'write [] for none',
  quotas: 'write {} for none',
  quickScanCredits: 'write 0 for none',
  uploadOrigins: 'write [] for none',
  maxStoredBytes: `write ${defaultMaxStoredBytes} for the default`,
  cases: 'write {} for no due times',
  monitoring: 'write { default: false } to monitor nobody by default',
  branding: 'write {} for none',
  hosted: 'write {} for the defaults',
  signIn: 'write {} for the defaults',
  publishing: 'write { secondApprover: false } to let people publish alone',
  webhookHosts: 'an admin lifts the limit in the settings of the console, and [] allows no host',
  reference: 'write {} for each of its keys that is to be as bundled',
};

/** Of lists of objects: a file never deletes, so no value would empty them. */
const kept: Readonly<Record<string, string>> = {
  singleSignOn: 'a provider ends by enabled: false',
  groups: 'groups stay',
  apiKeys: 'a key ends by enabled: false',
  users: 'a person is locked out by enabled: false',
  webhooks: 'a webhook is removed in the console',
  watchlist: 'an entry of a domain is removed in the console',
  workflows: 'workflows stay',
};

/** For a member of a tenant that is `null`; undefined anywhere else. */
function emptyingAdvice(value: unknown, path: FilePath): string | undefined {
  const [top, index, key, overridden, ...rest] = path;
  if (top !== 'tenants' || typeof index !== 'number' || typeof key !== 'string' || rest.length > 0)
    return undefined;
  if (valueAt(value, path) !== null) return undefined;
  if (overridden !== undefined) {
    if (key !== 'reference') return undefined;
    return 'is empty: leave it out to keep what is stored; write {} for what is bundled';
  }
  if (Object.hasOwn(emptying, key)) return `is empty: leave it out to keep what is stored; ${emptying[key]}`;
  if (Object.hasOwn(kept, key)) return `is empty: leave it out; a tenant file deletes nothing, ${kept[key]}`;
  return undefined;
}

function valueAt(value: unknown, path: FilePath): unknown {
  return path.reduce<unknown>((part, step) => memberOf(part, String(step)), value);
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys to values',
  record: 'a mapping of keys to values',
};

/** A fault in words; schemas' own sentences come before these. */
function wordIssue(issue: RawIssue): string | undefined {
  const { code } = issue;
  if (code === 'invalid_type') {
    return wordType(nouns[issue.expected] ?? issue.expected, issue.input, issue.path ?? []);
  }
  if (code === 'unrecognized_keys') return JSON.stringify(knownKeys(issue.inst));
  if (code === 'invalid_value') return wordChoice(issue.values.map(String), issue.input);
  // The contract's own words do for all others.
  if (code !== 'invalid_union' || !('discriminator' in issue) || !Array.isArray(issue['options'])) {
    return undefined;
  }
  return wordChoice(issue['options'].map(String), memberOf(issue.input, String(issue['discriminator'])));
}

function wordType(noun: string, input: unknown, path: readonly PropertyKey[]): string {
  if (input === undefined) return `is missing: must be ${noun}`;
  // Leaving a value empty could otherwise quietly lift a limit ("calls:", "domains:").
  if (input === null && path.length === 0) return `is empty: must be ${noun}`;
  if (input === null) return `is empty: must be ${noun}, or leave the key out`;
  if (noun === nouns['string'] && typeof input !== 'object') return 'must be a text: put it in quotes';
  return `must be ${noun}`;
}

function wordChoice(values: readonly string[], input: unknown): string {
  const rule = values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
  if (input === undefined) return `is missing: ${rule}`;
  const hint = typeof input === 'string' ? suggestName(input, values) : '';
  return hint.startsWith('did') ? `${rule}; ${hint}` : rule;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** Names that the schema which refused a key would take: an object's keys, or the words of a record's key. */
function knownKeys(schema: unknown): string[] {
  const def = (schema as { _zod?: { def?: SchemaDefinition } } | undefined)?._zod?.def;
  return Object.keys(def?.shape ?? def?.keyType?._zod?.def?.entries ?? {});
}

interface SchemaDefinition {
  readonly shape?: object;
  readonly keyType?: { readonly _zod?: { readonly def?: { readonly entries?: object } } };
}
