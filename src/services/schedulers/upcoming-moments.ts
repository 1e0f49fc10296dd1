import { setImmediate as nextTurn } from 'node:timers/promises';
import { readTiming } from '../../catalogue/scheduler-timing.js';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { RowOf } from '../../entities/column-types.js';
import { readKind, type SchedulerKind, type SchedulerRow, STORED_KINDS } from '../../entities/scheduler.js';
import type { SchedulerSlot } from '../../entities/scheduler-slot.js';
import { UserAccount } from '../../entities/user-account.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { QuietHours, QuietSetting } from '../../ports/quiet-hours.js';
import type { Speed } from '../../ports/speed.js';
import type { LocalInstant } from '../../schedule/local-to-instant.js';
import { type KnownWaves, type Occurrence, occurrencesOf, stronger, type Wave } from '../../schedule/occurrences.js';
import { quietUntil } from '../../schedule/quiet-hours.js';
import type { ClockTiming } from '../../schedule/timing.js';
import { DAY } from '../../schedule/wall-clock.js';
import type { Caller } from '../caller.js';
import { isLimited } from './last-message.js';
import { byApp, type Condition } from './scheduler-conditions.js';

const MAX_DAYS = 62;
const MAX_MOMENTS = 500;
const MAX_SCHEDULERS = 5_000;
const MAX_SLOTS = 200_000;
/** A weekly scheduler has up to 10,080, so that at least one is complete. */
const SLOTS_PER_STATEMENT = 20_000;
const SCHEDULERS_PER_STATEMENT = 500;
const OCCURRENCES_PER_TURN = 200;
/** Nobody can predict the rules of time zones beyond these years. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

export interface UpcomingRequest {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The maximum number. */
  readonly first: number;
  /** null for all kinds. */
  readonly kinds: readonly SchedulerKind[] | null;
  /** Only schedulers that send to this application; null for all. */
  readonly appId: number | null;
}

/** A future local time of one scheduler. */
export interface UpcomingMoment {
  readonly schedulerId: number;
  /** Epoch ms of the first future wave, and of the last. */
  readonly at: number;
  readonly lastAt: number;
  /** The zones of a local-time scheduler, in order; empty for a fixed zone. */
  readonly waves: readonly Wave[];
  readonly clockChange: LocalInstant['note'];
  readonly quiet: QuietMoment | null;
  /** Its speed spreads its messages over time. */
  readonly isThrottled: boolean;
}

/** The quiet hours that cover a moment. */
export interface QuietMoment {
  readonly policy: QuietHours['policy'];
  /** Their end, epoch ms; with local time, that of the last zone. */
  readonly until: number;
}

/** The next moments of all active schedulers, each by its own plan. */
export class UpcomingMoments {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The moments that begin before `to` and have not ended by `from`, in order of their start, without past ones. Skips
   * schedulers whose next moment is later than all that were found.
   * @throws BAD_USER_INPUT for a span that is too long, or too much to search.
   */
  async list({ userId }: Pick<Caller, 'userId'>, request: UpcomingRequest): Promise<UpcomingMoment[]> {
    const { from, to, first } = request;
    checkSpan(from.getTime(), to.getTime());
    if (first < 1) throw badInput('first', `\`first\` must be 1 to ${MAX_MOMENTS}.`);
    const search = new Search(
      this.clock.now(),
      { from: from.getTime(), to: to.getTime() },
      Math.min(first, MAX_MOMENTS),
    );
    let waiting = await this.findSchedulers(userId, request);
    const account = await this.database.reader.findOneByOrFail(UserAccount, { id: userId });
    let slotsLeft = MAX_SLOTS;
    while (waiting.length > 0 && !search.isBefore(waiting[0]?.nextDueAt ?? 0)) {
      const { whole, slotsOf, read } = await this.loadSlots(waiting.slice(0, SCHEDULERS_PER_STATEMENT));
      slotsLeft -= read;
      if (slotsLeft < 0) throw tooMuch('have too many times');
      for (const scheduler of waiting) {
        if (!whole.has(scheduler.id) || search.isBefore(scheduler.nextDueAt)) continue;
        const timing = readTiming(scheduler, slotsOf(scheduler.id));
        if (timing.kind !== 'auto-push') {
          const quiet = scheduler.quietHours ?? account.quietHours;
          await search.add(scheduler, { timing, quiet, isThrottled: isLimited(scheduler.speed) });
        }
      }
      waiting = waiting.filter(({ id }) => !whole.has(id));
    }
    return search.found;
  }

