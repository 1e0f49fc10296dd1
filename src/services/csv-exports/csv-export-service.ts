import type { Keyring } from '../../crypto/keyring.js';
import type { Database } from '../../database/database.js';
import { AppError, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { holderOf, mayStillRead } from '../device-imports/address-holder.js';
import type { SignedAccess } from '../device-imports/import-file-service.js';
import { MEASURES } from '../reports/measures.js';
import { checkPeriod } from '../reports/report-period.js';
import type { ReportService } from '../reports/report-service.js';
import { type CsvFile, type CsvRequest, packRequest, unpackRequest } from './csv-export.js';
import { DEVICE_COLUMNS, exportDevices } from './export-devices.js';
import { exportOutcomes, OUTCOME_COLUMNS } from './export-outcomes.js';
import { exportRuns, RUN_COLUMNS } from './export-runs.js';

export interface CsvExportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly reports: Pick<ReportService, 'readAll' | 'heatMap'>;
}

const PURPOSE = 'csv-export';
const VALID_MS = 3_600_000;
const HEAT_MAP_COLUMNS = ['weekday', 'hour', 'clicked', 'delivered'] as const;

/** Exports runs, outcomes, devices and reports as CSV, at a signed address that needs no key. */
export class CsvExportService {
  constructor(private readonly deps: CsvExportServiceDeps) {}

  /**
   * Returns a signed path that is valid for an hour and as long as the caller may read.
   * @throws NOT_FOUND for a run or application of another account, BAD_USER_INPUT for a wrong period.
   */
  async signedPath(caller: Caller, request: CsvRequest): Promise<{ path: string; expiresAt: Date }> {
    await this.check(caller.userId, request);
    const expires = this.deps.clock.now() + VALID_MS;
    const holder = holderOf(caller);
    const packed = packRequest(caller.userId, request);
    const signature = this.deps.keyring.sign(PURPOSE, `${packed}.${expires}.${holder}`);
    const path = `/exports/${request.kind}.csv?request=${packed}&expires=${expires}&holder=${holder}&signature=${signature}`;
    return { path, expiresAt: new Date(expires) };
  }

  /** @throws FORBIDDEN for an address that is not valid, NOT_FOUND for something that was deleted. */
  async open(packed: string, { expires, holder, signature }: SignedAccess): Promise<{ userId: number; file: CsvFile }> {
    const { keyring, clock, database } = this.deps;
    if (!keyring.verify(PURPOSE, `${packed}.${expires}.${holder}`, signature)) {
      throw new AppError('FORBIDDEN', 'This address is not signed by this service; request a new one from the graph.');
    }
    const query = (sql: string, parameters: readonly unknown[]) => database.query(sql, parameters);
    if (expires <= clock.now() || !(await mayStillRead(query, holder, clock.now()))) {
      throw new AppError('FORBIDDEN', 'This address has expired; request a new one from the graph.');
    }
    const { userId, request } = unpackRequest(packed);
    await this.check(userId, request);
    return { userId, file: await this.toFile(userId, request) };
  }

  private async check(userId: number, request: CsvRequest): Promise<void> {
    if ('period' in request) return checkPeriod(request.period);
    const [table, id] =
      request.kind === 'outcomes' ? (['run', request.runId] as const) : (['app', request.appId] as const);
    if (id === null) return;
    const sql = `SELECT id FROM ${table} WHERE id = ? AND user_id = ?`;
    if ((await this.deps.database.query(sql, [id, userId])).length === 0) {
      throw notFound(table === 'run' ? 'run' : 'application');
    }
  }

  private async toFile(userId: number, request: CsvRequest): Promise<CsvFile> {
    const { database } = this.deps;
    if (request.kind === 'runs') {
      return { name: 'runs.csv', columns: RUN_COLUMNS, rows: exportRuns(database, userId, request.period) };
    }
    if (request.kind === 'outcomes') {
      const { runId } = request;
      return { name: `outcomes-${runId}.csv`, columns: OUTCOME_COLUMNS, rows: exportOutcomes(database, runId) };
    }
    if (request.kind === 'devices') {
      const appIds = await this.findApps(userId, request.appId);
      return { name: 'devices.csv', columns: DEVICE_COLUMNS, rows: exportDevices(database, appIds) };
    }
    if (request.kind === 'click-heat-map') {
      return { name: 'click-heat-map.csv', columns: HEAT_MAP_COLUMNS, rows: this.heatMapRows(userId, request) };
    }
    const rows = this.reportRows(userId, request);
    const measures = MEASURES.map(({ name }) => name);
    return { name: 'report.csv', columns: [request.by.toLowerCase(), 'name', 'starts_at', ...measures], rows };
  }

  private async findApps(userId: number, appId: number | null): Promise<number[]> {
    if (appId !== null) return [appId];
    const sql = 'SELECT id FROM app WHERE user_id = ? ORDER BY id';
    return (await this.deps.database.query<{ id: number }>(sql, [userId])).map(({ id }) => Number(id));
  }

  private async *heatMapRows(userId: number, { period, where }: CsvRequest & { kind: 'click-heat-map' }) {
    const { cells } = await this.deps.reports.heatMap(userId, period, where);
    yield cells.map((cell) => HEAT_MAP_COLUMNS.map((column) => cell[column]));
  }

  private async *reportRows(userId: number, { period, by, where }: CsvRequest & { kind: 'report' }) {
    for await (const rows of this.deps.reports.readAll(userId, { period, by, where })) {
      yield rows.map(({ key, name, startsAt, values }) => [
        ...[by === 'DAY' ? name : key, name, startsAt ?? null],
        ...MEASURES.map((measure) => values[measure.name] ?? null),
      ]);
    }
  }
}
