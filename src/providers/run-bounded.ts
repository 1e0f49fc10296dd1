/** Runs the task for every item, with a bounded number under way; ends when all have. */
export async function runBounded<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void> | void,
): Promise<void> {
  // One place for all lanes: each takes the next item when it has finished one.
  let next = 0;
  const runLane = async (): Promise<void> => {
    while (next < items.length) {
      const place = next;
      next += 1;
      await task(items[place] as T);
    }
  };
  await Promise.all(Array.from({ length: limit }, runLane));
}
