import type { UploadType } from '@gatehouse/contract';
import type { Scope } from '../lib/scope.ts';

/**
 * Where an upload lies: `uploads/<day>/<tenant>/<domain>/<uploadId>.<extension>`. The day comes first, so that a
 * sweep lists days and not tenants. Ids of tenants and domains have no characters that a path would read otherwise
 * (`identifier` of the contract). The same key is in every store, so that files can be moved between them.
 */
const keyRoot = 'uploads/';

const keyPattern =
  /^uploads\/\d{4}-\d{2}-\d{2}\/[A-Za-z0-9][A-Za-z0-9._-]{0,63}\/[A-Za-z0-9][A-Za-z0-9._-]{0,63}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+$/;

const extensions: Readonly<Record<UploadType, string>> = {
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  webp: 'webp',
  tiff: 'tiff',
  pdf: 'pdf',
};

/** `2026-01-31/`, below `keyRoot`. */
function dayFolder(instant: Date): string {
  return `${instant.toISOString().slice(0, 10)}/`;
}

export function objectKey(scope: Scope, upload: { uploadId: string; type: UploadType; at: Date }): string {
  const { uploadId, type, at } = upload;
  return `${keyRoot}${dayFolder(at)}${scope.tenantId}/${scope.domain}/${uploadId}.${extensions[type]}`;
}

/** The id of the upload whose key this is; undefined for any other text. */
export function uploadIdOfKey(key: string): string | undefined {
  return keyPattern.exec(key)?.[1];
}

/** What callers receive, and may refer to. */
export function uploadUrl(bucket: string, key: string): string {
  return `s3://${bucket}/${key}`;
}

export interface UploadAddress {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
}

/** Takes the address of an upload apart; undefined for a text that is none. */
export function parseUploadUrl(text: string): UploadAddress | undefined {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(text) ?? [];
  if (bucket === undefined || key === undefined) return undefined;
  const uploadId = uploadIdOfKey(key);
  return uploadId === undefined ? undefined : { bucket, key, uploadId };
}
