import type { Tx } from '../../database/database.js';
import { type CapSubject, giveBack, isUser, numberOf, subjectOfDevice, subjectOfUser } from '../judgement/cap-sends.js';
import type { MessageResult } from './message-result.js';

/** The subjects of a message that stays counted however it ends. */
export const FOR_GOOD = '';

/** The subjects of a message as text, such as `u12 d34`. */
export const joinSubjects = (subjects: readonly CapSubject[]): string =>
  subjects.map((subject) => `${isUser(subject) ? 'u' : 'd'}${numberOf(subject)}`).join(' ');

/** The inverse of `joinSubjects`. */
export const splitSubjects = (subjects: string | null | undefined): CapSubject[] =>
  subjects
    ? subjects.split(' ').map((name) => (name.startsWith('u') ? subjectOfUser : subjectOfDevice)(Number(name.slice(1))))
    : [];

/** Whether the message may have reached its device, or is tried again. Every other end is a definite refusal. */
export const keepsReservation = ({ outcome, code, isLate, isUnanswered, isUntried }: MessageResult): boolean =>
  outcome === 'sent' ||
  isLate === true ||
  isUnanswered === true ||
  code === 'NO_ANSWER_IN_TIME' ||
  code === 'NO_OUTCOME' ||
  (outcome === 'retrying' && isUntried !== true);

/** Releases what a page's first attempt reserved for messages that were definitely not delivered. */
export const giveBackOfPage = (tx: Tx, runId: number, results: readonly MessageResult[]): Promise<void> =>
  giveBack(
    tx,
    runId,
    results
      .filter((result) => result.capSubjects !== undefined && !keepsReservation(result))
      .map((result) => ({ message: { runId, ...result }, subjects: splitSubjects(result.capSubjects) })),
  );
