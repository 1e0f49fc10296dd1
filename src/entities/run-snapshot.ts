import type { FieldsOf, MessageDefaults, Translation } from '../ports/message-fields.js';
import type { RunCategory } from '../ports/preferences.js';

/** The parts of a scheduler that a run stores, so that later changes do not affect a running run. */

export interface RunMomentPart {
  /** `YYYY-MM-DDTHH:MM`, wall clock. */
  readonly local: string;
  /** null: every device. */
  readonly zones: readonly string[] | null;
  /** Epoch ms at which devices' zones are judged: the first instant of this local time in any zone, or the activation. */
  readonly firstAt: number;
  /** Zones whose moment had passed at activation; only on the first part of the first run. */
  readonly leftOutZones?: readonly string[];
}

/** Values of applications for fields that pushes leave out. Applications without any are absent. */
export type RunDefaults = readonly { readonly appIds: readonly number[]; readonly values: MessageDefaults }[];

/** The applications, and the stored setting of each filter by name (`src/audience/filters`). */
export interface RunAudience {
  readonly appIds: readonly number[];
  /** Absent: the run is older than this member, so its applications' present values apply. */
  readonly messageDefaults?: RunDefaults;
  readonly [filter: string]: unknown;
}

export type RunPush = FieldsOf<'push'> & {
  readonly id: number;
  readonly defaultLang: string;
  readonly translations: readonly Translation[];
  /** Absent: the run is older than categories. */
  readonly category?: RunCategory | null;
};

/** The audience of a message that is sent at once. Its batches list the devices, chosen when it was accepted. */
export interface RunTarget {
  readonly kind: 'externalIds' | 'deviceIds' | 'tag';
  readonly tag: string | null;
  /** The applications that the caller chose; null: all. */
  readonly appIds: readonly number[] | null;
  /** The number of given ids with an active device; for a tag, of its devices. */
  readonly matched: number;
  /** The number of given ids without an active device of the account. */
  readonly unknown: number;
  readonly devices: number;
  /** See `RunAudience`. */
  readonly messageDefaults?: RunDefaults;
}

/** The devices of a batch that is a list instead of a range. */
export interface BatchTargets {
  /** Sorted in ascending order. */
  readonly deviceIds: readonly number[];
  /** A device must still belong to one of these users; null: to anybody. */
  readonly externalIds: readonly string[] | null;
}
