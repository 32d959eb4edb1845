import type { Database } from '../database/database.ts';
import type { KeyLimits, KeyRecord, RateDecision } from '../gateway/index.ts';

/**
 * What API keys may spend, counted in the store by its clock: exact over any number of nodes, whatever their
 * clocks say. A key without the limit in question costs nothing.
 */
export class StoredKeyLimits implements KeyLimits {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The generic cell rate algorithm: `rate.requests` at once, then one more every `seconds / requests`. A
   * refused request takes nothing.
   */
  async deductRate(key: KeyRecord): Promise<RateDecision> {
    if (key.rate === undefined) return { allowed: true };
    const { requests, seconds } = key.rate;
    const values = [key.tenantId, key.apiKey, seconds / requests, seconds];
    return this.#database.operator(async (tx): Promise<RateDecision> => {
      const taken = await tx.sql(deductRateSql, values);
      if (taken.length > 0) return { allowed: true };
      const [row] = await tx.sql<{ wait: number }>(waitSql, values);
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(row?.wait ?? 1)) };
    });
  }

  /** One unit of the key's call quota, by one conditional statement. */
  async deductCall(key: KeyRecord): Promise<boolean> {
    if (!key.callsLimited) return true;
    const taken = await this.#database.operator((tx) =>
      tx.sql(
        `update api_key set calls_used = calls_used + 1
         where tenant_id = $1 and api_key = $2 and (calls_granted is null or calls_used < calls_granted)
         returning 1`,
        [key.tenantId, key.apiKey],
      ),
    );
    return taken.length > 0;
  }
}

const interval = '$3::double precision';
const burst = '$4::double precision';
/** Read anew when a waiting statement gets the row, which `now()` would not be. */
const clock = 'extract(epoch from clock_timestamp())::double precision';
/**
 * When the next request is due. An instant that no limit could have led to was left by a clock that was set
 * back, or by a longer limit of before: it counts as past, or the key would stay shut for as long.
 */
const due = `case when rate_next_at > ${clock} + 2 * ${burst} + 1 then ${clock} else greatest(rate_next_at, ${clock}) end`;

/**
 * A microsecond of tolerance is the column's resolution. Commits of this statement need not reach the disk one
 * by one: what a crash forgets is a moment's requests.
 */
const deductRateSql = `
  with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
  update api_key set rate_next_at = ${due} + ${interval} from relaxed
  where tenant_id = $1 and api_key = $2 and ${due} + ${interval} - ${clock} <= ${burst} + 0.000001
  returning 1`;

/** Seconds until a request would be allowed. */
const waitSql = `
  select ${due} + ${interval} - ${burst} - ${clock} as wait from api_key where tenant_id = $1 and api_key = $2`;
