/** `Idempotency-Key` of a submit (ours): the names of its headers, its form, how long it is kept. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** On the answer of a call that took effect earlier under the same key: `true`. */
export const idempotencyReplayedHeader = 'Idempotency-Replayed';

/** 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/** Days from the call that took effect. */
export const idempotencyKeyDays = 7;
