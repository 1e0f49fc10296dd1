/**
 * A wall clock's reading in milliseconds: `Date.UTC` of the date and time that it shows. It is not an instant: that is
 * `wall - offset`, once the zone's offset is known.
 */
export type Wall = number;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** 00:00 on a date `YYYY-MM-DD` of the years 1000 to 9999; null if there is no such date. */
export const parseDate = (date: string): Wall | null => {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(date)) return null;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight)) return null;
  // V8 reads 30 February as 2 March.
  return localText(midnight).startsWith(date) ? midnight : null;
};

/**
 * Minutes after midnight of a time `HH:MM`; null if it is malformed. @param pattern with hours and minutes as groups.
 */
export const parseTime = (text: string, pattern = /^(\d\d):(\d\d)$/): number | null => {
  const match = pattern.exec(text);
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
};

/** Minutes after midnight as `HH:MM`, or with another separator. */
export const formatTime = (minute: number, separator = ':'): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(separator);

/** `YYYY-MM-DDTHH:MM`, the form in which moments name a local time. */
export const localText = (wall: Wall): string => new Date(wall).toISOString().slice(0, 16);

/** 00:00 on the Monday (ISO 8601) of the reading's week. */
export const startOfWeek = (wall: Wall): Wall => Math.floor((wall - FIRST_MONDAY) / WEEK) * WEEK + FIRST_MONDAY;

/** 1970-01-05. */
const FIRST_MONDAY = 4 * DAY;
