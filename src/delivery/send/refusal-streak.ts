/** A push service that refuses this many devices in a row may mean the application instead of the devices. */
const DEVICES_TO_SUSPECT = 20;
/** The devices must have registered from at least this many networks: one visitor does not speak for a push service. */
const NETWORKS_TO_BLAME = 3;
/** A push service that has accepted a message within this time accepts the application. */
const PROVEN_FOR_MS = 10 * 60_000;
const MOST_REFUSED = 200;
const MOST_WITNESSES = 16;

/** Devices that one push service has refused without an explanation since it last accepted one. */
export class RefusalStreak {
  private readonly refusedIds = new Set<number>();
  private readonly acceptedIds = new Set<number>();
  private acceptedAt = Number.NEGATIVE_INFINITY;
  private isNews = false;

  /** The latest, at most 200. */
  get refused(): readonly number[] {
    return [...this.refusedIds];
  }

  /** Devices whose messages the push service has accepted lately: if one is refused, the device is not why. */
  get witnesses(): ReadonlySet<number> {
    return this.acceptedIds;
  }

  accept(deviceIds: readonly number[], now: number): void {
    this.acceptedAt = now;
    this.refusedIds.clear();
    this.isNews = false;
    for (const id of deviceIds.slice(-MOST_WITNESSES)) addLatest(this.acceptedIds, id, MOST_WITNESSES);
  }

  refuse(deviceIds: readonly number[]): void {
    for (const id of deviceIds) addLatest(this.refusedIds, id, MOST_REFUSED);
    this.isNews ||= deviceIds.length > 0;
  }

  /** Whether it is time to ask from where the refused devices have registered. */
  takeSuspicion(now: number): boolean {
    const isProven = Math.abs(now - this.acceptedAt) < PROVEN_FOR_MS;
    if (!this.isNews || this.refusedIds.size < DEVICES_TO_SUSPECT || isProven) return false;
    this.isNews = false;
    return true;
  }

  isBlamedBy(networks: Iterable<string>): boolean {
    return new Set(networks).size >= NETWORKS_TO_BLAME;
  }

  setBack(ms: number): void {
    this.acceptedAt -= ms;
  }
}

const addLatest = (ids: Set<number>, id: number, most: number): void => {
  ids.delete(id);
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > most && oldest !== undefined) ids.delete(oldest);
};
