import { buffer } from 'node:stream/consumers';
import type {
  DocumentFields,
  DocumentReader,
  DocumentReading,
  UnreadableReason,
} from '@gatehouse/document-reader';
import type { Scope } from '../../lib/scope.ts';
import type { UploadRow, Uploads } from '../../uploads/index.ts';

/** The photo of the person's own face. */
export const selfie = 'SELFIE';

const readDeadlineMs = 25_000;

interface PictureTools {
  readonly uploads: Uploads;
  readonly reader: DocumentReader;
  readonly scope: Scope;
}

interface StoredFile {
  readonly side: 'front' | 'back';
  readonly upload: UploadRow;
}

export interface SideReading {
  readonly side: 'front' | 'back';
  readonly reading: DocumentReading;
}

/** Reads the sides of an identity document. */
export function readPictures(
  { uploads, reader, scope }: PictureTools,
  files: readonly StoredFile[],
  requested: { readonly country: string | null; readonly type: string; readonly expected: DocumentFields },
): Promise<SideReading[]> {
  return Promise.all(
    files.map(async ({ side, upload }): Promise<SideReading> => {
      const input = {
        file: await bytesOf(uploads, scope, upload),
        contentType: upload.contentType,
        country: requested.country ?? '',
        documentType: requested.type,
        side,
        expected: requested.expected,
      };
      return { side, reading: await reader.read(input, { deadlineMs: readDeadlineMs }) };
    }),
  );
}

/** What pictures lack that are kept and not read, and what nobody has looked at in them. */
interface Examined {
  readonly findings: readonly string[];
  readonly unchecked: readonly string[];
}

export const nothingExamined: Examined = { findings: [], unchecked: [] };

/** Of a paper, whether there is writing on it; of a photo of a face, whether it shows more than a plain surface. */
export async function examinePictures(
  { uploads, reader, scope }: PictureTools,
  files: readonly StoredFile[],
  type: string,
): Promise<Examined> {
  const isSelfie = type === selfie;
  const examined = await Promise.all(
    files.map(async ({ upload }) =>
      reader.checkPicture(
        {
          file: await bytesOf(uploads, scope, upload),
          contentType: upload.contentType,
          lookFor: isSelfie ? 'anything' : 'writing',
        },
        { deadlineMs: readDeadlineMs },
      ),
    ),
  );
  const reasonsOf = (kind: 'lacking' | 'notExamined') =>
    examined.flatMap((one) => (one.kind === kind ? [one.reason] : []));
  const lacking = reasonsOf('lacking');
  const missing = isSelfie ? 'plainPicture' : 'noWriting';
  return {
    findings: [
      ...(lacking.length === 0 ? [] : [missing]),
      ...new Set(lacking.filter(isFlaw).map((reason) => `poorPicture:${reason}`)),
    ],
    unchecked: [...new Set(reasonsOf('notExamined').map((reason) => `content:${reason}`))],
  };
}

/** Why a picture may hide what is on it. */
function isFlaw(reason: UnreadableReason): boolean {
  return ['tooBlurred', 'tooDark', 'glare', 'tooSmall'].includes(reason);
}

async function bytesOf({ files }: Uploads, scope: Scope, upload: UploadRow): Promise<Buffer> {
  const bytes = await files.open(scope, upload);
  if (typeof bytes === 'string') throw new Error(`the bytes of upload ${upload.uploadId} are ${bytes}`);
  return buffer(bytes);
}
