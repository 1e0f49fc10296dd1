import { commandLine } from '../../build-info.js';
import { credentialsContext } from '../../catalogue/credential-vault.js';
import { identityContext } from '../../catalogue/identity-vault.js';
import type { Keyring } from '../../crypto/keyring.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { ConfigError } from '../../errors.js';
import { erasureContext } from '../erasures/tombstones.js';
import { webhookContext } from '../webhooks/webhook-secrets.js';

export interface SealedColumn {
  readonly table: string;
  /** Contains null or the output of `Keyring.seal`. */
  readonly column: string;
  /** The context of the row with this id: see `Keyring.seal`. */
  context(id: number): string;
}

/** Everything in the database that the master key seals; a key change must cover all of it. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'app', column: 'credentials', context: credentialsContext },
  { table: 'app', column: 'identity_secrets', context: identityContext },
  { table: 'user_account', column: 'erasure_key', context: erasureContext },
  { table: 'webhook', column: 'secrets', context: webhookContext },
];

/** The number of sealed values to try in a database that does not record its required key. */
const SAMPLE = 20;
const PAGE = 100;
/** Limits the passes, in case a process keeps sealing with the previous key. */
const MAX_PASSES = 10;

/**
 * The first start records which master key the database needs, and later starts check it. If processes with different
 * keys start at once, one wins.
 * @throws ConfigError for a key that cannot open the stored values.
 */
export const checkMasterKey = async (database: Database, keyring: Keyring, now: number): Promise<void> => {
  const noted = await database.query<{ key_id: string }>('SELECT key_id FROM sealing_key');
  if (isSettled(noted, keyring)) return;
  await database.tx(async (tx) => {
    await takeTurn(tx, database);
    const rows = await select<{ key_id: string }>(tx, 'SELECT key_id FROM sealing_key');
    const needed = rows.length > 0 ? rows.map((row) => row.key_id) : await findKeysInUse(tx, keyring);
    refuseUnlessHeld(needed, keyring);
    const missing = [...new Set([...needed, keyring.id])].filter((id) => !rows.some((row) => row.key_id === id));
    for (const id of missing) {
      await execute(tx, 'INSERT INTO sealing_key (key_id, created_at) VALUES (?, ?)', [id, now]);
    }
  });
};

export interface Resealed {
  readonly resealed: number;
  /** Values that neither key opens, as `table id`. They stay unchanged. */
  readonly unreadable: readonly string[];
}

/**
 * Reseals everything with the current key, in short transactions while the service runs; concurrent changes survive.
 * After an interruption it can be repeated. When it ends, the previous key is no longer needed.
 * @param onProgress how many values have been resealed so far.
 */
export const resealAll = async (
  database: Database,
  keyring: Keyring,
  onProgress: (resealed: number) => void,
): Promise<Resealed> => {
  let resealed = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const unreadable: string[] = [];
    let left = 0;
    for (const column of SEALED_COLUMNS) {
      for await (const page of pagesOf(database, column)) {
        const done = await resealPage(database, { keyring, column, page });
        resealed += done.changed;
        left += done.changed + done.lost;
        unreadable.push(...done.unreadable);
        if (done.changed > 0) onProgress(resealed);
      }
    }
    // A second pass finds values that were sealed behind the first.
    if (left > 0) continue;
    await database.tx((tx) => endFormerKeys(tx, database, keyring));
    return { resealed, unreadable };
  }
  throw new ConfigError(
    'MASTER_KEY',
    'other processes still seal with the previous key; restart them with the new one first.',
  );
};

const isSettled = (noted: readonly { key_id: string }[], { id, ids }: Keyring): boolean =>
  noted.some((row) => row.key_id === id) && noted.every((row) => ids.includes(row.key_id));

/** Every reader of the keys takes this lock: an INSERT into an empty table would not make the others wait. */
const takeTurn = (tx: Tx, database: Database): Promise<number> => takeIds(tx, database, 'sealing_key');

