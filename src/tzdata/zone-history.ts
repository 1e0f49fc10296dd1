/** A clock change: the first instant (epoch seconds) of an offset (seconds east of UTC). */
export interface ClockChange {
  readonly at: number;
  readonly offset: number;
}

/** A year's changes by permanent rules, ascending; changes of neighbouring years may be included. */
export type YearlyChanges = (year: number) => readonly ClockChange[];

/** The reason why a file or package cannot be read, in one sentence. */
export class ZoneDataError extends Error {}

/** All offsets of a zone, for all time. */
export class ZoneHistory {
  private readonly times: Float64Array;
  private readonly offsets: Int32Array;
  private tail: { readonly year: number; readonly changes: readonly ClockChange[] } = { year: Number.NaN, changes: [] };

  /**
   * @param firstOffset seconds east of UTC before the first change.
   * @param changes ascending.
   * @param yearly continues after the last of them; null if nothing changes any more.
   */
  constructor(
    private readonly firstOffset: number,
    changes: readonly ClockChange[],
    private readonly yearly: YearlyChanges | null,
  ) {
    this.times = Float64Array.from(changes, ({ at }) => at);
    this.offsets = Int32Array.from(changes, ({ offset }) => offset);
  }

  /** In ms east of UTC, at an instant in epoch ms. */
  offsetAt(instant: number): number {
    const seconds = Math.floor(instant / 1000);
    const last = this.times.length - 1;
    if (this.yearly !== null && seconds >= (this.times[last] ?? Number.NEGATIVE_INFINITY)) {
      const change = this.changesAround(this.yearly, instant).findLast(({ at }) => at <= seconds);
      if (change && change.at > (this.times[last] ?? Number.NEGATIVE_INFINITY)) return change.offset * 1000;
    }
    return (this.offsets[this.lastUpTo(seconds)] ?? this.firstOffset) * 1000;
  }

  /** The index of the last change up to then; -1 before the first. */
  private lastUpTo(seconds: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] ?? 0) <= seconds) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * The changes of the year and its neighbours, because local years differ from UTC years. Cached, since questions tend
   * to concern one year.
   */
  private changesAround(yearly: YearlyChanges, instant: number): readonly ClockChange[] {
    const year = new Date(instant).getUTCFullYear();
    if (this.tail.year !== year) {
      this.tail = { year, changes: [year - 1, year, year + 1].flatMap((each) => yearly(each)) };
    }
    return this.tail.changes;
  }
}

/** The day of a year that a rule names, as days since 1970-01-01. */
export type DayOfYear = (year: number) => number;

export const daysOf = (year: number, month: number, day: number): number =>
  // `Date.UTC` would map the years 0 to 99 to the 20th century.
  new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000;

/** 0 is Sunday. */
export const weekdayOf = (days: number): number => (((days + 4) % 7) + 7) % 7;
