import type { KeyObject } from 'node:crypto';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import {
  areBytesSealed,
  type DomainKeys,
  insertPersonalKey,
  isSealed,
  openBytes,
  openValue,
  type PersonalKeys,
  sealBytes,
  sealValue,
  UnopenedValue,
  type ValuePlace,
} from '../../personal-keys/index.ts';

/** What was begun in the steps of a flow, and pieces of its files: sealed under a key of the execution. */

/** Fetched before a transaction. */
export interface FlowKeys {
  readonly domainKeys: DomainKeys;
  /** Whether what is new is sealed. */
  readonly isStarted: boolean;
}

/** Never to be called within a transaction. */
export async function flowKeys(keys: PersonalKeys, scope: Scope): Promise<FlowKeys> {
  const isStarted = await keys.isStarted();
  return { domainKeys: await keys.ofDomain(scope), isStarted };
}

/** The part of a file. */
interface PartPlace {
  readonly fileId: string;
  readonly number: number;
}

/** Seals and opens what belongs to one flow. */
export class FlowCipher {
  readonly #scope: Scope;
  readonly #executionId: string;
  readonly #keys: FlowKeys;
  #key: KeyObject | undefined;

  /** @param wrapped null: the flow has no key yet */
  constructor(
    scope: Scope,
    executionId: string,
    { keys, wrapped }: { readonly keys: FlowKeys; readonly wrapped: Uint8Array | null },
  ) {
    this.#scope = { tenantId: scope.tenantId, domain: scope.domain };
    this.#executionId = executionId;
    this.#keys = keys;
    this.#key = wrapped === null ? undefined : keys.domainKeys.open(executionId, wrapped);
  }

  /** By node, those whose key is there: without it a step looks as if it had not been begun. */
  openDrafts(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(stored).flatMap(([nodeId, draft]) => {
        if (!isSealed(draft)) return [[nodeId, draft]];
        const opened = this.#open((key) => openValue(key, this.#draftAt(nodeId), draft));
        return opened === undefined ? [] : [[nodeId, opened]];
      }),
    );
  }

  /** As it is stored. */
  async sealDraft(tx: Tx, nodeId: string, draft: unknown): Promise<unknown> {
    const key = await this.#keyOf(tx);
    return key === undefined ? draft : sealValue(key, this.#draftAt(nodeId), draft);
  }

  /** As it is stored. */
  async sealPart(tx: Tx, part: PartPlace & { readonly content: Buffer }): Promise<Buffer> {
    const key = await this.#keyOf(tx);
    return key === undefined ? part.content : sealBytes(key, this.#partAt(part), part.content);
  }

  /** Undefined where its key is deleted, or was not restored with the database. */
  openPart(part: PartPlace & { readonly stored: Buffer }): Buffer | undefined {
    if (!areBytesSealed(part.stored)) return part.stored;
    return this.#open((key) => openBytes(key, this.#partAt(part), part.stored));
  }

  /** Undefined where the key is gone, also where the flow got another one since. */
  #open<Opened>(open: (key: KeyObject) => Opened): Opened | undefined {
    if (this.#key === undefined) return undefined;
    try {
      return open(this.#key);
    } catch (error) {
      if (error instanceof UnopenedValue) return undefined;
      throw error;
    }
  }

  /** The key, made with the first thing that is sealed; undefined where nothing is yet. */
  async #keyOf(tx: Tx): Promise<KeyObject | undefined> {
    if (this.#key !== undefined || !this.#keys.isStarted) return this.#key;
    const keyId = this.#executionId;
    const { wrapped } = this.#keys.domainKeys.create(keyId);
    await tx.run(insertPersonalKey(this.#scope, { keyId, wrapped }));
    // Another call may have made one in this moment: that one holds.
    const stored = await readFlowKey(tx, this.#scope, keyId);
    if (stored === null) throw new Error(`the key of the flow ${keyId} is not there although it was stored`);
    this.#key = this.#keys.domainKeys.open(keyId, stored);
    return this.#key;
  }

  #draftAt(nodeId: string): ValuePlace {
    return { ...this.#scope, table: 'flow_draft', column: 'draft', row: [this.#executionId, nodeId] };
  }

  #partAt({ fileId, number }: PartPlace): ValuePlace {
    return { ...this.#scope, table: 'flow_file_part', column: 'content', row: [fileId, `${number}`] };
  }
}

/** The wrapped key of an execution's flow; null where it has none. */
export async function readFlowKey(
  tx: Tx,
  { tenantId, domain }: Scope,
  executionId: string,
): Promise<Buffer | null> {
  const [row] = await tx.sql<{ wrapped: Buffer }>(
    'select wrapped_key as wrapped from personal_key where tenant_id = $1 and domain = $2 and key_id = $3',
    [tenantId, domain, executionId],
  );
  return row?.wrapped ?? null;
}
