import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type BoundKey,
  decryptFile,
  deletePersonalKeys,
  encryptFile,
  insertPersonalKey,
  isEncryptedFile,
  type PersonalKeys,
  PieceReader,
} from '../personal-keys/index.ts';
import type { LocalFile, ObjectStore } from './object-store.ts';
import type { Spool } from './spool.ts';
import { keylessUploads, markEncrypted, type UploadRow } from './upload-queries.ts';
import { verifyBytes } from './verified-stream.ts';

/** Kinds of content that become smaller by compression; pictures of the other kinds are compressed already. */
const compressedTypes = ['image/tiff', 'application/pdf'];

/** What is needed of a row to read its file. */
export type StoredFile = Pick<UploadRow, 'uploadId' | 'objectKey' | 'size' | 'sha256'>;

/** `missing`: the store has no bytes. `keyless`: it has bytes, and the key that opens them is deleted or was not restored. */
export type Unreadable = 'missing' | 'keyless';

/** The content of a file; its key is asked for where its bytes are encrypted. */
export async function openStoredFile(
  store: ObjectStore,
  file: StoredFile & { readonly scope: Scope },
  findKey: () => Promise<KeyObject | undefined>,
): Promise<Readable | Unreadable> {
  const stored = await store.open(file.objectKey);
  if (stored === undefined) return 'missing';
  const reader = new PieceReader(stored);
  let bytes: AsyncIterable<Buffer> = reader.rest();
  try {
    if (isEncryptedFile(await reader.peek(4))) {
      const key = await findKey();
      if (key === undefined) {
        stored.destroy();
        return 'keyless';
      }
      bytes = decryptFile(bytes, bind(key, file.scope, file.uploadId));
    }
  } catch (error) {
    stored.destroy();
    throw error;
  }
  const verified = verifyBytes(Readable.from(bytes, { objectMode: false }), file);
  verified.once('close', () => stored.destroy());
  return verified;
}

/** Files of uploads, encrypted where they lie: others read their content through this alone. */
export class StoredFiles {
  readonly #database: Database;
  readonly #store: ObjectStore;
  readonly #keys: PersonalKeys;

  constructor(parts: {
    readonly database: Database;
    readonly store: ObjectStore;
    readonly keys: PersonalKeys;
  }) {
    this.#database = parts.database;
    this.#store = parts.store;
    this.#keys = parts.keys;
  }

  /** The content as it was uploaded; what is not that breaks the stream before its end. Never to be called within a transaction. */
  open(scope: Scope, file: StoredFile): Promise<Readable | Unreadable> {
    return openStoredFile(this.#store, { ...file, scope }, () => this.#keys.find(scope, file.uploadId));
  }

  /** Which of some uploads nobody can read, since their key is deleted or was not restored. */
  async findKeyless(scope: Scope, uploadIds: readonly string[]): Promise<string[]> {
    const rows = await this.#database.read(scope, keylessUploads(scope, uploadIds));
    return rows.map(({ uploadId }) => uploadId);
  }

  /**
   * Stores the bytes of an upload, encrypted under a key of its own once every node reads that. Returns the wrapped key, which
   * the transaction of the upload's row stores; undefined where the bytes lie as they are.
   */
  async put(
    scope: Scope,
    upload: { readonly uploadId: string; readonly objectKey: string; readonly file: LocalFile },
    spool: Spool,
  ): Promise<Buffer | undefined> {
    const { uploadId, objectKey, file } = upload;
    if (!(await this.#keys.isStarted())) {
      await this.#store.put(objectKey, file);
      return undefined;
    }
    const { key, wrapped } = await this.#keys.create(scope, uploadId);
    const { contentType } = file;
    const plain = createReadStream(file.path, { highWaterMark: 256 * 1024 });
    await this.#putEncrypted(plain, { objectKey, contentType, bound: bind(key, scope, uploadId), spool });
    return wrapped;
  }

  /**
   * Encrypts a file that lies as it was uploaded, in its place. Its key is stored before and its row says so after, so that
   * it can be read at each moment; several nodes may do it at once.
   */
  async encryptEarlier(
    file: StoredFile & Scope & { readonly contentType: string },
    spool: Spool,
  ): Promise<'encrypted' | Unreadable | 'damaged'> {
    const { tenantId, domain, uploadId, objectKey, contentType } = file;
    const scope = { tenantId, domain };
    const { wrapped } = await this.#keys.create(scope, uploadId);
    await this.#database.transaction(scope, (tx) =>
      tx.run(insertPersonalKey(scope, { keyId: uploadId, wrapped })),
    );
    const key = await this.#keys.find(scope, uploadId);
    const plain = await this.open(scope, file);
    if (typeof plain === 'string') return plain;
    try {
      await this.#putEncrypted(plain, { objectKey, contentType, bound: bind(key!, scope, uploadId), spool });
    } catch (error) {
      if (plain.errored === null) throw error;
      return 'damaged';
    }
    const isThere = await this.#database.operator((tx) => markEncrypted(tx, scope, uploadId));
    if (isThere) return 'encrypted';
    // An erasure was faster: its file and key are not to come back.
    await this.#store.remove(objectKey);
    await this.#database.operator((tx) => deletePersonalKeys(tx, scope, [uploadId]));
    return 'missing';
  }

  async #putEncrypted(
    plain: Readable,
    to: {
      readonly objectKey: string;
      readonly contentType: string;
      readonly bound: BoundKey;
      readonly spool: Spool;
    },
  ): Promise<void> {
    const encrypted = await to.spool.start();
    try {
      const compressed = compressedTypes.includes(to.contentType);
      for await (const piece of encryptFile(plain, to.bound, { compressed })) await encrypted.write(piece);
      await encrypted.flush();
      await this.#store.put(to.objectKey, {
        path: encrypted.path,
        size: encrypted.size,
        sha256: encrypted.digest(),
        contentType: 'application/octet-stream',
      });
    } finally {
      plain.destroy();
      await encrypted.discard();
    }
  }
}

function bind(key: KeyObject, { tenantId, domain }: Scope, uploadId: string): BoundKey {
  return { key, place: [tenantId, domain, uploadId] };
}
