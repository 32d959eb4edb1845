import { larger } from './values.ts';

const encoder = new TextEncoder();

/** Collects texts one after another as UTF-8, in one array that grows. */
export class TextBlob {
  #bytes = new Uint8Array(1 << 16);
  length = 0;

  append(text: string): void {
    const needed = this.length + text.length * 3;
    if (needed > this.#bytes.length)
      this.#bytes = larger(this.#bytes, Math.max(needed, this.#bytes.length * 2));
    this.length += encoder.encodeInto(text, this.#bytes.subarray(this.length)).written;
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}
