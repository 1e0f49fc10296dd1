import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { toEventId } from '../pubsub/event-id.js';
import type { AccountEvent } from './account-event.js';
import { type EventType, fieldsOf } from './event-types/index.js';
import type { StoredEvent } from './expand-row.js';

export interface PlacedEvent {
  readonly event: StoredEvent;
  /** Shared by the events of a row. */
  readonly place: { readonly userId: number; readonly position: number; readonly occurredAt: Date };
}

const IDS_PER_STATEMENT = 1_000;

/**
 * Adds the facts that the log does not keep: the external ids of users, who may be erased, and the schedulers of runs.
 * The fields are those of the type, in its order.
 */
export const completeEvents = async (database: Database, placed: readonly PlacedEvent[]): Promise<AccountEvent[]> => {
  const facts = await readFacts(
    database,
    placed.map(({ event }) => event),
  );
  const order = new FieldOrder();
  return placed.map(({ event, place }) => {
    const { type, deviceId, entry, isLastOfRow } = event;
    const device = deviceId === null ? undefined : facts.devices.get(deviceId);
    const appId = event.appId ?? device?.appId ?? null;
    const id = toEventId(place, isLastOfRow ? null : entry);
    const data = order.apply(event, lookUp(facts, event, { appId, externalUserId: device?.externalUserId ?? null }));
    return { id, type, occurredAt: place.occurredAt, appId, deviceId, data };
  });
};

interface Facts {
  readonly devices: ReadonlyMap<number, { readonly appId: number; readonly externalUserId: string | null }>;
  readonly endUsers: ReadonlyMap<number, string>;
  readonly schedulers: ReadonlyMap<number, number>;
}

const readFacts = async (database: Database, events: readonly StoredEvent[]): Promise<Facts> => {
  const idsOf = (of: (event: StoredEvent) => number | null): number[] => {
    const ids = new Set<number>();
    for (const event of events) {
      const id = of(event);
      if (id !== null) ids.add(id);
    }
    return [...ids];
  };
  const read = async <Row>(sql: string, ids: readonly number[], before: readonly number[] = []): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const part of chunk(ids, IDS_PER_STATEMENT)) {
      rows.push(...(await database.query<Row>(`${sql} IN ${inList(part)}`, [...before, ...part])));
    }
    return rows;
  };
  const columns = 'SELECT id, app_id, external_user_id FROM device WHERE';
  const appIds = idsOf(({ appId }) => appId);
  const inApps = `${columns} app_id IN ${inList(appIds)} AND id`;
  const known = idsOf(({ appId, deviceId }) => (appId === null ? null : deviceId));
  // An earlier release wrote events of retired devices without their application.
  const others = idsOf(({ appId, deviceId }) => (appId === null ? deviceId : null));
  const devices = [
    ...(await read<DeviceRow>(inApps, known, appIds)),
    ...(await read<DeviceRow>(`${columns} id`, others)),
  ];
  const endUsers = await read<{ id: number; external_user_id: string }>(
    'SELECT id, external_user_id FROM end_user WHERE id',
    idsOf(({ endUserId }) => endUserId),
  );
  const runs = await read<{ id: number; scheduler_id: number }>(
    'SELECT id, scheduler_id FROM run WHERE id',
    idsOf(({ runId, data }) => (data.scheduler_id === undefined ? runId : null)),
  );
  return {
    devices: new Map(devices.map((row) => [Number(row.id), toDevice(row)])),
    endUsers: new Map(endUsers.map((row) => [Number(row.id), row.external_user_id])),
    schedulers: new Map(runs.map((row) => [Number(row.id), Number(row.scheduler_id)])),
  };
};

interface DeviceRow {
  readonly id: number;
  readonly app_id: number;
  readonly external_user_id: string | null;
}

const toDevice = ({ app_id, external_user_id }: DeviceRow) => ({
  appId: Number(app_id),
  externalUserId: external_user_id,
});

const lookUp = (
  { endUsers, schedulers }: Facts,
  { deviceId, endUserId, runId }: StoredEvent,
  { appId, externalUserId }: { readonly appId: number | null; readonly externalUserId: string | null },
) => ({
  app_id: toText(appId),
  device_id: toText(deviceId),
  run_id: toText(runId),
  scheduler_id: toText((runId === null ? null : schedulers.get(runId)) || null),
  external_user_id: (endUserId === null ? null : endUsers.get(endUserId)) ?? externalUserId,
});

const toText = (id: number | null): string | null => (id === null ? null : String(id));

/**
 * Gives events the fields of their type, in its order. Values of the log take precedence over values that were looked
 * up. Messages of one kind share their data, so it is ordered once for all that follow each other.
 */
class FieldOrder {
  private type: EventType | null = null;
  private data: StoredEvent['data'] = {};
  private stored: Readonly<Record<string, unknown>> = {};
  private lookedUp: readonly string[] = [];

  apply({ type, data }: StoredEvent, added: Readonly<Record<string, unknown>>): Record<string, unknown> {
    if (type !== this.type || data !== this.data) this.begin(type, data, Object.keys(added));
    const ordered = { ...this.stored };
    for (const name of this.lookedUp) ordered[name] = added[name];
    return ordered;
  }

  private begin(type: EventType, data: StoredEvent['data'], added: readonly string[]): void {
    const names = fieldsOf(type);
    this.type = type;
    this.data = data;
    this.stored = Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
    this.lookedUp = added.filter((name) => names.includes(name) && data[name] === undefined);
  }
}
