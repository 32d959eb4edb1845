import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** Where clamd listens. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export type ScanResult =
  | { readonly kind: 'clean' }
  /** The name that the scanner gives to what it found. */
  | { readonly kind: 'infected'; readonly name: string };

/** The scanner cannot be reached, does not answer in time, or refuses to look. */
export class VirusScanFailure extends Error {
  override readonly name = 'VirusScanFailure';
}

/** Connecting, sending 20 MB and scanning together. */
const defaultTimeoutMs = 30_000;
const pieceBytes = 64 * 1024;
const maxAnswerBytes = 4_096;

/**
 * Asks clamd (`INSTREAM`: pieces with their length before them, a length of zero at the end; one line comes back).
 * Nothing it fails at counts as clean.
 *
 * Ours: the library for it, clamscan, has no deadline over connecting, sending and scanning together, since its timeout
 * starts again with each byte. It also looks for programs on the machine to fall back to.
 */
export class VirusScanner {
  readonly #place: ClamdAddress;
  readonly #timeoutMs: number;

  constructor(place: ClamdAddress, timeoutMs = defaultTimeoutMs) {
    this.#place = place;
    this.#timeoutMs = timeoutMs;
  }

  async scan(path: string): Promise<ScanResult> {
    const answer = await this.#ask('INSTREAM', async function* () {
      for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
        const length = Buffer.alloc(4);
        length.writeUInt32BE((piece as Buffer).length);
        yield length;
        yield piece as Buffer;
      }
      yield Buffer.alloc(4);
    });
    if (answer === 'stream: OK') return { kind: 'clean' };
    const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
    if (name !== undefined) return { kind: 'infected', name };
    throw new VirusScanFailure(`clamd answered ${JSON.stringify(answer)}`);
  }

  /** Whether it answers at all. */
  async check(): Promise<void> {
    const answer = await this.#ask('PING', async function* () {});
    if (answer !== 'PONG') throw new VirusScanFailure(`clamd answered ${JSON.stringify(answer)} to PING`);
  }

  /** One command, ended by NUL on both sides. */
  async #ask(command: string, body: () => AsyncGenerator<Buffer>): Promise<string> {
    const socket = connect({ ...this.#place });
    const answer = readAnswer(socket);
    answer.catch(() => undefined);
    const expiry = setTimeout(
      () => socket.destroy(new VirusScanFailure(`clamd did not answer within ${this.#timeoutMs} ms`)),
      this.#timeoutMs,
    );
    try {
      // It may answer before it has everything, such as when the file is longer than it takes.
      await Promise.race([send(socket, `z${command}\0`, body), answer]);
      return await answer;
    } catch (error) {
      if (error instanceof VirusScanFailure) throw error;
      throw new VirusScanFailure(`clamd cannot be asked: ${(error as Error).message}`, { cause: error });
    } finally {
      clearTimeout(expiry);
      socket.destroy();
    }
  }
}

async function send(socket: Socket, command: string, body: () => AsyncGenerator<Buffer>): Promise<void> {
  await write(socket, Buffer.from(command));
  for await (const piece of body()) await write(socket, piece);
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end).trim());
      else if (text.length > maxAnswerBytes) reject(new VirusScanFailure('clamd answered without an end'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new VirusScanFailure('clamd closed the connection without an answer')));
  });
}
