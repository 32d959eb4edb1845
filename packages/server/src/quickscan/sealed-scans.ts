import type { KeyObject } from 'node:crypto';
import type { Engine, WireHit } from '@gatehouse/contract';
import type { EntityJoin } from '@gatehouse/matching';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  isSealed,
  isTextSealed,
  openText,
  openValue,
  sealText,
  sealValue,
  type ValuePlace,
} from '../personal-keys/index.ts';

/** What is scanned. */
export interface ScanSubject {
  readonly name: string;
  readonly customerType: 'Individual' | 'Business';
}

/** Whom a quick scan looked for and whom it found, as it lies in the store: sealed under a key of the scan. */
export class ScanCipher {
  readonly #scope: Scope;
  readonly #scanId: string;
  readonly #key: KeyObject | undefined;

  /** @param key undefined: the scan has none, so that what is new of it lies as it is */
  constructor(scope: Scope, scanId: string, key: KeyObject | undefined) {
    this.#scope = { tenantId: scope.tenantId, domain: scope.domain };
    this.#scanId = scanId;
    this.#key = key;
  }

  sealSubject(subject: ScanSubject): unknown {
    return this.#seal(this.#scanAt('subject'), subject);
  }

  /** Null where the key was deleted, or not restored with the database; as of all that is opened here. */
  openSubject(stored: unknown): ScanSubject | null {
    return this.#open(this.#scanAt('subject'), stored) as ScanSubject | null;
  }

  sealDescription(description: string): string {
    if (this.#key === undefined) return description;
    return sealText(this.#key, this.#scanAt('description'), description);
  }

  openDescription(stored: string | null): string | null {
    if (stored === null || !isTextSealed(stored)) return stored;
    return this.#key === undefined ? null : openText(this.#key, this.#scanAt('description'), stored);
  }

  /** Joins name list entries, as hits do. */
  sealJoins(joins: readonly EntityJoin[]): unknown {
    return joins.length === 0 ? joins : this.#seal(this.#scanAt('joins'), joins);
  }

  openJoins(stored: unknown): readonly EntityJoin[] | null {
    return this.#open(this.#scanAt('joins'), stored) as readonly EntityJoin[] | null;
  }

  /** The hits of an engine, best first. */
  sealHits(engine: Engine, hits: readonly WireHit[]): unknown[] {
    return hits.map((hit, position) => this.#seal(this.#hitAt(engine, position), hit));
  }

  openHit(engine: Engine, position: number, stored: unknown): WireHit | null {
    return this.#open(this.#hitAt(engine, position), stored) as WireHit | null;
  }

  #seal(place: ValuePlace, value: unknown): unknown {
    return this.#key === undefined ? value : sealValue(this.#key, place, value);
  }

  #open(place: ValuePlace, stored: unknown): unknown {
    if (!isSealed(stored)) return stored;
    return this.#key === undefined ? null : openValue(this.#key, place, stored);
  }

  #scanAt(column: string): ValuePlace {
    return { ...this.#scope, table: 'quick_scan', column, row: [this.#scanId] };
  }

  #hitAt(engine: Engine, position: number): ValuePlace {
    const row = [this.#scanId, engine, `${position}`];
    return { ...this.#scope, table: 'quick_scan_hit', column: 'hit', row };
  }
}

/** The cipher of a scan that was read with its key. */
export function cipherOfScan(
  keys: DomainKeys,
  scope: Scope,
  { scanId, wrappedKey }: { readonly scanId: string; readonly wrappedKey: Uint8Array | null },
): ScanCipher {
  return new ScanCipher(scope, scanId, wrappedKey === null ? undefined : keys.open(scanId, wrappedKey));
}

/** SQL: the wrapped key of a scan in a row of this table or name; null where it has none. */
export function wrappedKeyOfScan(of: string): string {
  return `(select k.wrapped_key from personal_key k
    where k.tenant_id = ${of}.tenant_id and k.domain = ${of}.domain and k.key_id = ${of}.scan_id)`;
}

/** Why what was asked for is not there, beside data that is. */
export const scanKeyMissing = 'its key was deleted, or not restored with the database';
