import type { FileHandle } from 'node:fs/promises';
import { type UploadType, uploadTypeNames } from '@gatehouse/contract';
import { fileTypeFromFile } from 'file-type';
import { checkGif } from './check-gif.ts';
import { checkJpeg } from './check-jpeg.ts';
import { checkPdf } from './check-pdf.ts';
import { checkPng } from './check-png.ts';
import { checkTiff } from './check-tiff.ts';
import { checkWebp } from './check-webp.ts';
import { type Fault, FileBytes } from './file-bytes.ts';

export type ContentCheck =
  | { readonly ok: true; readonly type: UploadType }
  /** What is wrong, in words for who sent it. */
  | { readonly ok: false; readonly fault: string };

interface Structure {
  /** What the first twelve bytes are, as Latin-1: one of these; a dot stands for any byte. */
  readonly starts: readonly string[];
  /** What `file-type` calls it. Cameras' raw formats are TIFF with a name of their own, and are not taken. */
  readonly names: readonly string[];
  readonly check: (bytes: FileBytes) => Promise<Fault>;
}

const structures: Readonly<Record<UploadType, Structure>> = {
  png: { starts: ['\x89PNG\r\n\x1a\n'], names: ['image/png', 'image/apng'], check: checkPng },
  jpeg: { starts: ['\xff\xd8\xff'], names: ['image/jpeg'], check: checkJpeg },
  gif: { starts: ['GIF87a', 'GIF89a'], names: ['image/gif'], check: checkGif },
  webp: { starts: ['RIFF....WEBP'], names: ['image/webp'], check: checkWebp },
  tiff: { starts: ['II*\0', 'MM\0*'], names: ['image/tiff'], check: checkTiff },
  pdf: { starts: ['%PDF-'], names: ['application/pdf'], check: checkPdf },
};

const wanted = 'must be PNG, JPG, JPEG, GIF, WEBP, TIFF or PDF';

/**
 * What a file is, by its content alone: its first bytes, the opinion of a library that knows its neighbours, and its
 * structure from the first byte to the last, because the first bytes alone are easily put before something else.
 * Nothing is decoded, so an image that would unfold to a great size costs nothing.
 */
export async function checkContent(file: {
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
}): Promise<ContentCheck> {
  const bytes = new FileBytes(file.handle, file.size);
  const start = (await bytes.read(0, 12)).toString('latin1');
  const type = uploadTypeNames.find((name) =>
    structures[name].starts.some((form) => beginsLike(start, form)),
  );
  if (type === undefined) return { ok: false, fault: `the content ${wanted}` };
  const structure = structures[type];
  // Only now: what it is asked about begins like one of ours, so that its other readers are never reached.
  const known = await fileTypeFromFile(file.path);
  if (known === undefined || !structure.names.includes(known.mime)) {
    return {
      ok: false,
      fault: `the content ${wanted}, not ${known?.mime ?? 'something that only begins like one'}`,
    };
  }
  const fault = await structure.check(bytes);
  return fault === undefined
    ? { ok: true, type }
    : { ok: false, fault: `the ${type.toUpperCase()} content ${fault}` };
}

function beginsLike(start: string, form: string): boolean {
  return start.length >= form.length && [...form].every((byte, at) => byte === '.' || byte === start[at]);
}