/** @throws ConfigError if there are sealed values and neither key opens any of them. */
const findKeysInUse = async (tx: Tx, keyring: Keyring): Promise<string[]> => {
  const found: string[] = [];
  let sealed = 0;
  for (const column of SEALED_COLUMNS) {
    const rows = await select<SealedRow>(tx, pageSql(column, { limit: SAMPLE, latestFirst: true }), [0]);
    sealed += rows.length;
    for (const row of rows) found.push(...[keyOf(keyring, column, row) ?? []].flat());
  }
  if (sealed > 0 && found.length === 0) throw wrongKey();
  // The sample may miss values that an earlier key change left.
  return sealed === 0 ? [] : [...new Set([...found, ...keyring.ids])];
};

const refuseUnlessHeld = (needed: readonly string[], { ids }: Keyring): void => {
  if (needed.every((id) => ids.includes(id))) return;
  if (needed.length === 1 || !needed.some((id) => ids.includes(id))) throw wrongKey();
  throw new ConfigError(
    'MASTER_KEY_PREVIOUS',
    `this database is changing its master key; set MASTER_KEY to the new one and MASTER_KEY_PREVIOUS to the previous one until \`${commandLine('master-key reseal')}\` has finished.`,
  );
};

const wrongKey = (): ConfigError =>
  new ConfigError(
    'MASTER_KEY',
    'does not open the values of this database; set the key that sealed them (with SQLite the file master.key beside the database), or set that key as MASTER_KEY_PREVIOUS to change keys.',
  );

interface SealedRow {
  readonly id: number;
  readonly sealed: string;
}

const pageSql = (
  { table, column }: SealedColumn,
  { limit, latestFirst }: { limit: number; latestFirst: boolean },
): string =>
  `SELECT id, ${column} AS sealed FROM ${table} WHERE id > ? AND ${column} IS NOT NULL
   ORDER BY id ${latestFirst ? 'DESC' : 'ASC'} LIMIT ${limit}`;

async function* pagesOf(database: Database, column: SealedColumn): AsyncGenerator<readonly SealedRow[]> {
  for (let after = 0; ; ) {
    const page = await database.query<SealedRow>(pageSql(column, { limit: PAGE, latestFirst: false }), [after]);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = Number(last.id);
  }
}

/** Stored values that neither key opens, as `table id`. */
export const findUnreadable = async (database: Database, keyring: Keyring): Promise<string[]> => {
  const unreadable: string[] = [];
  for (const column of SEALED_COLUMNS) {
    for await (const page of pagesOf(database, column)) {
      const lost = page.filter((row) => keyOf(keyring, column, row) === null);
      unreadable.push(...lost.map(({ id }) => `${column.table} ${id}`));
    }
  }
  return unreadable;
};

/** `lost`: another writer changed it between the read and the write. */
const resealPage = async (
  database: Database,
  { keyring, column, page }: { keyring: Keyring; column: SealedColumn; page: readonly SealedRow[] },
): Promise<{ changed: number; lost: number; unreadable: string[] }> => {
  const former = page.filter(({ sealed }) => !keyring.isPresent(sealed));
  const readable = former.filter((row) => keyOf(keyring, column, row) !== null);
  const unreadable = former.filter((row) => !readable.includes(row)).map(({ id }) => `${column.table} ${id}`);
  if (readable.length === 0) return { changed: 0, lost: 0, unreadable };
  const sql = `UPDATE ${column.table} SET ${column.column} = ? WHERE id = ? AND ${column.column} = ?`;
  const changed = await database.tx(async (tx) => {
    let count = 0;
    for (const { id, sealed } of readable) {
      const context = column.context(Number(id));
      const fresh = keyring.seal(keyring.open(sealed, context), context);
      count += (await execute(tx, sql, [fresh, id, sealed])).affected;
    }
    return count;
  });
  return { changed, lost: readable.length - changed, unreadable };
};

/** null if neither key opens it. */
const keyOf = (keyring: Keyring, column: SealedColumn, { id, sealed }: SealedRow): string | null => {
  try {
    return keyring.keyOf(sealed, column.context(Number(id)));
  } catch {
    return null;
  }
};

const endFormerKeys = async (tx: Tx, database: Database, keyring: Keyring): Promise<void> => {
  await takeTurn(tx, database);
  await execute(tx, 'DELETE FROM sealing_key WHERE key_id <> ?', [keyring.id]);
};
