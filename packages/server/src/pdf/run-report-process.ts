import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { spawnWithLimits } from '@gatehouse/document-reader';
import type { ReportDocument, ReportFiles } from './report-blocks.ts';

export interface ReportRequest {
  readonly document: ReportDocument;
  readonly files: ReportFiles;
}

/** The process ended without a report: it took more than it may, or it failed. */
export class ReportFailure extends Error {
  override readonly name = 'ReportFailure';
  /** Whether it was ended for the time or memory that it took. */
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge: boolean) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

export interface ReportBounds {
  readonly memoryMegabytes: number;
  readonly seconds: number;
}

const program = fileURLToPath(new URL('./report-process.ts', import.meta.url));
const maxAnswerBytes = 256 * 1024 * 1024;
/** Typefaces, a picture of 120 megapixels, and a thousand hits of many pages each. */
const defaultBounds: ReportBounds = { memoryMegabytes: 2_500, seconds: 60 };
/** How the system ends a process that takes more memory or time than it may. */
const endings = new Set(['SIGKILL', 'SIGXCPU', 'SIGABRT', 'SIGSEGV', 'SIGTRAP', 'code 134']);

/** Draws a report in a process of its own, which has bounds and none of the service's secrets. @throws ReportFailure */
export async function runReportProcess(
  request: ReportRequest,
  bounds: ReportBounds = defaultBounds,
): Promise<Uint8Array> {
  const child = spawnWithLimits(
    [process.execPath, program],
    { memoryMegabytes: bounds.memoryMegabytes, cpuSeconds: Math.ceil(bounds.seconds) },
    { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] },
  );
  let isEnded = false;
  const end = () => {
    isEnded = true;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(end, bounds.seconds * 1000);
  try {
    const ended = new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve(by ?? `code ${code}`));
    });
    ended.catch(() => undefined);
    // It may end before it has read everything, and says how by its end.
    const sent = pipeline(Readable.from([serialize(request)]), child.stdin!).catch(() => undefined);
    const [pdf, complaint, how] = await Promise.all([
      gather(child.stdout!, end),
      gather(child.stderr!, end),
      ended,
      sent,
    ]);
    if (how === 'code 0' && !isEnded) return pdf;
    const said = Buffer.from(pdf.length > 0 ? [] : complaint)
      .toString('utf8')
      .slice(-2_000);
    throw new ReportFailure(
      `the process that draws reports ended with ${how}: ${said}`,
      isEnded || endings.has(how),
    );
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

async function gather(stream: Readable, end: () => void): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxAnswerBytes) end();
    else pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
