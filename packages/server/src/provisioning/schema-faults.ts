import type { tenantFile, workflowFile } from '@gatehouse/contract';
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
      faults.push(located.fault(path, issue.message));
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
