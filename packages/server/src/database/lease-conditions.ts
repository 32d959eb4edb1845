/** After this long without a beat a server node counts as dead and its work may be taken over. */
export const defaultTtlMs = 4_000;
/** A server node that was silent for longer is gone for what may not begin while one of them runs. */
const goneAfterMs = 10_000;

/** SQL: whether a lease `l` still holds: nobody takes over what its server node has in progress. */
export const isHeldLease = `(l.beat_at > now() - interval '${defaultTtlMs} milliseconds')`;

/** SQL: whether the server node of a lease `l` may still run. One that misses beats, and lost its lease, counts among them. */
export const isPresentLease = `(l.beat_at > now() - interval '${goneAfterMs} milliseconds')`;

/**
 * SQL: whether a lease `l` was renewed five seconds after its server node was ready. A crash before that is its own, as in
 * a supervisor's crash loop, and no job is to blame.
 */
export const isSteadyLease = `(l.beat_at - l.started_at >= interval '5 seconds')`;
