import type { Database, Tx } from '../database/database.js';
import { ApiKey, SCOPES, type Scope } from '../entities/api-key.js';
import { badInput } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import { parseDelay } from '../schedule/delay.js';
import type { Caller } from './caller.js';
import type { ApiKeyInput } from './inputs/api-key-input.js';
import { insertApiKey, type MintedKey } from './insert-api-key.js';
import { lockOwned } from './lock-owned.js';
import { checkName } from './rules/text-rules.js';
import { Violations } from './rules/violations.js';

/** What users do with their own API keys. Who a key belongs to is `KeyService`. */
export class ApiKeyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Epoch ms: what has expired by then is no longer good. */
  now(): number {
    return this.clock.now();
  }

  /** A key gives no scopes that it lacks itself. */
  create(caller: Caller, input: ApiKeyInput): Promise<MintedKey> {
    const createdAt = new Date(this.clock.now());
    check(caller, input, createdAt);
    const scopes = SCOPES.filter((scope) => input.scopes.includes(scope));
    return this.database.tx((tx) => insertApiKey(tx, { ...input, userId: caller.userId, scopes, createdAt }));
  }

  /**
   * A new key with the name, scopes and length of life of this one, which stays good for the overlap.
   * @param overlap as in decision 9; null: the old key ends at once.
   */
  rotate(caller: Caller, id: number, overlap: string | null): Promise<MintedKey> {
    const now = this.clock.now();
    const overlapMs = parseDelay(overlap);
    if (overlapMs === null) throw badInput('overlap', '`overlap` must be days, hours and minutes, such as "1d12h".');
    return this.database.tx(async (tx) => {
      const old = await this.lock(tx, caller, id);
      checkRotatable(caller, old, now);
      const { userId, name, scopes } = old;
      const lifeMs = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
      const expiresAt = lifeMs === null ? null : new Date(now + lifeMs);
      const minted = await insertApiKey(tx, { userId, name, scopes, createdAt: new Date(now), expiresAt });
      const endsAt = Math.min(now + overlapMs, old.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      await tx.update(ApiKey, { id }, { expiresAt: new Date(endsAt) });
      return minted;
    });
  }

  /** At once and in every process; WebSockets of the key are closed at their next check. Idempotent. */
  revoke(caller: Caller, id: number): Promise<void> {
    return this.database.tx(async (tx) => {
      const { revokedAt } = await this.lock(tx, caller, id);
      if (!revokedAt) await tx.update(ApiKey, { id }, { revokedAt: new Date(this.clock.now()) });
    });
  }

  private async lock(tx: Tx, caller: Caller, id: number): Promise<ApiKey> {
    await lockOwned(tx, this.database, { table: 'api_key', id, userId: caller.userId, noun: 'API key' });
    return tx.findOneByOrFail(ApiKey, { id });
  }
}

const check = (caller: Caller, { name, scopes, expiresAt }: ApiKeyInput, now: Date): void => {
  const violations = new Violations();
  if (name !== null) checkName(violations, 'name', name);
  violations.check(scopes.length > 0, 'scopes', '`scopes` must have at least one entry.');
  const lacking = lackedBy(caller, scopes);
  violations.check(lacking === undefined, 'scopes', `Your key lacks the scope "${lacking}" itself.`, 'SCOPE_LACKING');
  violations.check(expiresAt === null || expiresAt > now, 'expires_at', '`expires_at` must be in the future.');
  violations.throwIfAny();
};

const checkRotatable = (caller: Caller, key: ApiKey, now: number): void => {
  if (key.revokedAt || (key.expiresAt && key.expiresAt.getTime() <= now)) {
    throw badInput('id', 'This key is revoked or has expired; create a new one.', 'ENDED');
  }
  const lacking = lackedBy(caller, key.scopes);
  if (lacking === undefined) return;
  throw badInput('id', `This key has the scope "${lacking}", which yours lacks; use one that has it.`, 'SCOPE_LACKING');
};

const lackedBy = (caller: Caller, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find((scope) => !caller.scopes.includes(scope));
