import type { Database, Tx } from '../../database/database.js';
import { ApiKey, SCOPES, type Scope } from '../../entities/api-key.js';
import { AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { parseDelay } from '../../schedule/delay.js';
import { normalizeName } from '../../text/safe-name.js';
import { type Caller, requireAdmin } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { checkIsAdmin } from '../members/member-service.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { checkKeyCount, endKeys, findFamily, findKeysOfMembers, insertApiKey, type MintedKey } from './write-keys.js';

export interface ApiKeyInput {
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** null: without end. */
  readonly expiresAt: Date | null;
}

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

  /**
   * A key gives no scopes that it lacks itself, and ends no later than it does: left out, `expiresAt` is its own. Admins
   * give what they want.
   */
  create(caller: Caller, input: ApiKeyInput): Promise<MintedKey> {
    const now = this.clock.now();
    return this.changeKeys(caller, async (tx, parent) => {
      check(caller, input, { now, parent });
      const scopes = SCOPES.filter((scope) => input.scopes.includes(scope));
      const expiresAt = input.expiresAt ?? endOf(parent);
      return this.mint(tx, caller, { name: input.name && normalizeName(input.name), scopes, expiresAt });
    });
  }

  /**
   * A new key with the name, scopes and length of life of this one, which stays good for the overlap. The new one ends
   * no later than the key that asks: one that expires can renew itself for no longer than it had.
   * @param overlap as in docs/rules.md#delay; null: the old key ends at once.
   */
  rotate(caller: Caller, id: number, overlap: string | null): Promise<MintedKey> {
    const now = this.clock.now();
    const overlapMs = parseDelay(overlap);
    if (overlapMs === null) throw badInput('overlap', '`overlap` must be days, hours and minutes, such as "1d12h".');
    return this.changeKeys(caller, async (tx, parent) => {
      const old = await this.lock(tx, caller, id);
      checkRotatable(caller, old, now);
      const endsAt = Math.min(now + overlapMs, old.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      await tx.update(ApiKey, { id }, { expiresAt: new Date(endsAt) });
      const lifeMs = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
      const expiresAt = earlier(lifeMs === null ? null : new Date(now + lifeMs), endOf(parent));
      return this.mint(tx, caller, { name: old.name, scopes: old.scopes, expiresAt });
    });
  }

  /**
   * At once and in every process; WebSockets of the key are closed at their next check. Idempotent.
   * @param descendants also ends what the key has made, and what came of that: for a key that has leaked.
   * @returns how many keys were ended by this call.
   */
  revoke(caller: Caller, id: number, { descendants }: { descendants: boolean }): Promise<number> {
    return this.changeKeys(caller, async (tx) => {
      checkRevocable(caller, await this.lock(tx, caller, id));
      return endKeys(tx, { ids: descendants ? await findFamily(tx, id) : [id], now: this.clock.now() });
    });
  }

  /** Ids of good keys by the member who made them, with what those keys made. */
  ofMembers(userId: number, memberIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const query = (sql: string, parameters: readonly unknown[]) =>
      this.database.query<{ member: number; id: number }>(sql, parameters);
    return findKeysOfMembers(query, { memberIds, userId, now: this.clock.now() });
  }

  /** Whoever changes keys of a user takes turns, so that a key that has just been revoked makes none. */
  private async changeKeys<T>(caller: Caller, work: (tx: Tx, parent: ApiKey | null) => Promise<T>): Promise<T> {
    if (caller.member) requireAdmin(caller);
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, caller.userId);
      return work(tx, await this.findParent(tx, caller));
    });
  }

  /** The key that asks; null: an admin does. @throws UNAUTHENTICATED, or FORBIDDEN, for who has just ceased to be that. */
  private async findParent(tx: Tx, { keyId, member }: Caller): Promise<ApiKey | null> {
    if (member) {
      await checkIsAdmin(tx, member.id);
      return null;
    }
    const parent = await tx.findOneByOrFail(ApiKey, { id: keyId ?? 0 });
    if (isOver(parent, this.clock.now())) throw new AppError('UNAUTHENTICATED', 'This API key has just ended.');
    return parent;
  }

  private async mint(tx: Tx, { userId, keyId, member }: Caller, key: ApiKeyInput): Promise<MintedKey> {
    const now = this.clock.now();
    const minted = await insertApiKey(tx, {
      ...key,
      userId,
      parentId: keyId,
      member: member ?? null,
      createdAt: new Date(now),
    });
    await checkKeyCount(tx, userId, now);
    return minted;
  }

  private async lock(tx: Tx, caller: Caller, id: number): Promise<ApiKey> {
    await lockOwned(tx, this.database, { table: 'api_key', id, userId: caller.userId, noun: 'API key' });
    return tx.findOneByOrFail(ApiKey, { id });
  }
}

const check = (
  caller: Caller,
  { name, scopes, expiresAt }: ApiKeyInput,
  { now, parent }: { now: number; parent: ApiKey | null },
): void => {
  const violations = new Violations();
  if (name !== null) checkName(violations, 'name', name);
  violations.check(scopes.length > 0, 'scopes', '`scopes` must have at least one entry.', 'REQUIRED');
  const lacking = lackedBy(caller, scopes);
  violations.check(lacking === undefined, 'scopes', `Your key lacks the scope "${lacking}" itself.`, 'SCOPE_LACKING');
  const isInstant = expiresAt === null || !Number.isNaN(expiresAt.getTime());
  violations.check(isInstant, 'expires_at', '`expires_at` must be an instant such as 2026-11-21T09:00:00Z.');
  const isLater = expiresAt === null || !isInstant || expiresAt.getTime() > now;
  violations.check(isLater, 'expires_at', '`expires_at` must be in the future.');
  const end = endOf(parent);
  const outlives = expiresAt !== null && end !== null && expiresAt > end;
  const message = `\`expires_at\` must not be after the end of your own key, ${end?.toISOString()}.`;
  violations.check(!outlives, 'expires_at', message);
  violations.throwIfAny();
};

const checkRotatable = (caller: Caller, key: ApiKey, now: number): void => {
  if (isOver(key, now)) throw badInput('id', 'This key is revoked or has expired; create a new one.', 'ENDED');
  checkRevocable(caller, key);
};

/** A key cannot end what may do more than it may itself. */
const checkRevocable = (caller: Caller, key: ApiKey): void => {
  const lacking = lackedBy(caller, key.scopes);
  if (lacking === undefined) return;
  throw badInput('id', `This key has the scope "${lacking}", which yours lacks; use one that has it.`, 'SCOPE_LACKING');
};

const lackedBy = (caller: Caller, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find((scope) => !caller.scopes.includes(scope));

const isOver = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now);

/** Of the key that asks; null: never. */
const endOf = (parent: ApiKey | null): Date | null => parent?.expiresAt ?? null;

/** null is never. */
const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || b === null ? (a ?? b) : a < b ? a : b);
