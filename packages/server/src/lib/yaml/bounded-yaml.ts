import {
  Composer,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type LineCounter,
  Parser,
} from 'yaml';

/**
 * Most tokens of a text that comes with a call: a million bytes of an ordinary workflow are fewer, and counting this
 * many takes less than a quarter of a second.
 */
export const maxTokens = 450_000;
/** Most levels that the parser may open: more than any value may have. */
const maxOpen = 200;
/** More faults of a text help nobody, and each costs memory. */
const maxFaults = 100;
/** Looking each of them up costs as much as there are of them. */
const maxAnchors = 1000;
/** YAML's own bound against anchors that multiply ("billion laughs"). */
const maxAliasCount = 100;

export type BoundedDocument =
  | { readonly ok: true; readonly document: Document.Parsed; readonly value: unknown }
  | {
      readonly ok: false;
      readonly faults: readonly YamlFault[];
      /** What could be read anyway. */
      readonly document?: Document.Parsed;
    };

/** What is wrong with a text, at an offset in it; without one the whole is meant. */
export interface YamlFault {
  readonly offset?: number;
  readonly code: string;
}

/** Ends the reading of a text that exceeds a bound. */
class BoundExceeded extends Error {
  override readonly name = 'BoundExceeded';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * Reads one YAML document in time and memory that grow with the text's length, whatever is in it: tokens are counted
 * before anything is made of them, levels and faults while they are found, and keys are compared by a set.
 */
export function readBounded(text: string, lines: LineCounter, max: number): BoundedDocument {
  const faults: YamlFault[] = [];
  try {
    countTokens(text, max);
    const document = compose(text, lines, faults);
    if (faults.length > 0) return { ok: false, faults, document };
    const twice = findDuplicateKeys(document);
    if (twice.length > 0) return { ok: false, faults: twice, document };
    return { ok: true, document, value: document.toJS({ maxAliasCount }) };
  } catch (error) {
    if (error instanceof BoundExceeded) {
      return { ok: false, faults: faults.length > 0 ? faults : [{ code: error.code }] };
    }
    // The library recurses over nesting, and refuses multiplying anchors by a ReferenceError.
    if (error instanceof RangeError) return { ok: false, faults: [{ code: 'RESOURCE_EXHAUSTION' }] };
    if (error instanceof ReferenceError) return { ok: false, faults: [{ code: 'ALIASES' }] };
    throw error;
  }
}

function countTokens(text: string, max: number): void {
  let count = 0;
  for (const _ of new Lexer().lex(text)) {
    count += 1;
    if (count > max) throw new BoundExceeded('TOKENS');
  }
}

function compose(text: string, lines: LineCounter, faults: YamlFault[]): Document.Parsed {
  const composer = new Composer({
    lineCounter: lines,
    // The library's pretty errors quote the line, which may hold a secret.
    prettyErrors: false,
    schema: 'core',
    resolveKnownTags: false,
    // The library compares each key with each other one.
    uniqueKeys: false,
  });
  boundFaults(composer);
  let document: Document.Parsed | undefined;
  for (const composed of composer.compose(tokensOf(text, lines), true, text.length)) {
    if (document !== undefined) {
      faults.push({ offset: composed.range[0], code: 'MULTIPLE_DOCS' });
      break;
    }
    document = composed;
  }
  for (const problem of [...document!.errors, ...document!.warnings].slice(0, maxFaults)) {
    faults.push({ offset: problem.pos[0], code: problem.code });
  }
  return document!;
}

/** The library keeps every fault it finds, each an error with its stack, and has no bound of its own for them. */
function boundFaults(composer: Composer): void {
  const found = composer as unknown as { onError: (...fault: unknown[]) => void };
  const keep = found.onError;
  let count = 0;
  found.onError = (...fault) => {
    count += 1;
    if (count > maxFaults) throw new BoundExceeded('FAULTS');
    keep(...fault);
  };
}

/** What the parser makes of a text, as long as it opens few levels and finds few faults. */
function* tokensOf(text: string, lines: LineCounter): Generator<Parameters<Composer['next']>[0]> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let faults = 0;
  for (const source of new Lexer().lex(text)) {
    for (const token of parser.next(source)) {
      // One document needs hardly any directives, and reading one costs as much as a fault does.
      if (token.type === 'error' || token.type === 'directive') faults += 1;
      if (faults > maxFaults) throw new BoundExceeded('FAULTS');
      yield token;
    }
    if (parser.stack.length > maxOpen) throw new BoundExceeded('RESOURCE_EXHAUSTION');
  }
  yield* parser.end();
}

/** In the order of the text; refuses what has too many anchors. */
function findDuplicateKeys(document: Document.Parsed): YamlFault[] {
  const faults: YamlFault[] = [];
  let anchors = 0;
  const visit = (node: unknown): void => {
    if (isAlias(node) || (isNode(node) && !isAlias(node) && node.anchor !== undefined)) anchors += 1;
    if (anchors > maxAnchors) throw new BoundExceeded('ALIASES');
    if (isSeq(node)) for (const item of node.items) visit(item);
    if (!isMap(node)) return;
    const keys = new Set<string>();
    for (const { key, value } of node.items) {
      const name = keyName(key);
      if (keys.has(name) && faults.length < maxFaults) {
        faults.push({ offset: startOf(key), code: 'DUPLICATE_KEY' });
      }
      keys.add(name);
      if (isCollection(key)) faults.push({ offset: startOf(key), code: 'KEY' });
      visit(key);
      visit(value);
    }
  };
  visit(document.contents);
  return faults;
}

/** The name under which a key's value is in an object. */
export function keyName(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  return value === null ? '' : String(value as string | number | boolean);
}

export function startOf(node: unknown): number {
  return (node as { range?: [number, number, number] } | null)?.range?.[0] ?? 0;
}
