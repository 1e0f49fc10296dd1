import { ARMS, MESSAGES, type Measure, RECEIPTS } from './measure.js';

/** Messages that will not arrive, in SQL on rows of `batch_count` as `c`. */
export const FAILED = "c.outcome IN ('failed', 'expired', 'invalid_token')";

/** The measures of reports, in the order of their columns (docs/reports.md). */
export const MEASURES: readonly Measure[] = [
  {
    name: 'sent',
    description: 'Messages that providers accepted.',
    source: MESSAGES,
    where: "c.outcome = 'sent'",
    shareOf: ['sent', 'failed'],
  },
  {
    name: 'failed',
    description: 'Messages that failed permanently, expired, or had an invalid token.',
    source: MESSAGES,
    where: FAILED,
    shareOf: ['sent', 'failed'],
  },
  {
    name: 'delivered',
    description: 'Messages that devices reported as received.',
    source: RECEIPTS,
    where: "c.kind = 'delivered'",
    shareOf: ['sent'],
  },
  {
    name: 'clicked',
    description: 'Messages that were clicked.',
    source: RECEIPTS,
    where: "c.kind = 'clicked'",
    shareOf: ['sent'],
  },
  {
    name: 'dismissed',
    description: 'Messages that were closed without a click.',
    source: RECEIPTS,
    where: "c.kind = 'dismissed'",
    shareOf: ['sent'],
  },
  {
    name: 'optedOut',
    description: 'Messages that were not sent because their recipients had turned off the category.',
    source: MESSAGES,
    where: "c.outcome = 'OPTED_OUT'",
    shareOf: ['sent', 'failed', 'optedOut'],
  },
  {
    name: 'retired',
    description: 'Messages whose device turned out to be gone. These devices get no more messages.',
    source: MESSAGES,
    where: "c.outcome = 'invalid_token'",
    shareOf: ['sent', 'failed'],
  },
  {
    name: 'converted',
    description:
      'Users (or devices without one) who reached a goal in its window after a message of the run, once for each goal. Includes the control group and the holdout.',
    source: ARMS,
    where: "c.kind = 'converted'",
    shareOf: null,
  },
  {
    name: 'attributed',
    description:
      'Goal events that are credited to the run alone, because it had the last click or message before them.',
    source: ARMS,
    where: "c.kind = 'attributed'",
    shareOf: null,
  },
  {
    name: 'optOuts',
    description:
      'Users (or devices without one) who turned messages off within 24 hours after a message of the run, if it was their last. `optedOut` counts messages that were not sent.',
    source: ARMS,
    where: "c.kind = 'opted_out'",
    shareOf: null,
  },
  {
    name: 'retirements',
    description:
      'Users (or devices without one) whose device was retired within 7 days after a message of the run, if it was its last. `retired` counts messages that found their device gone.',
    source: ARMS,
    where: "c.kind = 'retired'",
    shareOf: null,
  },
];
