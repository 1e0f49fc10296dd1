import type { Database, Tx } from '../../database/database.js';
import { ApiKey, SCOPES, type Scope } from '../../entities/api-key.js';
import { AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { parseDelay } from '../../schedule/delay.js';
import { normalizeName } from '../../text/safe-name.js';
import { type Caller, includesScope, requireAdmin } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { checkIsAdmin } from '../members/member-service.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { checkKeyCount, endKeys, findFamily, findKeysOfMembers, insertApiKey, type MintedKey } from './write-keys.js';

export interface ApiKeyInput {
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** null if it never expires. */
  readonly expiresAt: Date | null;
}

/** Lets users manage their own API keys. `KeyService` finds the owner of a key. */
export class ApiKeyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Epoch ms: keys that expired by then are invalid. */
  now(): number {
    return this.clock.now();
  }

  /**
   * A key cannot grant scopes that it lacks, or create keys that outlive it; its own expiry is the default of
   * `expiresAt`. Neither limit applies to admins.
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
   * Creates a key with the same name, scopes and lifetime; the old one stays valid for the overlap. The new key expires
   * no later than the calling key, so a key cannot extend its own life.
   * @param overlap as in docs/rules.md#delay; null ends the old key at once.
   */
  rotate(caller: Caller, id: number, overlap: string | null): Promise<MintedKey> {
    const overlapMs = parseDelay(overlap);
    if (overlapMs === null) throw badInput('overlap', '`overlap` must be days, hours and minutes, such as "1d12h".');
    return this.changeKeys(caller, async (tx, parent) => {
      const old = await this.lock(tx, caller, id);
      // Read under the lock: a rotation that this one waited for has ended the key.
      const now = this.clock.now();
      checkRotatable(caller, old, now);
      const endsAt = Math.min(now + overlapMs, old.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      await tx.update(ApiKey, { id }, { expiresAt: new Date(endsAt) });
      const lifeMs = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
      const expiresAt = earlier(lifeMs === null ? null : new Date(now + lifeMs), endOf(parent));
      return this.mint(tx, caller, { name: old.name, scopes: old.scopes, expiresAt });
    });
  }

  /**
   * Takes effect at once in every process; the key's WebSockets are closed at their next check. Idempotent.
   * @param descendants also revokes every key created with it; use this if the key has leaked.
   * @returns how many keys this call revoked.
   */
  revoke(caller: Caller, id: number, { descendants }: { descendants: boolean }): Promise<number> {
    return this.changeKeys(caller, async (tx) => {
      checkRevocable(caller, await this.lock(tx, caller, id));
      return endKeys(tx, { ids: descendants ? await findFamily(tx, id) : [id], now: this.clock.now() });
    });
  }

  /** Returns the ids of valid keys by the member who made them, including keys made with these keys. */
  ofMembers(userId: number, memberIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const query = (sql: string, parameters: readonly unknown[]) =>
      this.database.query<{ member: number; id: number }>(sql, parameters);
    return findKeysOfMembers(query, { memberIds, userId, now: this.clock.now() });
  }

  /** Serialises changes of a user's keys, so that a key that was just revoked creates none. */
  private async changeKeys<T>(caller: Caller, work: (tx: Tx, parent: ApiKey | null) => Promise<T>): Promise<T> {
    if (caller.member) requireAdmin(caller);
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, caller.userId);
      return work(tx, await this.findParent(tx, caller));
    });
  }

  /** The calling key; null for an admin. @throws UNAUTHENTICATED or FORBIDDEN if that has just changed. */
  private async findParent(tx: Tx, { keyId, member }: Caller): Promise<ApiKey | null> {
    if (member) {
      await checkIsAdmin(tx, member.id);
      return null;
    }
    const parent = await tx.findOneByOrFail(ApiKey, { id: keyId ?? 0 });
    if (isOver(parent, this.clock.now()))
      throw new AppError('UNAUTHENTICATED', 'This API key has just expired or been revoked.');
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
  violations.check(lacking === undefined, 'scopes', `Your own key lacks the scope "${lacking}".`, 'SCOPE_LACKING');
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

/** A key cannot revoke a key that may do more. */
const checkRevocable = (caller: Caller, key: ApiKey): void => {
  const lacking = lackedBy(caller, key.scopes);
  if (lacking === undefined) return;
  throw badInput('id', `This key has the scope "${lacking}", which yours lacks; use one that has it.`, 'SCOPE_LACKING');
};

const lackedBy = (caller: Caller, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find((scope) => !includesScope(caller.scopes, scope));

const isOver = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now);

/** The calling key's expiry; null for never. */
const endOf = (parent: ApiKey | null): Date | null => parent?.expiresAt ?? null;

/** null means never. */
const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || b === null ? (a ?? b) : a < b ? a : b);
