import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Condition, isIdIn, isIn } from '../../audience/condition.js';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { type Stage, stagesPassed } from './audience-stages.js';

const ROWS_PER_WINDOW = 5_000;
const IDS_PER_STATEMENT = 5_000;
const MAX_STRATA = 100;
const ROWS_PER_STRATUM = 50;

/** How many devices passed exactly 0, 1, 2… stages; not whole numbers where they were estimated. */
export type Tally = number[];

/** Of those that passed all stages, by language as they gave it; null: none. */
export type ByLanguage = Map<string | null, number>;

export interface Counted {
  readonly tally: Tally;
  readonly byLanguage: ByLanguage;
  /** Rows that were looked at. */
  readonly examined: number;
  readonly exact: boolean;
  /** Of the estimate of those that passed all stages, a variance; 0 where they were counted. */
  readonly variance: number;
}

interface Window {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

interface Span {
  readonly after: number;
  readonly upTo: number;
}

/** Counts the devices of one application by how many stages they pass, in bounded looks. */
export class StageCounter {
  private readonly passed: Condition;
  private readonly empty: Tally;

  constructor(
    private readonly database: Database,
    private readonly of: { readonly userId: number; readonly appId: number },
    stages: readonly Stage[],
  ) {
    this.passed = stagesPassed(stages);
    this.empty = Array.from({ length: stages.length + 1 }, () => 0);
  }

  /** From the first id on, until all are counted or so many were looked at. `rest` is what was not. */
  async scan(span: Span, maxRows: number, signal: AbortSignal): Promise<Counted & { readonly rest: Span | null }> {
    const tally = [...this.empty];
    const byLanguage: ByLanguage = new Map();
    let [examined, after] = [0, span.after];
    while (examined < maxRows) {
      signal.throwIfAborted();
      const limit = Math.min(ROWS_PER_WINDOW, maxRows - examined);
      const page = await this.count({ after, upTo: span.upTo, limit });
      addAll(tally, page.tally, 1);
      addLanguages(byLanguage, page.byLanguage, 1);
      examined += page.rows;
      if (page.rows < limit) return { tally, byLanguage, examined, exact: true, variance: 0, rest: null };
      after = page.lastId;
      // SQLite answers in one go: others get their turn.
      await nextTurn();
    }
    return { tally, byLanguage, examined, exact: false, variance: 0, rest: { after, upTo: span.upTo } };
  }

  /** Looks into parts of the span, spread evenly over it, and reckons up; what has been read whole is exact. */
  async sample({ after, upTo }: Span, maxRows: number, signal: AbortSignal): Promise<Counted> {
    const strata = Math.min(MAX_STRATA, Math.max(2, Math.floor(maxRows / ROWS_PER_STRATUM)));
    const limit = Math.max(1, Math.floor(maxRows / strata));
    const tally = [...this.empty];
    const byLanguage: ByLanguage = new Map();
    const reached: number[] = [];
    let [examined, exact] = [0, true];
    const edge = (index: number): number => after + Math.floor(((upTo - after) * index) / strata);
    for (let index = 0; index < strata; index += 1) {
      signal.throwIfAborted();
      const [from, to] = [edge(index), edge(index + 1)];
      const page = await this.count({ after: from, upTo: to, limit });
      const whole = page.rows < limit || page.lastId >= to;
      const scale = whole ? 1 : (to - from) / (page.lastId - from);
      addAll(tally, page.tally, scale);
      addLanguages(byLanguage, page.byLanguage, scale);
      reached.push((page.tally.at(-1) ?? 0) * scale);
      examined += page.rows;
      exact &&= whole;
      await nextTurn();
    }
    const devices = tally.reduce((sum, count) => sum + count, 0);
    const least = (UNSEEN_DEVIATION * devices) / Math.max(1, examined);
    return { tally, byLanguage, examined, exact, variance: exact ? 0 : Math.max(varianceOfSum(reached), least ** 2) };
  }

