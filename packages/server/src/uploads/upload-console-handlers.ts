import { phrase } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { ObjectStoreFailure } from './object-store.ts';
import type { StoredFiles } from './stored-files.ts';
import { uploadUrl } from './upload-address.ts';
import { findUploads, type UploadRow } from './upload-queries.ts';

type UploadHandlers = Pick<ConsoleHandlers, 'uploads.read' | 'uploads.content'>;

/** How people read what was uploaded: the only way to the bytes, and each reading is on record. */
export function uploadConsoleHandlers(service: {
  readonly database: Database;
  readonly files: StoredFiles;
}): UploadHandlers {
  const { database, files } = service;
  const find = async (scope: Scope, uploadId: string): Promise<UploadRow> => {
    const [row] = await findUploads(database, scope, [uploadId]);
    if (row === undefined) throw new ConsoleRefusal('NOT_FOUND');
    return row;
  };
  return {
    'uploads.read': async ({ scope, params }) => {
      const row = await find(scope, params.uploadId);
      return {
        uploadId: row.uploadId,
        url: uploadUrl(row.bucket, row.objectKey),
        filename: row.filename,
        contentType: row.contentType,
        size: row.size,
        sha256: row.sha256.toString('hex'),
        apiKey: row.apiKey,
        uploadedBy: row.uploadedBy,
        uploadedAt: row.uploadedAt.getTime(),
      };
    },
    'uploads.content': async ({ scope, params, user }) => {
      const row = await find(scope, params.uploadId);
      const bytes = await files.open(scope, row).catch((error: unknown) => {
        if (!(error instanceof ObjectStoreFailure)) throw error;
        throw new ConsoleRefusal('UNAVAILABLE', phrase('refusals.objectStoreUnreachable'));
      });
      if (bytes === 'keyless') throw new ConsoleRefusal('NOT_FOUND', phrase('refusals.fileErased'));
      if (bytes === 'missing')
        throw new Error(`the bytes of upload ${row.uploadId} are not in the object store`);
      try {
        // Before the first byte leaves: what is on the wire was read, whatever happens then.
        await database.transaction(scope, (tx) =>
          recordAudit(tx, scope, {
            actor: { kind: 'user', id: user.email },
            act: 'upload.read',
            object: { kind: 'upload', id: row.uploadId },
          }),
        );
      } catch (error) {
        bytes.destroy();
        throw error;
      }
      // A failure on either side ends the answer before its stated length; there is nothing else to tell.
      return { filename: row.filename, contentType: row.contentType, size: row.size, bytes };
    },
  };
}
