import type { PushContent } from '../../content/push-content.js';
import type { DeviceValues } from '../../entities/device.js';
import type { MessageDefaults } from '../../ports/message-fields.js';
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
  /** The applications' default values when the run began; absent: the present ones apply, as in auto-push. */
  readonly defaults?: ReadonlyMap<number, MessageDefaults> | undefined;
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
  readonly arm?: number | undefined;
  /** A rule keeps the message from its device for comparison. */
  readonly isGhost?: true;
  /**
   * The users and devices that stop counting the message for frequency caps if it is refused. The cap rule sets it.
   * Empty: the message stays counted, because it may have arrived before; absent: no cap counts it.
   */
  countedFor?: readonly CapSubject[] | undefined;
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
  pushes.flatMap((push) => planned.map((one) => newPair(one, push)));

/** Names every field instead of copying: in V8, each copy is slow to make and slows down every later read. */
export const newPair = ({ device, occurrence, event }: Planned, push: PreparedPush, arm?: number): Recipient => ({
  deviceId: device.id,
  device,
  push,
  occurrence,
  event: event ?? null,
  arm,
  countedFor: undefined,
});

/** How many devices fit into a number of pairs; at least one, because the pairs of a device stay together. */
export const devicesIn = (pairs: number, pushesEach: number): number => Math.max(1, Math.floor(pairs / pushesEach));
