import { hash } from 'node:crypto';
import { type Database, dialectOf, execute, select, type Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { inList } from '../../database/in-list.js';
import type { SqlFragment } from '../../database/sql.js';
import { insertRows } from '../../database/write-rows.js';
import { CAP_SUBJECT_TABLE, type CapSubject } from '../../entities/cap-subject.js';
import type { RowOf } from '../../entities/column-types.js';

/** A message that a row of `cap_subject` counts: epoch ms, the message, the key of its category or ''. */
export type CountedSend = readonly [at: number, message: string, category: string];

export type SendsBySubject = Map<string, CountedSend[]>;

/** Identifies a message, so that a repeated try finds its own reservation. */
interface CountedMessage {
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
}

export const messageKeyOf = ({ runId, pushId, deviceId, occurrence }: CountedMessage): string =>
  [runId, pushId, deviceId, occurrence].map((id) => id.toString(36)).join('.');

/** The row of a user, of a device without one, or of an application. */
export const subjectHash = (
  userId: number,
  subject: { readonly user: string } | { readonly device: number } | { readonly app: number; readonly shard: number },
): string => hash('sha256', `${userId}.${JSON.stringify(subject)}`, 'base64url').slice(0, 22);

/** Locks the rows of all subjects in one order, so that no two transactions wait for each other. */
export const lockSends = async (
  tx: Tx,
  { userId, subjects, now }: { userId: number; subjects: readonly string[]; now: number },
): Promise<SendsBySubject> => {
  const sends = await readSends(tx, userId, subjects);
  const missing = dialectOf(tx).writesSideBySide ? subjects.filter((subject) => !sends.has(subject)) : [];
  if (missing.length === 0) return sends;
  // Another transaction may insert the same rows first; this one then waits for it and reads them again.
  const rows = missing.toSorted().map((subject) => ({ userId, subject, sends: '[]', expiresAt: now }));
  const onClash = dialectOf(tx).upsert(['user_id', 'subject'], () => 'expires_at = cap_subject.expires_at');
  await insertRows(tx, CAP_SUBJECT_TABLE, rows, onClash);
  return new Map([...sends, ...(await readSends(tx, userId, missing))]);
};

const readSends = async (tx: Tx, userId: number, subjects: readonly string[]): Promise<SendsBySubject> => {
  const { sql, parameters } = selectSends(dialectOf(tx), { userId, subjects });
  return toSends(await select<SendsRow>(tx, `${sql} ${dialectOf(tx).forUpdate}`, parameters));
};

/** Reads without locks, for previews. */
export const previewSends = async (
  database: Pick<Database, 'query' | 'dialect'>,
  of: { userId: number; subjects: readonly string[] },
): Promise<SendsBySubject> => {
  const { sql, parameters } = selectSends(database.dialect, of);
  return toSends(await database.query<SendsRow>(sql, parameters));
};

type SendsRow = Pick<RowOf<CapSubject>, 'subject' | 'sends'>;

/** In the order of the key, in which every transaction locks the rows. */
const selectSends = (
  dialect: Dialect,
  { userId, subjects }: { userId: number; subjects: readonly string[] },
): SqlFragment => {
  const { sql, parameters } = dialect.among('subject', [...subjects].sort());
  return {
    sql: `SELECT subject, sends FROM cap_subject ${dialect.forcePrimary} WHERE user_id = ? AND ${sql} ORDER BY subject`,
    parameters: [userId, ...parameters],
  };
};

const toSends = (rows: readonly SendsRow[]): SendsBySubject =>
  new Map(rows.map(({ subject, sends }) => [subject, JSON.parse(sends) as CountedSend[]]));

/** @param reachMs how long the caps look back. */
export const writeSends = async (
  tx: Tx,
  { userId, sends, reachMs }: { userId: number; sends: SendsBySubject; reachMs: number },
): Promise<void> => {
  const rows = [...sends]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([subject, counted]) => ({
      ...{ userId, subject, sends: JSON.stringify(counted) },
      expiresAt: Math.max(0, ...counted.map(([at]) => at)) + reachMs,
    }));
  const onClash = dialectOf(tx).upsert(
    ['user_id', 'subject'],
    (incoming) => `sends = ${incoming('sends')}, expires_at = ${incoming('expires_at')}`,
  );
  await insertRows(tx, CAP_SUBJECT_TABLE, rows, onClash);
};

interface Returned {
  readonly message: CountedMessage;
  readonly subjects: readonly string[];
}

/** Removes messages from the rows that count them. Call it last, because other rows are locked before these. */
export const giveBack = async (tx: Tx, runId: number, returned: readonly Returned[]): Promise<void> => {
  if (returned.length === 0) return;
  const [run] = await select<{ user_id: number }>(tx, 'SELECT user_id FROM run WHERE id = ?', [runId]);
  if (!run) return;
  const userId = Number(run.user_id);
  const gone = new Map<string, Set<string>>();
  for (const { message, subjects } of returned) {
    const key = messageKeyOf(message);
    for (const subject of subjects) gone.set(subject, (gone.get(subject) ?? new Set()).add(key));
  }
  const sends = await readSends(tx, userId, [...gone.keys()]);
  const [left, empty]: [SendsRow[], string[]] = [[], []];
  for (const [subject, counted] of sends) {
    const kept = counted.filter(([, message]) => !gone.get(subject)?.has(message));
    if (kept.length === 0) empty.push(subject);
    else if (kept.length < counted.length) left.push({ subject, sends: JSON.stringify(kept) });
  }
  // The rows exist and are locked, so the upsert changes only `sends`.
  const onClash = dialectOf(tx).upsert(['user_id', 'subject'], (incoming) => `sends = ${incoming('sends')}`);
  const rows = left.map((row) => ({ ...row, userId, expiresAt: 0 }));
  await insertRows(tx, CAP_SUBJECT_TABLE, rows, onClash);
  if (empty.length === 0) return;
  await execute(tx, `DELETE FROM cap_subject WHERE user_id = ? AND subject IN ${inList(empty)}`, [userId, ...empty]);
};
