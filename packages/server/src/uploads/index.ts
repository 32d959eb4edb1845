/**
 * Receives files at `{storage_url}`, checks their content and stores their bytes in the object store.
 * Never shows a file to anybody without a session, a role and an audit record, and never decodes one.
 */

export { fileRefusal } from './file-refusal.ts';
export { type ObjectStore, ObjectStoreFailure } from './object-store.ts';
export { type ObjectStoreLocation, openObjectStore } from './open-store.ts';
export { openUploads, type Uploads } from './open-uploads.ts';
export { S3Store } from './s3-store.ts';
export { Spool } from './spool.ts';
export { storageUploadToken } from './storage.upload.token.ts';
export { type StorageOptions, storagePath, storagePlugin, uploadTimeoutMs } from './storage-plugin.ts';
export { storeParts } from './store-parts.ts';
export { openStoredFile, StoredFiles } from './stored-files.ts';
export { uploadUrl } from './upload-address.ts';
export { uploadConsoleHandlers } from './upload-console-handlers.ts';
export { countKeyless, findUploads, type KeyCount, readUploads, type UploadRow } from './upload-queries.ts';
export { checkUploadReferences, uploadIdsIn, uploadIdsInText } from './upload-references.ts';
export { sweepOrphans } from './upload-sweep.ts';
export { VirusScanner } from './virus-scan.ts';
