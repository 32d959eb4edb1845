import {
  nodeTypes,
  type Phrase,
  phrase,
  phrasesOfIssue,
  quote,
  wordPhrases,
  workflowFile,
} from '@gatehouse/contract';
import type { z } from 'zod';
import { meantWord } from '../lib/did-you-mean.ts';
import { type Finding, findingOf, memberOf } from './workflow-draft.ts';

/** An issue of the file's schema, as far as a finding needs it. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly discriminator?: string;
}

/** What the workflow file's schema has against a file, worded for its author. */
export function findSchemaFaults(file: unknown): Finding[] {
  const result = workflowFile.safeParse(file);
  return result.success ? [] : result.error.issues.flatMap((issue) => wordIssue(issue, file));
}

function wordIssue(issue: Issue, file: unknown): Finding[] {
  const path = issue.path as (string | number)[];
  const value = path.reduce<unknown>(memberOf, file);
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path, file);
    return (issue.keys ?? []).map((key) => findingOf(path, unknownKey(key, known)));
  }
  if (issue.code === 'invalid_union' && issue.discriminator === 'type') {
    const types = Object.keys(nodeTypes);
    const said =
      typeof value === 'string'
        ? { type: quote(value), known: types, ...meantWord(value, types) }
        : undefined;
    return [
      findingOf(
        path,
        said === undefined
          ? phrase('findings.nodeWithoutType', { known: types })
          : phrase('findings.unknownNodeType', said),
      ),
    ];
  }
  const wish = lowerFirst(issue.message);
  const own = phrasesOfIssue(issue as z.core.$ZodIssue, value);
  const isMissing = value === undefined && !wish.startsWith('is missing');
  const before =
    value !== undefined
      ? [phrase('findings.value', { value: quote(value) })]
      : isMissing
        ? [phrase('rules.isMissing')]
        : [];
  if (own !== undefined && wordPhrases(own) === wish) return [findingOf(path, ...before, ...own)];
  return [{ path, message: [...before.map((each) => wordPhrases(each)), wish].join(': ') }];
}

function unknownKey(key: string, known: readonly string[]): Phrase {
  if (key === 'INTERNET_SEARCH') return phrase('findings.noInternetSearch', { known });
  return phrase('findings.unknownKey', { key: quote(key), known, ...meantWord(key, known) });
}

/** A schema's inner structure, as zod describes it. */
interface SchemaShape {
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, SchemaShape>>;
    readonly innerType?: SchemaShape;
    readonly element?: SchemaShape;
    readonly valueType?: SchemaShape;
    readonly keyType?: SchemaShape;
    readonly options?: readonly SchemaShape[];
    readonly values?: readonly unknown[];
    readonly entries?: Readonly<Record<string, string>>;
  };
}

/** The keys that the schema knows at a path of the file; empty where it knows none. */
function knownKeys(path: readonly (string | number)[], file: unknown): string[] {
  let schema: SchemaShape | undefined = unwrap(workflowFile as unknown as SchemaShape, file);
  let value = file;
  for (const key of path) {
    value = memberOf(value, key);
    const def: SchemaShape['def'] | undefined = schema?.def;
    const inner: SchemaShape | undefined = def?.shape?.[key] ?? def?.element ?? def?.valueType;
    schema = unwrap(inner, value);
  }
  return Object.keys(schema?.def.shape ?? schema?.def.keyType?.def.entries ?? {});
}

/** The schema inside optional ones and defaults; of a union, the one for this value's type. */
function unwrap(schema: SchemaShape | undefined, value: unknown): SchemaShape | undefined {
  if (schema?.def.innerType) return unwrap(schema.def.innerType, value);
  if (!schema?.def.options) return schema;
  const type = memberOf(value, 'type');
  return schema.def.options.find((option) => option.def.shape?.['type']?.def.values?.includes(type));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
