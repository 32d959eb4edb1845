import {
  type Phrase,
  phrase,
  type WebhookDefinition,
  type WebhookOutput,
  type WebhookOutputType,
} from '@gatehouse/contract';
import type { Piscina } from 'piscina';
import { createBackgroundPool } from '../../lib/background-pool.ts';
import { isStorableText } from '../../lib/storable-text.ts';
import { compileJsonPath, maxSearchSteps, newSearchBudget, type SearchBudget } from './json-path.ts';

/** Values by `paramName`, JSON throughout: what a webhook node hands to the nodes after it. */
export type WebhookOutputs = Readonly<Record<string, unknown>>;

/** An answer's body as it was received. */
export interface AnsweredBody {
  readonly bytes: Uint8Array;
  /** Not the whole body: then nothing in it can be relied on. */
  readonly truncated: boolean;
}

/**
 * The outputs of a successful answer (interface specification 6.2): each path's value in the body, as the declared
 * type; null, or the default, when the body is not JSON, the path finds nothing or null, or the value is not of the
 * type.
 */
export function readOutputs(
  definition: Pick<WebhookDefinition, 'outputs'>,
  body: AnsweredBody,
  budget: SearchBudget = newSearchBudget(),
): WebhookOutputs {
  if (definition.outputs.length === 0) return {};
  const parsed = body.truncated ? undefined : parseJson(body.bytes);
  return Object.fromEntries(
    definition.outputs.map((output) => [
      output.paramName,
      outputValue(output, parsed, budget) ?? defaultOf(output),
    ]),
  );
}

/** Outputs, and why they cannot be relied on. */
export interface FoundOutputs {
  readonly outputs: WebhookOutputs;
  readonly fault?: string;
}

/** The outputs, or that their paths searched longer than they may: then nothing is known of what the answer holds. */
export function findOutputs(
  definition: Pick<WebhookDefinition, 'outputs'>,
  body: AnsweredBody,
): FoundOutputs {
  const budget = newSearchBudget();
  const outputs = readOutputs(definition, body, budget);
  if (budget.left >= 0) return { outputs };
  const fault = `the paths of the outputs take more than ${maxSearchSteps} steps in this answer: let them search less`;
  return { outputs: {}, fault };
}

/** Shorter answers take no longer than handing them to a thread does. */
const maxBesideCalls = 2048;

let threads: Piscina | undefined;

/** The same beside the main thread where paths may search a long answer, so that nobody's call waits for it. */
export async function readOutputsAside(
  { outputs }: Pick<WebhookDefinition, 'outputs'>,
  body: AnsweredBody,
): Promise<FoundOutputs> {
  const maySearch = outputs.some(({ jsonPath }) => !compileJsonPath(jsonPath).isSingular);
  if (body.truncated || !maySearch || body.bytes.length <= maxBesideCalls)
    return findOutputs({ outputs }, body);
  threads ??= createBackgroundPool({
    file: new URL('./outputs-thread.ts', import.meta.url),
    name: 'readInThread',
    maxMegabytes: 256,
  });
  return (await threads.run({ outputs, bytes: body.bytes })) as FoundOutputs;
}

/** What the outputs of one answer may take together: they stay with the execution, and go along in each of its segments. */
const maxOutputBytes = 64 * 1024;

/** Why outputs cannot be kept, naming the largest; undefined where they can. */
export function outputsFault(outputs: WebhookOutputs): string | undefined {
  const sizes = Object.entries(outputs).map(
    ([name, value]) => [name, Buffer.byteLength(JSON.stringify(value))] as const,
  );
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  if (bytes <= maxOutputBytes) return undefined;
  const [largest] = sizes.toSorted(([, one], [, other]) => other - one);
  return `the outputs take ${bytes} bytes, ${largest![1]} of them ${largest![0]}, and at most ${maxOutputBytes} are kept: let their paths name less`;
}

/** Why a definition's output cannot work; undefined when it can. Saving a webhook refuses it with this. */
export function outputFault(
  output: WebhookOutput,
): { readonly key: keyof WebhookOutput; readonly said: Phrase } | undefined {
  try {
    compileJsonPath(output.jsonPath);
  } catch (error) {
    return { key: 'jsonPath', said: phrase('findings.noJsonPath', { detail: causeOf(error) }) };
  }
  if (output.defaultValue === undefined || output.defaultValue === null) return undefined;
  return defaultOf(output) === null
    ? { key: 'defaultValue', said: phrase('findings.outputOfOtherType', { type: output.paramType }) }
    : undefined;
}

/** What the library has against a path. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

/**
 * A value as the declared type; undefined when it is none. Numbers and booleans may be written as text and become
 * text, since receivers are seldom strict about them; nothing else is converted.
 */
export function convertOutput(value: unknown, type: WebhookOutputType): unknown {
  if (!isStorable(value, 0)) return undefined;
  const actual = Array.isArray(value) ? 'array' : typeof value;
  if (actual === type) return value ?? undefined;
  if (type === 'string' && (actual === 'number' || actual === 'boolean')) return String(value);
  if (type === 'number' && typeof value === 'string' && jsonNumber.test(value.trim())) {
    return finite(Number(value));
  }
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return undefined;
}

/** The form of a number in JSON (RFC 8259, 6). */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function outputValue({ jsonPath, paramType }: WebhookOutput, parsed: unknown, budget: SearchBudget): unknown {
  if (parsed === undefined) return undefined;
  const path = compileJsonPath(jsonPath);
  const found = path.find(parsed, budget);
  // A path that can find several values gives them all to a list, and its first to anything else.
  return convertOutput(paramType === 'array' && !path.isSingular ? found : found[0], paramType);
}

function defaultOf({ defaultValue, paramType }: WebhookOutput): unknown {
  return convertOutput(defaultValue, paramType) ?? null;
}

/** Undefined for anything that is not JSON in UTF-8. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const deepest = 64;

/** Whether a value can be kept with the execution: PostgreSQL takes no U+0000 and no half characters. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null) return true;
  if (depth >= deepest) return false;
  return Object.entries(value).every(
    ([key, inner]) => isStorable(key, depth) && isStorable(inner, depth + 1),
  );
}
