/**
 * Cuts the value of one member out of a JSON object while it streams by, so that a text of many megabytes is never
 * in memory. What is left, with an empty text in its place, is small and goes to the strict parser, which checks it
 * like every body. Only the outermost object's member is cut.
 */
export type ExtractorEvent =
  /** The text begins; `rest` is what stood before it. */
  | { readonly kind: 'start' }
  /** More of the text, its escapes resolved. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end' };

const quote = 0x22;
const backslash = 0x5c;

/** Resolved as JSON has them; any other is left to fail as what it is. */
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export class JsonStringExtractor {
  readonly #member: string;
  readonly #maxRest: number;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** Of the outermost object: the text being read or read last, raw; whether a value comes next. */
  #name: number[] = [];
  #expectsValue = false;
  #inCut = false;
  /** An escape of the cut text that is not complete yet. */
  #escape = '';

  constructor(member: string, maxRest: number) {
    this.#member = member;
    this.#maxRest = maxRest;
  }

  /** Whether more is beside the member than may. */
  get isTooLong(): boolean {
    return this.#restBytes > this.#maxRest;
  }

  /** Everything but the cut text. */
  rest(): Buffer {
    return Buffer.concat(this.#rest);
  }

  *push(chunk: Buffer): Generator<ExtractorEvent> {
    for (let at = 0; at < chunk.length && !this.isTooLong; ) {
      if (this.#inCut) {
        at = yield* this.#cut(chunk, at);
        continue;
      }
      const start = this.#scan(chunk, at);
      this.#keep(chunk.subarray(at, start));
      at = start;
      if (this.#inCut) yield { kind: 'start' };
    }
  }

  /** Continues until the member's text begins; answers where it stopped, behind the opening quote. */
  #scan(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#inText) {
        this.#inside(byte);
      } else if (byte === quote) {
        if (this.#depth === 1 && this.#expectsValue && this.#isMember()) {
          this.#inCut = true;
          return at + 1;
        }
        this.#inText = true;
        this.#name = [];
      } else {
        this.#between(byte);
      }
    }
    return chunk.length;
  }

  #inside(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) {
      this.#inText = false;
      return;
    }
    if (this.#name.length <= this.#member.length) this.#name.push(byte);
  }

  #between(byte: number): void {
    const character = String.fromCharCode(byte);
    if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') this.#depth -= 1;
    if (this.#depth !== 1) return;
    if (character === ':') this.#expectsValue = true;
    else if (character === ',' || character === '{') this.#expectsValue = false;
  }

  #isMember(): boolean {
    return Buffer.from(this.#name).toString('latin1') === this.#member;
  }

  /** Continues inside the member's text; answers where it stopped. */
  *#cut(chunk: Buffer, from: number): Generator<ExtractorEvent, number> {
    if (this.#escape !== '') return yield* this.#finishEscape(chunk, from);
    const end = positionOf(chunk, quote, from);
    const stop = positionOf(chunk.subarray(0, end), backslash, from);
    if (stop > from) yield { kind: 'text', text: chunk.toString('latin1', from, stop) };
    if (stop < end) {
      this.#escape = '\\';
      return stop + 1;
    }
    if (end === chunk.length) return end;
    this.#inCut = false;
    this.#expectsValue = false;
    this.#keep(chunk.subarray(end, end + 1));
    yield { kind: 'end' };
    return end + 1;
  }

  *#finishEscape(chunk: Buffer, from: number): Generator<ExtractorEvent, number> {
    this.#escape += String.fromCharCode(chunk[from]!);
    const isLong = this.#escape[1] === 'u';
    if (isLong && this.#escape.length < 6) return from + 1;
    const code = /^\\u([0-9a-fA-F]{4})$/.exec(this.#escape)?.[1];
    const text = isLong
      ? code === undefined
        ? this.#escape
        : String.fromCharCode(Number.parseInt(code, 16))
      : (escapes[this.#escape[1]!] ?? this.#escape);
    this.#escape = '';
    yield { kind: 'text', text };
    return from + 1;
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#restBytes += bytes.length;
    // A copy: the chunk's memory must not live as long as this small part of it.
    if (!this.isTooLong) this.#rest.push(Buffer.from(bytes));
  }
}

function positionOf(chunk: Buffer, byte: number, from: number): number {
  const found = chunk.indexOf(byte, from);
  return found < 0 ? chunk.length : found;
}
