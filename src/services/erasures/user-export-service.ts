import { chunk, groupBy } from '../../collections.js';
import type { Keyring } from '../../crypto/keyring.js';
import { subjectHash } from '../../crypto/subject-hash.js';
import type { Database } from '../../database/database.js';
import { columnNames, hydrate, type Row } from '../../database/hydrate.js';
import { inList } from '../../database/in-list.js';
import { selectList } from '../../database/write-rows.js';
import { readCurves } from '../../delivery/judgement/active-hours.js';
import { CapSends, isUser, previewSends, subjectOfDevice, subjectOfUser } from '../../delivery/judgement/cap-sends.js';
import type { RowOf } from '../../entities/column-types.js';
import { CONVERSION_TABLE, type Conversion } from '../../entities/conversion.js';
import { DEVICE_SECRETS, DEVICE_TABLE, Device } from '../../entities/device.js';
import type { DueSend } from '../../entities/due-send.js';
import { EndUser } from '../../entities/end-user.js';
import { HELD } from '../../entities/outcome.js';
import type { RunUnit } from '../../entities/run-unit.js';
import { AppError, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { DeliveryReader } from '../deliveries/delivery-reader.js';
import { messageKey } from '../deliveries/delivery-record.js';
import { holderOf, mayStillWrite } from '../device-imports/address-holder.js';
import type { SignedAccess } from '../device-imports/import-file-service.js';
import { selectTagsOfDevices } from '../devices/device-queries.js';
import { findDevicesOfPerson, type PurgedDevice } from '../devices/purge-person.js';
import type { PreferenceService } from '../preferences/preference-service.js';
import type { SettledChoice } from '../preferences/settle-choices.js';

export interface UserExportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly preferences: Pick<PreferenceService, 'list' | 'listOfDevices'>;
}

/** One file of an export: a name, and one object per line. */
export interface ExportedFile {
  readonly name: string;
  rows(): AsyncGenerator<object>;
}

export interface UserExport {
  /** The account that the exported user belongs to. */
  readonly userId: number;
  readonly files: readonly ExportedFile[];
}

const PURPOSE = 'user-export';
const VALID_MS = 3_600_000;
const RUNS_PER_PAGE = 50;
const DEVICES_PER_PAGE = 100;

/** Exports everything that the service stores about an end user, at a signed address that needs no key. */
export class UserExportService {
  private readonly deliveries: DeliveryReader;

  constructor(private readonly deps: UserExportServiceDeps) {
    this.deliveries = new DeliveryReader(deps.database);
  }

  /** Returns a signed path that is valid for an hour and as long as the caller may write. @throws NOT_FOUND */
  async signedPath(caller: Caller, externalUserId: string): Promise<{ path: string; expiresAt: Date }> {
    const user = await this.deps.database.reader.findOneBy(EndUser, { userId: caller.userId, externalUserId });
    if (!user) throw notFound('user');
    const expires = this.deps.clock.now() + VALID_MS;
    const holder = holderOf(caller);
    const signature = this.deps.keyring.sign(PURPOSE, `${user.id}.${expires}.${holder}`);
    const path = `/user-exports/${user.id}?expires=${expires}&holder=${holder}&signature=${signature}`;
    return { path, expiresAt: new Date(expires) };
  }

