import type { Tx } from '../../database/database.js';
import { type CapSubject, giveBack } from '../judgement/cap-sends.js';
import type { MessageResult } from './message-result.js';

/** The subjects of a message that stays counted however it ends. */
export const FOR_GOOD = '';

/** Separates the two subjects of a message. */
export const splitSubjects = (subjects: string | null | undefined): CapSubject[] =>
  (subjects ? subjects.split(' ') : []) as CapSubject[];

/** Whether the message may have reached its device, or is tried again. Every other end is a definite refusal. */
export const keepsReservation = ({ outcome, code, isLate, isUnanswered, isUntried }: MessageResult): boolean =>
  outcome === 'sent' ||
  isLate === true ||
  isUnanswered === true ||
  code === 'NO_ANSWER_IN_TIME' ||
  code === 'NO_OUTCOME' ||
  (outcome === 'retrying' && isUntried !== true);

/** Gives back what the first try of a page reserved for messages that were definitely not delivered. */
export const giveBackOfPage = (tx: Tx, runId: number, results: readonly MessageResult[]): Promise<void> =>
  giveBack(
    tx,
    runId,
    results
      .filter((result) => result.capSubjects !== undefined && !keepsReservation(result))
      .map((result) => ({ message: { runId, ...result }, subjects: splitSubjects(result.capSubjects) })),
  );