  /** Those of certain users, by their own index. */
  async countUsers(externalIds: readonly string[], signal: AbortSignal): Promise<Counted> {
    const tally = [...this.empty];
    const byLanguage: ByLanguage = new Map();
    let examined = 0;
    for (const part of chunk(externalIds, IDS_PER_STATEMENT)) {
      signal.throwIfAborted();
      const wanted = isIn('external_user_id', part);
      const found = await this.database.longRead<{ id: number }>(
        this.of.userId,
        `SELECT id FROM device WHERE app_id = ? AND ${wanted.sql}`,
        [this.of.appId, ...wanted.parameters],
      );
      const ids = found.map((row) => Number(row.id));
      const rows = ids.length === 0 ? [] : await this.tallyWhere(isIdIn('d.id', ids), ids.length);
      this.tallyUp(rows, { tally, byLanguage });
      examined += ids.length;
      await nextTurn();
    }
    return { tally, byLanguage, examined, exact: true, variance: 0 };
  }

  private async count({ after, upTo, limit }: Window): Promise<CountedWindow> {
    const rows = await this.tallyWhere({ sql: 'd.id > ? AND d.id <= ?', parameters: [after, upTo] }, limit);
    const counted = { tally: [...this.empty], byLanguage: new Map() };
    this.tallyUp(rows, counted);
    const lastId = Math.max(after, ...rows.map((row) => Number(row.last_id)));
    return { ...counted, rows: counted.tally.reduce((sum, count) => sum + count, 0), lastId };
  }

  private tallyUp(rows: readonly TallyRow[], { tally, byLanguage }: Pick<Counted, 'tally' | 'byLanguage'>): void {
    const last = this.empty.length - 1;
    for (const { stage, language, n } of rows) {
      add(tally, Number(stage), Number(n));
      if (Number(stage) === last) addLanguage(byLanguage, language, Number(n));
    }
  }

  private tallyWhere(where: Condition, limit: number): Promise<TallyRow[]> {
    const table = `device d ${this.database.dialect.forcePrimary}`;
    return this.database.longRead<TallyRow>(
      this.of.userId,
      `SELECT stage, CASE WHEN stage = ${this.empty.length - 1} THEN language END AS language, COUNT(*) AS n,
         MAX(id) AS last_id FROM (
         SELECT d.id AS id, d.language AS language, ${this.passed.sql} AS stage FROM ${table}
         WHERE d.app_id = ? AND ${where.sql} ORDER BY d.id LIMIT ${limit}) looked GROUP BY 1, 2`,
      [...this.passed.parameters, this.of.appId, ...where.parameters],
    );
  }
}

interface CountedWindow extends Pick<Counted, 'tally' | 'byLanguage'> {
  readonly rows: number;
  readonly lastId: number;
}

interface TallyRow {
  readonly stage: number;
  readonly language: string | null;
  readonly n: number;
  readonly last_id: number;
}

/**
 * Of the sum of what parts that lie side by side were estimated at, by the differences between neighbours (Wolter,
 * Introduction to Variance Estimation, ch. 8): a slow change along the ids is none of the error.
 */
const varianceOfSum = (parts: readonly number[]): number => {
  const squares = parts.slice(1).reduce((sum, part, index) => sum + (part - (parts[index] ?? 0)) ** 2, 0);
  return (parts.length * squares) / (2 * Math.max(1, parts.length - 1));
};

/**
 * By the rule of three: where a sample saw none, there may be as many as three of those that it looked at would stand for,
 * in 95 of 100 cases, which are 1.96 standard deviations. So no estimate passes for a count.
 */
const UNSEEN_DEVIATION = 3 / 1.96;

const addAll = (tally: Tally, counts: readonly number[], scale: number): void => {
  for (const [stage, count] of counts.entries()) add(tally, stage, count * scale);
};

const add = (tally: Tally, stage: number, count: number): void => {
  tally[stage] = (tally[stage] ?? 0) + count;
};

/** A device may give any well-formed tag: those beyond this many different ones are not told apart, but left out. */
const MAX_LANGUAGES = 10_000;

export const addLanguage = (sums: ByLanguage, language: string | null, count: number): void => {
  const known = sums.get(language);
  if (known !== undefined || sums.size < MAX_LANGUAGES) sums.set(language, (known ?? 0) + count);
};

const addLanguages = (sums: ByLanguage, counts: ByLanguage, scale: number): void => {
  for (const [language, count] of counts) addLanguage(sums, language, count * scale);
};
