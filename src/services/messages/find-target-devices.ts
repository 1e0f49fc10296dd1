import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { TargetDevice } from '../../delivery/plan/insert-direct-run.js';
import type { App } from '../../entities/app.js';
import { Tag } from '../../entities/tag.js';
import { type AppError, badInput } from '../../errors.js';
import { isPlainText } from '../../text/characters.js';
import { countDevicesOfTags } from '../tags/count-devices-of-tags.js';

/** The recipients of a message. Lists have no repetitions. */
export type Target =
  | { readonly kind: 'externalIds'; readonly externalIds: readonly string[] }
  | { readonly kind: 'deviceIds'; readonly deviceIds: readonly number[] }
  | { readonly kind: 'tag'; readonly tag: string };

export type TargetApp = Pick<App, 'id' | 'devicesActiveSince'>;

export interface FoundDevices {
  readonly devices: readonly TargetDevice[];
  /** The number of given ids with an active device; for a tag, of its active devices. */
  readonly matched: number;
  /** The number of given ids without one. */
  readonly unknown: number;
}

/** The users of one message. */
export const MAX_USERS = 10_000;
/** A user has few devices, unless somebody registers them in bulk. */
const MAX_DEVICES = 100_000;
const MAX_EXTERNAL_ID = 255;
/** Pairs of an application and a user, devices, or links to a tag. */
const SEEKS_PER_STATEMENT = 1_000;
/** 10,000 users in 50 applications, which took three seconds on MySQL. */
const MAX_SEEKS = 500_000;

/** Finds the active devices of a target in these applications. @throws BAD_USER_INPUT if there are too many. */
export const findTargetDevices = (
  database: Database,
  userId: number,
  { target, apps }: { target: Target; apps: readonly TargetApp[] },
): Promise<FoundDevices> => {
  const search = new Search(database, apps);
  switch (target.kind) {
    case 'externalIds':
      return search.ofUsers(target.externalIds);
    case 'deviceIds':
      return search.withIds(target.deviceIds);
    case 'tag':
      return search.ofTag(userId, target.tag);
  }
};

interface DeviceRow {
  readonly app_id: number;
  readonly id: number;
  readonly external_user_id: string | null;
  readonly active: number;
  readonly seen_at: number;
}

const COLUMNS = 'd.app_id, d.id, d.external_user_id, d.active, d.seen_at';

class Search {
  private readonly activeSince: ReadonlyMap<number, number>;

  constructor(
    private readonly database: Database,
    apps: readonly TargetApp[],
  ) {
    this.activeSince = new Map(apps.map(({ id, devicesActiveSince }) => [id, devicesActiveSince.getTime()]));
  }

  async ofUsers(externalIds: readonly string[]): Promise<FoundDevices> {
    const { dialect } = this.database;
    const possible = externalIds.filter((id) => isPlainText(id, MAX_EXTERNAL_ID));
    const apps = await this.appsToSeek(possible.length);
    const devices: TargetDevice[] = [];
    for (const ids of chunk(possible, SEEKS_PER_STATEMENT)) {
      for (const appIds of chunk(apps, Math.floor(SEEKS_PER_STATEMENT / ids.length))) {
        const ofApps = dialect.among('d.app_id', appIds);
        const wanted = dialect.among('d.external_user_id', ids);
        const rows = await this.read(
          `SELECT ${COLUMNS} FROM device d ${dialect.forceIndex('device_external')} WHERE ${ofApps.sql} AND ${wanted.sql}`,
          [...ofApps.parameters, ...wanted.parameters],
        );
        for (const row of rows) devices.push(toDevice(row, row.external_user_id));
        if (devices.length > MAX_DEVICES) throw tooManyOfUsers(devices.length);
      }
    }
    const matched = new Set(devices.map(({ externalId }) => externalId)).size;
    return { devices, matched, unknown: externalIds.length - matched };
  }

  /** Each user is looked up in each application, so applications without any user are left out of a long search. */
  private async appsToSeek(users: number): Promise<number[]> {
    const ids = [...this.activeSince.keys()];
    if (users * ids.length <= SEEKS_PER_STATEMENT) return ids;
    const hasUser = `SELECT 1 FROM device d ${this.database.dialect.forceIndex('device_external')}
      WHERE d.app_id = a.id AND d.external_user_id IS NOT NULL LIMIT 1`;
    const sql = `SELECT a.id FROM app a WHERE a.id IN ${inList(ids)} AND EXISTS (${hasUser}) ORDER BY a.id`;
    const rows = await this.database.query<{ id: number }>(sql, ids);
    if (users * rows.length <= MAX_SEEKS) return rows.map(({ id }) => Number(id));
    const message = `${say(users)} users in ${say(rows.length)} applications are too many to look up in one call. Name fewer users, or choose applications by \`app_ids\`.`;
    throw badInput('external_ids', message, 'TOO_MANY');
  }

