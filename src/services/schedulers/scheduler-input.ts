import type { FlagColumn } from '../../audience/filter.js';
import type { FilterField } from '../../audience/filters/index.js';
import type { BestHour } from '../../ports/best-hour.js';
import type { Experiment } from '../../ports/experiment.js';
import type { Goal } from '../../ports/goals.js';
import type { QuietSetting } from '../../ports/quiet-hours.js';
import type { Speed } from '../../ports/speed.js';
import type { Timing } from '../../schedule/timing.js';
import type { QuietInput } from '../rules/quiet-rules.js';

/**
 * A scheduler's lists (docs/rules.md#filter-lists) under their REST names; null and absent mean unset. Ids are numbers,
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

/** The audience. */
export interface AudienceFilters extends Readonly<Record<FlagColumn, boolean>> {
  readonly filters: FilterLists;
}

/** The settings that the doors pass on unchanged. */
interface Settings extends AudienceFilters {
  readonly name: string;
  /** null: as fast as possible; absent keeps it in an update. */
  readonly speed?: Speed | null;
  /** null: messages wait for no hour; absent keeps it in an update. */
  readonly bestHour?: BestHour | null;
  /** null: no goals; absent keeps them in an update. */
  readonly goals?: readonly Goal[] | null;
  /** null: every device gets every push; absent keeps it in an update. */
  readonly experiment?: Experiment | null;
  /** Lists that an update leaves as they are; absent: none. */
  readonly keepLists?: readonly FilterField[];
}

/** A scheduler as the doors pass it on, with its times as text. */
export interface SchedulerInput extends Settings {
  readonly timing: TimingInput;
  /**
   * How late a moment may still be sent, such as `2h30m`; null for the service's default; absent keeps it in an update.
   */
  readonly gracePeriod?: string | null;
  /** null for those of the application; absent keeps them in an update. */
  readonly quietHours?: QuietInput | null;
  /** GraphQL accepts IANA zone names, REST only offsets (docs/rules.md#zones). */
  readonly allowIanaZone: boolean;
}

/** A valid scheduler with parsed times. */
export interface SchedulerDraft extends Settings {
  readonly timing: Timing;
  /** null for the service's default; absent keeps it in an update. */
  readonly graceSeconds?: number | null;
  /** null for those of the application; absent keeps them in an update. */
  readonly quietHours?: QuietSetting | null;
}
