import { type Phrase, phrase, phraseOfRule, ruleText, wordPhrases } from '@gatehouse/contract';
import { type Document, isAlias, isMap, isSeq, LineCounter } from 'yaml';
import { isStorableText } from '../storable-text.ts';
import { keyName, readBounded, startOf, type YamlFault } from './bounded-yaml.ts';
import { type FilePath, placeOf } from './file-fault.ts';

/** A text to be read, in a form that a thread takes. */
export interface YamlRequest {
  readonly text: string;
  /** It is JSON for sure: what of it YAML has otherwise does not matter. */
  readonly isJson: boolean;
  readonly maxTokens: number;
}

/** What was read, in a form that a thread hands over quickly. */
export type YamlResponse =
  | { readonly ok: true; readonly json: string; readonly places: ValueLocations }
  | { readonly ok: false; readonly faults: readonly PlacedFault[] };

/** A fault with the line and column that it is at, counted from 1. */
export interface PlacedFault {
  readonly line?: number;
  readonly column?: number;
  readonly place: string;
  readonly message: string;
}

/**
 * Where each part of a value is in its text: the parts in order, each object's and list's own parts right behind
 * it as `Object.values` gives them.
 */
export interface ValueLocations {
  /** Offset of each part: of a member its key. */
  readonly starts: Int32Array;
  /** How many parts each one is with all inside of it. */
  readonly sizes: Int32Array;
  /** Offset of each line. */
  readonly lines: Int32Array;
}

const maxDepth = 64;
/** Most parts of a value that anchors repeat. */
const maxRepeatedParts = 1_000_000;

/** Reads a YAML or JSON text; lists the faults of its syntax and what the store cannot keep. */
export function readYaml({ text, isJson, maxTokens }: YamlRequest): YamlResponse {
  const lines = new LineCounter();
  const read = readBounded(text, lines, maxTokens);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (!read.ok && !isJson)
    return { ok: false, faults: read.faults.map((fault) => syntaxFault(fault, { text, at })) };
  const value: unknown = read.ok && !isJson ? read.value : JSON.parse(text);
  const places = placesOf(read.document, value, lines);
  if (places === undefined)
    return { ok: false, faults: [{ place: '', message: syntaxMessages['ALIASES']! }] };
  const faults = [...unstorableParts(value, [])].slice(0, 100).map(({ path, message }) => ({
    ...at(offsetAt(places, value, path)),
    place: placeOf(path),
    message,
  }));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, json: JSON.stringify(value), places };
}

/** The offset of the value at a path; where it is missing, of its nearest existing parent. */
export function offsetAt({ starts, sizes }: ValueLocations, value: unknown, path: FilePath): number {
  let part = 0;
  let inner = value;
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step)) break;
    let next = part + 1;
    for (const key of Object.keys(inner)) {
      if (key === String(step)) break;
      next += sizes[next]!;
    }
    part = next;
    inner = (inner as Record<string | number, unknown>)[step];
  }
  return starts[part] ?? 0;
}

/** Undefined where anchors make more parts than are kept. */
function placesOf(
  document: Document.Parsed | undefined,
  value: unknown,
  lines: LineCounter,
): ValueLocations | undefined {
  const anchored = anchorsOf(document);
  const starts: number[] = [];
  const sizes: number[] = [];
  const visit = (node: unknown, part: unknown, { start, depth }: { start: number; depth: number }): void => {
    if (starts.length > maxRepeatedParts) return;
    const index = starts.push(start) - 1;
    sizes.push(1);
    // What contains itself is refused for its depth.
    const meant = depth > maxDepth ? undefined : isAlias(node) ? anchored.get(node) : node;
    if (isMap(meant)) {
      const pairs = new Map(meant.items.map((pair) => [keyName(pair.key), pair]));
      for (const [key, member] of Object.entries(part as object)) {
        const pair = pairs.get(key);
        visit(pair?.value, member, { start: startOf(pair?.key), depth: depth + 1 });
      }
    } else if (isSeq(meant)) {
      const elements = part as readonly unknown[];
      for (const [place, item] of meant.items.entries())
        visit(item, elements[place], { start: startOf(item), depth: depth + 1 });
    }
    sizes[index] = starts.length - index;
  };
  visit(document?.contents, value, { start: 0, depth: 0 });
  if (starts.length > maxRepeatedParts) return undefined;
  return {
    starts: Int32Array.from(starts),
    sizes: Int32Array.from(sizes),
    lines: Int32Array.from(lines.lineStarts),
  };
}

