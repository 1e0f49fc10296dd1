import { chunk } from '../../collections.js';
import { select, type Tx } from '../../database/database.js';
import { HELD, type OutcomeName } from '../../entities/outcome.js';
import { clip } from '../../text/characters.js';
import { type LoggedMessage, packMessages } from './message-log-codec.js';
import type { MessageResult } from './message-result.js';
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
const MAX_DETAIL = 255;

/**
 * Appends the outcomes of a checkpoint to the event log. Call it last in the transaction: other checkpoints of the account
 * wait from here until the commit.
 */
export const logMessages = async (
  tx: Tx,
  { runId, appId, now }: { readonly runId: number; readonly appId: number; readonly now: number },
  results: readonly ToLog[],
): Promise<void> => {
  const told = results.filter(({ outcome }) => outcome !== 'retrying');
  if (told.length === 0) return;
  const sql = 'SELECT user_id, scheduler_id FROM run WHERE id = ?';
  const [run] = await select<{ user_id: number; scheduler_id: number }>(tx, sql, [runId]);
  if (!run) return;
  const schedulerId = Number(run.scheduler_id) > 0 ? Number(run.scheduler_id) : null;
  const rows = chunk(told, MESSAGES_PER_ROW).map((part) => {
    const { kinds, entries } = packMessages(part.map(toLogged));
    const payload: MessagesPayload = { appId, schedulerId, kinds };
    return { type: 'messages' as const, subjectId: runId, payload: { ...payload }, occurredAt: new Date(now), entries };
  });
  await appendRows(tx, Number(run.user_id), rows);
};

export type ToLog = Pick<
  MessageResult,
  'pushId' | 'deviceId' | 'occurrence' | 'language' | 'outcome' | 'code' | 'detail'
>;

const toLogged = ({ pushId, deviceId, occurrence, language, outcome, code, detail }: ToLog): LoggedMessage => ({
  ...{ pushId, deviceId, occurrence, language, outcome, code },
  detail: detail === null ? null : clip(detail, MAX_DETAIL),
  variant: null,
});

/** A message that a rule holds again for the same reason is not told again. */
export const isTold = (
  before: { readonly held: number | null; readonly code: string | null },
  { outcome, code }: { readonly outcome: OutcomeName; readonly code: string | null },
): boolean => outcome !== HELD || Number(before.held) === 0 || before.code !== code;
