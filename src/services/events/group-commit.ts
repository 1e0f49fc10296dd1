import { AppError } from '../../errors.js';

/** What became of one item of a group. */
export type ItemResult<Result> = { readonly result: Result } | { readonly refused: AppError };

export interface GroupCommitOptions<Item, Result> {
  /** Writes a group in one transaction and says, in the same order, what became of each item. */
  readonly write: (items: readonly Item[]) => Promise<readonly ItemResult<Result>[]>;
  /** How long the first of a group waits for others. */
  readonly gatherMs: number;
  /** How much of a group an item is. */
  readonly weigh: (item: Item) => number;
  /** A group that weighs this much does not wait any longer. */
  readonly maxWeight: number;
  /** Whether a group that failed like this may have been written all the same. */
  readonly isInDoubt: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes what arrives within a few milliseconds together: one transaction, with a few statements, for hundreds of items
 * where each would need its own. Nobody hears of success before the commit.
 */
export class GroupCommit<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private weight = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: GroupCommitOptions<Item, Result>) {}

  /** Resolves after the commit. @throws what refused this item, or why its transaction failed. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.weight += this.options.weigh(item);
      if (this.weight >= this.options.maxWeight) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), this.options.gatherMs);
    });
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const group = this.waiting;
    this.waiting = [];
    this.weight = 0;
    if (group.length > 0) void this.write(group);
  }

  /** If the group fails, each item is tried alone: one that the database does not take harms no other. */
  private async write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.write(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = results[index] ?? { refused: new AppError('INTERNAL', 'A write gave no result.') };
        if ('result' in outcome) resolve(outcome.result);
        else reject(outcome.refused);
      }
    } catch (error) {
      // Written once more, what has no id of its own would count twice: who sent it decides.
      if (group.length === 1 || this.options.isInDoubt(error)) for (const { reject } of group) reject(error);
      else for (const waiting of group) await this.write([waiting]);
    }
  }
}
