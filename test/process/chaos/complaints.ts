import type { LogLine } from '../../support/service-process.js';
import type { Slot } from './slot.js';

/** The driver's messages about a connection that was cut. */
const CUT = [
  'Connection lost: The server closed the connection.',
  'read ECONNRESET',
  "Can't add new command when connection is in closed state",
  'Connection was killed',
];

/** A frozen process wakes up with due sends that another process has already sent. It logs nothing about batches. */
const OVERTAKEN = 'the lease of due sends was lost; another worker has them';
const EXPLAINED: readonly unknown[] = [...CUT, OVERTAKEN];

/** Returns log errors and stderr lines that no fault explains. */
export const unexplained = (slot: Slot): string[] => [
  ...slot
    .complaints()
    .filter((line) => !isExplained(line))
    .map((line) => `${slot.name}: ${JSON.stringify(line)}`),
  ...slot.lastWords(),
  ...slot.deaths,
];

const isExplained = ({ err }: LogLine): boolean =>
  EXPLAINED.includes((err as { message?: unknown } | undefined)?.message);
