import { setImmediate as nextTurn } from 'node:timers/promises';
import { In } from 'typeorm';
import { loadFilters, loadRecord } from '../../catalogue/scheduler-record.js';
import { nextDueAt } from '../../catalogue/scheduler-timing.js';
import { groupBy } from '../../collections.js';
import { amongIds } from '../../database/among-ids.js';
import type { Database } from '../../database/database.js';
import { localHourAt } from '../../delivery/judgement/active-hours.js';
import { assign } from '../../delivery/judgement/arms.js';
import { type Departure, findDepartures } from '../../delivery/judgement/best-hour.js';
import { holdout } from '../../delivery/judgement/holdout.js';
import { optedOut } from '../../delivery/judgement/opted-out.js';
import type { Pair, PreparedPush } from '../../delivery/judgement/pair.js';
import { quietHours } from '../../delivery/judgement/quiet-hours.js';
import { GO, type JudgedPage } from '../../delivery/judgement/rule.js';
import { readUsers } from '../../delivery/judgement/users.js';
import { variant } from '../../delivery/judgement/variant.js';
import { buildRunAudience } from '../../delivery/plan/build-run-audience.js';
import { loadPushes, preparePush, toRunPush } from '../../delivery/plan/load-pushes.js';
import { App } from '../../entities/app.js';
import { NO_RUN } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { UserAccount } from '../../entities/user-account.js';
import { notFound } from '../../errors.js';
import type { BestHour } from '../../ports/best-hour.js';
import type { Clock } from '../../ports/clock.js';
import { localToInstant } from '../../schedule/local-to-instant.js';
import { nextMoment } from '../../schedule/moments.js';
import type { Timing } from '../../schedule/timing.js';
import { parseTime } from '../../schedule/wall-clock.js';
import { knownZone } from '../../schedule/zones.js';
import type { Caller } from '../caller.js';
import { type AudiencePagesDeps, audiencePages } from './audience-pages.js';
import { toRunExperiment, UNDECIDED } from './cap-preview-service.js';

export interface BestHourPreviewServiceDeps extends AudiencePagesDeps {
  readonly clock: Clock;
  /** `TIME_TO_LIVE_SECONDS`. */
  readonly timeToLiveSeconds: number;
}

/** How the time of a message is chosen; `NONE`: the device gets no message. */
type Basis = Departure['by'] | 'NONE';

export interface BestHourPreview {
  /** Devices examined. */
  devices: number;
  /** The number of devices by how their time is chosen. */
  readonly by: Record<Basis, number>;
  /** The number of devices by local hour, 0 to 23, without devices that get the message at the configured time. */
  readonly byHour: number[];
  /** False if the audience is larger than the number of devices examined. */
  isComplete: boolean;
}

/** `hour` is the local hour in which the message leaves; null: at the configured time, or never. */
interface Leaving {
  readonly by: Basis;
  readonly hour: number | null;
}

const MAX_DEVICES = 50_000;
const DEADLINE_MS = 3_000;

const CONFIGURED: Leaving = { by: 'CONFIGURED', hour: null };
const NONE: Leaving = { by: 'NONE', hour: null };

/** Counts in which local hours the devices of a scheduler would get its messages, by the rules that delivery applies. */
export class BestHourPreviewService {
  constructor(private readonly deps: BestHourPreviewServiceDeps) {}

