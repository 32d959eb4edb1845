import { availableParallelism } from 'node:os';
import type { CheckNumber, DocumentInput, ExaminationInput } from './document-input.ts';
import type { DocumentReading, PictureExamination, UnreadableReason } from './document-reading.ts';
import { evaluateReadout } from './evaluate-readout.ts';
import type { PictureReadout, PictureRequest } from './picture-readout.ts';
import { PictureFailure, runPictureProcess } from './run-picture-process.ts';
import { createSemaphore } from './semaphore.ts';
import { tesseractVersion } from './tesseract.ts';

export interface DocumentReaderOptions {
  /** Where the program is; by default the one on the path. */
  readonly tesseract?: string;
  /** How many pictures are read side by side; the others wait. One less than there are processors. */
  readonly concurrency?: number;
  readonly clock?: { now(): Date };
  readonly logger?: { warn(fields: { readonly err: unknown }, message: string): void };
  /** Undefined: no number is doubted for its form. */
  readonly checkNumber?: CheckNumber;
}

interface ReadOptions {
  readonly signal?: AbortSignal;
  /** From the call to the answer, the waiting for a turn included. */
  readonly deadlineMs?: number;
}

export interface DocumentReader {
  /** Its version; null where it is not installed, so that every reading is `readerUnavailable`. */
  available(): Promise<{ readonly tesseract: string | null }>;
  /** Rejects with the signal's reason when that comes first; everything that a file can hold is a value. */
  read(input: DocumentInput, options?: ReadOptions): Promise<DocumentReading>;
  /** Whether a picture that is kept and not read shows writing, or more than a plain surface. It knows no faces. */
  checkPicture(input: ExaminationInput, options?: ReadOptions): Promise<PictureExamination>;
  /** Ends what is being read. */
  close(): Promise<void>;
}

const defaultDeadlineMs = 30_000;
/** Larger pictures are kept as they came, but their pixels are never decoded. */
const maxPixels = 40_000_000;

/** Reads identity documents in processes of their own. */
export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const { tesseract = 'tesseract', clock = { now: () => new Date() }, logger } = options;
  const { checkNumber = async () => 'not known' } = options;
  const processes = createSemaphore(options.concurrency ?? Math.max(1, availableParallelism() - 1));
  const closing = new AbortController();
  const inProgress = new Set<Promise<unknown>>();
  let version: string | undefined;

  // Asked anew until it is there: it may be installed while the service runs.
  const findVersion = async () => {
    version ??= (await tesseractVersion(tesseract)) ?? undefined;
    return version;
  };

  const readPicture = async (
    { file, contentType }: Pick<DocumentInput, 'file' | 'contentType'>,
    lookFor: PictureRequest['lookFor'],
    { signal, deadlineMs }: ReadOptions,
  ): Promise<PictureReadout> => {
    if (contentType === 'application/pdf') return unreadable('pdf');
    const timeOut = AbortSignal.timeout(deadlineMs ?? defaultDeadlineMs);
    const either = AbortSignal.any([timeOut, closing.signal, ...(signal ? [signal] : [])]);
    let release: (() => void) | undefined;
    try {
      const isThere = lookFor === 'anything' || (await findVersion()) !== undefined;
      if (!isThere) return unreadable('readerUnavailable');
      release = await processes.acquire(either);
      return await runPictureProcess(file, { tesseract, maxPixels, lookFor }, either);
    } catch (error) {
      signal?.throwIfAborted();
      if (timeOut.aborted) return unreadable('timeOut');
      if (closing.signal.aborted) return unreadable('readerUnavailable');
      if (!(error instanceof PictureFailure)) throw error;
      logger?.warn({ err: error }, 'a document could not be read');
      return unreadable('readerFailed');
    } finally {
      release?.();
    }
  };
  const read = async (input: DocumentInput, readOptions: ReadOptions): Promise<DocumentReading> => {
    const readout = await readPicture(input, 'document', readOptions);
    return evaluateReadout(readout, input, { today: clock.now(), checkNumber });
  };
  const checkPicture = async (
    input: ExaminationInput,
    readOptions: ReadOptions,
  ): Promise<PictureExamination> => {
    const readout = await readPicture(input, input.lookFor, readOptions);
    if (readout.kind === 'text') return { kind: 'found' };
    // Without figures its pixels were never looked at.
    return { kind: readout.quality === null ? 'notExamined' : 'lacking', reason: readout.reason };
  };
  /** Closing waits for it. */
  const tracked = <Result>(work: Promise<Result>): Promise<Result> => {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    inProgress.add(settled);
    void settled.then(() => inProgress.delete(settled));
    return work;
  };

  return {
    available: async () => ({ tesseract: (await findVersion()) ?? null }),
    read: (input, readOptions = {}) => tracked(read(input, readOptions)),
    checkPicture: (input, readOptions = {}) => tracked(checkPicture(input, readOptions)),
    close: async () => {
      closing.abort(new Error('the reader is closed'));
      await Promise.all(inProgress);
    },
  };
}

function unreadable(reason: UnreadableReason): Extract<PictureReadout, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason, quality: null };
}
