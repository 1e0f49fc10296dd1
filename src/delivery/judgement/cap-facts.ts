import { getOrInsert } from '../../collections.js';
import { amongIds } from '../../database/among-ids.js';
import type { Database } from '../../database/database.js';
import { insertSelected, parameter } from '../../database/write-rows.js';
import { END_USER_TABLE } from '../../entities/end-user.js';

/** The facts about a device that frequency caps use. */
export interface CapFacts {
  /** The number of its user; null: it has none. */
  readonly user: number | null;
  readonly zone: string | null;
}

interface Wanted {
  /** The account. */
  readonly userId: number;
  readonly appId: number;
}

type Reader = Pick<Database, 'rows' | 'dialect'>;

/**
 * For pages that were read without their devices. May also contain devices that were not requested.
 * @param numbers users without a row of `end_user` get numbers below 0 there, because nothing is counted for them yet.
 */
export const previewFacts = async (
  database: Reader,
  { numbers, ...wanted }: Wanted & { readonly numbers: Map<string, number> },
  ids: readonly number[],
): Promise<ReadonlyMap<number, CapFacts>> => {
  type Row = readonly [id: number, number: number | null, user: string | null, zone: string | null];
  const facts = new Map<number, CapFacts>();
  if (ids.length === 0) return facts;
  const rows = await readRows<Row>(database, wanted, { ids, columns: 'd.id, u.id, d.external_user_id, d.timezone' });
  for (const [id, number, user, zone] of rows) {
    const missing = user === null ? null : getOrInsert(numbers, user, () => -1 - numbers.size);
    facts.set(Number(id), { user: number === null ? missing : Number(number), zone });
  }
  return facts;
};

/**
 * The numbers of the users of devices; a device without a user is absent. May also contain devices that were not
 * requested. Gives users a row of `end_user` first, if their devices were registered by a release that wrote none.
 */
export const readUserNumbers = async (
  database: Reader & Pick<Database, 'tx'>,
  wanted: Wanted & { readonly now: number },
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const found = await readNumbers(database, wanted, ids);
  if (found.unnumbered.length === 0) return found.numbers;
  await createUsers(database, wanted, found.unnumbered);
  return (await readNumbers(database, wanted, ids)).numbers;
};

const readNumbers = async (database: Reader, wanted: Wanted, ids: readonly number[]) => {
  const numbers = new Map<number, number>();
  const unnumbered: number[] = [];
  const columns = 'd.id, u.id';
  const where = 'AND d.external_user_id IS NOT NULL';
  type Row = readonly [id: number, number: number | null];
  for (const [id, number] of await readRows<Row>(database, wanted, { ids, columns, where })) {
    if (number === null) unnumbered.push(Number(id));
    else numbers.set(Number(id), Number(number));
  }
  return { numbers, unnumbered };
};

interface Select {
  readonly ids: readonly number[];
  readonly columns: string;
  readonly where?: string;
}

/** Pages do not read these columns, because an account without caps should not pay for them. */
const readRows = <Row>(database: Reader, { userId, appId }: Wanted, { ids, columns, where = '' }: Select) => {
  const { dialect } = database;
  const { sql, parameters } = amongIds(dialect, 'd.id', ids);
  return database.rows<Row>(
    `SELECT ${columns} FROM device d ${dialect.forcePrimary}
     LEFT JOIN end_user u ON u.user_id = ? AND u.external_user_id = d.external_user_id
     WHERE d.app_id = ? AND ${sql} ${where}`,
    [userId, appId, ...parameters],
  );
};

/** A device that is missing was erased. */
const createUsers = (
  database: Reader & Pick<Database, 'tx'>,
  { userId, appId, now }: Wanted & { readonly now: number },
  ids: readonly number[],
): Promise<unknown> => {
  const among = database.dialect.among('d.id', [...ids]);
  const from = {
    sql: `device d WHERE d.app_id = ? AND ${among.sql} AND d.external_user_id IS NOT NULL`,
    parameters: [appId, ...among.parameters],
  };
  const own = { userId: parameter(userId), createdAt: parameter(now), updatedAt: parameter(now) };
  const values = { ...own, externalUserId: { sql: 'd.external_user_id', parameters: [] }, attributes: parameter(null) };
  return database.tx((tx) => insertSelected(tx, END_USER_TABLE, { values, from, onClash: 'ignore' }));
};
