import { chunk } from '../collections.js';
import type { Database } from '../database/database.js';
import { type Audience, usersOf } from './audience.js';
import { all, type Condition, isIdIn, isIn } from './condition.js';

/** What sending needs of a device. */
export interface AudienceDevice {
  readonly id: number;
  readonly token: string;
  readonly language: string | null;
  /** This and what follows: of subscriptions alone. */
  readonly p256dh: string | null;
  readonly auth: string | null;
  /** Epoch ms at which the device last confirmed its subscription. */
  readonly tokenAt: number | undefined;
}

/** Which application, and since when its devices count as active (epoch ms; archiving moves it). */
export interface AudienceApp {
  readonly id: number;
  readonly devicesActiveSince: number;
  /** Its devices are browsers, whose keys are read as well. */
  readonly hasSubscriptions: boolean;
}

export interface Window {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
  readonly limit: number;
}

const COLUMNS = 'd.id, d.token, d.language';
const COLUMNS_OF_SUBSCRIPTIONS = `${COLUMNS}, d.p256dh, d.auth, d.token_at`;
type DeviceRow = readonly [
  ...[id: number, token: string, language: string | null],
  ...([] | [p256dh: string | null, auth: string | null, tokenAt: number]),
];
const LOOKUP_CHUNK = 5_000;

/** Devices of one application that an audience reaches, in ascending order of id. Make it once, page often. */
export class DeviceSelection {
  private readonly condition: Condition;
  /** Read once: a run counts each of its ranges. */
  private listed: Promise<number[] | null> | null = null;

  constructor(
    private readonly database: Database,
    private readonly app: AudienceApp,
    private readonly audience: Audience,
  ) {
    this.condition = all(audience);
  }

  get activeSince(): number {
    return this.app.devicesActiveSince;
  }

  /** The next page of a bounded window of ids. */
  page({ after, upTo, limit }: Window): Promise<AudienceDevice[]> {
    return this.select({ sql: 'd.id > ? AND d.id <= ?', parameters: [after, upTo] }, limit);
  }

  /** Those of these devices that the audience reaches. */
  among(ids: readonly number[]): Promise<AudienceDevice[]> {
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

  /** A list of external ids is looked up through its own index, however short; null: there is none. */
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

  private async select(where: Condition, limit: number): Promise<AudienceDevice[]> {
    const columns = this.app.hasSubscriptions ? COLUMNS_OF_SUBSCRIPTIONS : COLUMNS;
    const { sql, parameters } = this.statement(columns, where);
    const rows = await this.database.rows<DeviceRow>(`${sql} ORDER BY d.id LIMIT ${limit}`, parameters);
    return rows.map(toDevice);
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

const toDevice = ([id, token, language, p256dh = null, auth = null, tokenAt]: DeviceRow): AudienceDevice => ({
  id: Number(id),
  token,
  language,
  p256dh,
  auth,
  tokenAt: tokenAt === undefined ? undefined : Number(tokenAt),
});
