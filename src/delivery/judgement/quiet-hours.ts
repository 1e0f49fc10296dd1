import { getOrInsert } from '../../collections.js';
import type { QuietHours, QuietWindow } from '../../ports/quiet-hours.js';
import {
  type QuietSpan,
  quietAround,
  quietUntil,
  readWindowText,
  shareOfRelease,
  toWindowText,
} from '../../schedule/quiet-hours.js';
import { knownZone } from '../../schedule/zones.js';
import type { Pair } from './pair.js';
import { type Answer, GO, type JudgedPage, type JudgementRule } from './rule.js';

/** The release of a message that only the device's own window holds. */
const DEFAULT_RELEASE_SECONDS = 600;

/**
 * Holds or drops messages that would reach people in their quiet hours. Without settings, it only looks at the devices.
 */
export const quietHours: JudgementRule = {
  name: 'quiet-hours',
  asked: 'page',
  needs: ['timezone', 'quietHours'],
  texts: { 'RULE:QUIET': 'quiet hours: {detail}' },
  outcomes: {
    QUIET: { logByte: 67, description: 'The message was due in quiet hours whose policy is `DROP`.' },
    QUIET_EXPIRED: { logByte: 68, description: 'The message would have expired before its quiet hours ended.' },
  },
  open: (page, { clock }) => {
    const configured = settle(page);
    const hasWindows = configured !== null || page.pairs.some(({ device }) => device?.quietHours);
    const isForPage = hasWindows && page.pairs.some(isSubject);
    return isForPage ? (pairs) => new QuietPage(page, configured, clock.now()).judge(pairs) : null;
  },
};

const isSubject = ({ push: { category } }: Pair): boolean => category?.kind !== 'TRANSACTIONAL';

/** Whether quiet hours would hold or drop the message at an instant (epoch ms). */
export const isQuietAt = (page: JudgedPage, pair: Pair, instant: number): boolean =>
  isSubject(pair) && new QuietPage(page, settle(page), instant).judge([pair])[0] !== GO;

/** The quiet hours that hold for a run in an application, and the level that they come from. */
interface Configured extends QuietHours {
  readonly level: 'campaign' | 'application' | 'account';
}

/** The nearest level that has a setting decides. */
const settle = ({ run, quietHours: ofApp, account }: JudgedPage): Configured | null => {
  const levels = [
    ['campaign', run.quietHours],
    ['application', ofApp],
    ['account', account.quietHours],
  ] as const;
  const [level, setting] = levels.find(([, given]) => given) ?? ['account', 'OFF'];
  return !setting || setting === 'OFF' ? null : { ...setting, level };
};

/** Quiet hours that cover the present. */
interface Quiet extends QuietSpan {
  readonly isDropped: boolean;
  /** The levels, windows and zone, for people. */
  readonly detail: string;
}

const NOT_QUIET = 0;

class QuietPage {
  /** The key is zone and window, so that a page calculates each once. */
  private readonly found = new Map<string, Quiet | typeof NOT_QUIET>();

  constructor(
    private readonly page: JudgedPage,
    private readonly configured: Configured | null,
    private readonly now: number,
  ) {}

  judge(pairs: readonly Pair[]): readonly Answer[] {
    return pairs.map((pair) => (isSubject(pair) ? this.judgePair(pair) : GO));
  }

  private judgePair({ deviceId, device }: Pair): Answer {
    const zone = knownZone(device?.timezone) ?? '';
    const own = device?.quietHours ?? '';
    const quiet = getOrInsert(this.found, `${zone} ${own}`, () => this.look(zone, own) ?? NOT_QUIET);
    if (quiet === NOT_QUIET) return GO;
    const { until, next, detail } = quiet;
    const reason = { code: 'RULE:QUIET', detail } as const;
    if (quiet.isDropped) return { kind: 'drop', outcome: 'QUIET', ...reason };
    const roomMs = this.page.expiresAt - until;
    if (roomMs <= 0) return { kind: 'drop', outcome: 'QUIET_EXPIRED', ...reason };
    const releaseMs = (this.configured?.releaseOverSeconds ?? DEFAULT_RELEASE_SECONDS) * 1_000;
    // Half of the room is left for messages that are late.
    const overMs = Math.min(releaseMs, roomMs / 2, (next - until) / 2);
    const after = Math.floor(shareOfRelease(deviceId, this.page.run.plannedTotal) * overMs);
    return { kind: 'wait', ...reason, until: until + after };
  }

  /** @param zone empty: unknown. */
  private look(zone: string, ownText: string): Quiet | null {
    const own = ownText === '' ? null : readWindowText(ownText);
    const { configured } = this;
    const isSkipped = zone === '' && configured?.unknownZone === 'SEND';
    const shared = isSkipped ? null : configured;
    const windows: QuietWindow[] = [...(shared ? [shared] : []), ...(own ? [own] : [])];
    const clock = zone || (knownZone(this.page.account.timeZone) ?? 'UTC');
    const quiet = windows.length === 0 ? null : quietAround(windows, clock, this.now);
    if (quiet === null) return null;
    const { until } = quiet;
    const endOf = (window: QuietWindow | null) => (window ? quietUntil([window], clock, this.now) : null);
    const [sharedEnd, ownEnd] = [endOf(shared), endOf(own)];
    const isDropped = shared?.policy === 'DROP' && sharedEnd !== null;
    // A window that neither covers the current time nor moves the end is ignored.
    const named = {
      shared: sharedEnd !== null || ownEnd !== until ? shared : null,
      own: ownEnd !== null || sharedEnd !== until ? own : null,
    };
    return { ...quiet, isDropped, detail: describe({ ...named, clock }) };
  }
}

/** For example `22:00-07:00 of the account and 23:00-08:00 of the device, Europe/Vienna`. */
const describe = ({
  shared,
  own,
  clock,
}: {
  readonly shared: Configured | null;
  readonly own: QuietWindow | null;
  readonly clock: string;
}): string => {
  const ofLevel = shared ? [`${toWindowText(shared)} of the ${shared.level}`] : [];
  const ofDevice = own ? [`${toWindowText(own)} of the device`] : [];
  return `${[...ofLevel, ...ofDevice].join(' and ')}, ${clock}`;
};
