import { type UploadType, uploadTypes } from '@gatehouse/contract';

const maxBytes = 255;

/** Controls, and marks that turn the direction of writing and so can hide the end of a name. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A file name as it may be in lists, headers and downloads: the last part of what was sent, without controls,
 * never empty, never only dots, at most 255 bytes. It is data: no path is made of it.
 */
export function safeFileName(sent: string | undefined, type: UploadType): string {
  const fallback = `file.${uploadTypes[type].extensions[0]}`;
  const last = lastPart(sent ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return last === '' ? fallback : shortened(last);
}

/** Names come as paths of any system. */
function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** Keeps the extension, whole characters, and as much of the rest as fits. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = extensionOf(name);
  const end = extension === undefined ? '' : `.${extension}`;
  const kept: string[] = [];
  let room = maxBytes - Buffer.byteLength(end);
  for (const character of name.slice(0, name.length - end.length)) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept.push(character);
  }
  return kept.join('') + end;
}

/**
 * What a name says of its type: up to ten letters and digits behind the last dot, at least one of them a letter.
 * Anything else behind a dot (a date, a title) says nothing.
 */
export function extensionOf(name: string): string | undefined {
  const [, extension] = /\.([A-Za-z0-9]{1,10})\s*$/.exec(lastPart(name)) ?? [];
  return extension !== undefined && /[A-Za-z]/.test(extension) ? extension : undefined;
}

/** Whether a name says nothing of a type, or says this one. */
export function nameAgrees(name: string | undefined, type: UploadType): boolean {
  const extension = extensionOf(name ?? '')?.toLowerCase();
  return extension === undefined || (uploadTypes[type].extensions as readonly string[]).includes(extension);
}

/** Whether a declared media type says nothing, or this type. Parameters behind it do not matter. */
export function mediaTypeAgrees(declared: string | undefined, type: UploadType): boolean {
  const [name = ''] = (declared ?? '').split(';', 1);
  const submitted = name.trim().toLowerCase();
  if (submitted === '' || submitted === 'application/octet-stream') return true;
  const { mediaType, aliases } = uploadTypes[type];
  return submitted === mediaType || (aliases as readonly string[]).includes(submitted);
}
