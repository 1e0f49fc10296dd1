import { AppError } from '../../errors.js';

/** The outcome of one item of a group. */
export type ItemResult<Result> = { readonly result: Result } | { readonly refused: AppError };

/** Judges one item. A refusal becomes its outcome. */
export const attempt = <T>(work: () => T): ItemResult<T> => {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
};

export interface GroupCommitOptions<Item, Result> {
  /** Writes a group in one transaction and returns each item's outcome, in the same order. */
  readonly write: (items: readonly Item[]) => Promise<readonly ItemResult<Result>[]>;
  /** How long the first item of a group waits for others. */
  readonly gatherMs: number;
  /** The weight of an item within a group. */
  readonly weigh: (item: Item) => number;
  /** A group of this weight is written at once. */
  readonly maxWeight: number;
  /** Whether a group that failed with this error may have been written anyway. */
  readonly isInDoubt: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups items that arrive within a few milliseconds into one transaction with a few statements, instead of hundreds
 * of transactions. No caller learns of success before the commit.
 */
export class GroupCommit<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private weight = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: GroupCommitOptions<Item, Result>) {}

  /** Resolves after the commit. @throws the refusal of this item, or the transaction's error. */
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

  /**
   * If the group fails, tries each item alone, so that an item which the database refuses does not affect the others.
   */
  private async write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.write(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = results[index] ?? { refused: new AppError('INTERNAL', 'A write gave no result.') };
        if ('result' in outcome) resolve(outcome.result);
        else reject(outcome.refused);
      }
    } catch (error) {
      // A second write would count an item without its own id twice, so the sender decides.
      if (group.length === 1 || this.options.isInDoubt(error)) for (const { reject } of group) reject(error);
      else for (const waiting of group) await this.write([waiting]);
    }
  }
}
