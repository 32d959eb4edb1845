import type { Database } from '../database/database.ts';
import { isStayingTenant } from '../database/running-tenants.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from '../lib/scope.ts';
import { isEncryptionStarted } from '../personal-keys/index.ts';
import type { Spool } from './spool.ts';
import type { StoredFile, StoredFiles } from './stored-files.ts';
import { countKeyless } from './upload-queries.ts';

/** Files and bytes of one run. */
const maxFiles = 50;
const maxBytes = 200 * 1024 * 1024;

const firstId = '00000000-0000-0000-0000-000000000000';

export interface EarlierTools {
  readonly database: Database;
  readonly files: StoredFiles;
  readonly spool: Spool;
  readonly logger: Logger;
}

interface EarlierFile extends StoredFile, Scope {
  readonly contentType: string;
}

/**
 * Encrypts files that were stored before that began, some with each run. A crash leaves each readable. A file that cannot be
 * encrypted, since its bytes are missing or changed, is tried again once all others were.
 */
export class EarlierFiles {
  readonly #tools: EarlierTools;
  #after = firstId;
  #isCounted = false;

  constructor(tools: EarlierTools) {
    this.#tools = tools;
  }

  /** Whether there is more to do now. */
  async encrypt(signal: AbortSignal): Promise<boolean> {
    const { database, files, spool, logger } = this.#tools;
    if (!(await database.operator(isEncryptionStarted))) return false;
    let bytes = 0;
    for (const file of await this.#next()) {
      if (signal.aborted || bytes > maxBytes) return true;
      bytes += file.size;
      const outcome = await files.encryptEarlier(file, spool);
      if (outcome !== 'encrypted')
        logger.warn({ key: file.objectKey, outcome }, 'an earlier file could not be encrypted');
      this.#after = file.uploadId;
    }
    if (bytes > 0) return true;
    this.#after = firstId;
    await this.#countKeyless();
    return false;
  }

  /** Once for the process: whoever restored the store without its keys learns it from the log. */
  async #countKeyless(): Promise<void> {
    if (this.#isCounted) return;
    this.#isCounted = true;
    const { database, logger } = this.#tools;
    const { keyless: files } = await database.operator((tx) => countKeyless(tx));
    if (files > 0)
      logger.error(
        { files },
        'uploaded files cannot be read, since their keys are not in the store: restore the newest backup of the table personal_key',
      );
  }

  #next(): Promise<EarlierFile[]> {
    return this.#tools.database.operator((tx) =>
      tx.sql<EarlierFile & Record<string, unknown>>(
        `select tenant_id as "tenantId", domain, upload_id::text as "uploadId", object_key as "objectKey", size, sha256,
           content_type as "contentType"
         from upload where not encrypted and ${isStayingTenant('upload.tenant_id')} and upload_id > $1::uuid order by upload_id limit ${maxFiles}`,
        [this.#after],
      ),
    );
  }
}
