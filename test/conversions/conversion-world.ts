import { type Database, execute, type Tx } from '../../src/database/database.js';
import { insertRow } from '../../src/database/write-rows.js';
import { recordSends } from '../../src/delivery/record/device-ledger.js';
import type { MessageResult } from '../../src/delivery/record/message-result.js';
import { watchGoals } from '../../src/delivery/record/watch-goals.js';
import type { App } from '../../src/entities/app.js';
import { RECEIPT_TABLE } from '../../src/entities/receipt.js';
import { RUN_TABLE, type Run } from '../../src/entities/run.js';
import type { Goal } from '../../src/ports/goals.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const PUSH = 1;

export interface SentMessage {
  readonly runId: number;
  readonly app: App;
  readonly deviceId: number;
  readonly outcome?: MessageResult['outcome'];
  readonly arm?: number;
}

/** Records messages like a checkpoint, without sending them. Events and receipts use the product's own code. */
export class ConversionWorld extends DeliveryWorld {
  static async start(database: Database, fakes: Fakes): Promise<ConversionWorld> {
    const world = await new ConversionWorld({ database, fakes }).init();
    for (const code of ['buy', 'visit']) await world.services.customEvents.create(world.caller, { name: code, code });
    return world;
  }

  get database(): Database {
    return this.options.database;
  }

  /** A finished run with these goals. */
  addRun(goals: readonly Goal[] | null): Promise<number> {
    const now = this.clock.now();
    return this.database.tx(async (tx) => {
      const { insertId } = await insertRow(tx, RUN_TABLE, {
        ...FINISHED_RUN,
        userId: this.caller.userId,
        ...at(now),
        goals,
      });
      await execute(tx, 'UPDATE run SET scheduler_id = ? WHERE id = ?', [-insertId, insertId]);
      await watchGoals(tx, { userId: this.caller.userId, goals, now });
      return insertId;
    });
  }

  send({ runId, app, deviceId, outcome = 'sent', arm }: SentMessage): Promise<void> {
    const result: MessageResult = {
      ...{ pushId: PUSH, deviceId, occurrence: 0, language: 'en', outcome, code: null, detail: null },
      ...{ retryAt: null, waitsForApp: false, deadAt: null },
      ...(arm === undefined ? {} : { arm }),
    };
    const scope = { runId, appId: app.id, now: this.clock.now(), keepsLedger: true };
    return this.database.tx((tx) => recordSends(tx, scope, [result]));
  }

  click({ runId, app, deviceId }: SentMessage): Promise<void> {
    const row = { runId, pushId: PUSH, deviceId, kind: 'clicked' as const, appId: app.id, button: null };
    return this.database.tx((tx: Tx) =>
      insertRow(tx, RECEIPT_TABLE, { ...row, receivedAt: this.clock.now() }, 'ignore').then(() => undefined),
    );
  }

  /** Counts everything that has happened so far. */
  async count(): Promise<void> {
    this.clock.advance(MINUTE);
    await this.countDue();
  }

  async countDue(): Promise<void> {
    await this.services.conversionCounter.run(new AbortController().signal);
  }

  /** The non-zero sums by run, goal, arm and kind, such as 3 for `1 0 0 converted`. */
  async counts(): Promise<Record<string, number>> {
    const rows = await this.database.query<{
      k: string;
      run_id: number;
      goal: number;
      arm: number;
      kind: string;
      n: number;
      v: number;
    }>(
      'SELECT run_id, goal, arm, kind, SUM(count) AS n, SUM(value) AS v FROM arm_count GROUP BY run_id, goal, arm, kind',
    );
    const entries = rows.flatMap(({ run_id, goal, arm, kind, n, v }): [string, number][] => {
      const name = `${run_id} ${goal} ${arm} ${kind}`;
      return [
        [name, Number(n)],
        [`${name} value`, Number(v)],
      ];
    });
    return Object.fromEntries(entries.filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const at = (now: number) => ({ dueAt: now, createdAt: now, finishedAt: now });

/** Values for the columns of a run that tests do not check. */
export const FINISHED_RUN = {
  ...({ schedulerId: 0, kind: 'one-time', status: 'finished', statusReason: null, statusMessage: null } as const),
  ...{ statusCode: null, parts: null, audience: null, target: null, pushes: null, quietHours: null, speed: null },
  ...{ bestHour: null, experiment: null, winner: null, winnerReason: null, decidedAt: null, leftOut: 0 },
  ...{ plannedTotal: null, cancelCount: 0, cutIndex: 0, cutId: 0, historyDeletedAt: null },
} as const satisfies Partial<Run>;
