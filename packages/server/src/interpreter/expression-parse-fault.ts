import { type Phrase, phrase } from '@gatehouse/contract';

/** What the library's parser has against a source. */
interface ParserFault {
  readonly code: string;
  readonly summary: string;
  readonly start: number;
  readonly end: number;
}

/** Signs by the names that the parser has for them. */
const signs: Readonly<Record<string, string>> = {
  LPAREN: '(',
  RPAREN: ')',
  LBRACKET: '[',
  RBRACKET: ']',
  LBRACE: '{',
  RBRACE: '}',
  COMMA: ',',
  COLON: ':',
};

/**
 * A fault of the parser in our own words, for people who write expressions: the library's name its tokens. Undefined for
 * one that it does not have yet.
 */
export function parseFault(source: string, fault: ParserFault): Phrase | undefined {
  const part = partOf(source, fault);
  switch (fault.code) {
    case 'unexpected_token':
      return fault.summary.endsWith('EOF') ? endsEarly(source) : phrase('expressions.unexpected', { part });
    case 'unexpected_character':
      return phrase('expressions.unexpected', { part });
    case 'expected_token':
      return missing(fault.summary, part);
    case 'reserved_identifier':
      return phrase('expressions.reservedWord', { name: part });
    case 'invalid_number':
    case 'invalid_integer':
    case 'invalid_hex_integer':
    case 'invalid_exponent':
      return phrase('expressions.noNumber', { part: numberAt(source, fault.start) });
    case 'newline_in_string':
      return phrase('expressions.textOfLines');
    case 'unterminated_string':
    case 'unterminated_triple_quoted_string':
      return phrase('expressions.textNotClosed');
    case 'limit_exceeded':
      return limit(fault.summary);
    default:
      return /escape|surrogate/.test(fault.code) ? phrase('expressions.noEscape', { part }) : undefined;
  }
}

function endsEarly(source: string): Phrase {
  return phrase(source.trim() === '' ? 'expressions.empty' : 'expressions.endsEarly');
}

/** The part of the source that a fault is about, at the end the sign there. */
function partOf(source: string, { start, end }: ParserFault): string {
  const part = source.slice(start, Math.max(end, start + 1));
  return part.length > 80 ? `${part.slice(0, 77)}...` : part;
}

/** The parser gives the place within a number; people look for all of it. */
function numberAt(source: string, at: number): string {
  const before = /[\w.+-]*$/.exec(source.slice(0, at))?.[0] ?? '';
  const after = /^[\w.]*/.exec(source.slice(at))?.[0] ?? '';
  return before + after;
}

/** `Expected RPAREN, got COMMA`. */
function missing(summary: string, part: string): Phrase | undefined {
  const [, wanted = '', given] = /^Expected (\w+), got (\w+)$/.exec(summary) ?? [];
  const sign = signs[wanted];
  if (sign === undefined) return wanted === 'IDENTIFIER' ? nameMissing(given, part) : undefined;
  return given === 'EOF'
    ? phrase('expressions.notClosed', { sign })
    : phrase('expressions.signMissing', { sign, part });
}

function nameMissing(given: string | undefined, part: string): Phrase {
  return given === 'EOF' ? phrase('expressions.endsEarly') : phrase('expressions.nameMissing', { part });
}

/** `Exceeded maxDepth (32)`. */
function limit(summary: string): Phrase | undefined {
  const [, name, max = ''] = /^Exceeded (\w+) \((\d+)\)$/.exec(summary) ?? [];
  switch (name ?? '') {
    case 'maxAstNodes':
      return phrase('expressions.tooManyParts', { max });
    case 'maxDepth':
      return phrase('expressions.tooDeep', { max });
    case 'maxListElements':
      return phrase('expressions.tooManyElements', { max });
    case 'maxMapEntries':
      return phrase('expressions.tooManyMembers', { max });
    case 'maxCallArguments':
      return phrase('expressions.tooManyValues', { max });
    default:
      return undefined;
  }
}
