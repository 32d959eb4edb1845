import {
  AnnotationMode,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  type RenderTask,
  VerbosityLevel,
  version,
} from 'pdfjs-dist';
import PdfReader from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

/**
 * Draws the pages of a PDF as pictures. Loaded when a PDF is opened. Nothing of a PDF runs or leads anywhere: its
 * scripts, forms and links are never handed to the page, which shows the picture alone.
 */

/** Pages that are shown; more are in the file that is offered. */
export const maxPages = 100;

/** Pixels of a drawn page: A4 at about 200 dots an inch. */
const maxPagePixels = 4_000_000;

/** Pixels of a picture within a PDF, as for other pictures (docs/interface.md 4). */
const maxPicturePixels = 40_000_000;

/** How long opening, or drawing one page, may take. */
const maxMs = 20_000;

/** How long closing may take. */
const maxCloseMs = 2_000;

/** Character maps and symbols that files refer to, and decoders; `vite.config.ts` puts them there. */
const partsFolder = `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;

/** A PDF that is open. Its owner closes it. */
export interface OpenPdf {
  readonly pages: number;
  /** A page as a PNG, counted from 1. @throws where it cannot be drawn, or where the signal says that nobody waits for it */
  draw(page: number, signal: AbortSignal): Promise<Blob>;
  close(): void;
}

/** Opens a PDF. @throws where it is damaged, needs a password, or takes too long */
export async function openPdf(file: Blob): Promise<OpenPdf> {
  const port = new PdfReader();
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  let reading: PDFDocumentLoadingTask | undefined;
  const close = () => {
    const end = () => {
      worker.destroy();
      port.terminate();
    };
    const timer = window.setTimeout(end, maxCloseMs);
    // It takes its fonts out of the page. A worker that is busy may answer it late, and is ended all the same.
    Promise.resolve(reading?.destroy())
      .catch(() => undefined)
      .finally(() => {
        window.clearTimeout(timer);
        end();
      });
  };
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    reading = getDocument({ ...readerOptions, data, worker });
    const document = await within(maxMs, reading.promise);
    return { pages: document.numPages, draw: (page, signal) => drawPage(document, page, signal), close };
  } catch (error) {
    close();
    throw error;
  }
}

const readerOptions = {
  // Part of a page would look like the whole of it.
  stopAtErrors: true,
  maxImageSize: maxPicturePixels,
  // Fonts that a file does not bring are the system's: those of the library for it are under a licence that we do not ship.
  useSystemFonts: true,
  // The content policy lets no WebAssembly run.
  useWasm: false,
  enableXfa: false,
  disableWorkerRendering: true,
  verbosity: VerbosityLevel.ERRORS,
  standardFontDataUrl: `${partsFolder}standard_fonts/`,
  cMapUrl: `${partsFolder}cmaps/`,
  wasmUrl: `${partsFolder}wasm/`,
} as const;

async function drawPage(document: PDFDocumentProxy, number: number, signal: AbortSignal): Promise<Blob> {
  const page = await within(maxMs, document.getPage(number));
  signal.throwIfAborted();
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.sqrt(maxPagePixels / (width * height)) });
  const canvas = globalThis.document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  // Stamps and what was entered into a form are drawn as they look; nothing of them can be used.
  const task: RenderTask = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await within(maxMs, task.promise);
    return await pngOf(canvas);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
    page.cleanup();
    // Browsers hold the memory of a canvas until it is collected.
    canvas.width = 0;
  }
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the page cannot be kept')) : resolve(blob)));
  });
}

/** @throws after so many milliseconds in which the page is seen: browsers draw nothing of a hidden one */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: number | undefined;
  let count = () => {};
  const late = new Promise<never>((_, reject) => {
    count = () => {
      window.clearTimeout(timer);
      if (document.hidden) return;
      timer = window.setTimeout(() => reject(new Error(`the PDF takes longer than ${ms} ms`)), ms);
    };
  });
  document.addEventListener('visibilitychange', count);
  count();
  try {
    return await Promise.race([work, late]);
  } finally {
    document.removeEventListener('visibilitychange', count);
    window.clearTimeout(timer);
  }
}