  /** null: the scheduler waits for no best hour. @throws NOT_FOUND */
  async preview({ userId }: Caller, schedulerId: number, signal: AbortSignal): Promise<BestHourPreview | null> {
    const { database, clock } = this.deps;
    const { reader } = database;
    const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId, userId });
    if (!scheduler) throw notFound('scheduler');
    const { bestHour: setting } = scheduler;
    if (setting === null) return null;
    const endsAt = performance.now() + DEADLINE_MS;
    const by = { USER: 0, APPLICATION: 0, CONFIGURED: 0, CONTROL: 0, NONE: 0 };
    const byHour = new Array<number>(24).fill(0);
    const preview: BestHourPreview = { devices: 0, by, byHour, isComplete: true };
    const filtersOf = await loadFilters(database, [schedulerId]);
    const audience = await buildRunAudience(reader, { scheduler, filters: filtersOf(schedulerId) }, clock.now());
    const messages = await this.readMessages(scheduler, setting);
    const apps = await reader.findBy(App, { id: In([...audience.appIds]), userId });
    const byId = new Map(apps.map((app) => [app.id, app]));
    for await (const { appId, ids } of audiencePages(this.deps, audience, userId)) {
      if (signal.aborted || preview.devices >= MAX_DEVICES || performance.now() > endsAt) {
        preview.isComplete = false;
        break;
      }
      const app = byId.get(appId);
      const devices = ids.length === 0 || !app ? [] : await readDevices(database, appId, ids);
      for (const [at, group] of groupBy(devices, ({ timezone }) => messages.momentOf(timezone))) {
        const leaving = app ? await this.judgeDevices({ app, at, messages }, group) : [];
        for (const { by: basis, hour } of leaving) {
          by[basis] += 1;
          if (hour !== null) byHour[hour] = (byHour[hour] ?? 0) + 1;
        }
      }
      preview.devices += devices.length;
      await nextTurn();
    }
    return preview;
  }

  private async readMessages(scheduler: Scheduler, setting: BestHour): Promise<Messages> {
    const { database, clock } = this.deps;
    const account = await database.reader.findOneByOrFail(UserAccount, { id: scheduler.userId });
    const found = await loadPushes(database.reader, scheduler.id);
    const loaded = found.length === 0 ? [NO_PUSH] : found;
    const { timing } = await loadRecord(database, scheduler);
    return {
      ...{ scheduler, setting, account },
      pushes: loaded.map((push) => preparePush(push, { compile: undefined, runName: null })),
      experiment: toRunExperiment(scheduler.experiment, loaded, scheduler.id),
      momentOf: momentsOf(timing, clock.now()),
    };
  }

  /** A device counts with the first of its messages that is not dropped. */
  private async judgeDevices(scope: Scope, devices: readonly PreviewedDevice[]): Promise<Leaving[]> {
    const { pushes, experiment } = scope.messages;
    if (experiment) return this.judge(scope, await this.pairUp(scope, devices));
    const decided: Leaving[] = [];
    let left = devices;
    for (const push of firstOfEachCategory(pushes)) {
      if (left.length === 0) break;
      const pairs = left.map((device) => newPair(device, push));
      const judged = await this.judge(scope, pairs);
      decided.push(...judged.filter(({ by }) => by !== 'NONE'));
      left = left.filter((_, index) => judged[index]?.by === 'NONE');
    }
    return [...decided, ...left.map(() => NONE)];
  }

  private async pairUp({ app, messages }: Scope, devices: readonly PreviewedDevice[]): Promise<Pair[]> {
    const { experiment, pushes } = messages;
    const ids = devices.map(({ id }) => id);
    const users = await readUsers(this.deps.database, app.id, ids);
    const byId = new Map(pushes.map((push) => [push.id, push]));
    return devices.flatMap((device) => {
      if (!experiment) return [];
      const { arm, pushId } = assign(experiment, users.get(device.id) ?? device.id, UNDECIDED);
      const push = byId.get(pushId);
      return push ? [newPair(device, push, arm)] : [];
    });
  }

  private async judge({ app, at, messages }: Scope, pairs: readonly Pair[]): Promise<Leaving[]> {
    const { database, clock, timeToLiveSeconds } = this.deps;
    const { setting, account } = messages;
    const page = toPage({ app, messages, pairs, expiresAt: at + timeToLiveSeconds * 1_000 });
    const deps = { database, clock: { now: () => at } };
    const dropped = new Set<Pair>();
    for (const rule of [optedOut, holdout, variant]) {
      const answers = (await rule.open(page, deps)?.(pairs)) ?? [];
      for (const [index, pair] of pairs.entries()) if (answers[index]?.kind === 'drop') dropped.add(pair);
    }
    const asked = { setting, database, now: at, weighedAt: clock.now() };
    const departures = await findDepartures(page, asked, pairs);
    const quiet = (await quietHours.open(page, deps)?.(pairs)) ?? [];
    return pairs.map((pair, index) => {
      const departure = departures[index];
      if (!departure || dropped.has(pair)) return NONE;
      const { by, hour } = departure;
      const hourAt = (instant: number) => localHourAt(instant, pair.device?.timezone ?? null, account.timeZone);
      if (hour !== null && departure.until > at) return { by, hour: hourAt(departure.until) };
      const { kind } = quiet[index] ?? GO;
      if (kind === 'drop') return NONE;
      if (hour === null) return { by, hour };
      return kind === 'wait' ? CONFIGURED : { by, hour: hourAt(at) };
    });
  }
}

