/** Streams the objects of a JSON file: of one array, or one object after the other, as JSON lines have them. */
import { END_MARK, plainTextOf } from './file-text.ts';
import { objectOf } from './json-records.ts';
import { ListFileError, reject, type SourceFile, type SourceReport } from './source.ts';

export interface JsonObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** Line on which it begins, 1 for the first. */
  readonly line: number;
}

/** Longest object that is read, in UTF-16 units: far more than any record has. */
const LONGEST_OBJECT = 1 << 26;
/** What may be between objects. */
const BETWEEN = /^[\s,[\]]*$/;

/** Where a reader is: inside an object, and inside a text of it. */
class ObjectSplitter {
  #depth = 0;
  #inText = false;
  #escaped = false;
  #array = 0;
  #parts: string[] = [];
  #length = 0;
  line = 1;
  #startLine = 1;
  #other = '';

  /** Whether an object or an array is open: at the end of a file, it was cut. */
  get isOpen(): boolean {
    return this.#depth > 0 || this.#array > 0;
  }

  /** Objects that end in this piece, and what else is between them. */
  *split(
    piece: string,
  ): Generator<{ readonly text: string; readonly line: number; readonly isObject: boolean }> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === 10) this.line++;
      if (this.#inText) {
        this.#inTextAt(code);
      } else if (this.#depth > 0) {
        if (!this.#insideAt(code)) continue;
        this.#keep(piece.slice(from, at + 1));
        yield { text: this.#parts.join(''), line: this.#startLine, isObject: true };
        this.#parts = [];
        this.#length = 0;
      } else if (code === 123) {
        yield* this.other();
        [this.#depth, from, this.#startLine] = [1, at, this.line];
      } else {
        this.#outsideAt(piece[at]!);
      }
    }
    if (this.#depth > 0) this.#keep(piece.slice(from));
  }

  /** Text outside objects that is neither blank nor a sign between them. */
  *other(): Generator<{ readonly text: string; readonly line: number; readonly isObject: boolean }> {
    if (!BETWEEN.test(this.#other)) yield { text: this.#other.trim(), line: this.line, isObject: false };
    this.#other = '';
  }

  get length(): number {
    return this.#length;
  }

  #keep(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  #inTextAt(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === 92) this.#escaped = true;
    else if (code === 34) this.#inText = false;
  }

  /** True where the object ends. */
  #insideAt(code: number): boolean {
    if (code === 34) this.#inText = true;
    else if (code === 123) this.#depth++;
    else if (code === 125) this.#depth--;
    return this.#depth === 0;
  }

  #outsideAt(sign: string): void {
    if (sign === '[') this.#array++;
    if (sign === ']') this.#array--;
    // Enough to show what it is.
    if (this.#other.length < 200) this.#other += sign;
  }
}

/**
 * The objects of a file. What is none is noted in the report.
 * @throws ListFileError where the file is cut inside an object or before the end of its array, or is no JSON at all
 */
export async function* jsonObjects(file: SourceFile, report: SourceReport): AsyncGenerator<JsonObject> {
  const splitter = new ObjectSplitter();
  const refuse = (expected: string) =>
    new ListFileError({ file: file.name, place: `line ${splitter.line}`, expected });
  const objectsIn = function* (
    found: Iterable<{ readonly text: string; readonly line: number; readonly isObject: boolean }>,
  ) {
    for (const { text, line, isObject } of found) {
      const value = isObject ? objectOf(text) : undefined;
      if (value !== undefined) {
        yield { value, line };
        continue;
      }
      const place = `${file.name}, line ${line}`;
      reject(report, file.name, { place, reason: `no JSON object: ${JSON.stringify(text.slice(0, 40))}` });
    }
  };
  for await (const piece of plainTextOf(file, 'JSON')) {
    yield* objectsIn(splitter.split(piece.replaceAll(END_MARK, '')));
    if (splitter.length > LONGEST_OBJECT) {
      throw refuse(`an object must have at most ${LONGEST_OBJECT} characters`);
    }
  }
  yield* objectsIn(splitter.other());
  if (splitter.isOpen) throw refuse('the file is cut short: its last object or its array does not end');
}
