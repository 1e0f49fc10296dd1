import type { FlagColumn } from '../../audience/filter.js';
import type { FilterField } from '../../audience/filters/index.js';
import type { Timing } from '../../schedule/timing.js';

/**
 * A scheduler's lists (docs/rules.md#filter-lists) under their REST names; null or absent is unset. Ids are numbers,
 * everything else strings.
 */
export type FilterLists = { readonly [field in FilterField]?: readonly (string | number)[] | null };

export interface WeeklyTimesInput {
  /** 1 Monday to 7 Sunday. */
  readonly day: number;
  /** `HH:MM`. */
  readonly times: readonly string[];
}

export type TimingInput =
  | { readonly kind: 'auto-push'; readonly delay: string | null }
  | {
      readonly kind: 'one-time';
      readonly date: string;
      /** `HH-MM` or `HH:MM`. */
      readonly time: string;
      readonly localTime: boolean;
      readonly timezone: string | null;
    }
  | {
      readonly kind: 'weekly';
      readonly timeSend: readonly WeeklyTimesInput[];
      readonly localTime: boolean;
      readonly timezone: string | null;
    };

/** To whom. */
export interface AudienceFilters extends Readonly<Record<FlagColumn, boolean>> {
  readonly filters: FilterLists;
}

/** A scheduler as the doors hand it over: its times are text. */
export interface SchedulerInput extends AudienceFilters {
  readonly name: string;
  readonly timing: TimingInput;
  /** How late a moment may still be sent, such as `2h30m`; null: the service's default; absent: an update keeps it. */
  readonly gracePeriod?: string | null;
  /** An update leaves `external_ids` as they are. */
  readonly keepExternalIds?: boolean;
  /** GraphQL takes IANA zone names where REST takes offsets alone (docs/rules.md#zones). */
  readonly allowIanaZone: boolean;
}

/** A scheduler that keeps the rules, its times read. */
export interface SchedulerDraft extends AudienceFilters {
  readonly name: string;
  readonly timing: Timing;
  /** null: the service's default; absent: an update keeps it. */
  readonly graceSeconds?: number | null;
  /** An update leaves `external_ids` as they are. */
  readonly keepExternalIds?: boolean;
}
