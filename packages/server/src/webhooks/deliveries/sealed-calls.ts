import type { KeyObject } from 'node:crypto';
import type { Scope } from '../../lib/scope.ts';
import {
  isSealed,
  openValue,
  type PersonalKeys,
  sealValue,
  type ValuePlace,
} from '../../personal-keys/index.ts';

/** What a call sent and was answered, as it lies in the store: sealed under a key of the delivery. */

type Inputs = Readonly<Record<string, unknown>>;

/** `keyless`: it is sealed, and its key is deleted or was not restored. */
export type Keyless = 'keyless';

/** The inputs of a new delivery as they are stored. */
export interface StoredInputs {
  readonly inputs: unknown;
  /** Base64; null where the inputs lie as they are, since a node might not read them otherwise. */
  readonly wrappedKey: string | null;
}

/** Never to be called within a transaction. */
export async function sealInputs(
  keys: PersonalKeys,
  scope: Scope,
  { deliveryId, inputs }: { readonly deliveryId: string; readonly inputs: Inputs },
): Promise<StoredInputs> {
  if (!(await keys.isStarted())) return { inputs, wrappedKey: null };
  const { key, wrapped } = await keys.findOrCreate(scope, deliveryId);
  const cipher = new DeliveryCipher(scope, deliveryId, key);
  return { inputs: cipher.sealInputs(inputs), wrappedKey: wrapped.toString('base64') };
}

/** Opens and seals what belongs to one delivery. */
export class DeliveryCipher {
  readonly #scope: Scope;
  readonly #deliveryId: string;
  readonly #key: KeyObject | undefined;

  /** @param key undefined: the delivery has none */
  constructor(scope: Scope, deliveryId: string, key: KeyObject | undefined) {
    this.#scope = scope;
    this.#deliveryId = deliveryId;
    this.#key = key;
  }

  openInputs(stored: unknown): Inputs | null | Keyless {
    return this.#open(inputsAt(this.#scope, this.#deliveryId), stored) as Inputs | null | Keyless;
  }

  /** Of a delivery that has a key. */
  sealInputs(inputs: Inputs): string {
    return sealValue(this.#key!, inputsAt(this.#scope, this.#deliveryId), inputs);
  }

  openResult(attempt: number, stored: unknown): unknown {
    return this.#open(resultAt(this.#scope, this.#deliveryId, attempt), stored);
  }

  /** As the log stores it: of a delivery without a key as it is. */
  sealResult(attempt: number, result: unknown): unknown {
    if (this.#key === undefined) return result;
    return sealValue(this.#key, resultAt(this.#scope, this.#deliveryId, attempt), result);
  }

  #open(place: ValuePlace, stored: unknown): unknown {
    if (!isSealed(stored)) return stored;
    return this.#key === undefined ? 'keyless' : openValue(this.#key, place, stored);
  }
}

/** The cipher of a delivery that was read with its key. Never to be called within a transaction. */
export async function cipherOf(
  keys: PersonalKeys,
  scope: Scope,
  { deliveryId, wrappedKey }: { readonly deliveryId: string; readonly wrappedKey: Uint8Array | null },
): Promise<DeliveryCipher> {
  const key = wrappedKey === null ? undefined : (await keys.ofDomain(scope)).open(deliveryId, wrappedKey);
  return new DeliveryCipher(scope, deliveryId, key);
}

/** SQL: the wrapped key of a delivery `d`; null where it has none. */
export const wrappedKeyOfDelivery = `(select k.wrapped_key from personal_key k
  where k.tenant_id = d.tenant_id and k.domain = d.domain and k.key_id = d.delivery_id)`;

function inputsAt({ tenantId, domain }: Scope, deliveryId: string): ValuePlace {
  return { tenantId, domain, table: 'webhook_delivery', column: 'inputs', row: [deliveryId] };
}

function resultAt({ tenantId, domain }: Scope, deliveryId: string, attempt: number): ValuePlace {
  return { tenantId, domain, table: 'webhook_attempt', column: 'result', row: [deliveryId, `${attempt}`] };
}
