import { chunk } from '../../collections.js';
import { amongIds } from '../../database/among-ids.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { type EntryIds, toEntryIds, toEventId } from '../pubsub/event-id.js';
import { type AccountEvent, afterId, BEFORE_ID, type CopiedEvent, copyAscii } from './account-event.js';
import { fieldsOf } from './event-types/index.js';
import type { EventKind, StoredEvent } from './expand-row.js';

const IDS_PER_STATEMENT = 1_000;

/**
 * Adds the facts that the log does not keep: the external ids of users, who may be erased, and the schedulers of runs.
 * The fields are those of the type, in its order.
 */
export const completeEvents = async (database: Database, events: readonly StoredEvent[]): Promise<AccountEvent[]> => {
  const facts = await readFacts(database, events);
  const texts = new SharedTexts(facts);
  return events.map(({ kind, deviceId, entry, isLastOfRow }) => {
    const appId = kind.appId ?? (deviceId === null ? null : facts.appsOfDevices.get(deviceId)) ?? null;
    const ofDevice = deviceId === null ? null : facts.usersOfDevices.get(deviceId);
    const user = (kind.endUserId === null ? null : facts.endUsers.get(kind.endUserId)) ?? ofDevice ?? null;
    return new LazyEvent(texts.of(kind, appId), isLastOfRow ? null : entry, deviceId, user);
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
  const kinds = new Set(events.map(({ kind }) => kind));
  const idsOf = (of: (kind: EventKind) => number | null): number[] => [
    ...new Set([...kinds].map(of).filter((id) => id !== null)),
  ];
  const devicesOf = (isOf: (kind: EventKind) => boolean): number[] => {
    const ids = new Set<number>();
    for (const { kind, deviceId } of events) if (deviceId !== null && isOf(kind)) ids.add(deviceId);
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
  const hasUsers = await haveUsers(database, appIds);
  const known = await read<readonly [id: number, user: string]>(
    `SELECT id, external_user_id FROM device ${database.dialect.forcePrimary}
     WHERE external_user_id IS NOT NULL AND app_id IN ${inList(appIds)} AND`,
    hasUsers ? devicesOf(({ appId }) => appId !== null) : [],
    appIds,
  );
  // An earlier release wrote events of retired devices without their application.
  const others = await read<readonly [id: number, appId: number, user: string | null]>(
    'SELECT id, app_id, external_user_id FROM device WHERE',
    devicesOf(({ appId }) => appId === null),
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

/** Reading devices is a third of the work of reading their events, and useless in an application without users. */
const haveUsers = async (database: Database, appIds: readonly number[]): Promise<boolean> => {
  if (appIds.length === 0) return false;
  const sql = `SELECT app_id FROM device ${database.dialect.forceIndex('device_external')}
    WHERE app_id IN ${inList(appIds)} AND external_user_id IS NOT NULL LIMIT 1`;
  return (await database.query(sql, appIds)).length > 0;
};

/**
 * An event of the log. Its texts are made when they are asked for, since a page of many small objects and texts costs
 * more to collect as garbage than to make.
 */
class LazyEvent implements AccountEvent, CopiedEvent {
  constructor(
    private readonly text: SharedText,
    /** null: the last one of its row. */
    private readonly entry: number | null,
    readonly deviceId: number | null,
    private readonly user: string | null,
  ) {}

  get id(): string {
    return toEventId(this.text.kind.place, this.entry);
  }

  get type(): AccountEvent['type'] {
    return this.text.kind.type;
  }

  get occurredAt(): Date {
    return this.text.kind.place.occurredAt;
  }

  get appId(): number | null {
    return this.text.appId;
  }

  get data(): string {
    return this.addRest(this.text.head);
  }

  get mostBytes(): number {
    return this.text.mostBytes + (this.user === null ? 0 : this.user.length * ESCAPED_BYTES);
  }

  get json(): string {
    const { beforeEntry, ids, afterId } = this.text;
    const end = this.entry === null ? undefined : ids.ends[this.entry];
    const start = end === undefined ? `${BEFORE_ID}${this.id}` : beforeEntry.text + end;
    return `${this.addRest(start + afterId.text)}}`;
  }

  copyTo(bytes: Buffer, start: number): number {
    const { beforeEntry, ids, afterId, rest } = this.text;
    const end = this.entry === null ? undefined : ids.ends[this.entry];
    if (end === undefined) return start + bytes.write(this.json, start);
    let place = copyPart(afterId, bytes, copyAscii(end, bytes, copyPart(beforeEntry, bytes, start)));
    for (const { name, after } of rest) {
      const ofUser = name === 'external_user_id';
      if (ofUser && this.user !== null) place += bytes.write(JSON.stringify(this.user), place);
      else place = copyAscii(ofUser || this.deviceId === null ? 'null' : `"${this.deviceId}"`, bytes, place);
      place = copyPart(after, bytes, place);
    }
    bytes[place] = CLOSING_BRACE;
    return place + 1;
  }

  /** Appends the data, from the first value that differs between events. */
  private addRest(start: string): string {
    let text = start;
    for (const { name, after } of this.text.rest) {
      if (name === 'external_user_id') text += this.user === null ? 'null' : JSON.stringify(this.user);
      else text += this.deviceId === null ? 'null' : `"${this.deviceId}"`;
      text += after.text;
    }
    return text;
  }
}

/** The most bytes that a character of a text has as JSON: `\u0000`. */
const ESCAPED_BYTES = 6;
/** The most bytes of an id and of the values of `OWN`, without the id of the user. */
const OWN_BYTES = 200;
const CLOSING_BRACE = 0x7d;

/** A text that many events share, also as UTF-8. */
interface SharedPart {
  readonly text: string;
  readonly bytes: Buffer;
}

/** V8 keeps a concatenated text as a tree and walks it at each use; `join` makes a copy without one. */
const toPart = (...parts: readonly string[]): SharedPart => {
  const text = ['', ...parts].join('');
  return { text, bytes: Buffer.from(text) };
};

const copyPart = ({ bytes: part }: SharedPart, bytes: Buffer, place: number): number => {
  bytes.set(part, place);
  return place + part.length;
};

/** The JSON that events of one kind share, without what differs between them. */
interface SharedText {
  readonly kind: EventKind;
  readonly appId: number | null;
  readonly ids: EntryIds;
  /** The text before the end of the id. */
  readonly beforeEntry: SharedPart;
  /** The text between the id and the first value that differs. */
  readonly afterId: SharedPart;
  /** The data before the first value that differs. */
  readonly head: string;
  /** The values that differ, each with the text after it. */
  readonly rest: readonly { readonly name: (typeof OWN)[number]; readonly after: SharedPart }[];
  /** The most bytes of such an event, without the id of the user. */
  readonly mostBytes: number;
}

const OWN = ['device_id', 'external_user_id'] as const;

/**
 * Writes what events of one kind share once, with the fields of their type in its order. Values of the log take
 * precedence over values that were looked up.
 */
class SharedTexts {
  private readonly known = new Map<EventKind, SharedText>();

  constructor(private readonly facts: Facts) {}

  of(kind: EventKind, appId: number | null): SharedText {
    const known = this.known.get(kind);
    if (known?.appId === appId) return known;
    const made = this.make(kind, appId);
    this.known.set(kind, made);
    return made;
  }

  private make(kind: EventKind, appId: number | null): SharedText {
    const { type, runId, data, place } = kind;
    const scheduler = runId === null ? null : (this.facts.schedulers.get(runId) ?? null);
    const values = { app_id: toText(appId), run_id: toText(runId), scheduler_id: toText(scheduler || null), ...data };
    const ids = toEntryIds(place);
    const { head, rest } = splitData(fieldsOf(type), values);
    const parts = { beforeEntry: toPart(BEFORE_ID, ids.head), afterId: toPart(afterId({ type, ...place }), head) };
    const all = [parts.beforeEntry, parts.afterId, ...rest.map(({ after }) => after)];
    const mostBytes = all.reduce((sum, { bytes }) => sum + bytes.length, OWN_BYTES);
    return { kind, appId, ids, ...parts, head, rest, mostBytes };
  }
}

const splitData = (
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Pick<SharedText, 'head' | 'rest'> => {
  const head = { after: '{' };
  const rest: { name: (typeof OWN)[number]; after: string }[] = [];
  for (const [index, name] of names.entries()) {
    const last = rest.at(-1) ?? head;
    last.after += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    const own = values[name] === undefined ? OWN.find((one) => one === name) : undefined;
    if (own) rest.push({ name: own, after: '' });
    else last.after += JSON.stringify(values[name] ?? null);
  }
  (rest.at(-1) ?? head).after += '}';
  return { head: toPart(head.after).text, rest: rest.map(({ name, after }) => ({ name, after: toPart(after) })) };
};

const toText = (id: number | null): string | null => (id === null ? null : String(id));
