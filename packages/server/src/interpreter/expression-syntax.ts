import { type Phrase, phrase, wordPhrases } from '@gatehouse/contract';
import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { parseFault } from './expression-parse-fault.ts';

/**
 * From source to syntax tree. The library reads CEL; checking and running are ours (expression-check.ts,
 * expression-evaluate.ts): its checker stops at the first fault and its `&&` and `||` swallow a failing
 * operand, which would make a run-time fault silently false.
 */

/** A place in an expression and what is wrong there; positions are offsets into the source. */
export interface ExpressionFault {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The same as data; absent where it is English alone. */
  readonly phrase?: Phrase;
}

/** Most characters of an expression. */
const maxExpressionLength = 2000;

const parser = new Environment({
  limits: { maxAstNodes: 1000, maxDepth: 32, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 4 },
});

export type SyntaxNode = ASTNode;

export function parseExpression(
  source: string,
): { ok: true; tree: SyntaxNode } | { ok: false; fault: ExpressionFault } {
  if (source.length > maxExpressionLength) {
    const tooLong = phrase('expressions.tooLong', { length: source.length, max: maxExpressionLength });
    return {
      ok: false,
      fault: { start: maxExpressionLength, end: source.length, ...worded(tooLong) },
    };
  }
  try {
    return { ok: true, tree: parser.parse(source).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const start = error.range?.start ?? 0;
    const end = error.range?.end ?? start;
    const said = parseFault(source, { code: error.code, summary: error.summary, start, end });
    return { ok: false, fault: { start, end, ...(said ? worded(said) : { message: error.summary }) } };
  }
}

/** A fault's text, in English and as data. */
export function worded(said: Phrase): Pick<ExpressionFault, 'message' | 'phrase'> {
  return { message: wordPhrases(said), phrase: said };
}

/**
 * The stable name of a value: `data.amount` for `data.amount` and for `data["amount"]`; undefined for
 * anything computed.
 */
export function pathOf(node: SyntaxNode): string | undefined {
  if (node.op === 'id') return node.args;
  const key = memberName(node);
  if (key === undefined || (node.op !== '.' && node.op !== '[]')) return undefined;
  const receiver = pathOf(node.args[0]);
  return receiver === undefined ? undefined : `${receiver}.${key}`;
}

/** The declared values that an expression may read, such as `data.amount`, `riskScore`; each once, in its order. */
export function readPaths(tree: SyntaxNode): string[] {
  const found = new Set<string>();
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const inner of part) walk(inner);
    if (typeof part !== 'object' || part === null || !('op' in part)) return;
    const node = part as SyntaxNode;
    const path = pathOf(node);
    // Deeper members are shown with the declared field that holds them.
    if (path !== undefined) found.add(path.split('.').slice(0, 2).join('.'));
    else walk(node.args);
  };
  walk(tree);
  return [...found];
}

/** The literal member name that an access reads. */
export function memberName(node: SyntaxNode): string | undefined {
  if (node.op === '.') return node.args[1];
  if (node.op !== '[]') return undefined;
  const index = node.args[1];
  return index.op === 'value' && typeof index.args === 'string' ? index.args : undefined;
}

/** The words of a node as they are in the source, for messages. */
export function wordsOf(node: SyntaxNode): string {
  const words = pathOf(node) ?? node.input.slice(node.range.start, node.range.end);
  return words.length > 80 ? `${words.slice(0, 77)}...` : words;
}
