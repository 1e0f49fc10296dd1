import { execute, select, type Tx } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';

const MINUTE_MS = 60_000;

export interface Granted {
  /** 0: the minute is used up. */
  readonly messages: number;
  /** When the next minute begins, epoch ms. */
  readonly nextAt: number;
}

interface MinuteRow {
  readonly minute: number;
  readonly taken: number;
  readonly messages_per_minute: number | null;
}

/**
 * Limits the messages per minute of accounts over all processes: each page first takes its messages in the database.
 */
export class MessageBudgets {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'messagesPerMinute'>) {}

  /** null: no limit. Does not read the database. */
  limitOf(userId: number): number | null {
    return this.deps.messagesPerMinute?.(userId) ?? null;
  }

  /**
   * Takes whole units: the pushes of one device stay together. A unit larger than the limit has a minute to itself.
   */
  take(userId: number, { most, unit }: { most: number; unit: number }): Promise<Granted> {
    const minute = Math.floor(this.deps.clock.now() / MINUTE_MS);
    const nextAt = (minute + 1) * MINUTE_MS;
    return this.deps.database.tx(async (tx) => {
      const row = await this.lock(tx, userId);
      if (!row || row.messages_per_minute === null) return { messages: most, nextAt };
      const limit = Number(row.messages_per_minute);
      const taken = Number(row.minute) === minute ? Number(row.taken) : 0;
      const fitting = Math.floor(Math.min(most, limit - taken) / unit) * unit;
      const messages = Math.max(taken === 0 ? unit : 0, fitting);
      if (messages > 0) await this.write(tx, userId, { minute, taken: taken + messages });
      return { messages, nextAt };
    });
  }

  /** Releases messages that were acquired in this minute. */
  async giveBack(userId: number, messages: number): Promise<void> {
    const minute = Math.floor(this.deps.clock.now() / MINUTE_MS);
    const sql = 'UPDATE user_limit SET taken = taken - ? WHERE user_id = ? AND minute = ? AND taken >= ?';
    await this.deps.database.tx((tx) => execute(tx, sql, [messages, userId, minute, messages]));
  }

  private async lock(tx: Tx, userId: number): Promise<MinuteRow | undefined> {
    const { forUpdate } = this.deps.database.dialect;
    const sql = `SELECT minute, taken, messages_per_minute FROM user_limit WHERE user_id = ? ${forUpdate}`;
    return (await select<MinuteRow>(tx, sql, [userId]))[0];
  }

  private async write(tx: Tx, userId: number, { minute, taken }: { minute: number; taken: number }): Promise<void> {
    await execute(tx, 'UPDATE user_limit SET minute = ?, taken = ? WHERE user_id = ?', [minute, taken, userId]);
  }
}
