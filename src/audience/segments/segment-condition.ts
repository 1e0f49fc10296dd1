import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/database.js';
import type { Device } from '../../entities/device.js';
import type { SegmentReferenceKind } from '../../entities/segment.js';
import type { ViolationCode } from '../../errors.js';
import type { Condition } from '../condition.js';
import type { EntryKind } from '../entries.js';
import { known } from '../filter.js';

/**
 * The complete definition of one condition of a segment. Each `conditions/<condition>.ts` exports one, and
 * `conditions/index.ts` lists them. The graph, the rules, the SQL, the bounds and the traces iterate over that list.
 */
export interface SegmentCondition<Value = unknown, Kept = Value> {
  /** The field of a node, and the name in the stored tree. */
  readonly name: string;
  readonly description: string;
  readonly input: {
    readonly name: string;
    readonly description: string;
    readonly fields: Readonly<Record<string, ConditionField>>;
  };
  /** Checks the rules that concern several fields or the database. Returns the value to store. */
  check?(value: Value, check: ConditionCheck): Value | Promise<Value>;
  /** The work to judge one device, in units of about 0.1 µs. */
  cost(value: Value): number;
  /** Resolves names for a run's snapshot, so that later changes to the named objects do not affect the run. */
  keep?(value: Value, context: SnapshotContext): Promise<Kept>;
  /** Returns a condition on a device row `d`, which is true or false, never NULL, so that `NOT` is exact. */
  compile(kept: Kept, context: SegmentContext): Condition | Promise<Condition>;
  /** The value of the device that the condition compares; null: unknown, or not one word. */
  shownValue(kept: Kept, device: Device): string | null;
  /** A clause for traces, such as "its country, DE, is not one of AT, CH". */
  say(kept: Kept, device: Device, holds: boolean): string;
}

/** One field of a condition. Its stored form is text, a number, or a list of either. */
export type ConditionField = { readonly description: string; readonly isOptional?: true } & (
  | { readonly kind: 'list'; readonly entries: EntryKind }
  /** Canonical IANA names. */
  | { readonly kind: 'zones' }
  | { readonly kind: 'text'; readonly most: number }
  | { readonly kind: 'count'; readonly most: number }
  /** Stored as epoch ms. */
  | { readonly kind: 'instant' }
  /** Stored as milliseconds. */
  | { readonly kind: 'delay' }
  | { readonly kind: 'choice'; readonly name: string; readonly about: string; readonly values: Choices }
  /** A text, a number or true or false. */
  | { readonly kind: 'value' }
  | { readonly kind: 'values' }
);

/** The values of an enum with their descriptions. */
type Choices = Readonly<Record<string, string>>;

export interface SnapshotContext {
  readonly manager: EntityManager;
  readonly userId: number;
}

export interface ConditionCheck extends SnapshotContext {
  /** @param field the path inside the condition; empty: the condition itself */
  fault(field: string, message: string, code?: ViolationCode): void;
  /** Notes that the segment names this row. */
  refer(kind: SegmentReferenceKind, id: number): void;
}

export interface SegmentContext {
  readonly database: Database;
  readonly userId: number;
  /** Epoch ms from which `within` counts back. */
  readonly at: number;
}

/** The first names of a list for a sentence. */
export const listed = (values: readonly (string | number)[]): string =>
  values.length <= MAX_LISTED
    ? values.join(', ')
    : `${values.slice(0, MAX_LISTED).join(', ')} and ${values.length - MAX_LISTED} more`;

const MAX_LISTED = 10;

/** The subject of a clause, such as "its country, DE,". */
export const subjectOf = (noun: string, value: string | null): string => {
  const subject = known(noun, value);
  return `${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
};

export const isNot = (holds: boolean): string => (holds ? 'is' : 'is not');