  /** A device of another account counts as unknown. */
  async withIds(deviceIds: readonly number[]): Promise<FoundDevices> {
    const { dialect } = this.database;
    const devices: TargetDevice[] = [];
    for (const part of chunk(deviceIds, SEEKS_PER_STATEMENT)) {
      const wanted = dialect.among('d.id', part);
      const sql = `SELECT ${COLUMNS} FROM device d ${dialect.forceIndex('device_id')} WHERE ${wanted.sql}`;
      for (const row of await this.read(sql, wanted.parameters)) devices.push(toDevice(row, null));
    }
    return { devices, matched: devices.length, unknown: deviceIds.length - devices.length };
  }

  async ofTag(userId: number, name: string): Promise<FoundDevices> {
    const tag = await this.database.reader.findOneBy(Tag, { userId, name });
    if (!tag) return { devices: [], matched: 0, unknown: 0 };
    await this.checkSize(userId, tag.id);
    const devices: TargetDevice[] = [];
    const users = new Set<string | number>();
    for (const appId of await this.appsWithTag(tag.id)) {
      for await (const row of this.rowsOfTag(tag.id, appId)) {
        devices.push(toDevice(row, null));
        users.add(row.external_user_id ?? row.id);
      }
    }
    if (users.size > MAX_USERS) throw tooMany('tag', `The tag reaches ${say(users.size)} users`);
    return { devices, matched: devices.length, unknown: 0 };
  }

  /** Reads at most as much of the index as one message may need. */
  private async checkSize(userId: number, tagId: number): Promise<void> {
    const some = `SELECT device_id FROM device_tag WHERE tag_id = ? LIMIT ${MAX_DEVICES + 1}`;
    const [row] = await this.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM (${some}) some`, [tagId]);
    if (Number(row?.n) <= MAX_DEVICES) return;
    const total = (await countDevicesOfTags(this.database, userId, [tagId])).get(tagId) ?? 0;
    throw tooManyDevices('tag', `The tag has ${say(total)} devices`);
  }

  private async appsWithTag(tagId: number): Promise<number[]> {
    const sql = 'SELECT DISTINCT app_id FROM device_tag WHERE tag_id = ? ORDER BY app_id';
    const rows = await this.database.query<{ app_id: number }>(sql, [tagId]);
    return rows.map(({ app_id }) => Number(app_id)).filter((id) => this.activeSince.has(id));
  }

  private async *rowsOfTag(tagId: number, appId: number): AsyncGenerator<DeviceRow> {
    const index = this.database.dialect.forceIndex('device_tag_tag');
    const page = `SELECT device_id FROM device_tag ${index} WHERE tag_id = ? AND app_id = ? AND device_id > ?
      ORDER BY device_id LIMIT ${SEEKS_PER_STATEMENT}`;
    for (let after = 0; ; ) {
      const ids = await this.database.query<{ device_id: number }>(page, [tagId, appId, after]);
      if (ids.length === 0) return;
      const wanted = this.database.dialect.among(
        'd.id',
        ids.map(({ device_id }) => Number(device_id)),
      );
      const sql = `SELECT ${COLUMNS} FROM device d WHERE d.app_id = ? AND ${wanted.sql}`;
      yield* await this.read(sql, [appId, ...wanted.parameters]);
      after = Number(ids.at(-1)?.device_id);
    }
  }

  /** The rows of active devices of these applications. */
  private async read(sql: string, parameters: readonly unknown[]): Promise<DeviceRow[]> {
    const rows = await this.database.query<DeviceRow>(`${sql} LIMIT ${MAX_DEVICES + 1}`, parameters);
    // Anybody may register devices of one user, so a single statement may find too many.
    if (rows.length > MAX_DEVICES) throw tooManyOfUsers(rows.length);
    // SQLite answers synchronously, so other work gets a turn of the event loop.
    await nextTurn();
    return rows.filter(
      ({ app_id, active, seen_at }) =>
        Number(active) === 1 && Number(seen_at) > (this.activeSince.get(Number(app_id)) ?? Number.POSITIVE_INFINITY),
    );
  }
}

const toDevice = ({ app_id, id }: DeviceRow, externalId: string | null): TargetDevice => ({
  appId: Number(app_id),
  id: Number(id),
  externalId,
});

const say = (number: number): string => number.toLocaleString('en-US');

export const tooMany = (field: string, what: string): AppError =>
  badInput(
    field,
    `${what}, and one call reaches at most ${say(MAX_USERS)}. Divide them among several calls, or use a scheduler.`,
    'TOO_MANY',
  );

const tooManyOfUsers = (devices: number): AppError =>
  tooManyDevices('external_ids', `These users have at least ${say(devices)} devices`);

const tooManyDevices = (field: string, what: string): AppError =>
  badInput(field, `${what}, and one call reaches at most ${say(MAX_DEVICES)}. Use a scheduler.`, 'TOO_MANY');
