import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { spawnWithLimits } from './limited-process.ts';
import { type PictureReadout, type PictureRequest, pictureReadout } from './picture-readout.ts';

/** The process that decodes ended without an answer, or with one that is none. */
export class PictureFailure extends Error {
  override readonly name = 'PictureFailure';
}

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
/** 40 megapixels as three bytes each, what working on them takes, and Node itself. */
const bounds = { memoryMegabytes: 1_500, cpuSeconds: 60 };
const maxAnswerBytes = 4 * 1024 * 1024;

/** Reads one picture in a process of its own, which ends with the signal, together with what it started. */
export async function runPictureProcess(
  file: Uint8Array | string,
  request: PictureRequest,
  signal: AbortSignal,
): Promise<PictureReadout> {
  signal.throwIfAborted();
  const source = typeof file === 'string' ? createReadStream(file) : Readable.from([file]);
  const child = spawnWithLimits([process.execPath, program, JSON.stringify(request)], bounds, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const end = () => {
    // Its group: the programs that it started are in it.
    if (child.pid !== undefined) killGroup(child.pid);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const ended = new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve(by ?? `code ${code}`));
    });
    ended.catch(() => undefined);
    const sent = pipeline(source, child.stdin!).catch((error: NodeJS.ErrnoException) => {
      // It may have ended before it had everything; a file that cannot be read is another matter.
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
    const [answer, complaint, how] = await Promise.all([
      gather(child.stdout!, maxAnswerBytes, end),
      gather(child.stderr!, maxAnswerBytes, end),
      ended,
      sent,
    ]);
    signal.throwIfAborted();
    if (how !== 'code 0') {
      throw new PictureFailure(
        `the process that reads pictures ended with ${how}: ${complaint.slice(-2_000)}`,
      );
    }
    return pictureReadout.parse(JSON.parse(answer));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SyntaxError || (error as Error).name === 'ZodError') {
      throw new PictureFailure('the process that reads pictures answered what is no readout', {
        cause: error,
      });
    }
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

async function gather(stream: Readable, maxBytes: number, end: () => void): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) end();
    else pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
