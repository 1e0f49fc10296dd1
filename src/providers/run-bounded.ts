/**
 * Runs the task for every item with bounded concurrency. Rejects with the first failure. Avoids async functions, which
 * would use as much memory as a message does in calls with one message.
 */
export const runBounded = <T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void> | void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let next = 0;
    let underWay = 0;
    const onEnd = (): void => {
      underWay -= 1;
      startNext();
    };
    const startNext = (): void => {
      try {
        while (next < items.length && underWay < limit) {
          const place = next;
          next += 1;
          const running = task(items[place] as T);
          if (running === undefined) continue;
          underWay += 1;
          running.then(onEnd, reject);
        }
      } catch (error) {
        reject(error);
        return;
      }
      if (underWay === 0) resolve();
    };
    startNext();
  });
