import { chunk } from '../collections.js';
import type { Database } from '../database/database.js';
import { DEVICE_TABLE, type DeviceNeed, type DeviceValues } from '../entities/device.js';
import type { TableColumn } from '../entities/table.js';
import { type Audience, usersOf } from './audience.js';
import { all, type Condition, isIdIn, isIn } from './condition.js';

export interface AudienceApp {
  readonly id: number;
  /** Devices last seen before this are inactive (epoch ms); archiving the application moves it. */
  readonly devicesActiveSince: number;
  /** The columns that its provider, its content and its rules need besides those of the audience. */
  readonly needs: readonly DeviceNeed[];
}

export interface Window {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
  readonly limit: number;
}

type DeviceRow = readonly [id: number, token: string, language: string | null, ...needed: unknown[]];
const FIXED_COLUMNS = ['id', 'token', 'language'];
const LOOKUP_CHUNK = 5_000;

/** Selects the devices of one application that an audience reaches, in ascending order of id. Reuse it for all pages. */
export class DeviceSelection {
  private readonly condition: Condition;
  private readonly needed: readonly TableColumn[];
  /** Cached, because a run counts each of its ranges. */
  private listed: Promise<number[] | null> | null = null;

  constructor(
    private readonly database: Database,
    private readonly app: AudienceApp,
    private readonly audience: Audience,
  ) {
    this.condition = all(audience);
    const needs = new Set([...app.needs, ...audience.flatMap((filter) => filter.needs ?? [])]);
    this.needed = [...needs].flatMap((need) => DEVICE_TABLE.columns.find(({ property }) => property === need) ?? []);
  }

  get activeSince(): number {
    return this.app.devicesActiveSince;
  }

  /** Returns the next page of a window of ids. */
  page({ after, upTo, limit }: Window): Promise<DeviceValues[]> {
    return this.select({ sql: 'd.id > ? AND d.id <= ?', parameters: [after, upTo] }, limit);
  }

  /** Returns the devices among `ids` that the audience reaches. */
  among(ids: readonly number[]): Promise<DeviceValues[]> {
    return this.select(isIdIn('d.id', ids), ids.length);
  }

  async count({ after, upTo }: Pick<Window, 'after' | 'upTo'>): Promise<number> {
    this.listed ??= this.externalDeviceIds();
    const listed = await this.listed;
    if (listed === null) return this.countWhere({ sql: 'd.id > ? AND d.id <= ?', parameters: [after, upTo] });
    let count = 0;
    const ids = listed.filter((id) => id > after && id <= upTo);
    for (const part of chunk(ids, LOOKUP_CHUNK)) count += await this.countWhere(isIdIn('d.id', part));
    return count;
  }

  /** The ids of the devices of the audience's external users; null: the audience is not limited to users. */
  async externalDeviceIds(): Promise<number[] | null> {
    const users = usersOf(this.audience);
    if (users === null) return null;
    const ids: number[] = [];
    for (const part of chunk(users, LOOKUP_CHUNK)) {
      const wanted = isIn('external_user_id', part);
      const index = this.database.dialect.forceIndex('device_external');
      const sql = `SELECT id FROM device ${index} WHERE app_id = ? AND ${wanted.sql}`;
      const rows = await this.database.query<{ id: number }>(sql, [this.app.id, ...wanted.parameters]);
      for (const row of rows) ids.push(Number(row.id));
    }
    return ids.sort((a, b) => a - b);
  }

  private async select(where: Condition, limit: number): Promise<DeviceValues[]> {
    const columns = [...FIXED_COLUMNS, ...this.needed.map(({ name }) => name)];
    const { sql, parameters } = this.statement(columns.map((name) => `d.${name}`).join(', '), where);
    const rows = await this.database.rows<DeviceRow>(`${sql} ORDER BY d.id LIMIT ${limit}`, parameters);
    return rows.map((row) => toDevice(row, this.needed));
  }

  private async countWhere(where: Condition): Promise<number> {
    const { sql, parameters } = this.statement('COUNT(*) AS n', where);
    const [row] = await this.database.query<{ n: number }>(sql, parameters);
    return Number(row?.n ?? 0);
  }

  private statement(columns: string, where: Condition): Condition {
    const table = `device d ${this.database.dialect.forcePrimary}`;
    return {
      sql: `SELECT ${columns} FROM ${table} WHERE d.app_id = ? AND ${where.sql}
            AND d.active = 1 AND d.seen_at > ? AND (${this.condition.sql})`,
      parameters: [this.app.id, ...where.parameters, this.app.devicesActiveSince, ...this.condition.parameters],
    };
  }
}

/** Reads by index: taking the row apart makes an iterator and an array for each device. */
const toDevice = (row: DeviceRow, needed: readonly TableColumn[]): DeviceValues => {
  const device: Record<string, unknown> = { id: Number(row[0]), token: row[1], language: row[2] };
  for (let index = 0; index < needed.length; index += 1) {
    const { property, isBig } = needed[index] as TableColumn;
    const value = row[FIXED_COLUMNS.length + index];
    device[property] = isBig && value !== null ? Number(value) : value;
  }
  return device as unknown as DeviceValues;
};
