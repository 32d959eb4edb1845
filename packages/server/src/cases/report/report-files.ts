import { buffer } from 'node:stream/consumers';
import type { CaseDocument } from '@gatehouse/contract';
import type { Scope } from '../../lib/scope.ts';
import type { StoredFiles, UploadRow } from '../../uploads/index.ts';
import type { FileState } from './report-source.ts';

/** Files of one report, and their bytes together: they are read one after the other, and pictures stay in the memory of the node. */
const maxFiles = 60;
const maxBytes = 150 * 1024 * 1024;

interface ReadFiles {
  readonly states: ReadonlyMap<string, FileState>;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** The bytes of the pictures of a case; of each other file why the report does not show it. Each is compared with its hash. */
export async function readFiles(
  files: StoredFiles,
  of: {
    readonly scope: Scope;
    readonly documents: readonly CaseDocument[];
    readonly uploads: readonly UploadRow[];
    readonly mayRead: boolean;
  },
): Promise<ReadFiles> {
  const { scope, documents, uploads, mayRead } = of;
  const states = new Map<string, FileState>();
  const bytes = new Map<string, Uint8Array>();
  let [count, size] = [0, 0];
  for (const { uploadId, contentType, ...document } of documents) {
    const row = uploads.find((each) => each.uploadId === uploadId);
    if (row === undefined) states.set(uploadId, 'missing');
    else if (count >= maxFiles || size + document.size > maxBytes) states.set(uploadId, 'tooMany');
    else {
      count += 1;
      size += document.size;
      const read = await readFile(files, scope, row);
      if (typeof read === 'string') states.set(uploadId, read);
      else if (!mayRead) states.set(uploadId, 'noPermission');
      else if (!contentType.startsWith('image/')) states.set(uploadId, 'noPicture');
      else {
        states.set(uploadId, 'shown');
        bytes.set(uploadId, read);
      }
    }
  }
  return { states, bytes };
}

async function readFile(
  files: StoredFiles,
  scope: Scope,
  row: UploadRow,
): Promise<Uint8Array | 'missing' | 'keyless' | 'damaged'> {
  const bytes = await files.open(scope, row);
  if (typeof bytes === 'string') return bytes;
  try {
    return await buffer(bytes);
  } catch {
    return 'damaged';
  }
}
