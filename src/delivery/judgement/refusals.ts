import { lastUsed } from '../../collections.js';

/** Devices that were refused in an earlier page or run and have not renewed their subscription since. */
export const REFUSED_BEFORE = 'refused before';

/** The network that a device registered from, or `REFUSED_BEFORE`; null: neither is known. */
export type DeviceGroup = string | null;

/** After this many devices in a row, a push service may be refusing the application instead of the devices. */
const DEVICES_IN_A_ROW = 20;
/** One visitor must not speak for a push service, so the refused devices must come from this many networks. */
const NETWORKS_IN_A_ROW = 3;
/** A push service that has accepted a message within this time accepts the application. */
const PROVEN_FOR_MS = 10 * 60_000;
const MAX_REFUSED = 200;
const MAX_ACCEPTED = 16;

/** Devices that one push service has refused without an explanation, or limited, since it last accepted one. */
export class RefusalStreak {
  private readonly refusedIds = new Set<number>();
  private readonly acceptedIds = new Set<number>();
  private acceptedAt = Number.NEGATIVE_INFINITY;
  private hasGrown = false;

  /** The ids of the last 200 devices that were refused. */
  get refused(): readonly number[] {
    return [...this.refusedIds];
  }

  /** The latest 16 devices whose messages were accepted. If one of them is refused, the device is not the reason. */
  get accepted(): ReadonlySet<number> {
    return this.acceptedIds;
  }

  recordAccepted(deviceIds: readonly number[], now: number): void {
    this.acceptedAt = now;
    this.clear();
    for (const id of deviceIds.slice(-MAX_ACCEPTED)) addLatest(this.acceptedIds, id, MAX_ACCEPTED);
  }

  clear(): void {
    this.refusedIds.clear();
    this.hasGrown = false;
  }

  recordRefused(deviceIds: readonly number[]): void {
    for (const id of deviceIds) addLatest(this.refusedIds, id, MAX_REFUSED);
    this.hasGrown ||= deviceIds.length > 0;
  }

  isProven(now: number): boolean {
    return Math.abs(now - this.acceptedAt) < PROVEN_FOR_MS;
  }

  /** True once per growth of a long streak. The caller then reads the networks of the refused devices. */
  takeLongStreak(now: number): boolean {
    if (!this.hasGrown || this.refusedIds.size < DEVICES_IN_A_ROW || this.isProven(now)) return false;
    this.hasGrown = false;
    return true;
  }

  /** Whether the streak points to the application rather than to its devices. */
  isBroad(networks: Iterable<string>): boolean {
    return new Set(networks).size >= NETWORKS_IN_A_ROW;
  }

  setBack(ms: number): void {
    this.acceptedAt -= ms;
  }
}

const addLatest = (ids: Set<number>, id: number, max: number): void => {
  ids.delete(id);
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > max && oldest !== undefined) ids.delete(oldest);
};

/** A group of devices is suspect after this many refusals, unless at least as many of its messages are accepted. */
const REFUSALS_TO_SUSPECT = 4;
/** Both counts of a group are halved here, so that its latest messages decide. */
const MAX_COUNTED = 64;
const MAX_GROUPS = 1_000;

interface Counts {
  accepted: number;
  refused: number;
}

/** How often one push service has accepted and refused the devices of each group. */
export class GroupReputations {
  private readonly groups = lastUsed<string, Counts>(MAX_GROUPS);
  private readonly sampled = lastUsed<string, true>(MAX_GROUPS);
  /** Grows whenever another group becomes suspect. */
  version = 0;

  get isEmpty(): boolean {
    return this.groups.size === 0;
  }

  /** Whether devices of the network have been tried before it is sent to at full rate. */
  isSampled(network: string): boolean {
    if (this.sampled.get(network)) return true;
    const { accepted, refused } = this.countsOf(network);
    return accepted + refused >= REFUSALS_TO_SUSPECT;
  }

  recordSample(network: string): void {
    this.sampled.set(network, true);
  }

  record(group: DeviceGroup, outcome: keyof Counts): void {
    if (group === null) return;
    const wasSuspect = this.isSuspect(group);
    const counts = this.countsOf(group);
    counts[outcome] += 1;
    if (counts[outcome] >= MAX_COUNTED) {
      counts.accepted /= 2;
      counts.refused /= 2;
    }
    this.groups.set(group, counts);
    if (!wasSuspect && this.isSuspect(group)) this.version += 1;
  }

  isSuspect(group: DeviceGroup): boolean {
    if (group === null) return false;
    const { accepted, refused } = this.countsOf(group);
    return refused >= REFUSALS_TO_SUSPECT && refused > accepted;
  }

  /** Devices that were refused before are suspect until enough of them are accepted. */
  private countsOf(group: string): Counts {
    const initial = { accepted: 0, refused: group === REFUSED_BEFORE ? REFUSALS_TO_SUSPECT : 0 };
    return this.groups.get(group) ?? initial;
  }
}
