import { Temporal } from 'temporal-polyfill';

/** The expected result of `localToInstant`, from another library and another rule. Cached because it is slow. */
export const instantByTemporal = (local: string, zone: string): number => {
  const key = `${local} ${zone}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  const instant = workOutInstant(local, zone);
  instants.set(key, instant);
  return instant;
};

const instants = new Map<string, number>();

const workOutInstant = (local: string, zone: string): number => {
  const plain = Temporal.PlainDateTime.from(local);
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(plain)) return earlier.epochMilliseconds;
  // The local time does not exist: `earlier` is before the jump by the size of the jump.
  const jump = earlier.getTimeZoneTransition('next');
  if (jump === null) throw new Error(`${local} is skipped in ${zone}, but nothing is said to change`);
  return jump.epochMilliseconds;
};

export const noteByTemporal = (local: string, zone: string): 'exact' | 'skipped' | 'repeated' => {
  const plain = Temporal.PlainDateTime.from(local);
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return 'exact';
  return earlier.toPlainDateTime().equals(plain) ? 'repeated' : 'skipped';
};

/** The local time of a zone, `YYYY-MM-DDTHH:MM`. */
export const localAt = (instant: number, zone: string): string =>
  zonedAt(instant, zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

/** Every clock change of a zone between two instants (epoch ms). */
export const changesBetween = (zone: string, from: number, until: number): number[] => {
  const changes: number[] = [];
  let change = zonedAt(from, zone).getTimeZoneTransition('next');
  while (change !== null && change.epochMilliseconds < until) {
    changes.push(change.epochMilliseconds);
    change = change.getTimeZoneTransition('next');
  }
  return changes;
};

const zonedAt = (instant: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
