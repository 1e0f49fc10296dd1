/** Runs the task for every item, with a bounded number under way; ends when all have. */
export async function runBounded<T>(
  items: Iterable<T>,
  limit: number,
  task: (item: T) => Promise<void> | void,
): Promise<void> {
  // One iterator for all lanes: each takes the next item when it has finished one.
  const remaining = items[Symbol.iterator]();
  const runLane = async (): Promise<void> => {
    for (let next = remaining.next(); next.done !== true; next = remaining.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: limit }, runLane));
}
