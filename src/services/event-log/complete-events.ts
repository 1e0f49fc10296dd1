import { chunk } from '../../collections.js';
import { amongIds } from '../../database/among-ids.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { toEventId } from '../pubsub/event-id.js';
import type { AccountEvent } from './account-event.js';
import { fieldsOf } from './event-types/index.js';
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
  const texts = new DataTexts();
  return placed.map(({ event, place }) => {
    const { type, deviceId, endUserId, entry, isLastOfRow } = event;
    const appId = event.appId ?? (deviceId === null ? null : facts.appsOfDevices.get(deviceId)) ?? null;
    const id = toEventId(place, isLastOfRow ? null : entry);
    const ofDevice = deviceId === null ? null : facts.usersOfDevices.get(deviceId);
    const user = (endUserId === null ? null : facts.endUsers.get(endUserId)) ?? ofDevice ?? null;
    const data = texts.write(event, { appId, user, schedulers: facts.schedulers });
    return { id, type, occurredAt: place.occurredAt, appId, deviceId, data };
  });
};

interface Facts {
  /** A device without a user is absent, or has null. */
  readonly usersOfDevices: ReadonlyMap<number, string | null>;
  /** Only of devices whose event does not have it. */
  readonly appsOfDevices: ReadonlyMap<number, number>;
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
      const among = amongIds(database.dialect, 'id', part);
      rows.push(...(await database.rows<Row>(`${sql} ${among.sql}`, [...before, ...among.parameters])));
    }
    return rows;
  };
  const appIds = idsOf(({ appId }) => appId);
  const known = await read<readonly [id: number, user: string]>(
    `SELECT id, external_user_id FROM device ${database.dialect.forcePrimary}
     WHERE external_user_id IS NOT NULL AND app_id IN ${inList(appIds)} AND`,
    idsOf(({ appId, deviceId }) => (appId === null ? null : deviceId)),
    appIds,
  );
  // An earlier release wrote events of retired devices without their application.
  const others = await read<readonly [id: number, appId: number, user: string | null]>(
    'SELECT id, app_id, external_user_id FROM device WHERE',
    idsOf(({ appId, deviceId }) => (appId === null ? deviceId : null)),
  );
  const endUsers = await read<readonly [id: number, user: string]>(
    'SELECT id, external_user_id FROM end_user WHERE',
    idsOf(({ endUserId }) => endUserId),
  );
  const runs = await read<readonly [id: number, schedulerId: number]>(
    'SELECT id, scheduler_id FROM run WHERE',
    idsOf(({ runId, data }) => (data.scheduler_id === undefined ? runId : null)),
  );
  return {
    usersOfDevices: new Map(
      [...known, ...others.map(([id, , user]) => [id, user] as const)].map(([id, user]) => [Number(id), user]),
    ),
    appsOfDevices: new Map(others.map(([id, appId]) => [Number(id), Number(appId)])),
    endUsers: new Map(endUsers.map(([id, user]) => [Number(id), user])),
    schedulers: new Map(runs.map(([id, schedulerId]) => [Number(id), Number(schedulerId)])),
  };
};

interface Found {
  readonly appId: number | null;
  /** The external id of the user. */
  readonly user: string | null;
  readonly schedulers: Facts['schedulers'];
}

/** The JSON of all events that share their data, without what differs between them. */
interface SharedText {
  readonly of: Pick<StoredEvent, 'type' | 'appId' | 'runId'>;
  /** The text before the first value that differs. */
  readonly head: string;
  /** The values that differ, each with the text after it. */
  readonly rest: readonly { readonly name: 'device_id' | 'external_user_id'; readonly text: string }[];
}

/**
 * Writes the data of events as JSON, with the fields of their type in its order. Values of the log take precedence over
 * values that were looked up. Messages of one kind share their data, so most of their text is written once.
 */
class DataTexts {
  private readonly shared = new Map<StoredEvent['data'], SharedText>();

  write(event: StoredEvent, found: Found): string {
    const { head, rest } = this.sharedBy(event, found);
    let text = head;
    for (const { name, text: after } of rest) {
      text += JSON.stringify(name === 'device_id' ? toText(event.deviceId) : found.user) + after;
    }
    return text;
  }

  private sharedBy({ type, runId, data }: StoredEvent, { appId, schedulers }: Found): SharedText {
    const known = this.shared.get(data);
    if (known?.of.type === type && known.of.appId === appId && known.of.runId === runId) return known;
    const scheduler = runId === null ? null : (schedulers.get(runId) ?? null);
    const values = { app_id: toText(appId), run_id: toText(runId), scheduler_id: toText(scheduler || null), ...data };
    const shared = { of: { type, appId, runId }, ...toSharedText(fieldsOf(type), values) };
    this.shared.set(data, shared);
    return shared;
  }
}

const toSharedText = (names: readonly string[], values: Readonly<Record<string, unknown>>) => {
  const head = { text: '{' };
  const rest: { name: 'device_id' | 'external_user_id'; text: string }[] = [];
  for (const [index, name] of names.entries()) {
    const last = rest.at(-1) ?? head;
    last.text += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    const isOwn = (name === 'device_id' || name === 'external_user_id') && values[name] === undefined;
    if (isOwn) rest.push({ name, text: '' });
    else last.text += JSON.stringify(values[name] ?? null);
  }
  (rest.at(-1) ?? head).text += '}';
  return { head: head.text, rest };
};

const toText = (id: number | null): string | null => (id === null ? null : String(id));
