/** Owns doing the same to many things a few at a time; knows nothing of what is done. */

export interface ParallelOptions<Item, Value> {
  items: readonly Item[];
  /** How many at most at the same time. */
  limit: number;
  run: (item: Item) => Promise<Value>;
}

/** The values in the order of the items. A rejection rejects the whole. */
export async function mapInParallel<Item, Value>({
  items,
  limit,
  run,
}: ParallelOptions<Item, Value>): Promise<Value[]> {
  const values = new Array<Value>(items.length);
  const queue = items.entries();
  // All workers draw from one iterator, so that each item is taken once.
  const work = async () => {
    for (const [index, item] of queue) values[index] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return values;
}
