import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Condition, isIdIn, isIn } from '../../audience/condition.js';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { type Stage, stagesPassed } from './audience-stages.js';

const ROWS_PER_WINDOW = 5_000;
const IDS_PER_STATEMENT = 5_000;
const MAX_STRATA = 100;
const ROWS_PER_STRATUM = 50;

/** How many devices passed exactly 0, 1, 2… stages; estimates are not whole numbers. */
export type Tally = number[];

/** Devices that passed all stages, by language as they reported it; null for none. */
export type ByLanguage = Map<string | null, number>;

export interface Counted {
  readonly tally: Tally;
  readonly byLanguage: ByLanguage;
  /** Rows that were read. */
  readonly examined: number;
  readonly exact: boolean;
  /** The variance of the estimated number that passed all stages; 0 if they were counted. */
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

/** Counts the devices of one application by the number of stages they pass, in bounded steps. */
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

  /** Reads from the first id until all are counted or the limit is reached. `rest` is what remains. */
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
      // SQLite blocks while it answers, so other work gets a turn.
      await nextTurn();
    }
    return { tally, byLanguage, examined, exact: false, variance: 0, rest: { after, upTo: span.upTo } };
  }

  /** Samples parts spread evenly over the span and extrapolates; parts read completely are exact. */
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

  /** Counts the devices of given users through their index. */
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
 * The variance of the sum of adjacent sampled parts, from the differences between neighbours (Wolter, Introduction to
 * Variance Estimation, ch. 8), so that a slow trend along the ids does not count as error.
 */
const varianceOfSum = (parts: readonly number[]): number => {
  const squares = parts.slice(1).reduce((sum, part, index) => sum + (part - (parts[index] ?? 0)) ** 2, 0);
  return (parts.length * squares) / (2 * Math.max(1, parts.length - 1));
};

/**
 * The rule of three: if a sample contains none, in 95 of 100 cases there are at most as many as three sampled rows
 * stand for, which is 1.96 standard deviations. So no estimate looks like an exact count.
 */
const UNSEEN_DEVIATION = 3 / 1.96;

const addAll = (tally: Tally, counts: readonly number[], scale: number): void => {
  for (const [stage, count] of counts.entries()) add(tally, stage, count * scale);
};

const add = (tally: Tally, stage: number, count: number): void => {
  tally[stage] = (tally[stage] ?? 0) + count;
};

/** A device may report any well-formed tag; languages beyond this many are left out. */
const MAX_LANGUAGES = 10_000;

export const addLanguage = (sums: ByLanguage, language: string | null, count: number): void => {
  const known = sums.get(language);
  if (known !== undefined || sums.size < MAX_LANGUAGES) sums.set(language, (known ?? 0) + count);
};

const addLanguages = (sums: ByLanguage, counts: ByLanguage, scale: number): void => {
  for (const [language, count] of counts) addLanguage(sums, language, count * scale);
};