  /** @throws FORBIDDEN for an address that is not valid, NOT_FOUND for a user who is erased. */
  async open(id: number, { expires, holder, signature }: SignedAccess): Promise<UserExport> {
    const { keyring, clock, database } = this.deps;
    if (!keyring.verify(PURPOSE, `${id}.${expires}.${holder}`, signature)) {
      throw new AppError('FORBIDDEN', 'This address is not signed by this service; request a new one from the graph.');
    }
    const query = (sql: string, parameters: readonly unknown[]) => database.query(sql, parameters);
    if (expires <= clock.now() || !(await mayStillWrite(query, holder, clock.now()))) {
      throw new AppError('FORBIDDEN', 'This address has expired; request a new one from the graph.');
    }
    const user = await database.reader.findOneBy(EndUser, { id });
    if (!user) throw notFound('user');
    const { userId, externalUserId: externalId } = user;
    const devices = await findDevicesOfPerson(database, { userId, externalId });
    const files = [
      { name: 'user.ndjson', rows: () => oneRow(toUserRow(user)) },
      { name: 'preferences.ndjson', rows: () => this.preferences(user, devices) },
      { name: 'devices.ndjson', rows: () => this.devices(userId, devices) },
      { name: 'events.ndjson', rows: () => this.events(devices) },
      { name: 'activity.ndjson', rows: () => this.activity(user, devices) },
      { name: 'conversions.ndjson', rows: () => this.conversions(user, devices) },
      { name: 'messages.ndjson', rows: () => this.messages(userId, devices) },
      { name: 'waiting.ndjson', rows: () => this.waiting(devices) },
      { name: 'caps.ndjson', rows: () => this.caps(user, devices) },
    ];
    return { userId, files };
  }

  /** Only choices that somebody made; the user has the defaults of all other categories. */
  private async *preferences({ userId, externalUserId }: EndUser, devices: readonly PurgedDevice[]) {
    const { preferences } = this.deps;
    const [ofUser, ofDevices] = await Promise.all([
      preferences.list(userId, { kind: 'user', externalUserId }),
      preferences.listOfDevices(
        userId,
        devices.map(({ id }) => id),
      ),
    ]);
    yield* toChoiceRows(ofUser, null);
    for (const [deviceId, ofDevice] of ofDevices) yield* toChoiceRows(ofDevice, deviceId);
  }

  private async *devices(userId: number, devices: readonly PurgedDevice[]): AsyncGenerator<object> {
    const { database } = this.deps;
    const columns = columnNames(database.reader, Device, DEVICE_SECRETS).join(', ');
    for (const page of chunk(devices, DEVICES_PER_PAGE)) {
      const ids = page.map(({ id }) => id);
      const sql = `SELECT ${columns} FROM device WHERE id IN ${inList(ids)}
        AND app_id IN (SELECT a.id FROM app a WHERE a.user_id = ?)`;
      const tags = await selectTagsOfDevices(database, ids);
      const zones = groupBy(await this.zonesOf(ids), ({ deviceId }) => deviceId);
      const activities = groupBy(await this.activitiesOf(page), ({ deviceId }) => deviceId);
      for (const device of hydrate(database.reader, Device, await database.query<Row>(sql, [...ids, userId]))) {
        yield {
          ...toDeviceRow(device),
          tags: tags.get(device.id) ?? [],
          formerTimeZones: zones.get(device.id) ?? [],
          liveActivities: (activities.get(device.id) ?? []).map(({ activity }) => activity),
        };
      }
    }
  }

  private async activitiesOf(devices: readonly PurgedDevice[]) {
    const found: { readonly deviceId: number; readonly activity: string }[] = [];
    for (const [appId, ofApp] of groupBy(devices, (device) => device.appId)) {
      const ids = ofApp.map(({ id }) => id);
      const sql = `SELECT device_id, activity FROM live_activity WHERE app_id = ? AND device_id IN ${inList(ids)}`;
      const rows = await this.deps.database.query<{ device_id: number; activity: string }>(sql, [appId, ...ids]);
      for (const { device_id, activity } of rows) found.push({ deviceId: Number(device_id), activity });
    }
    return found;
  }

  private async zonesOf(ids: readonly number[]) {
    const sql = `SELECT device_id, zone_before, changed_at FROM device_zone_change WHERE device_id IN ${inList(ids)}`;
    const rows = await this.deps.database.query<{ device_id: number; zone_before: string; changed_at: number }>(
      sql,
      ids,
    );
    return rows.map(({ device_id, zone_before, changed_at }) => ({
      deviceId: Number(device_id),
      timezone: zone_before,
      until: new Date(Number(changed_at)),
    }));
  }

