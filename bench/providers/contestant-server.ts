import type { Contestant, Course } from './contestant.js';
import { CONTESTANTS, type ContestantName } from './contestants.js';

/** The parent's commands. */
export type Order =
  | { readonly type: 'open'; readonly name: ContestantName; readonly course: Course }
  | { readonly type: 'send'; readonly count: number };

export type Report =
  | { readonly type: 'opened' }
  | { readonly type: 'sent'; readonly sample: Sample }
  | { readonly type: 'failed'; readonly reason: string };

export interface Sample {
  readonly count: number;
  readonly ms: number;
  /** CPU time of all threads of the process, including the kernel's share. */
  readonly cpuMs: number;
}

let contestant: Contestant | null = null;

const obey = async (order: Order): Promise<Report> => {
  if (order.type === 'open') {
    contestant = await (await CONTESTANTS[order.name]())(order.course);
    return { type: 'opened' };
  }
  if (contestant === null) throw new Error('Nothing was opened.');
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await contestant.send(order.count);
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { type: 'sent', sample: { count: order.count, ms, cpuMs: (user + system) / 1000 } };
};

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  obey(order).then(
    (report) => process.send?.(report),
    (error) => process.send?.({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
