/** Maps all items, at most `atOnce` concurrently, and answers in their order; rejects with the first failure. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const done: Result[] = [];
  const waiting = items.entries();
  const one = async () => {
    for (const [at, item] of waiting) done[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, one));
  return done;
}
