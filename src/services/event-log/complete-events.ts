import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { toEventId } from '../pubsub/event-id.js';
import type { AccountEvent } from './account-event.js';
import { findEventType } from './event-types/index.js';
import type { StoredEvent } from './expand-row.js';

export interface PlacedEvent extends StoredEvent {
  readonly userId: number;
  readonly position: number;
  readonly occurredAt: Date;
}

const IDS_PER_STATEMENT = 1_000;

/**
 * Adds the facts that the log does not keep: the external ids of users, who may be erased, and the schedulers of runs.
 * The fields are those of the type, in its order.
 */
export const completeEvents = async (database: Database, events: readonly PlacedEvent[]): Promise<AccountEvent[]> => {
  const facts = await readFacts(database, events);
  return events.map((event) => {
    const { type, occurredAt, entry, isLastOfRow } = event;
    const device = event.deviceId === null ? undefined : facts.devices.get(event.deviceId);
    const appId = event.appId ?? device?.appId ?? null;
    const known = { ...lookUp(facts, event), ...toIds({ ...event, appId }), ...event.data };
    return {
      id: toEventId(event, isLastOfRow ? null : entry),
      type,
      occurredAt,
      appId,
      deviceId: event.deviceId,
      data: inOrder(type, known),
    };
  });
};

interface Facts {
  readonly devices: ReadonlyMap<number, { readonly appId: number; readonly externalUserId: string | null }>;
  readonly endUsers: ReadonlyMap<number, string>;
  readonly schedulers: ReadonlyMap<number, number>;
}

const readFacts = async (database: Database, events: readonly PlacedEvent[]): Promise<Facts> => {
  const idsOf = (read: (event: PlacedEvent) => number | null): number[] => [
    ...new Set(events.flatMap((event) => read(event) ?? [])),
  ];
  const read = <Row>(sql: string, ids: readonly number[]): Promise<Row[]> =>
    Promise.all(
      chunk(ids, IDS_PER_STATEMENT).map((part) => database.query<Row>(`${sql} IN ${inList(part)}`, part)),
    ).then((pages) => pages.flat());
  const devices = await read<DeviceRow>(
    'SELECT id, app_id, external_user_id FROM device WHERE id',
    idsOf(({ deviceId }) => deviceId),
  );
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

const lookUp = ({ devices, endUsers, schedulers }: Facts, { deviceId, endUserId, runId }: StoredEvent) => {
  const schedulerId = runId === null ? 0 : (schedulers.get(runId) ?? 0);
  const ofDevice = deviceId === null ? null : (devices.get(deviceId)?.externalUserId ?? null);
  const ofUser = endUserId === null ? null : (endUsers.get(endUserId) ?? null);
  return { scheduler_id: schedulerId > 0 ? String(schedulerId) : null, external_user_id: ofUser ?? ofDevice };
};

const toIds = ({ appId, deviceId, runId }: Pick<StoredEvent, 'appId' | 'deviceId' | 'runId'>) => ({
  app_id: toText(appId),
  device_id: toText(deviceId),
  run_id: toText(runId),
});

const toText = (id: number | null): string | null => (id === null ? null : String(id));

const inOrder = (type: string, known: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { properties = {} } = findEventType(type)?.data ?? {};
  return Object.fromEntries(Object.keys(properties).map((name) => [name, known[name] ?? null]));
};
