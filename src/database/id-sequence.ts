import { type Database, execute, select, type Tx } from './database.js';

/** Takes `count` ids from a sequence and returns the first. The sequence stays locked until the transaction ends. */
export const takeIds = async (tx: Tx, database: Database, name: string, count = 1): Promise<number> => {
  const sql = 'INSERT INTO id_sequence (name, last_id) VALUES (?, ?)';
  const onClash = database.dialect.upsert(
    ['name'],
    (incoming) => `last_id = id_sequence.last_id + ${incoming('last_id')}`,
  );
  await execute(tx, `${sql} ${onClash}`, [name, count]);
  const [row] = await select<{ last_id: number }>(tx, 'SELECT last_id FROM id_sequence WHERE name = ?', [name]);
  return Number(row?.last_id) - count + 1;
};

const CALLS_PER_BLOCK = 8;

/** Hands out ids from memory, which it takes from the database in blocks. A crash only leaves a gap. */
export class IdBlocks {
  private next = 0;
  private end = 0;
  private refill: Promise<void> | null = null;

  constructor(
    private readonly database: Database,
    private readonly name: string,
    private readonly blockSize = 500,
  ) {}

  /** Returns `count` ids in ascending order. Call it outside transactions. */
  async take(count: number): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) {
      // A caller that takes many ids usually returns, so a block is enough for several calls.
      if (this.next >= this.end) await this.takeBlock(count * CALLS_PER_BLOCK);
      while (this.next < this.end && ids.length < count) ids.push(this.next++);
    }
    return ids;
  }

  private takeBlock(wanted: number): Promise<void> {
    this.refill ??= this.loadBlock(Math.max(wanted, this.blockSize)).finally(() => {
      this.refill = null;
    });
    return this.refill;
  }

  private async loadBlock(size: number): Promise<void> {
    const first = await this.database.tx((tx) => takeIds(tx, this.database, this.name, size));
    this.next = first;
    this.end = first + size;
  }
}