  private async *events(devices: readonly PurgedDevice[]): AsyncGenerator<object> {
    for (const page of chunk(devices, DEVICES_PER_PAGE)) {
      const ids = page.map(({ id }) => id);
      const sql = `SELECT e.device_id, c.code, e.count, e.first_at, e.last_at FROM device_event e
        JOIN custom_event c ON c.id = e.event_id WHERE e.device_id IN ${inList(ids)} ORDER BY e.device_id, c.code`;
      for (const row of await this.deps.database.query<EventRow>(sql, ids)) yield toEventRow(row);
    }
  }

  /** How active the user, or a device before it had a user, is by local hour. */
  private async *activity(
    { userId, externalUserId }: EndUser,
    devices: readonly PurgedDevice[],
  ): AsyncGenerator<object> {
    const { database, clock } = this.deps;
    const ofUser = { deviceId: null, subject: subjectHash(userId, { user: externalUserId }) };
    const ofDevices = devices.map(({ id }) => ({ deviceId: id, subject: subjectHash(userId, { device: id }) }));
    for (const page of chunk([ofUser, ...ofDevices], DEVICES_PER_PAGE)) {
      const subjects = page.map(({ subject }) => subject);
      const curves = await readCurves(database, { userId, subjects, now: clock.now() });
      for (const { deviceId, subject } of page) {
        const curve = curves.get(subject);
        if (curve) yield { deviceId, weightByLocalHour: curve };
      }
    }
  }

  /** The arm that the user was in, run by run, and the goals that they reached. */
  private async *conversions(
    { userId, externalUserId }: EndUser,
    devices: readonly PurgedDevice[],
  ): AsyncGenerator<object> {
    const ofDevices = devices.map(({ id }) => subjectHash(userId, { device: id }));
    const query = <Row>(sql: string, parameters: readonly unknown[]) => this.deps.database.query<Row>(sql, parameters);
    for (const page of chunk([subjectHash(userId, { user: externalUserId }), ...ofDevices], DEVICES_PER_PAGE)) {
      const of = [userId, ...page];
      const arms = `SELECT run_id, arm, created_at FROM run_unit WHERE user_id = ? AND unit IN ${inList(page)}`;
      for (const { run_id, arm, created_at } of await query<ArmRow>(arms, of)) {
        yield { runId: Number(run_id), arm: Number(arm), since: new Date(Number(created_at)) };
      }
      const reached = `SELECT ${selectList(CONVERSION_TABLE)} FROM conversion WHERE user_id = ? AND subject IN ${inList(page)}`;
      for (const row of await query<RowOf<Conversion>>(reached, of)) yield toConversionRow(row);
    }
  }

  /** Runs whose single messages are past their retention have none any more. */
  private async *messages(userId: number, devices: readonly PurgedDevice[]): AsyncGenerator<object> {
    const refs = devices.map(({ appId, id }) => ({ appId, deviceId: id }));
    const sql = 'SELECT id FROM run WHERE user_id = ? AND id > ? AND history_deleted_at IS NULL ORDER BY id LIMIT ?';
    for (let after = 0; ; ) {
      const page = await this.deps.database.query<{ id: number }>(sql, [userId, after, RUNS_PER_PAGE]);
      const last = page.at(-1);
      if (last === undefined || refs.length === 0) return;
      after = Number(last.id);
      const records = await this.deliveries.ofDevices(
        refs,
        page.map(({ id }) => Number(id)),
      );
      const [failures, receipts] = [await this.deliveries.failures(records), await this.deliveries.receipts(records)];
      const waiting = await this.deliveries.waiting(records);
      for (const record of records) {
        const { runId, pushId, deviceId, recordedAt } = record;
        const key = messageKey(record);
        const later = waiting.get(key);
        const outcome = later?.isHeld ? HELD : record.outcome;
        const { reason = null } = later ?? failures.get(key) ?? {};
        const nextTryAt = later?.dueAt ?? null;
        yield { runId, pushId, deviceId, outcome, recordedAt, reason, nextTryAt, receipts: receipts.get(key) ?? null };
      }
    }
  }

