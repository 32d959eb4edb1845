import { uploadTokenSeconds } from '@gatehouse/contract';
import type { Handlers } from '../gateway/index.ts';
import type { UploadTokens } from './upload-tokens.ts';

/** Handles `storage.upload.token` (interface specification 4.9). */
export function storageUploadToken(service: {
  readonly uploadTokens: UploadTokens;
}): Handlers['storage.upload.token'] {
  return async ({ scope, apiKey }) => ({
    code: 200,
    uploadToken: await service.uploadTokens.issue(scope, apiKey),
    expiresIn: uploadTokenSeconds,
  });
}
