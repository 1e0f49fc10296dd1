import { execute, select, type Tx } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';

const MINUTE_MS = 60_000;

export interface Granted {
  /** 0: the minute is used up. */
  readonly units: number;
  /** When the next minute begins, epoch ms. */
  readonly nextAt: number;
}

interface MinuteRow {
  readonly minute: number;
  readonly taken: number;
  readonly messages_per_minute: number | null;
}

/** What accounts may send in a minute, all processes together: each page takes its messages in the database first. */
export class MessageBudgets {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'messagesPerMinute'>) {}

  /** null: no limit. Costs no look into the database. */
  limitOf(userId: number): number | null {
    return this.deps.messagesPerMinute?.(userId) ?? null;
  }

  /** Takes whole units. A unit larger than the limit is granted as the only one of its minute. */
  take(userId: number, { most, unit }: { most: number; unit: number }): Promise<Granted> {
    const minute = Math.floor(this.deps.clock.now() / MINUTE_MS);
    const nextAt = (minute + 1) * MINUTE_MS;
    return this.deps.database.tx(async (tx) => {
      const row = await this.lock(tx, userId);
      if (!row || row.messages_per_minute === null) return { units: most, nextAt };
      const limit = Number(row.messages_per_minute);
      const taken = Number(row.minute) === minute ? Number(row.taken) : 0;
      const fitting = Math.floor((limit - taken) / unit);
      const units = taken === 0 ? Math.max(1, Math.min(most, fitting)) : Math.max(0, Math.min(most, fitting));
      if (units > 0) await this.write(tx, userId, { minute, taken: taken + units * unit });
      return { units, nextAt };
    });
  }

  /** Of what was taken in this minute. */
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
