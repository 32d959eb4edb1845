/** Text and lines of a list file. */
import { decodeText } from './decode-text.ts';
import { ListFileError, type SourceFile } from './source.ts';

/** End-of-file mark of older systems; some publishers still write it as the last byte. */
export const END_MARK = '\u001a';
/** Longest line that is read, in UTF-16 units: far more than any record has. */
const LONGEST_LINE = 1 << 26;

const PACKED: readonly { name: string; bytes: readonly number[] }[] = [
  { name: 'gzip', bytes: [0x1f, 0x8b] },
  { name: 'ZIP', bytes: [0x50, 0x4b, 0x03, 0x04] },
];

async function* unpackedChunks(file: SourceFile): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of file.chunks) {
    const packed = PACKED.find(
      ({ bytes }) => chunk.length >= bytes.length && bytes.every((byte, at) => chunk[at] === byte),
    );
    if (isFirst && packed) {
      throw new ListFileError({
        file: file.name,
        place: 'the first bytes',
        expected: `the file is packed (${packed.name}); it must be unpacked`,
      });
    }
    isFirst = false;
    yield chunk;
  }
}

/**
 * Text of a file, piece by piece, without its byte-order mark. See `decodeText` for encodings.
 * @throws ListFileError for a packed file
 */
export function textOf(file: SourceFile): AsyncGenerator<string> {
  return decodeText(unpackedChunks(file));
}

/**
 * Text of a file that is not markup.
 * @throws ListFileError for a packed file, and where it has a web page or XML instead
 * @param expected what the file must be, e.g. `CSV`
 */
export async function* plainTextOf(file: SourceFile, expected: string): AsyncGenerator<string> {
  let begun = false;
  for await (const text of textOf(file)) {
    if (!begun && text.trim() !== '') {
      begun = true;
      const start = text.trimStart();
      if (start.startsWith('<')) {
        const kind = /^<(?:!doctype html|html|head|body)\b/i.test(start) ? 'a web page' : 'markup';
        throw new ListFileError({
          file: file.name,
          place: 'line 1',
          expected: `must be ${expected}, this is ${kind}: ${JSON.stringify(start.slice(0, 40))}`,
        });
      }
    }
    yield text;
  }
}

export interface Line {
  text: string;
  /** 1 for the first. */
  number: number;
  /** Whether a line break follows; false only for the last line of a file that ends without one. */
  ended: boolean;
}

/**
 * Lines of a file that are not blank, without their ends and without an end mark.
 * @throws ListFileError as `plainTextOf`, and for a line of more than 64 million characters
 */
export async function* linesOf(file: SourceFile, expected: string): AsyncGenerator<Line> {
  let rest: string[] = [];
  let restLength = 0;
  let number = 0;
  const lineOf = (raw: string, ended: boolean): Line | undefined => {
    number++;
    const text = raw.replaceAll(END_MARK, '').trim();
    return text === '' ? undefined : { text, number, ended };
  };
  for await (const piece of plainTextOf(file, expected)) {
    let from = 0;
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      const raw = rest.length > 0 ? rest.join('') + piece.slice(from, at) : piece.slice(from, at);
      if (rest.length > 0) [rest, restLength] = [[], 0];
      from = at + 1;
      const line = lineOf(raw, true);
      if (line) yield line;
    }
    if (from < piece.length) {
      rest.push(piece.slice(from));
      restLength += piece.length - from;
    }
    if (restLength > LONGEST_LINE) {
      throw new ListFileError({
        file: file.name,
        place: `line ${number + 1}`,
        expected: `a line must have at most ${LONGEST_LINE} characters`,
      });
    }
  }
  const last = lineOf(
    rest.join(''),
    rest.some((piece) => piece.includes(END_MARK)),
  );
  if (last) yield last;
}
