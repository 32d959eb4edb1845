import { type FlowFile, filePartBytes } from '@gatehouse/contract';
import type { FlowAnswer, FlowPages } from './flow-pages.ts';

/** Announces a picture of so many bytes, whatever is answered. */
export function tryAnnounce(pages: FlowPages, size: number, clientKey: string): Promise<FlowAnswer> {
  const body = { clientKey, filename: 'photo.png', contentType: 'image/png', size };
  return pages.send('/files', { method: 'POST', body });
}

/** Announces a picture, or asks which of its parts are missing. */
export async function announce(
  pages: FlowPages,
  size: number,
  clientKey = 'file-of-a-page',
): Promise<FlowFile> {
  const answer = await tryAnnounce(pages, size, clientKey);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as unknown as FlowFile;
}

/** A part of a file, and where it belongs. */
export interface SentPart {
  readonly fileId: string;
  readonly number: number | string;
  readonly content: Buffer;
}

export function sendPart(pages: FlowPages, { fileId, number, content }: SentPart): Promise<FlowAnswer> {
  const body = new Uint8Array(content);
  return pages.send(`/files/${fileId}/parts/${number}`, { method: 'PUT', body });
}

export function partOf(file: Buffer, number: number): Buffer {
  return file.subarray(number * filePartBytes, (number + 1) * filePartBytes);
}

/** Calls of a page one after the other, ten at a time. */
export async function many<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const turn = Array.from({ length: Math.min(10, count - done.length) }, (_, at) => make(done.length + at));
    done.push(...(await Promise.all(turn)));
  }
  return done;
}
