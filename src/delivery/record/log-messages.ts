import { chunk } from '../../collections.js';
import { select, type Tx } from '../../database/database.js';
import { HELD, type OutcomeName } from '../../entities/outcome.js';
import type { Run } from '../../entities/run.js';
import { type LoggedMessage, packMessages } from './message-log-codec.js';
import { appendRows } from './outbox-writer.js';

/** The payload of a `messages` row of the outbox. `entries` has the messages. */
export interface MessagesPayload {
  readonly appId: number;
  /** null: the run has no scheduler. */
  readonly schedulerId: number | null;
  readonly kinds: ReturnType<typeof packMessages>['kinds'];
}

/** Bounds the work of a reader that continues within a row. */
const MESSAGES_PER_ROW = 2_000;

/**
 * Appends the outcomes of a checkpoint to the event log. Call it last in the transaction: other checkpoints of the account
 * wait from here until the commit.
 */
export const logMessages = async (
  tx: Tx,
  { runId, appId, now, run }: LogScope,
  results: readonly LoggedMessage[],
): Promise<void> => {
  const told = results.filter(({ outcome }) => outcome !== 'retrying');
  if (told.length === 0) return;
  const about = run ?? (await findRun(tx, runId));
  if (!about) return;
  const schedulerId = about.schedulerId > 0 ? about.schedulerId : null;
  const rows = chunk(told, MESSAGES_PER_ROW).map((part) => {
    const { kinds, entries } = packMessages(part);
    const payload: MessagesPayload = { appId, schedulerId, kinds };
    return { type: 'messages' as const, subjectId: runId, payload: { ...payload }, occurredAt: new Date(now), entries };
  });
  await appendRows(tx, about.userId, rows);
};

export interface LogScope {
  readonly runId: number;
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
  /** Absent: it is looked up. */
  readonly run?: RunOwner;
}

type RunOwner = Pick<Run, 'userId' | 'schedulerId'>;

const findRun = async (tx: Tx, runId: number): Promise<RunOwner | null> => {
  const sql = 'SELECT user_id, scheduler_id FROM run WHERE id = ?';
  const [run] = await select<{ user_id: number; scheduler_id: number }>(tx, sql, [runId]);
  return run ? { userId: Number(run.user_id), schedulerId: Number(run.scheduler_id) } : null;
};

/** A message that a rule holds again for the same reason causes no second event. */
export const isTold = (
  before: { readonly held: number | null; readonly code: string | null },
  { outcome, code }: { readonly outcome: OutcomeName; readonly code: string | null },
): boolean => outcome !== HELD || Number(before.held) === 0 || before.code !== code;
