import type { Actor } from '../audit/index.ts';
import { GatewayError } from '../gateway/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { ReceiveTools } from './receive-upload.ts';
import { storeUpload } from './store-upload.ts';
import { parseUploadUrl } from './upload-address.ts';
import { isStorageFull } from './upload-refusals.ts';

/** A file that came in parts, each of which is in the store. */
export interface PartedFile {
  readonly scope: Scope;
  readonly filename: string;
  /** As its sender calls it. */
  readonly mediaType: string | undefined;
  /** Under whose key it is kept, and whose act it is; a person of the tenant has no key. */
  readonly apiKey: string | null;
  readonly actor: Actor;
  readonly requestId: string;
  /** The database's time now. */
  readonly readAt: Date;
  parts(): AsyncIterable<Buffer>;
}

export type StorePartsResult =
  | { readonly kind: 'kept'; readonly uploadId: string }
  /** The content is not taken; the reason is for who sent it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing is wrong with the content: the tenant's stored files have reached their bound. */
  | { readonly kind: 'storageFull' };

/** Puts a file together, evaluates it like every upload and keeps it. */
export async function storeParts(
  tools: Pick<ReceiveTools, 'database' | 'store' | 'files' | 'scanner' | 'logger' | 'spool'>,
  parted: PartedFile,
): Promise<StorePartsResult> {
  const file = await tools.spool.start();
  try {
    for await (const part of parted.parts()) await file.write(part);
    await file.flush();
    const { scope, apiKey, actor, readAt, filename, mediaType, requestId } = parted;
    const kept = await storeUpload(tools, {
      file,
      fields: { filename, mediaType },
      uploader: { scope, apiKey, readAt, actor },
      requestId,
    });
    return { kind: 'kept', uploadId: parseUploadUrl(kept.url)!.uploadId };
  } catch (error) {
    if (isStorageFull(error)) return { kind: 'storageFull' };
    if (error instanceof GatewayError && error.errorName === 'API_INVALID_REQUEST') {
      return { kind: 'refused', reason: error.detail ?? 'the content is not taken' };
    }
    throw error;
  } finally {
    await file.discard();
  }
}
