import { chunk } from '../../collections.js';
import { type Database, dialectOf, execute, placeholders, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { currentPlace, inSpanBelow, isTracing, type TraceParent } from '../../tracing.js';

/**
 * The parent span of work that continues in another process or after a delay. Only sampled runs and due sends have a
 * row, so tracing costs nothing while it is off. A separate table keeps the tables of sending narrow.
 */
interface TracePlace {
  readonly subject: string;
  readonly place: TraceParent;
}

const ROWS_PER_STATEMENT = 500;

const ofRun = (runId: number): string => `run ${runId}`;

/** If several events of a device wait for one scheduler, the last one counts. */
const ofDue = (schedulerId: number, deviceId: number): string => `due ${schedulerId} ${deviceId}`;

/** Call it in the transaction that creates the run. */
export const keepRunPlace = async (tx: Tx, runId: number, now: Date): Promise<void> => {
  const place = currentPlace();
  if (place !== null) await keepPlaces(tx, [{ subject: ofRun(runId), place }], now.getTime());
};

export interface DuePlace {
  readonly schedulerId: number;
  readonly deviceId: number;
  readonly place: TraceParent;
}

/** Call it in the transaction that creates the due sends. */
export const keepDuePlaces = (tx: Tx, dues: readonly DuePlace[], now: number): Promise<void> =>
  keepPlaces(
    tx,
    dues.map(({ schedulerId, deviceId, place }) => ({ subject: ofDue(schedulerId, deviceId), place })),
    now,
  );

const keepPlaces = async (tx: Tx, places: readonly TracePlace[], now: number): Promise<void> => {
  // Unique and sorted subjects avoid deadlocks.
  const bySubject = new Map(places.map(({ subject, place }) => [subject, place]));
  const rows = [...bySubject].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const onClash = dialectOf(tx).upsert(
    ['subject'],
    (incoming) => `trace_parent = ${incoming('trace_parent')}, created_at = ${incoming('created_at')}`,
  );
  for (const part of chunk(rows, ROWS_PER_STATEMENT)) {
    const sql = `INSERT INTO trace_place (subject, trace_parent, created_at) VALUES ${placeholders(part.length, 3)} ${onClash}`;
    await execute(
      tx,
      sql,
      part.flatMap(([subject, place]) => [subject, place, now]),
    );
  }
};

/** Runs work for a run, in its trace if it is sampled. */
export const inRunTrace = async <T>(
  database: Database,
  { name, runId, appId, batchId }: { name: string; runId: number; appId: number; batchId: number },
  work: () => Promise<T>,
): Promise<T> => {
  if (!isTracing()) return work();
  const facts = { 'pushgraph.run.id': runId, 'pushgraph.app.id': appId, 'pushgraph.batch.id': batchId };
  return inSpanBelow(await readPlaces(database, [ofRun(runId)]), { name, facts }, work);
};

interface Dues {
  readonly appId: number;
  readonly schedulerId: number;
  readonly rows: readonly { readonly device_id: number }[];
}

/** Runs work for due sends in the trace of the first sampled event, with links to the others. */
export const inEventTraces = async <T>(
  database: Database,
  { appId, schedulerId, rows }: Dues,
  work: () => Promise<T>,
): Promise<T> => {
  if (!isTracing()) return work();
  const subjects = [...new Set(rows.map(({ device_id }) => ofDue(schedulerId, Number(device_id))))];
  const facts = { 'pushgraph.scheduler.id': schedulerId, 'pushgraph.app.id': appId };
  return inSpanBelow(await readPlaces(database, subjects), { name: 'batch', facts }, work);
};

/** Ignores database errors: they only lose the trace, and the next statement will report them. */
const readPlaces = async (database: Database, subjects: readonly string[]): Promise<TraceParent[]> => {
  const sql = `SELECT trace_parent FROM trace_place WHERE subject IN ${inList(subjects)} ORDER BY created_at, subject`;
  const rows = await database.query<{ trace_parent: string }>(sql, subjects).catch(() => []);
  return rows.map((row) => row.trace_parent);
};
