import { z } from 'zod';

/** Uploaded files (interface specification 2.9, 4.9, 4.10, 8). */

/** 20 MB as the interface means it (docs/interface.md 4); one byte more is refused. */
export const maxUploadBytes = 20 * 1024 * 1024;

/** Bytes that the stored files of a tenant may have together, where its file names no bound: 100 GiB. */
export const defaultMaxStoredBytes = 100 * 1024 ** 3;

/** How long an upload token lasts (interface specification 5.2). */
export const uploadTokenSeconds = 900;

interface UploadTypeDefinition {
  /** What the service tells and stores. */
  readonly mediaType: string;
  /** Other names of it that clients send. */
  readonly aliases: readonly string[];
  /** Ends of file names that say the same, in lower case. */
  readonly extensions: readonly [string, ...string[]];
}

/**
 * What may be uploaded (interface specification 8 counts JPG and JPEG as two). The content decides; name and media type
 * must not contradict.
 */
export const uploadTypes = {
  png: { mediaType: 'image/png', aliases: ['image/x-png', 'image/apng'], extensions: ['png', 'apng'] },
  jpeg: {
    mediaType: 'image/jpeg',
    aliases: ['image/jpg', 'image/pjpeg'],
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
  },
  gif: { mediaType: 'image/gif', aliases: [], extensions: ['gif'] },
  webp: { mediaType: 'image/webp', aliases: [], extensions: ['webp'] },
  tiff: { mediaType: 'image/tiff', aliases: ['image/tif', 'image/x-tiff'], extensions: ['tiff', 'tif'] },
  pdf: { mediaType: 'application/pdf', aliases: ['application/x-pdf'], extensions: ['pdf'] },
} as const satisfies Readonly<Record<string, UploadTypeDefinition>>;

export type UploadType = keyof typeof uploadTypes;
export const uploadTypeNames = Object.keys(uploadTypes) as readonly UploadType[];

/** `data` of an accepted upload (interface specification 2.9). */
export const uploadedFile = z
  .object({
    url: z.string().describe('Internal address of the file, `s3://…`. It cannot be downloaded by it.'),
    filename: z.string().describe('The name that was sent, made safe.'),
    content_type: z
      .enum(uploadTypeNames.map((name) => uploadTypes[name].mediaType) as [string, ...string[]])
      .describe('As the content says.'),
    size: z.int().describe('Bytes.'),
  })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.infer<typeof uploadedFile>;

const uploadToken = z.string().describe('Of `storage.upload.token`; good for several files.');

/** Body of `POST /api/v1/upload` (interface specification 4.10). */
export const jsonUpload = z
  .object({
    uploadToken,
    image: z
      .string()
      .meta({ pattern: '^data:[^,]*;base64,[A-Za-z0-9+/]*={0,2}$' })
      .describe('A data URL with base64 content: `data:image/png;base64,…`.'),
    filename: z.string().regex(/\S/),
  })
  .meta({ id: 'DataUrlUpload' });

/** Fields of `POST /api/v1/upload/file` (interface specification 4.10). */
export const multipartUpload = z
  .object({
    uploadToken,
    file: z
      .string()
      .meta({ format: 'binary' })
      .describe('After `uploadToken`, so that it is taken without waiting.'),
  })
  .meta({ id: 'MultipartUpload' });