  /** Auto-push messages whose delay has not ended. */
  private async *waiting(devices: readonly PurgedDevice[]): AsyncGenerator<object> {
    for (const page of chunk(devices, DEVICES_PER_PAGE)) {
      for (const [appId, ofApp] of groupBy(page, (device) => device.appId)) {
        const ids = ofApp.map(({ id }) => id);
        const sql = `SELECT w.scheduler_id, w.device_id, c.code, w.event_data, w.due_at FROM due_send w
          JOIN custom_event c ON c.id = w.event_id WHERE w.app_id = ? AND w.device_id IN ${inList(ids)} ORDER BY w.id`;
        for (const row of await this.deps.database.query<DueRow>(sql, [appId, ...ids])) yield toDueRow(row);
      }
    }
  }

  /** The recent messages that frequency caps count. */
  private async *caps({ id, userId }: EndUser, devices: readonly PurgedDevice[]): AsyncGenerator<object> {
    const subjects = [subjectOfUser(id), ...devices.map((device) => subjectOfDevice(device.id))];
    for (const page of chunk(subjects, DEVICES_PER_PAGE)) {
      const sends = new CapSends();
      await previewSends(this.deps.database, sends, { userId, subjects: page, since: 0 });
      for (const subject of page) {
        const countedFor = isUser(subject) ? 'user' : 'device';
        for (const { group, deviceId } of sends.of(subject)) {
          const { at, runId, pushId, category } = group;
          yield { countedFor, deviceId, runId, pushId, category: category || null, at: new Date(at) };
        }
      }
    }
  }
}

function* toChoiceRows(settled: readonly SettledChoice[], deviceId: number | null): Generator<object> {
  const kind = deviceId === null ? 'user' : 'device';
  for (const { category, made } of settled) {
    if (made?.subjectKind !== kind) continue;
    const { choice, source, changedAt } = made;
    yield { category: category?.code ?? 'all marketing', choice, source, changedAt, deviceId };
  }
}

async function* oneRow(row: object): AsyncGenerator<object> {
  yield row;
}

/** Hashes of secrets and addresses are keys too. */
const KEYS: readonly string[] = [...DEVICE_SECRETS, 'token_hash', 'secret_hash'];

const toDeviceRow = (device: Device): object => {
  const shown = DEVICE_TABLE.columns.filter(({ name }) => !KEYS.includes(name));
  return Object.fromEntries(shown.map(({ property }) => [property, device[property as keyof Device]]));
};

const toUserRow = ({ externalUserId, attributes, createdAt, updatedAt }: EndUser) => ({
  externalUserId,
  attributes: attributes ?? {},
  createdAt,
  updatedAt,
});

type ArmRow = Pick<RowOf<RunUnit>, 'run_id' | 'arm' | 'created_at'>;

const toConversionRow = (row: RowOf<Conversion>) => ({
  ...{ runId: Number(row.run_id), goal: Number(row.goal), deviceId: Number(row.device_id), arm: Number(row.arm) },
  occurredAt: new Date(Number(row.occurred_at)),
  value: row.value === null ? null : Number(row.value),
  isAttributed: Boolean(Number(row.attributed)),
});

interface EventRow {
  readonly device_id: number;
  readonly code: string;
  readonly count: number;
  readonly first_at: number;
  readonly last_at: number;
}

type DueRow = Pick<RowOf<DueSend>, 'scheduler_id' | 'device_id' | 'event_data' | 'due_at'> & { readonly code: string };

const toDueRow = ({ scheduler_id, device_id, code, event_data, due_at }: DueRow) => ({
  ...{ schedulerId: Number(scheduler_id), deviceId: Number(device_id), event: code },
  data: event_data === null ? null : JSON.parse(event_data),
  dueAt: new Date(Number(due_at)),
});

const toEventRow = ({ device_id, code, count, first_at, last_at }: EventRow) => ({
  deviceId: Number(device_id),
  event: code,
  count: Number(count),
  firstAt: new Date(Number(first_at)),
  lastAt: new Date(Number(last_at)),
});