/** What each alias means: the last anchor of its name before it. */
function anchorsOf(document: Document.Parsed | undefined): Map<unknown, unknown> {
  const named = new Map<string, unknown>();
  const meant = new Map<unknown, unknown>();
  const visit = (node: unknown): void => {
    if (isAlias(node)) {
      meant.set(node, named.get(node.source));
      return;
    }
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) named.set(anchor, node);
    if (isSeq(node)) for (const item of node.items) visit(item);
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        visit(key);
        visit(value);
      }
    }
  };
  visit(document?.contents);
  return meant;
}

const syntaxMessages: Readonly<Record<string, string>> = {
  ALIASES: ruleText('rules.yamlAliases'),
  BAD_ALIAS: ruleText('rules.yamlBadAlias'),
  BAD_DQ_ESCAPE: ruleText('rules.yamlBadEscape'),
  BAD_INDENT: ruleText('rules.yamlBadIndent'),
  BAD_SCALAR_START: ruleText('rules.yamlScalarStart'),
  BLOCK_AS_IMPLICIT_KEY: ruleText('rules.yamlBlockKey'),
  FAULTS: ruleText('rules.yamlFaults'),
  KEY: ruleText('rules.yamlKey'),
  MISSING_CHAR: ruleText('rules.yamlMissingSign'),
  MULTILINE_IMPLICIT_KEY: ruleText('rules.yamlMultilineKey'),
  MULTIPLE_DOCS: ruleText('rules.yamlDocuments'),
  RESOURCE_EXHAUSTION: ruleText('rules.yamlDepth', { max: maxDepth }),
  TAB_AS_INDENT: ruleText('rules.yamlTab'),
  TAG_RESOLVE_FAILED: ruleText('rules.yamlTag'),
  TOKENS: ruleText('rules.yamlTokens'),
};
const otherSyntax = ruleText('rules.yamlHere');

/** Our own sentences: the library's quote the file's text. */
function syntaxFault(
  { offset, code }: YamlFault,
  { text, at }: { text: string; at: (offset: number) => { line: number; column: number } },
): PlacedFault {
  const known = syntaxMessages[code] ?? otherSyntax;
  const message = code === 'DUPLICATE_KEY' ? duplicateKeyMessage(text.slice(offset)) : known;
  return { ...(offset === undefined ? {} : at(offset)), place: '', message };
}

function duplicateKeyMessage(rest: string): string {
  const key = /^["']?([\w.-]{1,64})/.exec(rest)?.[1] ?? 'here';
  return wordPhrases(phrase('rules.yamlKeyTwice', { key }));
}

/** What a fault of a text says, as data. */
export function phraseOfFault(message: string): Phrase | undefined {
  const key = /^the key ([\w.-]+) occurs twice in one mapping/.exec(message)?.[1];
  return key === undefined ? phraseOfRule(message) : phrase('rules.yamlKeyTwice', { key });
}

const unstorableText = ruleText('rules.notStorable');
const unstorableKey = ruleText('rules.keyNotStorable');
const nestedTooDeep = ruleText('rules.depthOrItself', { max: maxDepth });
const noFiniteNumber = ruleText('rules.finiteNumber');

/** What the store cannot keep: U+0000, half characters, numbers that are none, nesting without end. */
function* unstorableParts(value: unknown, path: FilePath): Generator<{ path: FilePath; message: string }> {
  if (path.length > maxDepth) {
    yield {
      path: path.slice(0, 8),
      message: nestedTooDeep,
    };
  } else if (typeof value === 'string') {
    if (!isStorableText(value)) yield { path, message: unstorableText };
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) yield { path, message: noFiniteNumber };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unstorableParts(item, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (!isStorableText(key)) yield { path, message: unstorableKey };
      else yield* unstorableParts(member, [...path, key]);
    }
  }
}
