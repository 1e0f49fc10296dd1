import { loadRecords, type SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { Database } from '../../database/database.js';
import { type SchedulerKind, type SchedulerRow, STORED_KINDS } from '../../entities/scheduler.js';
import { badInput } from '../../errors.js';
import { canonicalCountry, countryHint } from '../../text/country.js';
import { canonicalLanguage, languageHint } from '../../text/language.js';
import type { Caller } from '../caller.js';
import { type Listed, type PageRequest, toWindow } from '../listing.js';
import { byApp, byCountry, byLanguage, byName, type Condition } from './scheduler-conditions.js';
import { toScheduler } from './scheduler-store.js';

const SORT_COLUMNS = {
  id: 's.id',
  name: 's.name_folded',
  created_at: 's.created_at',
  updated_at: 's.updated_at',
  status: 's.active',
} as const;
export type SchedulerSortField = keyof typeof SORT_COLUMNS;
export const SCHEDULER_SORT_FIELDS = Object.keys(SORT_COLUMNS) as SchedulerSortField[];

/** What to list (docs/rules.md#scheduler-list). null means no filter. */
export interface SchedulerListQuery extends PageRequest {
  readonly kind: SchedulerKind;
  readonly archived: boolean;
  readonly name: string | null;
  readonly appId: number | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly sortBy: SchedulerSortField;
  readonly sortDir: 'asc' | 'desc';
}

/** Lists schedulers with their filters, in a fixed number of statements. */
export class SchedulerListing {
  constructor(private readonly database: Database) {}

  async list(caller: Caller, query: SchedulerListQuery): Promise<Listed<SchedulerRecord>> {
    const { skip, take } = toWindow(query);
    const conditions = await this.toConditions(caller, query);
    const where = conditions.map((condition) => `(${condition.sql})`).join(' AND ');
    const parameters = conditions.flatMap((condition) => condition.parameters);
    const [counted] = await this.database.query<{ n: number }>(
      `SELECT COUNT(*) AS n FROM scheduler s WHERE ${where}`,
      parameters,
    );
    const direction = query.sortDir === 'desc' ? 'DESC' : 'ASC';
    const rows = await this.database.query<SchedulerRow>(
      `SELECT s.* FROM scheduler s WHERE ${where}
       ORDER BY ${SORT_COLUMNS[query.sortBy]} ${direction}, s.id ${direction} LIMIT ? OFFSET ?`,
      [...parameters, take, skip],
    );
    const items = await loadRecords(this.database, rows.map(toScheduler));
    return { items, totalCount: Number(counted?.n ?? 0) };
  }

  /** A condition on `scheduler s`: it would reach a language (docs/rules.md#scheduler-list). */
  async reachingLanguage(userId: number, language: string): Promise<Condition> {
    return byLanguage(readLanguage(language), await this.namedLanguages(userId));
  }

  private async toConditions(caller: Caller, query: SchedulerListQuery): Promise<Condition[]> {
    const { kind, archived } = query;
    const own = {
      sql: 's.user_id = ? AND s.kind = ? AND s.archived = ?',
      parameters: [caller.userId, STORED_KINDS[kind], archived],
    };
    const conditions: Condition[] = [own];
    if (query.name !== null) conditions.push(byName(query.name));
    if (query.appId !== null) conditions.push(byApp(caller.userId, query.appId));
    if (query.country !== null) conditions.push(byCountry(readCountry(query.country)));
    if (query.language !== null) {
      conditions.push(await this.reachingLanguage(caller.userId, query.language));
    }
    return conditions;
  }

  /** Every spelling of a language in the caller's schedulers: SQL cannot compare language tags. */
  private async namedLanguages(userId: number): Promise<string[]> {
    const rows = await this.database.query<{ value: string }>(
      `SELECT DISTINCT f.value FROM scheduler s JOIN scheduler_filter f ON f.scheduler_id = s.id
       WHERE s.user_id = ? AND f.field IN ('languages_include', 'languages_exclude')`,
      [userId],
    );
    return rows.map((row) => row.value);
  }
}

const readCountry = (text: string): string => {
  const country = canonicalCountry(text);
  if (country) return country;
  throw badInput('country', `\`country\` must be an ISO 3166-1 alpha-2 code.${countryHint(text)}`);
};

const readLanguage = (text: string): string => {
  const language = canonicalLanguage(text);
  if (language) return language;
  throw badInput('language', `\`language\` must be a well-formed BCP 47 language tag.${languageHint(text)}`);
};
