import { Duplex } from 'node:stream';
import type { EmbeddedEngine } from './embedded-engine.ts';

/** Where a socket finds the engine: a running one, or a new one when that has stopped. */
export type FindEngine = () => Promise<EmbeddedEngine>;

const terminate = 0x58;
const query = 0x51;
const sync = 0x53;
// AuthenticationOk, then ReadyForQuery outside a transaction.
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/**
 * What the driver believes to be a socket to a server: the engine runs in this process instead. The engine is
 * entered once per Query or Sync, with everything written since the last, and only after the event loop had a
 * turn: it works synchronously, and a busy store must not starve timers and sockets.
 */
export class EmbeddedSocket extends Duplex {
  readonly #findEngine: FindEngine;
  #engine: EmbeddedEngine | undefined;
  #pending: Uint8Array[] = [];
  #started = false;

  constructor(findEngine: FindEngine) {
    super();
    this.#findEngine = findEngine;
  }

  connect(): this {
    this.#findEngine().then(
      (engine) => {
        this.#engine = engine;
        this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#accept([chunk], done);
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#accept(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  /** The driver writes one whole message a chunk, so the first byte of a chunk is a message's kind. */
  #accept(chunks: Buffer[], done: (error?: Error | null) => void): void {
    if (!this.#started) {
      // The startup packet: its settings are given when the engine starts.
      this.#started = true;
      this.push(welcome);
      done();
      return;
    }
    let complete = false;
    for (const chunk of chunks) {
      const kind = chunk[0];
      if (kind === terminate) continue;
      this.#pending.push(chunk);
      if (kind === query || kind === sync) complete = true;
    }
    if (complete) setImmediate(() => this.#run(done));
    else done();
  }

  #run(done: (error?: Error | null) => void): void {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    try {
      for (const answer of this.#engine!.run(bytes)) this.push(answer);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
