import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Database } from '../../database/index.ts';

/**
 * Publishers' files in the store, so that every node gets what one has fetched: in pieces, packed, under the hash
 * of their content, which is checked on the way out.
 */

/** Bytes of one piece: one row, one statement, one transaction. */
const pieceBytes = 1024 * 1024;
/** Pieces that no version names are swept once they are so old; younger ones may belong to one that is just evaluated. */
const sweepAfterHours = 24;

/** Puts a file into the store; one that is there stays. */
export async function shareFile(database: Database, path: string, sha256: string): Promise<void> {
  const [whole] = await database.operator((tx) =>
    tx.sql('select 1 from gatehouse.list_file_piece where sha256 = $1 and is_last', [sha256]),
  );
  if (whole !== undefined) return;
  let piece = 0;
  const put = async (content: Buffer, isLast: boolean): Promise<void> => {
    await database.operator((tx) =>
      tx.sql(
        `insert into gatehouse.list_file_piece (sha256, piece, content, is_last) values ($1, $2, $3, $4)
         on conflict (sha256, piece) do update set content = excluded.content, is_last = excluded.is_last,
           stored_at = now()`,
        [sha256, piece, content, isLast],
      ),
    );
    piece += 1;
  };
  let pending: Buffer = Buffer.alloc(0);
  await pipeline(createReadStream(path), createZstdCompress(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (pending.length > pieceBytes) {
        await put(pending.subarray(0, pieceBytes), false);
        pending = pending.subarray(pieceBytes);
      }
    }
  });
  await put(pending, true);
}

/** Gets a file out of the store; false when it is not there, or not whole, or not what its hash says. */
export async function unshareFile(database: Database, sha256: string, path: string): Promise<boolean> {
  const temporary = `${path}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  try {
    await pipeline(
      Readable.from(readPieces(database, sha256), { objectMode: false }),
      createZstdDecompress(),
      async function* hashed(content: AsyncIterable<Buffer>) {
        for await (const chunk of content) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(temporary, { mode: 0o600 }),
    );
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof MissingPiece || isDamage(error)) return false;
    throw error;
  }
  if (hash.digest('hex') !== sha256) {
    await rm(temporary, { force: true });
    return false;
  }
  await rename(temporary, path);
  return true;
}

class MissingPiece extends Error {}

function isDamage(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ZSTD_');
}

async function* readPieces(database: Database, sha256: string): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece++) {
    const [row] = await database.operator((tx) =>
      tx.sql<{ content: Buffer; is_last: boolean }>(
        'select content, is_last from gatehouse.list_file_piece where sha256 = $1 and piece = $2',
        [sha256, piece],
      ),
    );
    if (row === undefined) throw new MissingPiece();
    yield row.content;
    if (row.is_last) return;
  }
}

/** Removes the pieces of files that none of the given versions has. */
export async function sweepSharedFiles(
  database: Database,
  kept: readonly { readonly source: string; readonly version: string }[],
): Promise<void> {
  await database.operator((tx) =>
    tx.sql(
      `delete from gatehouse.list_file_piece where stored_at < now() - make_interval(hours => $1)
       and sha256 not in (
         select file ->> 'sha256' from gatehouse.list_version v
         join jsonb_to_recordset($2::jsonb) as kept(source text, version text) using (source, version),
         jsonb_array_elements(v.files) as file)`,
      [sweepAfterHours, JSON.stringify(kept)],
    ),
  );
}
