import { malformed } from './upload-refusals.ts';

const maxHeadBytes = 256;
const head = /^data:([a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+)?(?:;[^;,]*)*;base64$/i;

/** Decodes a data URL (RFC 2397) piece by piece; its base64 is taken as RFC 4648 has it, without blanks. */
export class DataUrlDecoder {
  #head: string | undefined;
  #mediaType: string | undefined;
  #pending = '';
  #isEnded = false;

  /** Known once the head was read. */
  get mediaType(): string | undefined {
    return this.#mediaType;
  }

  /** The bytes that the next piece of the URL completes. */
  push(piece: string): Buffer {
    if (this.#isEnded) return this.#refuseMore(piece);
    let data = piece;
    if (this.#mediaType === undefined) {
      const seen = (this.#head ?? '') + piece;
      const comma = seen.indexOf(',');
      if (comma < 0 || comma > maxHeadBytes) {
        this.#head = seen;
        if (seen.length > maxHeadBytes || !'data:'.startsWith(seen.slice(0, 5).toLowerCase())) throw notOne();
        return Buffer.alloc(0);
      }
      const match = head.exec(seen.slice(0, comma));
      if (match === null) throw notOne();
      this.#mediaType = match[1] ?? '';
      data = seen.slice(comma + 1);
    }
    return this.#decode(data);
  }

  /** Called behind the last piece. */
  end(): void {
    if (this.#mediaType === undefined) throw notOne();
    if (this.#pending !== '') throw badBase64();
  }

  #decode(data: string): Buffer {
    const text = this.#pending + data;
    const whole = text.length - (text.length % 4);
    this.#pending = text.slice(whole);
    const quanta = text.slice(0, whole);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(quanta)) throw badBase64();
    const bytes = Buffer.from(quanta, 'base64');
    if (quanta.endsWith('=')) {
      // The bits that padding leaves over are zero, and nothing follows.
      if (!isCanonical(quanta)) throw badBase64();
      this.#isEnded = true;
      if (this.#pending !== '') throw badBase64();
    }
    return bytes;
  }

  #refuseMore(piece: string): Buffer {
    if (piece !== '') throw badBase64();
    return Buffer.alloc(0);
  }
}

function isCanonical(quanta: string): boolean {
  const last = quanta.slice(-4);
  return Buffer.from(last, 'base64').toString('base64') === last;
}

function notOne() {
  return malformed('image must be a data URL with base64 content, such as data:image/png;base64,…');
}

function badBase64() {
  return malformed('image has content that is not base64');
}
