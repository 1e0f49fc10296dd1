import type { IncludeExclude, RunMomentPart } from '../entities/run-snapshot.js';

/** Who is to be reached, resolved to what the device rows hold. `include` null: no filter; empty: nobody. */
export interface AudienceSpec {
  readonly countries: IncludeExclude<string>;
  readonly languages: IncludeExclude<string>;
  readonly tags: MarkFilter;
  /** Devices without any tag are left out. */
  readonly anyTag: boolean;
  readonly events: MarkFilter;
  /** External user ids; null: no filter. */
  readonly externalIds: readonly string[] | null;
  /** Local moments; null or zones null: every device. */
  readonly parts: readonly RunMomentPart[] | null;
}

/** Tags or events of an account: in bit words of the device row, and exactly in a link table. */
export interface MarkFilter extends IncludeExclude<Mark> {
  /** The account has more ordinals than the row has bits: a bit alone proves nothing. */
  readonly aliased: boolean;
}

export interface Mark {
  readonly id: number;
  readonly ordinal: number;
}

/** Every active device. */
export const EVERYONE: AudienceSpec = {
  countries: { include: null, exclude: [] },
  languages: { include: null, exclude: [] },
  tags: { include: null, exclude: [], aliased: false },
  anyTag: false,
  events: { include: null, exclude: [], aliased: false },
  externalIds: null,
  parts: null,
};
