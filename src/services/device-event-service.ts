import { In, IsNull } from 'typeorm';
import { type Database, execute, type Tx } from '../database/database.js';
import type { App } from '../entities/app.js';
import { CustomEvent } from '../entities/custom-event.js';
import type { Device } from '../entities/device.js';
import { notFound } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { DueSignal } from '../ports/due-signal.js';
import { type EventOccurrence, recordEvents } from './device-events.js';
import type { EventInput } from './inputs/device-input.js';
import { describeText, isPlainText } from './rules/device-rules.js';
import { Violations } from './rules/violations.js';

const MAX_EVENTS = 100;
const MAX_EVENT_ID = 128;

export interface Tracked {
  readonly accepted: number;
  /** Inactive events, and those that were delivered before. */
  readonly ignored: number;
}

export interface DeviceEventServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly dueSignal: DueSignal;
}

/** Events of devices: history, and what starts the delays of auto-push. */
export class DeviceEventService {
  constructor(private readonly deps: DeviceEventServiceDeps) {}

  /** All or nothing: an unknown code refuses the whole call. */
  async track(app: App, device: Device, inputs: readonly EventInput[]): Promise<Tracked> {
    const codes = await this.check(app.userId, inputs);
    const { database, clock } = this.deps;
    const now = clock.now();
    const result = await database.tx(async (tx) => {
      const seen = 'UPDATE device SET seen_at = ? WHERE app_id = ? AND id = ?';
      // Its token may have moved to another device since it was authenticated.
      if ((await execute(tx, seen, [now, app.id, device.id])).affected === 0) throw notFound('device');
      const events: EventOccurrence[] = [];
      for (const input of inputs) {
        const event = codes.get(input.code);
        if (event?.status !== 1 || !(await this.isNew(tx, { device, event, input, now }))) continue;
        const occurredAt = Math.min(input.occurredAt?.getTime() ?? now, now);
        events.push({ eventId: event.id, code: event.code, ordinal: event.ordinal, occurredAt });
      }
      const ref = { appId: app.id, deviceId: device.id };
      const recorded = await recordEvents(tx, database, { device: ref, userId: app.userId, events, now });
      return { accepted: events.length, earliestDueAt: recorded.earliestDueAt };
    });
    this.deps.dueSignal.dueAt(result.earliestDueAt);
    return { accepted: result.accepted, ignored: inputs.length - result.accepted };
  }

  private async check(userId: number, inputs: readonly EventInput[]): Promise<Map<string, CustomEvent>> {
    const violations = new Violations();
    violations.check(
      inputs.length > 0 && inputs.length <= MAX_EVENTS,
      'events',
      `\`events\` must have 1 to ${MAX_EVENTS} entries.`,
    );
    violations.throwIfAny();
    // What cannot be a code is not looked up: MySQL does not compare letters beyond ASCII with the column of codes.
    const names = [...new Set(inputs.map((input) => input.code))].filter((code) => /^\w{1,64}$/.test(code));
    const where = [
      { code: In(names), userId },
      { code: In(names), userId: IsNull() },
    ];
    const known = new Map(
      (await this.deps.database.reader.findBy(CustomEvent, where)).map((event) => [event.code, event]),
    );
    for (const [index, { code, id }] of inputs.entries()) {
      const at = `events[${index}]`;
      violations.check(
        known.has(code),
        `${at}.code`,
        `\`${at}.code\` is "${code.slice(0, 64)}", which is not an event.`,
        'UNKNOWN',
      );
      const goodId = id === undefined || id === null || isPlainText(id, MAX_EVENT_ID);
      violations.check(goodId, `${at}.id`, `\`${at}.id\` must be ${describeText(MAX_EVENT_ID)}.`);
    }
    violations.throwIfAny();
    return known;
  }

  /** The same client event id counts once; `install` happens once in a device's life. */
  private async isNew(
    tx: Tx,
    { device, event, input, now }: { device: Device; event: CustomEvent; input: EventInput; now: number },
  ): Promise<boolean> {
    if (event.code === 'install' && event.userId === null) return false;
    if (!input.id) return true;
    const sql = `${this.deps.database.dialect.insertIgnore} event_seen (device_id, event_uid, seen_at) VALUES (?, ?, ?)`;
    return (await execute(tx, sql, [device.id, input.id, now])).affected === 1;
  }
}
