import { type FlowFile, type fileBody, filePartBytes, maxUploadBytes } from '@gatehouse/contract';
import type { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { isId, newId } from '../../lib/ids.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import { hasFreeStorage, storageUsage } from '../../tenants/index.ts';
import { storeParts, type Uploads } from '../../uploads/index.ts';
import type { FlowSessionOfLink } from '../links/index.ts';
import {
  announceFile,
  claimAssembly,
  completeFile,
  countFiles,
  deleteFile,
  type FileRow,
  insertPart,
  keepAssembling,
  lockFiles,
  readFile,
  readPart,
  releaseAssembly,
} from './file-queries.ts';
import { flowKeys } from './flow-cipher.ts';
import { FlowRefusal } from './flow-refusal.ts';

/** Far more than documents need; a flow that has them is no person's. */
const maxFiles = 300;
const maxBytes = 1024 * 1024 * 1024;

/** How long a call waits for another one that puts the same file together. */
const timeoutMs = 20_000;
const pollIntervalMs = 100;
/** Signs of whoever puts a file together. */
const signEveryMs = 3_000;

export interface FileTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly uploads: Uploads;
}

/** A part that nobody can read any more: its key is gone. */
class KeylessPart extends Error {}

/** Files of end users, which come in parts over whatever network a phone has; any server node takes the next part. */
export class FlowFiles {
  readonly #database: Database;
  readonly #personalKeys: PersonalKeys;
  readonly #uploads: Uploads;

  constructor({ database, personalKeys, uploads }: FileTools) {
    this.#database = database;
    this.#personalKeys = personalKeys;
    this.#uploads = uploads;
  }

