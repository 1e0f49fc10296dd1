import { getOrInsert } from '../../collections.js';
import { amongIds } from '../../database/among-ids.js';
import type { Database } from '../../database/database.js';
import { insertSelected, parameter } from '../../database/write-rows.js';
import { END_USER_TABLE } from '../../entities/end-user.js';
import type { FrequencyCap } from '../../ports/frequency-caps.js';

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
  /** The caps decide which facts are read. */
  readonly caps: readonly FrequencyCap[];
}

/** May also contain devices that were not requested. */
type Facts = ReadonlyMap<number, CapFacts>;
type Reader = Pick<Database, 'rows' | 'dialect'>;

/** @param numbers users without a row of `end_user` get numbers below 0 there, because nothing is counted for them yet. */
export const previewFacts = async (
  database: Reader,
  { numbers, ...wanted }: Wanted & { readonly numbers: Map<string, number> },
  ids: readonly number[],
): Promise<Facts> => {
  const rows = await readRows(database, wanted, ids);
  return toFacts(rows, (user) => getOrInsert(numbers, user, () => -1 - numbers.size));
};

/** Gives users a row of `end_user` first, if their devices were registered by a release that wrote none. */
export const readFacts = async (
  database: Reader & Pick<Database, 'tx'>,
  wanted: Wanted & { readonly now: number },
  ids: readonly number[],
): Promise<Facts> => {
  const rows = await readRows(database, wanted, ids);
  const unnumbered = rows.filter(([, , user]) => user !== null).map(([id]) => Number(id));
  if (unnumbered.length === 0) return toFacts(rows);
  await createUsers(database, wanted, unnumbered);
  return toFacts(await readRows(database, wanted, ids));
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

/** A device, the number of its user, the id of a user that has no row of `end_user`, and its zone. */
type FactRow = readonly [id: number, number: number | null, unnumbered: string | null, zone: string | null];

/** Read only here, because an account without caps should not pay for columns of every device. */
const readRows = async (
  database: Reader,
  { userId, appId, caps }: Wanted,
  ids: readonly number[],
): Promise<readonly FactRow[]> => {
  const needsZone = caps.some(({ window }) => window.kind !== 'ROLLING');
  const needsUser = caps.some(({ subject }) => subject === 'USER');
  if (ids.length === 0 || (!needsZone && !needsUser)) return [];
  const { dialect } = database;
  const { sql, parameters } = amongIds(dialect, 'd.id', ids);
  const from = `FROM device d ${dialect.forcePrimary}`;
  const zone = needsZone ? 'd.timezone' : 'NULL';
  const where = `WHERE d.app_id = ? AND ${sql} ${needsZone ? '' : 'AND d.external_user_id IS NOT NULL'}`;
  if (!needsUser) {
    const zones = `SELECT d.id, NULL AS number, NULL AS unnumbered, ${zone} AS zone ${from} ${where}`;
    return database.rows<FactRow>(zones, [appId, ...parameters]);
  }
  return database.rows<FactRow>(
    `SELECT d.id, u.id AS number, CASE WHEN u.id IS NULL THEN d.external_user_id END AS unnumbered, ${zone} AS zone ${from}
     LEFT JOIN end_user u ON u.user_id = ? AND u.external_user_id = d.external_user_id ${where}`,
    [userId, appId, ...parameters],
  );
};

const toFacts = (rows: readonly FactRow[], numberOf: (user: string) => number | null = () => null): Facts => {
  const facts = new Map<number, CapFacts>();
  for (const [id, number, unnumbered, zone] of rows) {
    const missing = unnumbered === null ? null : numberOf(unnumbered);
    facts.set(Number(id), { user: number === null ? missing : Number(number), zone });
  }
  return facts;
};
