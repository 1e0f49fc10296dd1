import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { deletePart, FILE_PART, REJECTED_PART, readPart } from '../device-imports/import-files.js';

const ROWS_PER_PAGE = 200;

/** A text column in which external ids may appear, and how to page through the rows of an account. */
interface TextPlace {
  readonly table: string;
  readonly column: string;
  readonly key: 'id' | 'idempotency_key' | 'position';
  /** Ends with a condition on the account. */
  readonly from: string;
  /** The column holds the id itself; otherwise JSON with the id as a string. */
  readonly isPlain?: true;
}

const PLACES: readonly TextPlace[] = [
  { table: 'run', column: 'audience', key: 'id', from: 'run t WHERE t.user_id = ?' },
  { table: 'batch', column: 'targets', key: 'id', from: 'run r JOIN batch t ON t.run_id = r.id WHERE r.user_id = ?' },
  { table: 'campaign_draft', column: 'content', key: 'id', from: 'campaign_draft t WHERE t.user_id = ?' },
  {
    table: 'idempotency_key',
    column: 'response_body',
    key: 'idempotency_key',
    from: 'idempotency_key t WHERE t.user_id = ?',
  },
];

export interface ScrubbedUser {
  /** The account. */
  readonly userId: number;
  readonly externalUserId: string;
  /** Takes the place of the id, so that a list that named only this user does not become empty. */
  readonly alias: string;
}

/** Replaces the id in stored lists and texts of the account, page by page. Returns the number of changed rows. */
export const scrubTexts = async (database: Database, user: ScrubbedUser): Promise<number> => {
  let changed = await scrubFilters(database, user);
  for (const place of PLACES) changed += await scrubPlace(database, place, user);
  return changed;
};

const scrubFilters = async (database: Database, { userId, externalUserId, alias }: ScrubbedUser): Promise<number> => {
  const rows = await database.query<{ scheduler_id: number }>(
    `SELECT f.scheduler_id FROM scheduler s JOIN scheduler_filter f ON f.scheduler_id = s.id
     WHERE s.user_id = ? AND f.field = 'external_ids' AND f.value = ?`,
    [userId, externalUserId],
  );
  const sql = "UPDATE scheduler_filter SET value = ? WHERE scheduler_id = ? AND field = 'external_ids' AND value = ?";
  for (const { scheduler_id } of rows) {
    await database.tx((tx) => execute(tx, sql, [alias, scheduler_id, externalUserId]));
  }
  return rows.length;
};

interface TextRow {
  readonly id: number | string;
  readonly text: string;
}

/** A concurrent change of a row is not overwritten; the next round finds the row again. */
const scrubPlace = async (database: Database, place: TextPlace, user: ScrubbedUser): Promise<number> => {
  const { table, column, key } = place;
  const [wanted, replacement] = [user.externalUserId, user.alias].map((text) => JSON.stringify(text)) as [
    string,
    string,
  ];
  const owned = key === 'id' ? '' : 'AND user_id = ?';
  const write = `UPDATE ${table} SET ${column} = ? WHERE ${key} = ? AND ${column} = ? ${owned}`;
  let changed = 0;
  for await (const keys of keysOf(database, place, user.userId)) {
    const among = `SELECT ${key} AS id, ${column} AS text FROM ${table}
      WHERE ${key} IN ${inList(keys)} ${owned} AND INSTR(${column}, ?) > 0`;
    const owner = owned ? [user.userId] : [];
    for (const { id, text } of await database.query<TextRow>(among, [...keys, ...owner, wanted])) {
      const clean = text.replaceAll(wanted, replacement);
      changed += (await database.tx((tx) => execute(tx, write, [clean, id, text, ...owner]))).affected;
    }
    await nextTurn();
  }
  return changed;
};

async function* keysOf(
  database: Database,
  { key, from }: TextPlace,
  userId: number,
): AsyncGenerator<(number | string)[]> {
  for (let after: number | string = key === 'idempotency_key' ? '' : 0; ; ) {
    const sql = `SELECT t.${key} AS id FROM ${from} AND t.${key} > ? ORDER BY t.${key} LIMIT ${ROWS_PER_PAGE}`;
    const page: { id: number | string }[] = await database.query<{ id: number | string }>(sql, [userId, after]);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map(({ id }) => id);
    after = last.id;
  }
}

interface ImportRow {
  readonly id: number;
  readonly status: string;
  readonly sample: string;
}

const OVER: readonly string[] = ['finished', 'failed', 'cancelled'];

/**
 * Deletes the sample and the rejected lines of ended imports that contain one of the texts. Returns the number of
 * imports that still run and contain one.
 */
export const scrubImports = async (
  database: Database,
  { userId, texts }: { userId: number; texts: readonly string[] },
): Promise<{ readonly changed: number; readonly unfinished: number }> => {
  const rows = await database.query<ImportRow>(
    `SELECT id, status, sample FROM device_import
     WHERE user_id = ? AND (has_file = 1 OR rejected_bytes > 0 OR sample <> '[]')`,
    [userId],
  );
  const spelled = texts.flatMap(toSpellings);
  let [changed, unfinished] = [0, 0];
  for (const row of rows) {
    const inSample = spelled.some((text) => row.sample.includes(text));
    const parts: number[] = [];
    for (const part of [FILE_PART, REJECTED_PART]) {
      if (await partContains(database, { id: row.id, part }, spelled)) parts.push(part);
    }
    if (!inSample && parts.length === 0) continue;
    if (OVER.includes(row.status)) {
      await scrubImport(database, row.id, parts);
      changed += 1;
    } else unfinished += 1;
  }
  return { changed, unfinished };
};

/** Returns the spellings of a text in plain text, in JSON and in CSV. */
const toSpellings = (text: string): readonly string[] => [
  ...new Set([text, JSON.stringify(text).slice(1, -1), text.replaceAll('"', '""')]),
];

const scrubImport = async (database: Database, id: number, parts: readonly number[]): Promise<void> => {
  for (const part of parts) await deletePart(database, { importId: id, part });
  const rejected = parts.includes(REJECTED_PART) ? ', rejected_bytes = 0' : '';
  await database.tx((tx) => execute(tx, `UPDATE device_import SET sample = '[]'${rejected} WHERE id = ?`, [id]));
};

/** A text may lie across two rows of a part. */
const partContains = async (
  database: Database,
  { id, part }: { id: number; part: number },
  texts: readonly string[],
): Promise<boolean> => {
  const overlap = Math.max(...texts.map((text) => Buffer.byteLength(text)));
  let rest = Buffer.alloc(0);
  for await (const chunk of readPart(database, { importId: id, part, seq: 0 })) {
    const whole = Buffer.concat([rest, chunk]);
    if (texts.some((text) => whole.includes(text))) return true;
    rest = whole.subarray(Math.max(0, whole.length - overlap));
    await nextTurn();
  }
  return false;
};
