/** One API key with everything that the request pipeline must know of it and of its tenant. */
export interface KeyRecord {
  readonly apiKey: string;
  readonly tenantId: string;
  readonly tenantEnabled: boolean;
  /** The tenant moves to another deployment: a call that is signed right is to come again. */
  readonly tenantMoves?: boolean;
  readonly enabled: boolean;
  /** From this instant on the key is no longer valid; absent = never. */
  readonly expiresAt?: Date;
  /** Every secret that is valid now. */
  readonly secrets: readonly string[];
  /** Which of the key's secrets is active, counted from 1. */
  readonly secretNumber: number;
  /** The one before, while a change of the secret lasts: valid until then. */
  readonly previous?: { readonly secret: string; readonly number: number; readonly until: Date };
  /** The tenant's domains that this key may use. */
  readonly domains: ReadonlySet<string>;
  /** The operations this key may call. */
  readonly operations: '*' | ReadonlySet<string>;
  /** Absent = no limit. */
  readonly rate?: { readonly requests: number; readonly seconds: number };
  /** Whether the key has an API call quota. */
  readonly callsLimited: boolean;
}

/** Key look-up in memory. It answers at once, so that a known and an unknown key cost the same. */
export interface KeyDirectory {
  find(apiKey: string): KeyRecord | undefined;
}

/** A call that was signed with a key. */
export interface KeyUse {
  readonly key: KeyRecord;
  /** Signed with the secret before. */
  readonly byPrevious: boolean;
  readonly at: Date;
}

export type RateDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Rate and quota of a key. The request pipeline asks only for keys that have the limit in question. */
export interface KeyLimits {
  /** Takes one request of the key's rate. */
  deductRate(key: KeyRecord): Promise<RateDecision>;
  /** Takes one call of the key's quota; false when none is left. */
  deductCall(key: KeyRecord): Promise<boolean>;
}