  /** Announces a file, or tells which parts of one are still missing. */
  async announce(
    session: FlowSessionOfLink,
    body: z.infer<typeof fileBody>,
    requestId: string,
  ): Promise<FlowFile> {
    const { scope } = session.link;
    const executionId = openFlow(session);
    if (body.size > maxUploadBytes) throw new FlowRefusal('TOO_LARGE');
    const file = await this.#database.transaction(scope, async (tx) => {
      const { clientKey } = body;
      const known = await readFile(tx, scope, { executionId, clientKey });
      if (known !== undefined) return known;
      await lockFiles(tx, scope, executionId);
      const { files, bytes } = await countFiles(tx, scope, executionId);
      if (files >= maxFiles || bytes + body.size > maxBytes) return 'tooMany';
      // Before the person sends it for nothing.
      const [usage] = await tx.run(storageUsage(scope));
      if (!hasFreeStorage(usage!, body.size)) return 'storageFull';
      await announceFile(tx, scope, { fileId: newId(), executionId, ...body });
      return readFile(tx, scope, { executionId, clientKey });
    });
    if (file === 'tooMany') throw new FlowRefusal('TOO_LARGE', { reason: 'the flow has too many files' });
    if (file === 'storageFull') throw new FlowRefusal('STORAGE_FULL');
    if (file === undefined) throw new Error('an announced file is gone');
    if (file.size !== body.size) throw new FlowRefusal('MALFORMED', { field: 'clientKey' });
    return this.#whole(session, file, requestId);
  }

  /** Takes a part; the last one that is missing makes the file whole. */
  async part(
    session: FlowSessionOfLink,
    part: { readonly fileId: string; readonly number: string; readonly content: unknown },
    requestId: string,
  ): Promise<FlowFile> {
    const { scope } = session.link;
    const executionId = openFlow(session);
    const { fileId, content } = part;
    const number = /^\d{1,6}$/.test(part.number) ? Number(part.number) : -1;
    if (!isId(fileId)) throw new FlowRefusal('NOT_FOUND');
    if (!Buffer.isBuffer(content)) throw new FlowRefusal('MALFORMED', { reason: 'the body is missing' });
    const keys = await flowKeys(this.#personalKeys, scope);
    const file = await this.#database.transaction(scope, async (tx) => {
      const known = await readFile(tx, scope, { executionId, fileId });
      if (known === undefined) return undefined;
      if (known.uploadId !== null) return known;
      if (content.length !== bytesOf(known, number)) return 'wrong';
      await insertPart(tx, scope, { executionId, keys, fileId, number, content });
      return readFile(tx, scope, { executionId, fileId });
    });
    if (file === undefined) throw new FlowRefusal('NOT_FOUND');
    if (file === 'wrong') throw new FlowRefusal('MALFORMED', { reason: 'the part has another length' });
    return this.#whole(session, file, requestId);
  }

  /** Puts a file together whose parts are all there, evaluates and keeps it: once, whoever calls. */
  async #whole(session: FlowSessionOfLink, file: FileRow, requestId: string): Promise<FlowFile> {
    const { scope } = session.link;
    const { fileId, executionId } = file;
    if (file.uploadId !== null || missingOf(file).length > 0) return viewOf(file);
    const until = performance.now() + timeoutMs;
    for (;;) {
      if (await this.#database.transaction(scope, (tx) => claimAssembly(tx, scope, fileId))) {
        return this.#assemble(session, file, requestId);
      }
      const now = await this.#database.transaction(scope, (tx) =>
        readFile(tx, scope, { executionId, fileId }),
      );
      // The other call found that its content is not taken.
      if (now === undefined) throw new FlowRefusal('UNSUPPORTED_MEDIA_TYPE');
      if (now.uploadId !== null || performance.now() > until) return viewOf(now);
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  }

  async #assemble(session: FlowSessionOfLink, file: FileRow, requestId: string): Promise<FlowFile> {
    const { scope } = session.link;
    const sign = () => this.#database.transaction(scope, (tx) => keepAssembling(tx, scope, file.fileId));
    const timer = setInterval(() => void sign().catch(() => undefined), signEveryMs);
    try {
      return await this.#keep(session, file, requestId);
    } finally {
      clearInterval(timer);
    }
  }

  async #keep(session: FlowSessionOfLink, file: FileRow, requestId: string): Promise<FlowFile> {
    const { scope, apiKey, linkId } = session.link;
    const { fileId, executionId } = file;
    const database = this.#database;
    const keys = await flowKeys(this.#personalKeys, scope);
    const kept = await storeParts(this.#uploads, {
      scope,
      filename: file.filename,
      mediaType: file.contentType,
      apiKey,
      actor: { kind: 'end_user', id: linkId },
      requestId,
      readAt: file.readAt,
      async *parts() {
        for (let number = 0; number < partsOf(file); number += 1) {
          const content = await readPart(database, scope, { executionId, keys, fileId, number });
          if (content === 'keyless') throw new KeylessPart();
          if (content === undefined) throw new Error(`part ${number} of the file ${fileId} is gone`);
          yield content;
        }
      },
    }).catch((error: unknown) => {
      if (!(error instanceof KeylessPart)) throw error;
      return { kind: 'refused', reason: 'what came of it can no longer be read' } as const;
    });
    if (kept.kind === 'storageFull') {
      // Its parts stay: the same file needs not be sent again once there is room.
      await database.transaction(scope, (tx) => releaseAssembly(tx, scope, fileId));
      throw new FlowRefusal('STORAGE_FULL');
    }
    if (kept.kind === 'refused') {
      await database.transaction(scope, (tx) => deleteFile(tx, scope, fileId));
      throw new FlowRefusal('UNSUPPORTED_MEDIA_TYPE', { reason: kept.reason });
    }
    const { uploadId } = kept;
    await database.transaction(scope, (tx) => completeFile(tx, scope, { fileId, uploadId }));
    return viewOf({ ...file, uploadId });
  }
}

function openFlow({ link }: FlowSessionOfLink): string {
  if (link.executionId === null || link.endReason !== null) throw new FlowRefusal('NOT_FOUND');
  return link.executionId;
}

function partsOf({ size }: Pick<FileRow, 'size'>): number {
  return Math.ceil(size / filePartBytes);
}

/** Bytes of a part; undefined where the file has none of that number. */
function bytesOf(file: FileRow, number: number): number | undefined {
  if (number < 0 || number >= partsOf(file)) return undefined;
  return Math.min(filePartBytes, file.size - number * filePartBytes);
}

function missingOf(file: FileRow): number[] {
  const there = new Set(file.parts);
  return Array.from({ length: partsOf(file) }, (_, number) => number).filter((number) => !there.has(number));
}

function viewOf(file: FileRow): FlowFile {
  const complete = file.uploadId !== null;
  const { fileId, size } = file;
  return { fileId, size, partBytes: filePartBytes, missing: complete ? [] : missingOf(file), complete };
}
