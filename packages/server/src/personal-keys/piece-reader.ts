/** Bytes that come in pieces of any size, read in pieces of the size that is wanted. */
export class PieceReader {
  readonly #source: AsyncIterator<Buffer>;
  #pieces: Buffer[] = [];
  #length = 0;
  #isEnded = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer at the end, and none behind it. */
  async read(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    this.#length -= bytes.length;
    this.#pieces = this.#length === 0 ? [] : [this.#pieces[0]!.subarray(bytes.length)];
    return bytes;
  }

  /** What `read` would give. */
  async peek(length: number): Promise<Buffer> {
    while (this.#length < length && !this.#isEnded) {
      const { value, done } = await this.#source.next();
      if (done === true) this.#isEnded = true;
      else {
        this.#pieces.push(value);
        this.#length += value.length;
      }
    }
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return (this.#pieces[0] ?? Buffer.alloc(0)).subarray(0, length);
  }

  /** Everything that is left, as it comes. */
  async *rest(): AsyncGenerator<Buffer> {
    try {
      yield* this.#pieces;
      this.#pieces = [];
      for (;;) {
        const { value, done } = await this.#source.next();
        if (done === true) return;
        yield value;
      }
    } finally {
      await this.close();
    }
  }

  /** Lets go of the source. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
