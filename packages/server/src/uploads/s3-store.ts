import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { type LocalFile, type ObjectStore, ObjectStoreFailure, type StoredObject } from './object-store.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** One request without an answer is abandoned after this long; a put is then tried again. */
const requestTimeoutMs = 30_000;
const connectTimeoutMs = 5_000;
/** Pauses before a put is tried again; each reads the local file anew. */
const putPausesMs = [200, 1_000];
/** Most connections to the store, and so files that are put at a time. */
const maxSockets = 32;

/** Any S3-compatible store. Addresses name the bucket in the path, which every one of them understands. */
export class S3Store implements ObjectStore {
  readonly bucket: string;
  readonly #client: S3Client;

  constructor(settings: S3Settings) {
    this.bucket = settings.bucket;
    this.#client = new S3Client({
      endpoint: settings.endpoint,
      region: settings.region,
      forcePathStyle: true,
      credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
      // Failures are logged once, by the caller.
      logger: silent,
      // Checksums beyond the signature's own are not known everywhere; ours is the signed SHA-256 of each body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: requestTimeoutMs,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
    });
  }

  async put(key: string, file: LocalFile): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#putOnce(key, file);
        return;
      } catch (error) {
        const pause = putPausesMs[attempt];
        if (pause === undefined || !isTransientFailure(error)) throw failure('storing a file', error);
        await sleep(pause);
      }
    }
  }

  /** Stores a small text under a key of its own; a bucket that locks what comes in demands a checksum. */
  async putText(key: string, text: string): Promise<void> {
    const object = { Bucket: this.bucket, Key: key, Body: text, ContentType: 'application/json' };
    try {
      await this.#client.send(new PutObjectCommand({ ...object, ChecksumAlgorithm: 'SHA256' }));
    } catch (error) {
      throw failure('storing a text', error);
    }
  }

  async open(key: string): Promise<Readable | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      return Body as Readable;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw failure('reading a file', error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
    } catch (error) {
      throw failure('removing a file', error);
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    let token: string | undefined;
    do {
      const page = await this.#page(prefix, token);
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified !== undefined) yield { key: Key, modifiedAt: LastModified };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async check(): Promise<void> {
    try {
      await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: 'uploads/', MaxKeys: 1 }),
      );
    } catch (error) {
      throw failure(`looking into the bucket ${this.bucket}`, error);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  /**
   * The signature covers the SHA-256 of the bytes, so that the store itself refuses a body that was changed on the
   * way; the library would leave the body of a stream unsigned.
   */
  async #putOnce(key: string, file: LocalFile): Promise<void> {
    const body = createReadStream(file.path, { highWaterMark: 256 * 1024 });
    // The library does not listen for it: a local file that cannot be read would end the process.
    const broken = new AbortController();
    body.once('error', () => broken.abort());
    const command = new PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      Body: body,
      ContentLength: file.size,
      ContentType: file.contentType,
      // For a bucket that somebody opens to the public by mistake: nothing is shown in place.
      ContentDisposition: 'attachment',
    });
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> };
        headers['x-amz-content-sha256'] = file.sha256.toString('hex');
        return next(args);
      },
      { step: 'build', name: 'signedContentHash' },
    );
    try {
      await this.#client.send(command, { abortSignal: broken.signal });
    } catch (error) {
      throw body.errored ?? error;
    } finally {
      body.destroy();
    }
  }

  async #page(prefix: string, token: string | undefined) {
    try {
      return await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: token }),
      );
    } catch (error) {
      throw failure('listing files', error);
    }
  }
}

/** Whether the store, or the way there, failed rather than refused. */
function isTransientFailure(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === undefined || status >= 500 || status === 408 || status === 429;
}

function failure(what: string, cause: unknown): ObjectStoreFailure {
  const { name, message } = cause as Error;
  return new ObjectStoreFailure(`${what} in the object store failed: ${name}: ${message}`, { cause });
}
