/** The transactions of a moment that were not over. */
export interface Watermark {
  /** Epoch milliseconds by the store's clock. */
  readonly at: number;
  readonly transactions: readonly string[];
}

/** Between the start of a transaction by its own clock and the moment at which others see it. */
const startMs = 2_000;

/**
 * Until when all that was created can be seen, and the watermark of the next turn. A row has the time at which its transaction
 * began, so none from before a watermark is still to come once all of its transactions are over, however long they take.
 */
export function committedUntil(
  before: Watermark | undefined,
  now: Watermark,
): { readonly until: number | undefined; readonly watermark: Watermark } {
  if (before === undefined) return { until: undefined, watermark: now };
  const open = new Set(now.transactions);
  const left = before.transactions.filter((transaction) => open.has(transaction));
  return left.length > 0
    ? { until: undefined, watermark: { at: before.at, transactions: left } }
    : { until: before.at - startMs, watermark: now };
}
