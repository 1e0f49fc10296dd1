import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { Allowance } from '../fairness/in-flight-limiter.js';
import { toNumbers } from '../leases/claim-rows.js';
import { LeaseLost, type Leases } from '../leases/leases.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import { keepsLedger } from '../record/device-ledger.js';
import type { Late, MessageResult } from '../record/message-result.js';
import { type RetryRow, recordRetries } from '../record/record-retries.js';
import { withoutRetries } from '../record/run-retries.js';
import type { AppPauses, AppWithAccount } from './app-pauses.js';
import type { PageStop } from './page-stops.js';

export interface LateMessagesParts {
  readonly leases: Leases;
  readonly pauses: AppPauses;
  readonly finisher: RunFinisher;
}

/** The page that the late messages belong to. */
interface Origin {
  readonly app: AppWithAccount;
  readonly run: Pick<Run, 'id' | 'kind' | 'schedulerId' | 'userId' | 'experiment' | 'goals'>;
  readonly allowance: Allowance;
  readonly stop: Pick<PageStop, 'keep'>;
}

/**
 * Messages whose page did not wait for them. This process leases their rows of `retry_send` from the beginning, so no
 * other sends them again. Each keeps its part of the in-flight limit until its outcome is recorded.
 */
export class LateMessages {
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'publisher' | 'log'>,
    private readonly parts: LateMessagesParts,
  ) {}

  /** Call this after the page's checkpoint, before its allowance ends. */
  follow(origin: Origin, late: readonly Late[]): void {
    for (const message of late) {
      const giveBack = origin.allowance.keepOne();
      const release = origin.stop.keep();
      const work = this.settle(origin, message)
        .catch((err: unknown) => this.warn(origin, err))
        .finally(() => {
          giveBack();
          release();
          this.underWay.delete(work);
        });
      this.underWay.add(work);
    }
  }

  /** Waits until all are recorded, at most `mostMs`. Returns whether they are. */
  async recorded(mostMs: number): Promise<boolean> {
    const over = new AbortController();
    const timeout = sleep(mostMs, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([timeout, Promise.all(this.underWay)]);
    over.abort();
    return this.underWay.size === 0;
  }

  private async settle({ app, run }: Origin, { result, ended }: Late): Promise<void> {
    const { leases } = this.parts;
    const row = await this.findRow(app.id, run.id, result);
    // The checkpoint was rolled back, so there is nothing to record.
    if (!row) return;
    leases.add('retry_send', [{ id: row.id, appId: app.id }], row.lease_until);
    try {
      await this.record(row, await ended, keepsLedger(run, app.account));
    } finally {
      leases.release('retry_send', [row.id]);
    }
    this.deps.publisher.runChanged({ runId: run.id, schedulerId: run.schedulerId, userId: run.userId });
    await this.parts.pauses.recordOutcomes(app, { results: [await ended], pause: null });
    if (run.kind !== 'auto-push') await this.parts.finisher.finishIfDone(run.id);
  }

  private async findRow(appId: number, runId: number, result: MessageResult): Promise<LateRow | null> {
    const sql = `SELECT * FROM retry_send
      WHERE run_id = ? AND push_id = ? AND device_id = ? AND occurrence = ? AND app_id = ? AND lease_owner = ?`;
    const message = [runId, result.pushId, result.deviceId, result.occurrence, appId];
    const [row] = await this.deps.database.query<LateRow>(sql, [...message, this.parts.leases.owner]);
    return row ? toNumbers(row) : null;
  }

  private record(row: RetryRow, result: MessageResult, isLedgered: boolean): Promise<void> {
    const { database, clock } = this.deps;
    const { owner } = this.parts.leases;
    return database.tx(async (tx) => {
      const results = await withoutRetries(tx, row.run_id, [result]);
      const retried = results.map((last) => ({ row, result: last }));
      await recordRetries(tx, database.dialect, { owner, now: clock.now(), keepsLedger: isLedgered, retried });
    });
  }

  private warn({ app, run }: Origin, err: unknown): void {
    const level = err instanceof LeaseLost ? 'warn' : 'error';
    this.deps.log[level](
      { err, run_id: run.id, app_id: app.id },
      'the outcome of a late message could not be recorded; it is tried again after its lease',
    );
  }
}

type LateRow = RetryRow & { readonly lease_until: number };
