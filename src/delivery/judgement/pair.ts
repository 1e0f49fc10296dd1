import type { PushContent } from '../../content/push-content.js';
import type { DeviceValues } from '../../entities/device.js';
import type { RunCategory } from '../../ports/preferences.js';
import type { CapSubject } from './cap-sends.js';

/** A push ready to be rendered for many devices. */
export interface PreparedPush {
  readonly id: number;
  readonly content: PushContent;
  /** As it was when the run was planned; null: the push counts as `MARKETING`. */
  readonly category: RunCategory | null;
  /** The name of its scheduler, for templates; null: it has none. */
  readonly runName?: string | null;
}

/** One push for one device: one message. */
export interface Pair {
  readonly deviceId: number;
  /** null: the device was retired or erased after its message was planned. */
  readonly device: DeviceValues | null;
  readonly push: PreparedPush;
  /** 0, or for auto-push the due send: a device may get the same push several times in a run. */
  readonly occurrence: number;
  /** The JSON that the report of its event gave, for templates; null: none. */
  readonly event?: string | null;
  /** The index of the variant, or an `…_ARM` of `ports/experiment.ts`; absent: the run has no experiment. */
  readonly arm?: number;
  /** A rule keeps the message from its device for comparison. */
  readonly isGhost?: true;
  /** The users and devices for which frequency caps count the message. Their rule sets it; absent: no cap counts it. */
  countedFor?: readonly CapSubject[];
}

/** A pair that can be handed over. */
export interface Recipient extends Pair {
  readonly device: DeviceValues;
}

export interface Planned extends Pick<Pair, 'occurrence' | 'event'> {
  readonly device: DeviceValues;
}

/** Each device with each push. All devices get the first push before any gets the second. */
export const pairUp = (planned: readonly Planned[], pushes: readonly PreparedPush[]): Recipient[] =>
  pushes.flatMap((push) => planned.map((one) => ({ deviceId: one.device.id, push, ...one })));

/** How many devices fit a number of pairs; at least one, since a device is never cut in two. */
export const devicesIn = (pairs: number, pushesEach: number): number => Math.max(1, Math.floor(pairs / pushesEach));
