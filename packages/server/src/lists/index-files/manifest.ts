import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from './atomic-file.ts';
import { fileFactsSchema } from './file-facts.ts';

/** How many rejected records are stored in full; the count includes all. */
export const maxStoredRejections = 20;

/** One file of an index, in the manifest's folder. */
const indexPart = z.object({
  file: z.string().regex(/^(index|overlay|gone)-[A-Za-z0-9._-]+\.bin$/),
  bytes: z.number().int(),
  sha256: z.string(),
});
export type IndexPart = z.infer<typeof indexPart>;

/** Content of `manifest.json` beside a source's index file: what was loaded, from what, with what result. */
const manifestSchema = z.object({
  source: z.string(),
  /** The publisher's date where the list states one, and a hash of the files' content. */
  version: z.string(),
  /** Which edition of the matching engine built the index. */
  engineVersion: z.string(),
  /** As the publisher states it. */
  publishedAt: z.string().optional(),
  /** When this version was built here, ISO 8601. */
  loadedAt: z.string(),
  entries: z.number().int(),
  names: z.number().int(),
  rejected: z.object({
    count: z.number().int(),
    first: z.array(z.object({ place: z.string(), reason: z.string() })),
  }),
  /** The index that was last built as a whole; of an earlier version where there is an overlay. */
  index: indexPart,
  /** What is new or changed since then, and which entries of `index` are gone or replaced. */
  overlay: indexPart.optional(),
  gone: indexPart.extend({ count: z.number().int() }).optional(),
  files: z.array(fileFactsSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** `manifest` is the active version; `candidate` one that was built and not activated, or not yet. */
export type ManifestKind = 'manifest' | 'candidate';

/** The folder that holds a source's index file and manifest. */
export function sourceFolder(dataDir: string, source: string): string {
  return join(dataDir, 'lists', source);
}

/** The manifest of a source; undefined when there is none or it is unreadable, then the index is built anew. */
export async function readManifest(
  folder: string,
  kind: ManifestKind = 'manifest',
): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, `${kind}.json`), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export async function writeManifest(
  folder: string,
  manifest: Manifest,
  kind: ManifestKind = 'manifest',
): Promise<void> {
  await writeAtomically(join(folder, `${kind}.json`), `${JSON.stringify(manifest, null, 2)}\n`);
}

export async function removeCandidate(folder: string): Promise<void> {
  await rm(join(folder, 'candidate.json'), { force: true });
}

/** Bytes of the index in memory. */
export function indexBytes({ index, overlay, gone }: Manifest): number {
  return index.bytes + (overlay?.bytes ?? 0) + (gone?.bytes ?? 0);
}
