import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, execute, select, type Tx } from '../database/database.js';
import { insertRow } from '../database/write-rows.js';
import type { RowOf } from '../entities/column-types.js';
import { IDEMPOTENCY_KEY_TABLE, type IdempotencyKey } from '../entities/idempotency-key.js';
import { AppError } from '../errors.js';
import type { Clock } from '../ports/clock.js';

/** One request with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  /** SHA-256 of method, path and body, hex. */
  readonly hash: string;
}

/**
 * Proves that a request holds the key. The time is unique: a request that takes over the key adds two minutes to the stored
 * time, however the processes' clocks differ.
 */
export interface Claim extends KeyedRequest {
  readonly claimedAt: number;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

const RETENTION_MS = 24 * 60 * 60 * 1000;
/** Hardly any request takes this long: its process has most likely ended, and the next request may take over. */
const ABANDONED_MS = 2 * 60 * 1000;

/** A repeat waits this long for the answer of the first request, and looks for it at growing intervals. */
const WAIT_MS = 5_000;
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 250;

type Claimed = { readonly claim: Claim } | { readonly answer: StoredAnswer };

/** Stores the first answer to a request for its repeats (docs/rules.md#idempotency). */
export class IdempotencyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a claim for the first request, which must be carried out and then settled or released; otherwise the first
   * answer.
   * @throws CONFLICT if the key was used for another request, or the first is still running after a few seconds.
   */
  async claim(request: KeyedRequest): Promise<Claimed> {
    const endsAt = performance.now() + WAIT_MS;
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS)) {
      const claimed = await this.tryToClaim(request);
      if (claimed !== null) return claimed;
      if (performance.now() >= endsAt) break;
      await sleep(lookMs);
    }
    const message = 'The first request with this Idempotency-Key is still in progress; try again.';
    throw new AppError('CONFLICT', message, { retryAfterSeconds: 1 });
  }

  /** null: the first request is still running. */
  private tryToClaim(request: KeyedRequest): Promise<Claimed | null> {
    return this.database.tx(async (tx) => {
      const claim = { ...request, claimedAt: this.clock.now() };
      if (await this.insert(tx, claim)) return { claim };
      const row = await this.lock(tx, request);
      const age = claim.claimedAt - Number(row?.created_at ?? 0);
      const answered = row?.response_status !== null;
      if (!row || age >= RETENTION_MS || (!answered && age >= ABANDONED_MS)) {
        await this.takeOver(tx, claim);
        return { claim };
      }
      if (row.request_hash !== request.hash) {
        throw new AppError('CONFLICT', 'This Idempotency-Key was used for another request; use a new one.');
      }
      if (!answered) return null;
      return { answer: { status: Number(row.response_status), body: row.response_body ?? '' } };
    });
  }

  /** Ignores a claim that another request has taken over. */
  async settle(claim: Claim, answer: StoredAnswer): Promise<void> {
    await this.database.tx((tx) => this.write(tx, claim, answer));
  }

  /** Settles in the transaction of the work. @throws CONFLICT if the claim is lost; the work must be rolled back. */
  async settleWith(tx: Tx, claim: Claim, answer: StoredAnswer): Promise<void> {
    if (await this.write(tx, claim, answer)) return;
    const message = 'The request with this Idempotency-Key took too long; try again.';
    throw new AppError('CONFLICT', message, { retryAfterSeconds: 1 });
  }

  private async write(tx: Tx, claim: Claim, { status, body }: StoredAnswer): Promise<boolean> {
    const sql = `UPDATE idempotency_key SET response_status = ?, response_body = ?
      WHERE ${OF_CLAIM} AND response_status IS NULL`;
    return (await execute(tx, sql, [status, body, ...keyOf(claim)])).affected === 1;
  }

  /** Releases the key after an internal failure, so that a repeat is carried out. */
  async release(claim: Claim): Promise<void> {
    const sql = `DELETE FROM idempotency_key WHERE ${OF_CLAIM} AND response_status IS NULL`;
    await this.database.tx((tx) => execute(tx, sql, keyOf(claim)));
  }

  private async insert(tx: Tx, { userId, key, hash, claimedAt }: Claim): Promise<boolean> {
    const unanswered = { responseStatus: null, responseBody: null };
    const row = { userId, idempotencyKey: key, requestHash: hash, ...unanswered, createdAt: claimedAt };
    return (await insertRow(tx, IDEMPOTENCY_KEY_TABLE, row, 'ignore')).affected === 1;
  }

  private async lock(tx: Tx, { userId, key }: KeyedRequest): Promise<KeyRow | undefined> {
    const [row] = await select<KeyRow>(
      tx,
      `SELECT request_hash, response_status, response_body, created_at FROM idempotency_key
       WHERE user_id = ? AND idempotency_key = ? ${this.database.dialect.forUpdate}`,
      [userId, key],
    );
    return row;
  }

  private async takeOver(tx: Tx, { userId, key, hash, claimedAt }: Claim): Promise<void> {
    const sql = `UPDATE idempotency_key SET request_hash = ?, created_at = ?, response_status = NULL,
                 response_body = NULL WHERE user_id = ? AND idempotency_key = ?`;
    await execute(tx, sql, [hash, claimedAt, userId, key]);
  }
}

const OF_CLAIM = 'user_id = ? AND idempotency_key = ? AND request_hash = ? AND created_at = ?';

const keyOf = ({ userId, key, hash, claimedAt }: Claim) => [userId, key, hash, claimedAt];

type KeyRow = Pick<RowOf<IdempotencyKey>, 'request_hash' | 'response_status' | 'response_body' | 'created_at'>;
