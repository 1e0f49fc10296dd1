import {
  type Asked,
  createPush,
  must,
  startAutoPush,
  startOneTime,
  startScheduler,
} from '../../support/service-steps.js';
import { ChaosWorld } from './chaos-world.js';
import type { Crowd, Reporter } from './crowd.js';
import { lastMinutes, moveOneTime, moveWeekly, recentLocalTime, slotAt } from './due-moments.js';
import type { PlannedScheduler } from './plan.js';

/** The expected outcome of one scheduler. */
export interface Promised {
  readonly schedulerId: number;
  readonly title: string;
  readonly targets: readonly string[];
  /** The number of messages to each target. */
  readonly times: number;
  /** Its moments (epoch ms), each with one run; null for auto-push, which has a run for each hour. */
  readonly moments: readonly number[] | null;
}

const MINUTE_MS = 60_000;
const AHEAD_MS = 20_000;
const CALLS_AT_ONCE = 4;

/** The users' actions: activate one scheduler of each kind, and report events from devices. */
export class Load {
  constructor(
    private readonly world: ChaosWorld,
    private readonly door: Asked,
    private readonly crowd: Crowd,
  ) {}

  /** Event definitions can be created only once, so they are created before anything is killed. */
  async prepare(planned: readonly PlannedScheduler[]): Promise<void> {
    const titles = planned.filter(({ kind }) => kind === 'auto').map(({ title }) => title);
    for (const title of titles) await must(201, this.door.api('POST', '/events', { name: title, code: codeOf(title) }));
  }

  /** Resolves when its moments are due, or its events have been accepted. */
  async begin({ kind, title }: PlannedScheduler): Promise<Promised> {
    const pushId = await createPush(this.door, [{ language: 'en', title, text: 'A message that must arrive.' }]);
    return this[kind]({ title, pushId });
  }

  private async fixed({ title, pushId }: Prepared): Promise<Promised> {
    // The date is far enough ahead to be in the future on activation, however often the API dies.
    const [ahead = 0] = lastMinutes(1).map((at) => at + 60 * MINUTE_MS);
    const schedulerId = await startOneTime(this.door, { pushId, at: ahead, body: { name: title, all_apps: true } });
    const [at = 0] = lastMinutes(1);
    await moveOneTime(this.world, schedulerId, { wall: at, first: at });
    return { schedulerId, title, targets: this.crowd.everybody, times: 1, moments: [at] };
  }

  private async punctual({ title, pushId }: Prepared): Promise<Promised> {
    const at = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
    const schedulerId = await startOneTime(this.door, { pushId, at, body: { name: title, all_apps: true } });
    return { schedulerId, title, targets: this.crowd.everybody, times: 1, moments: [at] };
  }

  private async local({ title, pushId }: Prepared): Promise<Promised> {
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const body = { name: title, all_apps: true, date, time: '12-00', local_time: true };
    const schedulerId = await startScheduler(this.door, { kind: 'onesend', pushId, body });
    const { wall, instants } = recentLocalTime();
    await moveOneTime(this.world, schedulerId, { wall, first: instants[0] ?? 0 });
    return { schedulerId, title, targets: this.crowd.zoned, times: 1, moments: instants };
  }

  private async weekly({ title, pushId }: Prepared): Promise<Promised> {
    const moments = lastMinutes(3);
    const time_send = moments.map(slotAt).map(({ day, minute }) => ({ day, times: [timeOf(minute)] }));
    const body = { name: title, all_apps: true, time_send, local_time: false, timezone: '+00:00' };
    const schedulerId = await startScheduler(this.door, { kind: 'smartweekly', pushId, body });
    await moveWeekly(this.world, schedulerId, moments[0] ?? 0);
    return { schedulerId, title, targets: this.crowd.everybody, times: moments.length, moments };
  }

  private async auto({ title, pushId }: Prepared): Promise<Promised> {
    const body = { name: title, all_apps: true, event_include: [codeOf(title)] };
    const schedulerId = await startAutoPush(this.door, { pushId, body });
    await this.report(codeOf(title));
    const targets = this.crowd.reporters.map(({ token }) => token);
    return { schedulerId, title, targets, times: 1, moments: null };
  }

  /** Like the SDKs, it gives each event an id, so a report whose answer was lost can be repeated. */
  private async report(code: string): Promise<void> {
    const waiting = [...this.crowd.reporters];
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.reportOne(next, code);
    };
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
  }

  private reportOne({ path, secret, token }: Reporter, code: string): Promise<unknown> {
    const body = { events: [{ code, id: `${code} of ${token}` }] };
    return must(202, this.door.sdk('POST', path, { body, secret }));
  }
}

interface Prepared {
  readonly title: string;
  readonly pushId: number;
}

const codeOf = (title: string): string => `event_${title.replace(' ', '_')}`;

const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => `${part}`.padStart(2, '0')).join(':');
