import { IsNull } from 'typeorm';
import { generateApiKey, prefixOf, sha256 } from '../../crypto/secrets.js';
import type { Database, Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { ApiKey, FULL_SCOPES, SCOPES, type Scope } from '../../entities/api-key.js';
import type { RowOf } from '../../entities/column-types.js';
import { UserAccount } from '../../entities/user-account.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { isWithin } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { lockCatalogue } from '../locks.js';
import { FIRST_ACCOUNT_NAME } from '../users/account-name.js';
import { checkKeyCount, endKeys, findFamily, insertApiKey } from './write-keys.js';

type KeyRow = Pick<RowOf<ApiKey>, 'id' | 'user_id' | 'scopes' | 'prefix'> &
  Pick<RowOf<UserAccount>, 'suspended' | 'suspended_by'>;

export interface RevokedKey {
  readonly key: ApiKey;
  /** The number of keys that this call has revoked. */
  readonly ended: number;
}

export interface NewKey {
  readonly userId: number;
  readonly apiKey: string;
}

/** Users and their API keys. */
export class KeyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses one indexed lookup and no cache, so a revoked key is refused at once in every process.
   * @throws UNAUTHENTICATED for a missing, unknown, expired or revoked key, FORBIDDEN for a suspended user.
   */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const caller = await this.authenticateToResume(authorization);
    if (caller.suspended) throw suspended('resume it with the mutation `userResume`');
    return caller;
  }

  /** Lets users resume themselves; refuses only users whom the operator suspended. */
  async authenticateToResume(authorization: string | undefined): Promise<Caller> {
    const key = /^Bearer +([\x21-\x7e]{16,255}) *$/i.exec(authorization ?? '')?.[1];
    const row = key ? await this.findValid(sha256(key)) : null;
    if (!row) throw new AppError('UNAUTHENTICATED', 'Send a valid API key as "Authorization: Bearer <API_KEY>".');
    if (row.suspended && row.suspended_by !== 'user') throw suspended('contact the operator');
    const { id, user_id, scopes, prefix } = row;
    const caller = {
      userId: Number(user_id),
      keyId: Number(id),
      scopes: scopes.split(',') as Scope[],
      keyPrefix: prefix,
    };
    return row.suspended ? { ...caller, suspended: true } : caller;
  }

  createUser(name: string): Promise<NewKey> {
    return this.database.tx((tx) => this.insertUser(tx, name, generateApiKey()));
  }

  /** Creates the first user on an empty database; returns null if there is one. */
  bootstrap(apiKey: string | null): Promise<NewKey | null> {
    return this.database.tx(async (tx) => {
      if (await tx.exists(UserAccount)) return null;
      // If several processes start at once on an empty database, one creates the user and the others wait here.
      await takeIds(tx, this.database, 'bootstrap');
      if (await tx.exists(UserAccount)) return null;
      return this.insertUser(tx, FIRST_ACCOUNT_NAME, apiKey ?? generateApiKey());
    });
  }

  createKey(userId: number, scopes: readonly string[] = FULL_SCOPES): Promise<NewKey> {
    return this.database.tx(async (tx) => {
      if (!(await tx.existsBy(UserAccount, { id: userId, deletedAt: IsNull() }))) throw notFound('user');
      await lockCatalogue(tx, this.database, userId);
      const made = await this.insertKey(tx, { userId, apiKey: generateApiKey(), scopes: checkScopes(scopes) });
      await checkKeyCount(tx, userId, this.clock.now());
      return made;
    });
  }

  /**
   * @param prefix the beginning of the key, long enough to be unique.
   * @param descendants also revokes every key made from it: see `ApiKeyService.revoke`.
   */
  async revokeKey(prefix: string, { descendants = false } = {}): Promise<RevokedKey> {
    if (prefix.length < 8) throw badInput('prefix', 'Give at least the first 8 characters of the key.');
    return this.database.tx(async (tx) => {
      const candidates = await tx.findBy(ApiKey, [{ prefix: prefix.slice(0, 12) }, { prefix: prefixOf(prefix) }]);
      // An invalid key is found too, if its descendants are to be revoked.
      const [key, second] = candidates.filter((candidate) => descendants || !candidate.revokedAt);
      if (!key) throw notFound('active key with this prefix');
      if (second) throw badInput('prefix', 'Several keys start with these characters; give more.');
      await lockCatalogue(tx, this.database, key.userId);
      const ids = descendants ? await findFamily(tx, key.id) : [key.id];
      return { key, ended: await endKeys(tx, { ids, now: this.clock.now() }) };
    });
  }

  private async findValid(hash: string): Promise<KeyRow | undefined> {
    const [row] = await this.database.query<KeyRow>(
      `SELECT k.id, k.user_id, k.scopes, k.prefix, u.suspended, u.suspended_by FROM api_key k JOIN user_account u ON u.id = k.user_id
       WHERE k.hash = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)
         AND u.deleted_at IS NULL`,
      [hash, this.clock.now()],
    );
    return row;
  }

  private async insertUser(tx: Tx, name: string, apiKey: string): Promise<NewKey> {
    if (!name.trim() || !isWithin(name, 255))
      throw badInput('name', 'The name of a user must have 1 to 255 characters.');
    const user = await tx.save(UserAccount, { name, suspended: false, createdAt: new Date(this.clock.now()) });
    return this.insertKey(tx, { userId: user.id, apiKey, scopes: FULL_SCOPES });
  }

  private async insertKey(tx: Tx, key: { userId: number; apiKey: string; scopes: readonly Scope[] }): Promise<NewKey> {
    const createdAt = new Date(this.clock.now());
    await insertApiKey(tx, { ...key, parentId: null, member: null, name: null, createdAt, expiresAt: null });
    return { userId: key.userId, apiKey: key.apiKey };
  }
}

const suspended = (advice: string): AppError => new AppError('FORBIDDEN', `This account is suspended; ${advice}.`);

const checkScopes = (scopes: readonly string[]): Scope[] => {
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined || scopes.length === 0) {
    throw badInput('scopes', `Scopes are one or more of ${SCOPES.join(', ')}, joined by commas.`);
  }
  return SCOPES.filter((scope) => scopes.includes(scope));
};
