import type { IncomingMessage } from 'node:http';
import { maxUploadBytes, type UploadedFile } from '@gatehouse/contract';
import { GatewayError } from '../gateway/index.ts';
import { readJson } from './json-body.ts';
import { readMultipart } from './multipart-body.ts';
import type { SpoolFile } from './spool.ts';
import { type StoreUploadTools, storeUpload } from './store-upload.ts';
import { tokenRefused, tooLarge } from './upload-refusals.ts';
import type { UploadSink } from './upload-sink.ts';
import type { Release, UploadSlots } from './upload-slots.ts';
import type { Uploader, UploadTokens } from './upload-tokens.ts';

export interface ReceiveTools extends StoreUploadTools {
  readonly tokens: UploadTokens;
  readonly slots: UploadSlots;
}

/**
 * The two forms of a body (interface specification 4.10), each with the most bytes that it needs around a file of the
 * greatest size.
 */
export const uploadForms = {
  multipart: { read: readMultipart, maxBytes: maxUploadBytes + 1024 * 1024 },
  json: { read: readJson, maxBytes: Math.ceil(maxUploadBytes / 3) * 4 + 1024 * 1024 },
} as const;
export type UploadForm = keyof typeof uploadForms;

export interface UploadCall {
  readonly request: IncomingMessage;
  readonly body: AsyncIterable<Buffer>;
  readonly form: UploadForm;
  readonly requestId: string;
  /** Whom unproven uploads are counted under. */
  readonly client: string;
  /** Called as soon as it is known. */
  readonly onUploader: (uploader: Uploader) => void;
}

/** One upload from its body to its row. Rejects with a `GatewayError` to refuse; then nothing of it is left. */
export async function receiveUpload(tools: ReceiveTools, call: UploadCall): Promise<UploadedFile> {
  const held: Release[] = [];
  const hold = (release: Release | undefined): void => {
    if (release === undefined) {
      const detail = 'too many uploads are under way; a token that comes before the file is accepted sooner';
      throw new GatewayError('RATE_LIMIT_TRY_AGAIN', { detail, retryAfterSeconds: 1 });
    }
    held.push(release);
  };
  const files: SpoolFile[] = [];
  let uploader: Uploader | undefined;
  const sink: UploadSink = {
    start: async (uploadToken) => {
      if (uploadToken === undefined) hold(tools.slots.acquireUnverified(call.client));
      else uploader = await prove(tools, call, uploadToken);
      files.push(await tools.spool.start());
    },
    write: async (bytes) => {
      const file = files[0]!;
      if (file.size + bytes.length > maxUploadBytes) throw tooLarge();
      await file.write(bytes);
    },
  };
  try {
    hold(tools.slots.take());
    const fields = await uploadForms[call.form].read(call.body, call.request, sink);
    uploader ??= await prove(tools, call, fields.uploadToken);
    await files[0]!.flush();
    return await storeUpload(tools, { file: files[0]!, fields, uploader, requestId: call.requestId });
  } finally {
    for (const file of files) await file.discard();
    for (const release of held) release();
  }
}

async function prove(tools: ReceiveTools, call: UploadCall, token: string | undefined): Promise<Uploader> {
  if (token === undefined || token === '') throw tokenRefused('uploadToken is missing');
  const uploader = await tools.tokens.prove(token);
  if (uploader === undefined) throw tokenRefused('uploadToken is unknown or has expired: fetch a new one');
  call.onUploader(uploader);
  return uploader;
}
