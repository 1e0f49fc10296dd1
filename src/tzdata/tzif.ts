import { parsePosixTz } from './posix-tz.js';
import { type ClockChange, ZoneDataError, ZoneHistory } from './zone-history.js';

/** The largest file of the tz database has about 4 KB. */
export const MAX_TZIF_BYTES = 64 * 1024;

const HEADER_BYTES = 44;
const MAGIC = 0x545a6966;
/** Limits of RFC 9636. */
const FURTHEST_SECONDS = 26 * 3_600;

/**
 * Reads a TZif file of version 2 or later (RFC 9636), as `zic` compiles them for /usr/share/zoneinfo.
 * @throws ZoneDataError with the problem.
 */
export const parseTzif = (bytes: Uint8Array): ZoneHistory => {
  if (bytes.length > MAX_TZIF_BYTES) throw new ZoneDataError(`it has ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // The first block has 32-bit times, for readers older than 2005.
  const skipped = readHeader(view, 0);
  const start = HEADER_BYTES + sizeOf(skipped, 4);
  const counts = readHeader(view, start);
  const body = start + HEADER_BYTES;
  const end = body + sizeOf(counts, 8);
  if (end > bytes.length) throw new ZoneDataError('it is cut off');
  if (counts.leaps > 0) throw new ZoneDataError('it counts leap seconds');
  const { first, changes } = readChanges(view, body, counts);
  return withFooter(first, changes, readFooter(bytes, end));
};

interface Counts {
  readonly utcFlags: number;
  readonly standardFlags: number;
  readonly leaps: number;
  readonly times: number;
  readonly types: number;
  readonly letters: number;
}

const readHeader = (view: DataView, at: number): Counts => {
  if (view.byteLength < at + HEADER_BYTES || view.getUint32(at) !== MAGIC)
    throw new ZoneDataError('it is not a TZif file');
  if (view.getUint8(at + 4) < 0x32) throw new ZoneDataError('it is version 1, with 32-bit times');
  const [utcFlags = 0, standardFlags = 0, leaps = 0, times = 0, types = 0, letters = 0] = Array.from(
    { length: 6 },
    (_, index) => view.getUint32(at + 20 + index * 4),
  );
  return { utcFlags, standardFlags, leaps, times, types, letters };
};

const sizeOf = ({ utcFlags, standardFlags, leaps, times, types, letters }: Counts, timeBytes: number): number =>
  times * (timeBytes + 1) + types * 6 + letters + leaps * (timeBytes + 4) + standardFlags + utcFlags;

const readChanges = (
  view: DataView,
  at: number,
  { times, types }: Counts,
): { readonly first: number; readonly changes: ClockChange[] } => {
  if (types === 0 || types > 256) throw new ZoneDataError(`it has ${types} kinds of local time`);
  const typesAt = at + times * 9;
  const offsets = Array.from({ length: types }, (_, index) => view.getInt32(typesAt + index * 6));
  if (offsets.some((offset) => Math.abs(offset) > FURTHEST_SECONDS)) {
    throw new ZoneDataError('it has a clock that is more than 26 hours away from UTC');
  }
  const changes = Array.from({ length: times }, (_, index): ClockChange => {
    const offset = offsets[view.getUint8(at + times * 8 + index)];
    if (offset === undefined) throw new ZoneDataError('it names a kind of local time that it does not have');
    return { at: Number(view.getBigInt64(at + index * 8)), offset };
  });
  if (changes.some(({ at: time }, index) => time <= (changes[index - 1]?.at ?? Number.NEGATIVE_INFINITY))) {
    throw new ZoneDataError('its times do not ascend');
  }
  return { first: offsets[0] ?? 0, changes };
};

const NEWLINE = 0x0a;

const readFooter = (bytes: Uint8Array, at: number): string => {
  const end = bytes.indexOf(NEWLINE, at + 1);
  if (bytes[at] !== NEWLINE || end < 0) throw new ZoneDataError('it has no footer');
  return Buffer.from(bytes.subarray(at + 1, end)).toString('latin1');
};

/** If the footer is empty, the last change continues forever. */
const withFooter = (first: number, changes: readonly ClockChange[], footer: string): ZoneHistory => {
  if (footer === '') return new ZoneHistory(first, changes, null);
  const { offset, yearly } = parsePosixTz(footer);
  if (yearly !== null) return new ZoneHistory(first, changes, yearly);
  // In a file without changes, only the footer counts.
  return new ZoneHistory(changes.length === 0 ? offset : first, changes, null);
};