  /** Active schedulers with a moment before `to`, soonest first. */
  private async findSchedulers(userId: number, { to, kinds, appId }: UpcomingRequest): Promise<Planned[]> {
    const ofKinds = kinds === null ? EVERY : isOfKinds(kinds);
    const ofApp = appId === null ? EVERY : byApp(userId, appId);
    const rows = await this.database.query<PlannedRow>(
      `SELECT s.id, s.kind, s.delay, s.send_date, s.send_minute, s.local_time, s.timezone, s.next_due_at, s.quiet_hours, s.speed FROM scheduler s
       WHERE s.user_id = ? AND s.active = 1 AND s.next_due_at < ? AND ${ofKinds.sql} AND ${ofApp.sql}
       ORDER BY s.next_due_at, s.id LIMIT ${MAX_SCHEDULERS + 1}`,
      [userId, to.getTime(), ...ofKinds.parameters, ...ofApp.parameters],
    );
    if (rows.length > MAX_SCHEDULERS) throw tooMuch(`are more than ${MAX_SCHEDULERS}`);
    return rows.map(toPlanned);
  }

  /** Reads the weekly times of these schedulers, as many as fit into one statement. */
  private async loadSlots(schedulers: readonly Planned[]) {
    const weekly = schedulers.filter(({ kind }) => kind === 'weekly').map(({ id }) => id);
    const rows = weekly.length === 0 ? [] : await this.readSlots(weekly);
    const isCut = rows.length === SLOTS_PER_STATEMENT;
    const lastId = Number(rows.at(-1)?.scheduler_id);
    const slotsOf = groupBy(rows, ({ scheduler_id }) => Number(scheduler_id));
    const isWhole = ({ id, kind }: Planned): boolean => kind !== 'weekly' || !isCut || id < lastId;
    return {
      whole: new Set(schedulers.filter(isWhole).map(({ id }) => id)),
      slotsOf: (id: number) => slotsOf.get(id) ?? [],
      read: rows.length,
    };
  }

  private readSlots(ids: readonly number[]): Promise<RowOf<SchedulerSlot>[]> {
    return this.database.query<RowOf<SchedulerSlot>>(
      `SELECT scheduler_id, day, minute FROM scheduler_slot WHERE scheduler_id IN ${inList(ids)}
       ORDER BY scheduler_id, day, minute LIMIT ${SLOTS_PER_STATEMENT}`,
      ids,
    );
  }
}

const EVERY: Condition = { sql: '1 = 1', parameters: [] };

const isOfKinds = (kinds: readonly SchedulerKind[]): Condition =>
  kinds.length === 0
    ? { sql: '1 = 0', parameters: [] }
    : { sql: `s.kind IN ${inList(kinds)}`, parameters: kinds.map((kind) => STORED_KINDS[kind]) };

type PlannedRow = Pick<
  SchedulerRow,
  | 'id'
  | 'kind'
  | 'delay'
  | 'send_date'
  | 'send_minute'
  | 'local_time'
  | 'timezone'
  | 'next_due_at'
  | 'quiet_hours'
  | 'speed'
>;

type Planned = ReturnType<typeof toPlanned>;

