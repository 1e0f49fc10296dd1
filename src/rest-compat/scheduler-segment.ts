import type { SchedulerKind } from '../entities/scheduler.js';
import { notFound } from '../errors.js';

/** How bindings name the kinds (decision 2): smart weekly is `list` here, and `smartweekly` in its own routes alone. */
const SEGMENTS = { conversion: 'conversion', onesend: 'onesend', smartweekly: 'list' } as const satisfies Record<
  SchedulerKind,
  string
>;
export type SchedulerSegment = (typeof SEGMENTS)[SchedulerKind];
export const SCHEDULER_SEGMENTS: readonly SchedulerSegment[] = Object.values(SEGMENTS);

export const toSegment = (kind: SchedulerKind): SchedulerSegment => SEGMENTS[kind];

/** @throws NOT_FOUND for anything but the three segments. */
export const readSegment = (segment: string | undefined): SchedulerKind => {
  const kinds = Object.keys(SEGMENTS) as SchedulerKind[];
  const kind = kinds.find((candidate) => SEGMENTS[candidate] === segment);
  if (kind) return kind;
  throw notFound('scheduler');
};
