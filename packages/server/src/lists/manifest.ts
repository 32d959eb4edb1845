import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from './atomic-file.ts';
import { fileFactsSchema } from './file-facts.ts';

/** How many rejected records are kept word for word; the count tells of all. */
export const keptRejections = 20;

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
  index: z.object({
    /** Its name in the manifest's folder. */
    file: z.string().regex(/^index-[A-Za-z0-9._-]+\.bin$/),
    bytes: z.number().int(),
    sha256: z.string(),
  }),
  files: z.array(fileFactsSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

const manifestName = 'manifest.json';

/** The folder that holds a source's index file and manifest. */
export function sourceFolder(dataDir: string, source: string): string {
  return join(dataDir, 'lists', source);
}

/** The manifest of a source; undefined when there is none or it is unreadable, then the index is built anew. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
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

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeAtomically(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
}