const toPlanned = (row: PlannedRow) => ({
  id: Number(row.id),
  kind: readKind(row.kind),
  delay: row.delay,
  sendDate: row.send_date,
  sendMinute: row.send_minute,
  localTime: row.local_time === null ? null : Boolean(row.local_time),
  timezone: row.timezone,
  nextDueAt: Number(row.next_due_at),
  quietHours: row.quiet_hours === null ? null : (JSON.parse(row.quiet_hours) as QuietSetting),
  speed: row.speed === null ? null : (JSON.parse(row.speed) as Speed),
});

/** The first moments of the schedulers read so far. */
class Search {
  found: UpcomingMoment[] = [];
  private readonly known: KnownWaves = new Map();
  private looked = 0;

  constructor(
    private readonly now: number,
    private readonly span: { readonly from: number; readonly to: number },
    private readonly first: number,
  ) {}

  /** Whether all remaining moments come later than those found. */
  isBefore(instant: number): boolean {
    return instant >= this.end;
  }

  /** Yields during one scheduler: it may have 10,080 times a week. */
  async add({ id, nextDueAt }: Planned, clocked: Clocked): Promise<void> {
    const { timing } = clocked;
    // Skips moments that were sent and would recur with other time-zone data: they precede its next moment.
    const after = Math.max(this.now, nextDueAt - 1);
    const { end } = this;
    const moments: UpcomingMoment[] = [];
    let isInOrder = false;
    for (const occurrence of occurrencesOf(timing, { after, from: this.span.from }, this.known)) {
      this.looked += 1;
      if (this.looked % OCCURRENCES_PER_TURN === 0) await nextTurn();
      if (occurrence === null) {
        isInOrder = true;
        continue;
      }
      const moment = toMoment(id, occurrence, clocked);
      if (moment.at < end) moments.push(moment);
      else if (isInOrder) break;
      if (isInOrder && moments.length >= this.first) break;
    }
    if (moments.length === 0) return;
    this.found = [...this.found, ...moments].sort((a, b) => a.at - b.at || a.lastAt - b.lastAt).slice(0, this.first);
  }

  private get end(): number {
    return this.found.length < this.first ? this.span.to : (this.found.at(-1)?.at ?? this.span.to);
  }
}

interface Clocked {
  readonly timing: ClockTiming;
  /** null: no level has any. */
  readonly quiet: QuietSetting | null;
  readonly isThrottled: boolean;
}

const toMoment = (
  schedulerId: number,
  { waves }: Occurrence,
  { timing, quiet, isThrottled }: Clocked,
): UpcomingMoment => ({
  schedulerId,
  isThrottled,
  at: waves[0]?.at ?? 0,
  lastAt: waves.at(-1)?.at ?? 0,
  waves: timing.zone.kind === 'local' ? waves : [],
  clockChange: waves.reduce<LocalInstant['note']>((note, wave) => stronger(note, wave.note), 'exact'),
  quiet: quietOf(waves, timing, quiet),
});

/** Local time is the same in every wave, so the last one tells whether it is quiet. */
const quietOf = (waves: Occurrence['waves'], { zone }: ClockTiming, quiet: QuietSetting | null): QuietMoment | null => {
  const last = waves.at(-1);
  if (!quiet || quiet === 'OFF' || last === undefined) return null;
  const until = quietUntil([quiet], zone.kind === 'local' ? (last.zones[0] ?? 'UTC') : zone.zone, last.at);
  return until === null ? null : { policy: quiet.policy, until };
};

const checkSpan = (from: number, to: number): void => {
  if (from < EARLIEST || from >= LATEST) throw badInput('from', '`from` must be in the years 1970 to 2199.');
  if (to > from && to - from <= MAX_DAYS * DAY) return;
  throw badInput('to', `\`to\` must be after \`from\`, by at most ${MAX_DAYS} days.`);
};

const tooMuch = (what: string) =>
  badInput(
    'to',
    `The schedulers that send before then ${what}; request a shorter period, or a smaller \`first\`.`,
    'TOO_MANY',
  );
