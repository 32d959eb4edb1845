import { availableParallelism } from 'node:os';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createSlots } from '../lib/egress-slots.ts';
import type { Logger } from '../lib/logger.ts';
import type { DocumentFields, DocumentReading } from './document-reading.ts';
import { judgeReadout } from './judge-readout.ts';
import { PictureFailure, runPictureProcess } from './run-picture-process.ts';
import { tesseractVersion } from './tesseract.ts';

export interface DocumentReaderOptions {
  /** Where the program is; found on the path unless told. */
  readonly tesseract?: string;
  /** How many pictures are read side by side; the others wait. One less than there are processors. */
  readonly concurrency?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

export interface DocumentInput {
  /** The file's bytes, or where it lies. */
  readonly file: Uint8Array | string;
  /** As the upload was judged by its content, such as `image/jpeg`. */
  readonly contentType: string;
  /** ISO alpha-2 or alpha-3 of the country that issued it, as it was chosen. */
  readonly country: string;
  /** Type of `platform_document_master`, such as `PASSPORT`, as it was chosen. */
  readonly documentType: string;
  readonly side: 'front' | 'back';
  /** What is known of the person; what the document says otherwise becomes a finding. */
  readonly expected?: DocumentFields;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** From the call to the answer, the waiting for a turn included. */
  readonly deadlineMs?: number;
}

export interface DocumentReader {
  /** Its version; null where it is not installed, so that every reading is `readerUnavailable`. */
  available(): Promise<{ readonly tesseract: string | null }>;
  /** Rejects with the signal's reason when that comes first; everything that a file can hold is a value. */
  read(input: DocumentInput, options?: ReadOptions): Promise<DocumentReading>;
  /** Ends what is being read. */
  close(): Promise<void>;
}

const defaultDeadlineMs = 30_000;
/** Larger pictures are kept as they came, but their pixels are never decoded. */
const maxPixels = 40_000_000;

/** Reads identity documents in processes of their own. */
export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const { tesseract = 'tesseract', clock = systemClock, logger } = options;
  const slots = createSlots(options.concurrency ?? Math.max(1, availableParallelism() - 1));
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let version: string | undefined;

  // Asked anew until it is there: it may be installed while the service runs.
  const findVersion = async () => {
    version ??= (await tesseractVersion(tesseract)) ?? undefined;
    return version;
  };

  const read = async (
    input: DocumentInput,
    { signal, deadlineMs }: ReadOptions,
  ): Promise<DocumentReading> => {
    if (input.contentType === 'application/pdf') return unreadable('pdf');
    const timeOut = AbortSignal.timeout(deadlineMs ?? defaultDeadlineMs);
    const either = AbortSignal.any([timeOut, closing.signal, ...(signal ? [signal] : [])]);
    let release: (() => void) | undefined;
    try {
      if ((await findVersion()) === undefined) return unreadable('readerUnavailable');
      release = await slots.take('', either);
      const readout = await runPictureProcess(input.file, { tesseract, maxPixels }, either);
      return await judgeReadout(readout, input, clock.now());
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

  return {
    available: async () => ({ tesseract: (await findVersion()) ?? null }),
    read: (input, readOptions = {}) => {
      const reading = read(input, readOptions);
      const settled = reading.then(
        () => undefined,
        () => undefined,
      );
      underWay.add(settled);
      void settled.then(() => underWay.delete(settled));
      return reading;
    },
    close: async () => {
      closing.abort(new Error('the reader is closed'));
      await Promise.all(underWay);
    },
  };
}

function unreadable(reason: Extract<DocumentReading, { kind: 'unreadable' }>['reason']): DocumentReading {
  return { kind: 'unreadable', reason, quality: null };
}
