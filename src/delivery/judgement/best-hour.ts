import { getOrInsert } from '../../collections.js';
import { shareOfUnit } from '../../crypto/share-of-unit.js';
import type { Database } from '../../database/database.js';
import type { BestHour } from '../../ports/best-hour.js';
import { allowedMinutesOf, departureAfter, findBestHour } from '../../schedule/best-hour.js';
import { shareOfRelease } from '../../schedule/quiet-hours.js';
import { formatTime, MINUTE } from '../../schedule/wall-clock.js';
import { localZone } from '../../schedule/zones.js';
import { activeSubjectOf, hasActiveHours, readAppCurve, readCurves } from './active-hours.js';
import type { Pair } from './pair.js';
import { isQuietAt } from './quiet-hours.js';
import { type Answer, GO, type JudgedPage, type JudgementRule } from './rule.js';
import { readUsers } from './users.js';

/** A message that leaves with less time than this before its expiry could expire while it waits to be sent. */
const LEAST_ROOM_MS = 5 * MINUTE;

/**
 * Holds each message until the hour in which its user is most active. It answers only the first time that a message is
 * judged, so no message waits twice. It never drops one.
 */
export const bestHour: JudgementRule = {
  name: 'best-hour',
  asked: 'page',
  needs: ['timezone'],
  texts: { 'RULE:BEST_HOUR': 'waits for the best hour: {detail}' },
  open: (page, { database, clock }) => {
    const setting = page.run.bestHour;
    if (!setting || page.isRejudged) return null;
    return (pairs) => judge(page, { setting, database, now: clock.now() }, pairs);
  },
};

/** When a device gets its message: in an hour chosen by activity, or at the configured time. */
type Choice = { readonly by: 'USER' | 'APPLICATION'; readonly hour: number } | AtConfiguredTime;

interface AtConfiguredTime {
  readonly by: 'CONFIGURED' | 'CONTROL';
  readonly hour: null;
}

/** `until` (epoch ms) may have passed: the message leaves at once. */
export type Departure =
  | (Exclude<Choice, AtConfiguredTime> & { readonly zone: string; readonly until: number })
  | AtConfiguredTime;

const CONFIGURED: AtConfiguredTime = { by: 'CONFIGURED', hour: null };
const CONTROL: AtConfiguredTime = { by: 'CONTROL', hour: null };

interface Asked {
  readonly setting: BestHour;
  readonly database: Pick<Database, 'rows' | 'dialect'>;
  readonly now: number;
  /** When activity is weighed; absent: now. A preview of a later moment cannot know the activity until then. */
  readonly weighedAt?: number;
}

const judge = async (page: JudgedPage, asked: Asked, pairs: readonly Pair[]): Promise<readonly Answer[]> => {
  // Without any activity, every message leaves at the configured time, whether or not it is in the control group.
  if (!(await hasActiveHours(asked.database, page.run.userId))) return pairs.map(() => GO);
  const departures = await findDepartures(page, asked, pairs);
  return departures.map((departure) => {
    if (departure.hour === null || departure.until <= asked.now) return GO;
    const { by, hour, zone, until } = departure;
    const detail = `${formatTime(hour * 60)} of the ${by.toLowerCase()}, ${zone}`;
    return { kind: 'wait', code: 'RULE:BEST_HOUR', detail, until };
  });
};

/** Finds out when each message of a page leaves, as far as the best hour decides. */
export const findDepartures = async (
  page: JudgedPage,
  asked: Asked,
  pairs: readonly Pair[],
): Promise<readonly Departure[]> => {
  const { appId, run, account } = page;
  const of = { userId: run.userId, schedulerId: run.schedulerId, appId };
  const choices = await chooseHours(asked, of, [...new Set(pairs.map(({ deviceId }) => deviceId))]);
  const allowed = allowedMinutesOf(asked.setting);
  const instants = new Map<string, number>();
  return pairs.map((pair) => {
    const choice = choices.get(pair.deviceId) ?? CONFIGURED;
    if (choice.hour === null) return choice;
    const { hour, by } = choice;
    const zone = localZone(pair.device?.timezone, account.timeZone);
    const share = shareOfRelease(pair.deviceId, run.plannedTotal);
    // In a large run, neighbouring devices have the same share.
    const until = getOrInsert(instants, `${hour} ${share} ${zone}`, () =>
      departureAfter({ hour, minutes: allowed[hour] ?? [], share, zone }, asked.now),
    );
    const isPossible = until + LEAST_ROOM_MS <= page.expiresAt && !isQuietAt(page, pair, until);
    return isPossible ? { by, hour, zone, until } : CONFIGURED;
  });
};

/** The account, scheduler and application of messages. */
interface Origin {
  readonly userId: number;
  readonly schedulerId: number;
  readonly appId: number;
}

/** Chooses an hour for each device of an application, whatever time it is now. */
const chooseHours = async (
  { setting, database, now, weighedAt = now }: Asked,
  { userId, schedulerId, appId }: Origin,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, Choice>> => {
  const users = await readUsers(database, appId, deviceIds);
  const chosen = new Map<number, Choice>();
  const subjectOf = new Map<number, string>();
  for (const deviceId of deviceIds) {
    const device = { deviceId, externalUserId: users.get(deviceId) ?? null };
    if (isInControl(setting, schedulerId, device)) chosen.set(deviceId, CONTROL);
    else subjectOf.set(deviceId, activeSubjectOf(userId, device));
  }
  const allowed = allowedMinutesOf(setting);
  const curves = await readCurves(database, { userId, subjects: [...new Set(subjectOf.values())], now: weighedAt });
  const unknown: number[] = [];
  for (const [deviceId, subject] of subjectOf) {
    const curve = curves.get(subject);
    const hour = curve ? findBestHour(curve, allowed) : null;
    if (hour === null) unknown.push(deviceId);
    else chosen.set(deviceId, { by: 'USER', hour });
  }
  if (unknown.length === 0) return chosen;
  const ofApp = findBestHour(await readAppCurve(database, { userId, appId, now: weighedAt }), allowed);
  const shared: Choice = ofApp === null ? CONFIGURED : { by: 'APPLICATION', hour: ofApp };
  for (const deviceId of unknown) chosen.set(deviceId, shared);
  return chosen;
};

/** Selects the same users for every run of the scheduler. */
export const isInControl = (
  { controlShare }: Pick<BestHour, 'controlShare'>,
  schedulerId: number,
  { deviceId, externalUserId }: { readonly deviceId: number; readonly externalUserId: string | null },
): boolean => controlShare > 0 && shareOfUnit(`best-hour.${schedulerId}`, externalUserId ?? deviceId) < controlShare;
