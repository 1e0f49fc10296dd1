import type { Keyring } from '../../crypto/keyring.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertSelected, parameter } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import { SIGN_IN_PLACE_TABLE, type SignInPlace } from '../../entities/sign-in-place.js';
import type { Clock } from '../../ports/clock.js';
import { toAddressKey } from '../rate-limits/address-key.js';
import { normalizeEmail } from './member-rules.js';

/** A member who travels keeps the latest networks. */
const MAX_PLACES = 20;
const DAY_MS = 86_400_000;
const PURPOSE = 'sign-in-place';

type PlaceRow = Pick<RowOf<SignInPlace>, 'id' | 'member_id' | 'hash' | 'last_at'>;

export interface KnownPlacesDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** null if this process has no sign-in, as on the command line. */
  readonly keyring: Keyring | null;
}

/** The networks from which members have signed in. They survive restarts and are shared by every process. */
export class KnownPlaces {
  constructor(private readonly deps: KnownPlacesDeps) {}

  /**
   * Whether the member with this e-mail address has signed in from this network. Uses one query, whether or not the
   * member exists.
   */
  async isKnown(email: string, address: string): Promise<boolean> {
    const rows = await this.deps.database.query<PlaceRow>(
      `SELECT p.id, p.member_id, p.hash, p.last_at FROM sign_in_place p JOIN member m ON m.id = p.member_id
       WHERE m.email = ?`,
      [normalizeEmail(email)],
    );
    return rows.some((row) => this.isAt(row, address));
  }

  /** Records a sign-in from this network. */
  async note(tx: Tx, memberId: number, address: string): Promise<void> {
    const { keyring, clock } = this.deps;
    if (keyring === null) return;
    const now = clock.now();
    const sql =
      'SELECT id, member_id, hash, last_at FROM sign_in_place WHERE member_id = ? ORDER BY last_at DESC, id DESC';
    const places = await select<PlaceRow>(tx, sql, [memberId]);
    const known = places.find((row) => this.isAt(row, address));
    const hash = keyring.sign(PURPOSE, toData(memberId, address));
    if (!known) return this.insert(tx, { memberId, hash, now, places });
    // Skips known networks, unless they were stored under the previous master key, which will be removed.
    if (known.hash === hash && now - Number(known.last_at) < DAY_MS) return;
    await execute(tx, 'UPDATE sign_in_place SET hash = ?, last_at = ? WHERE id = ?', [hash, now, known.id]);
  }

  private async insert(
    tx: Tx,
    { memberId, hash, now, places }: { memberId: number; hash: string; now: number; places: readonly PlaceRow[] },
  ): Promise<void> {
    const old = places.slice(MAX_PLACES - 1).map(({ id }) => Number(id));
    if (old.length > 0) await execute(tx, `DELETE FROM sign_in_place WHERE id IN ${inList(old)}`, old);
    // Two concurrent sign-ins from one network leave one row.
    await insertSelected(tx, SIGN_IN_PLACE_TABLE, {
      values: {
        userId: { sql: 'user_id', parameters: [] },
        memberId: { sql: 'id', parameters: [] },
        hash: parameter(hash),
        lastAt: parameter(now),
      },
      from: { sql: 'member WHERE id = ?', parameters: [memberId] },
      onClash: 'ignore',
    });
  }

  private isAt({ member_id, hash }: PlaceRow, address: string): boolean {
    return this.deps.keyring?.verify(PURPOSE, toData(Number(member_id), address), hash) ?? false;
  }
}

const toData = (memberId: number, address: string): string => `${memberId} ${toAddressKey(address)}`;
