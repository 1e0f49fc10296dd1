import { sha256 } from '../../crypto/secrets.js';
import type { Database } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Device } from '../../entities/device.js';
import type { Clock } from '../../ports/clock.js';
import type { DueSignal } from '../../ports/due-signal.js';
import { currentPlace, inSpan } from '../../tracing.js';
import type { EventInput } from '../devices/device-input.js';
import { checkReport, type EventReport, type Tracked } from './event-report.js';
import { GroupCommit, type ItemResult } from './group-commit.js';
import { writeReports } from './write-reports.js';

/** Long enough to collect hundreds of devices under load, and too short to be noticed by one. */
const GATHER_MS = 3;
/** Events per transaction. */
const MAX_GATHERED = 1_000;

export interface EventTrackingServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly dueSignal: DueSignal;
}

/** Records events of devices: their history, and the start of auto-push delays. */
export class EventTrackingService {
  private readonly group: GroupCommit<EventReport, Tracked>;

  constructor(private readonly deps: EventTrackingServiceDeps) {
    const write = (reports: readonly EventReport[]) => this.write(reports);
    const weigh = ({ inputs }: EventReport) => inputs.length;
    const isInDoubt = (error: unknown) => deps.database.dialect.isCutOff(error);
    this.group = new GroupCommit({ write, gatherMs: GATHER_MS, weigh, maxWeight: MAX_GATHERED, isInDoubt });
  }

  /**
   * Records a device's own report completely or not at all: an unknown code refuses the whole call.
   * @param secret as the device sent it, null for none.
   * @throws NOT_FOUND for an unknown device, UNAUTHENTICATED for a wrong secret, BAD_USER_INPUT.
   */
  async report(
    app: Pick<App, 'id' | 'userId'>,
    { deviceId, secret }: { deviceId: number; secret: string | null },
    inputs: readonly EventInput[],
  ): Promise<Tracked> {
    checkReport(inputs);
    const secretHash = secret === null ? null : sha256(secret);
    return this.add({ appId: app.id, userId: app.userId, deviceId, secretHash, inputs });
  }

  /** Records what a server reports about its user's device. */
  async track(
    app: Pick<App, 'id' | 'userId'>,
    device: Pick<Device, 'id'>,
    inputs: readonly EventInput[],
  ): Promise<Tracked> {
    checkReport(inputs);
    return this.add({ appId: app.id, userId: app.userId, deviceId: device.id, inputs });
  }

  /** Resolves when the report is committed, together with others. */
  private add(report: EventReport): Promise<Tracked> {
    const facts = { 'pushgraph.app.id': report.appId, 'pushgraph.device.id': report.deviceId };
    return inSpan('event', facts, () => this.group.add({ ...report, trace: currentPlace() }));
  }

  /** Records many devices in one transaction; each report is accepted or refused separately, in the given order. */
  async write(reports: readonly EventReport[]): Promise<readonly ItemResult<Tracked>[]> {
    const { database, clock, dueSignal } = this.deps;
    const now = clock.now();
    const written = await database.tx((tx) => writeReports(tx, database, { reports, now }));
    dueSignal.dueAt(written.earliestDueAt);
    return written.results;
  }
}
