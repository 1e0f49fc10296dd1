import { allZones } from '../../src/schedule/zones.js';
import { instantByTemporal } from '../schedule/temporal-oracle.js';

/** The span from the first zone to reach a local time to the last; null counts as UTC. */
export const ZONES = [
  ...['Pacific/Kiritimati', 'Pacific/Chatham', 'Asia/Tokyo', 'Asia/Kathmandu', 'Europe/Berlin', null],
  ...['America/Sao_Paulo', 'America/New_York', 'Pacific/Honolulu', 'Etc/GMT+12'],
] as const;

type Zone = (typeof ZONES)[number];

/** A device's first zone, and the zones that it reports later, in order of time. */
export interface Journey {
  readonly zone: Zone;
  readonly changes: readonly { readonly at: number; readonly zone: Zone; readonly early: boolean }[];
}

/** The first instant anywhere at which clocks show a local time. */
export const firstInstant = (local: string): number => {
  const known = firstInstants.get(local);
  if (known !== undefined) return known;
  const first = Math.min(...allZones().map((zone) => instantByTemporal(local, zone)));
  firstInstants.set(local, first);
  return first;
};

const firstInstants = new Map<string, number>();

/**
 * The instants at which a device gets a message. Each local time counts once, by the zone of the device at the first
 * instant, or at the activation if that came later. Times that had passed at the activation are left out, and
 * simultaneous ones are sent together.
 */
export const expectedInstants = (
  { zone, changes }: Journey,
  locals: readonly string[],
  activatedAt: number,
): number[] => {
  const instants = locals.map((local) => {
    const judged = Math.max(firstInstant(local), activatedAt);
    const then = changes.findLast(({ at }) => at < judged);
    return instantByTemporal(local, (then ? then.zone : zone) ?? 'UTC');
  });
  return [...new Set(instants)].filter((instant) => instant > activatedAt).sort((a, b) => a - b);
};
