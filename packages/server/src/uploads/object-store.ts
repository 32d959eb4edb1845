import type { Readable } from 'node:stream';

/** A whole file on this machine's disk, on its way into the store. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** 32 bytes. */
  readonly sha256: Buffer;
  readonly contentType: string;
}

export interface StoredObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

/**
 * Where uploaded bytes lie. A key is a path of our own making (see `upload-address.ts`); what was put under it is
 * there whole and lasting, or not at all, and is never changed.
 */
export interface ObjectStore {
  readonly bucket: string;
  /** May take the local file itself away. Resolves when the bytes are lasting. */
  put(key: string, file: LocalFile): Promise<void>;
  /** The bytes, or undefined where there are none of that key. */
  open(key: string): Promise<Readable | undefined>;
  /** Takes an object away; one that is not there is no fault. */
  remove(key: string): Promise<void>;
  /** Every object whose key begins with `prefix`, which ends with a slash. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Rejects, in words for the operator, when the store cannot be used. Changes nothing. */
  check(): Promise<void>;
  close(): void;
}

/** The object store failed or did not answer in time; the caller may try again. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure';
}