interface Messages {
  readonly scheduler: Scheduler;
  readonly setting: BestHour;
  readonly account: UserAccount;
  readonly pushes: readonly PreparedPush[];
  /** null: every device gets every push. */
  readonly experiment: ReturnType<typeof toRunExperiment>;
  /** Epoch ms. */
  readonly momentOf: (timezone: string | null) => number;
}

interface Scope {
  readonly app: App;
  /** The moment, epoch ms. */
  readonly at: number;
  readonly messages: Messages;
}

/** A scheduler without pushes is previewed as if it had one. */
const NO_PUSH = toRunPush({ id: 0, defaultLang: 'en', translations: [{ language: 'en', title: '', text: '' }] }, null);

/** When devices of a zone get a message that waits for nothing: at the next moment, or now if there is none. */
const momentsOf = (timing: Timing, now: number): Messages['momentOf'] => {
  const first = timing.kind === 'auto-push' ? null : nextDueAt(timing, now);
  if (timing.kind === 'auto-push' || first === null) return () => now;
  if (timing.zone.kind === 'fixed') return () => first.getTime();
  const [date = '', time = ''] = nextMoment(timing, now)?.parts[0]?.local.split('T') ?? [];
  const local = { date, minute: parseTime(time) ?? 0 };
  return (timezone) => Math.max(now, localToInstant(local, knownZone(timezone) ?? 'UTC'));
};

const firstOfEachCategory = (pushes: readonly PreparedPush[]): PreparedPush[] => [
  ...new Map(pushes.toReversed().map((push) => [push.category?.key ?? null, push])).values(),
];

const toPage = ({
  app,
  messages: { scheduler, account, experiment },
  ...page
}: Pick<Scope, 'app' | 'messages'> & Pick<JudgedPage, 'pairs' | 'expiresAt'>): JudgedPage => {
  const { id: schedulerId, userId, kind, quietHours: ofScheduler, bestHour } = scheduler;
  return {
    ...page,
    ...{ appId: app.id, account, quietHours: app.quietHours, provider: app.pushProvider },
    run: { id: NO_RUN, kind, schedulerId, userId, quietHours: ofScheduler, bestHour, experiment, plannedTotal: null },
    attempt: 1,
    deadDevices: new Set(),
  };
};

interface PreviewedDevice {
  readonly id: number;
  readonly timezone: string | null;
  /** Its own window, as it is stored. */
  readonly quietHours: string | null;
}

const readDevices = async (
  database: Pick<Database, 'rows' | 'dialect'>,
  appId: number,
  ids: readonly number[],
): Promise<PreviewedDevice[]> => {
  const { sql, parameters } = amongIds(database.dialect, 'id', ids);
  const rows = await database.rows<readonly [number, string | null, string | null]>(
    `SELECT id, timezone, quiet_hours FROM device ${database.dialect.forcePrimary} WHERE app_id = ? AND ${sql}`,
    [appId, ...parameters],
  );
  const wanted = new Set(ids);
  const devices = rows.map(([id, timezone, own]) => ({ id: Number(id), timezone, quietHours: own }));
  return devices.filter(({ id }) => wanted.has(id));
};

const newPair = (device: PreviewedDevice, push: PreparedPush, arm?: number): Pair => ({
  deviceId: device.id,
  device: { ...device, token: '', language: null },
  ...{ push, arm, occurrence: 0 },
});
