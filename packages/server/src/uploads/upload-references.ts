import { type BadInput, quote } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { parseUploadUrl, uploadUrl } from './upload-address.ts';
import { findUploads } from './upload-queries.ts';

/**
 * What `data` of a submit has against the uploads that it refers to: files belong to the tenant and domain of their
 * token (docs/interface.md 4), so the address of any other one is refused like that of one that does not exist. A text
 * that is no address of an upload is none of our business. Costs nothing where there is none.
 */
export async function checkUploadReferences(
  database: Database,
  scope: Scope,
  data: Readonly<Record<string, unknown>>,
): Promise<BadInput | undefined> {
  const references = [...uploadUrlsIn(data, 'data')];
  if (references.length === 0) return undefined;
  const rows = await findUploads(
    database,
    scope,
    references.map(({ uploadId }) => uploadId),
  );
  const known = new Set(rows.map((row) => uploadUrl(row.bucket, row.objectKey)));
  const stranger = references.find(({ url }) => !known.has(url));
  if (stranger === undefined) return undefined;
  const { path, url } = stranger;
  return {
    kind: 'value',
    message: `${path} ${quote(url)}: must be the url of a file that was uploaded for this tenant and domain`,
  };
}

/** The uploads that a value refers to, wherever in it, each once. */
export function uploadIdsIn(value: unknown): string[] {
  return [...new Set([...uploadUrlsIn(value, '')].map(({ uploadId }) => uploadId))];
}

/** An address of an upload within a text; as the function `uploads_in` of the database has it. */
const uploadAddress =
  /s3:\/\/[^/"]+\/uploads\/[0-9-]{10}\/[^/"]+\/[^/"]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+/g;

/** The same of a JSON text, also where an address is a part of a longer text. */
export function uploadIdsInText(json: string): string[] {
  if (!json.includes('/uploads/')) return [];
  return [...new Set(Array.from(json.matchAll(uploadAddress), (found) => found[1]!))];
}

interface Reference {
  readonly path: string;
  readonly url: string;
  readonly uploadId: string;
}

function* uploadUrlsIn(value: unknown, path: string): Generator<Reference> {
  if (typeof value === 'string') {
    if (!value.startsWith('s3://')) return;
    const address = parseUploadUrl(value);
    if (address !== undefined) yield { path, url: value, uploadId: address.uploadId };
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* uploadUrlsIn(element, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* uploadUrlsIn(member, `${path}.${name}`);
  }
}
