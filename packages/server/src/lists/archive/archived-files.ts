import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/index.ts';
import { sha256OfFile } from '../../lib/file-hash.ts';
import { newId } from '../../lib/ids.ts';
import { DamagedBlock, type FileBlock, packFile, unpackFile } from './file-difference.ts';

/** Files in the store, under the hash of their content, most of them as the difference to another. */

/** How many files are rebuilt before one at most: after so many, one is kept whole. */
const maxDepth = 19;

/** A file on the disk, by its content. */
export interface KnownFile {
  readonly path: string;
  readonly sha256: string;
}

interface ArchivedRow {
  readonly sha256: string;
  readonly base: string | null;
  readonly depth: number;
  readonly piecesId: string;
  readonly pieces: number;
}

/** What is wrong with an archived file, or with one that it is the difference to. */
export interface ArchiveFault {
  /** Of the file that is at fault. */
  readonly sha256: string;
  readonly kind: 'missing' | 'changed';
}

/**
 * Archives a file; one that is there stays. It is the difference to `base`, where that is archived and not too far from a
 * whole one.
 * @returns false when the file is not what its hash says, and nothing was archived
 */
export async function archiveFile(
  database: Database,
  file: KnownFile & { readonly size: number },
  base: KnownFile | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  if ((await readArchived(database, [file.sha256])).length > 0) return true;
  if ((await sha256OfFile(file.path)) !== file.sha256) return false;
  const usable = base && (await usableBase(database, base));
  const piecesId = newId();
  let pieces = 0;
  for await (const { baseStart, baseBytes, content } of packFile(file.path, usable)) {
    signal?.throwIfAborted();
    await database.operator((tx) =>
      tx.sql(
        `insert into gatehouse.list_archive_piece (pieces_id, piece, base_start, base_bytes, content)
         values ($1, $2, $3, $4, $5)`,
        [piecesId, pieces, baseStart, baseBytes, content],
      ),
    );
    pieces += 1;
  }
  // Where another node was faster, these pieces are nobody's, and are swept.
  await database.operator((tx) =>
    tx.sql(
      `insert into gatehouse.list_archive_file (sha256, size, base_sha256, depth, pieces_id, pieces)
       values ($1, $2, $3, $4, $5, $6) on conflict (sha256) do nothing`,
      [file.sha256, file.size, usable?.sha256 ?? null, usable ? usable.depth + 1 : 0, piecesId, pieces],
    ),
  );
  return true;
}

/** The base, where the archive has it near enough to a whole file, and the file on the disk is still what was archived. */
async function usableBase(
  database: Database,
  base: KnownFile,
): Promise<(KnownFile & { readonly depth: number }) | undefined> {
  const [row] = await readArchived(database, [base.sha256]);
  if (row === undefined || row.depth >= maxDepth) return undefined;
  return (await sha256OfFile(base.path).catch(() => undefined)) === base.sha256
    ? { ...base, depth: row.depth }
    : undefined;
}

/** The rows of those of the files that are archived. */
function readArchived(database: Database, hashes: readonly string[]): Promise<ArchivedRow[]> {
  return database.operator((tx) =>
    tx.sql<ArchivedRow & Record<string, unknown>>(
      `select sha256, base_sha256 as base, depth, pieces_id as "piecesId", pieces from gatehouse.list_archive_file where sha256 = any($1)`,
      [hashes],
    ),
  );
}

/**
 * Rebuilds an archived file on the disk, with the files before it in a folder beside it, which is gone at the end.
 * @returns what is wrong, where it cannot be rebuilt
 */
export async function rebuildFile(
  database: Database,
  sha256: string,
  path: string,
): Promise<ArchiveFault | undefined> {
  const chain = await readChain(database, sha256);
  if (!Array.isArray(chain)) return chain;
  const folder = `${path}.${newId()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    let base: KnownFile | undefined;
    for (const row of chain) {
      const target = row.sha256 === sha256 ? path : join(folder, row.sha256);
      const fault = await rebuildOne(database, { row, base, target });
      if (fault) return fault;
      if (base) await rm(base.path);
      base = { path: target, sha256: row.sha256 };
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files to rebuild, the whole one first. */
async function readChain(database: Database, sha256: string): Promise<ArchivedRow[] | ArchiveFault> {
  const chain: ArchivedRow[] = [];
  for (let wanted: string | null = sha256; wanted !== null; ) {
    const [row]: ArchivedRow[] = await readArchived(database, [wanted]);
    if (row === undefined || chain.length > maxDepth) return { sha256: wanted, kind: 'missing' };
    chain.unshift(row);
    wanted = row.base;
  }
  return chain;
}

async function rebuildOne(
  database: Database,
  of: { readonly row: ArchivedRow; readonly base: KnownFile | undefined; readonly target: string },
): Promise<ArchiveFault | undefined> {
  const { sha256 } = of.row;
  try {
    if ((await unpackFile(readPieces(database, of.row), of.base, of.target)) === sha256) return undefined;
  } catch (error) {
    if (error instanceof MissingPiece) return { sha256, kind: 'missing' };
    if (!(error instanceof DamagedBlock)) throw error;
    return { sha256, kind: 'changed' };
  }
  await rm(of.target, { force: true });
  return { sha256, kind: 'changed' };
}

class MissingPiece extends Error {}

async function* readPieces(database: Database, { piecesId, pieces }: ArchivedRow): AsyncGenerator<FileBlock> {
  for (let piece = 0; piece < pieces; piece++) {
    const [row] = await database.operator((tx) =>
      tx.sql<{ baseStart: number; baseBytes: number; content: Buffer }>(
        `select base_start as "baseStart", base_bytes as "baseBytes", content
         from gatehouse.list_archive_piece where pieces_id = $1 and piece = $2`,
        [piecesId, piece],
      ),
    );
    if (row === undefined) throw new MissingPiece();
    yield row;
  }
}
