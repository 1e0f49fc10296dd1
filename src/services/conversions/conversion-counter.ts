import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { selectList } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import { GOAL_EVENT_TABLE, type GoalEvent } from '../../entities/goal-event.js';
import type { Clock } from '../../ports/clock.js';
import type { StatusPublisher } from '../../ports/status-publisher.js';
import { countEvents } from './count-events.js';

export interface ConversionCounterDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly publisher: Pick<StatusPublisher, 'runChanged'>;
}

/** Small enough to keep the transaction short, even for a person with many messages. */
const EVENTS_PER_STEP = 100;
/** The next job, some seconds later, does the rest. */
const TURN_MS = 4_000;

/** Compares settled events with the messages before them, and counts conversions, opt-outs and retirements. */
export class ConversionCounter {
  constructor(private readonly deps: ConversionCounterDeps) {}

  async run(signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    while (!signal.aborted && performance.now() < endsAt) {
      if ((await this.step()) < EVENTS_PER_STEP) return;
      // SQLite answers synchronously, so other work gets a turn of the event loop.
      await nextTurn();
    }
  }

  /** Counts a few events in one transaction, so that none is counted twice. Returns how many. */
  private async step(): Promise<number> {
    const { database, clock, publisher } = this.deps;
    const { taken, runs } = await database.tx(async (tx) => {
      const rows = await this.claim(tx);
      return { taken: rows.length, runs: rows.length === 0 ? [] : await countEvents(tx, rows, clock.now()) };
    });
    for (const { runId, schedulerId, userId } of runs) publisher.runChanged({ runId, schedulerId, userId });
    return taken;
  }

  /** Another worker skips the rows until the commit, which deletes them. */
  private async claim(tx: Tx): Promise<RowOf<GoalEvent>[]> {
    const { database, clock } = this.deps;
    const sql = `SELECT id, ${selectList(GOAL_EVENT_TABLE)} FROM goal_event WHERE due_at <= ?
      ORDER BY due_at LIMIT ${EVENTS_PER_STEP} ${database.dialect.skipLocked}`;
    const rows = await select<RowOf<GoalEvent>>(tx, sql, [clock.now()]);
    const ids = rows.map(({ id }) => Number(id));
    if (ids.length > 0) await execute(tx, `DELETE FROM goal_event WHERE id IN ${inList(ids)}`, ids);
    return rows;
  }
}
