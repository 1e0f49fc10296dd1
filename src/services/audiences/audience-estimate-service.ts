import { In } from 'typeorm';
import { type Audience, compileAudience, usersOf } from '../../audience/audience.js';
import type { FilterField } from '../../audience/filters/index.js';
import type { SegmentFilterSnapshot } from '../../audience/filters/segments.js';
import { keepTree } from '../../audience/segments/segment-tree.js';
import { loadFilters } from '../../catalogue/scheduler-record.js';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { buildRunAudience } from '../../delivery/plan/build-run-audience.js';
import { App } from '../../entities/app.js';
import type { RunAudience } from '../../entities/run-snapshot.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { SegmentNode } from '../../entities/segment.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { Violations } from '../rules/violations.js';
import { checkReferences } from '../schedulers/scheduler-checks.js';
import type { AudienceFilters } from '../schedulers/scheduler-input.js';
import { checkFilters } from '../schedulers/scheduler-rules.js';
import { type StageName, toStages } from './audience-stages.js';
import { addLanguage, type ByLanguage, type Counted, StageCounter } from './count-stages.js';

export interface EstimatedStep {
  readonly step: StageName;
  readonly remaining: number;
}

export interface AppEstimate {
  readonly appId: number;
  readonly exact: boolean;
  readonly steps: readonly EstimatedStep[];
}

export interface AudienceEstimate {
  readonly exact: boolean;
  /** Margin of the number of reached devices: 95 of 100 estimates are within it. 0 if the devices were counted. */
  readonly marginOfError: number;
  /** Device rows that were read. */
  readonly examined: number;
  readonly steps: readonly EstimatedStep[];
  /** The estimate of each application, most devices first. */
  readonly byApp: readonly AppEstimate[];
  /** Reached devices by language as they reported it, most devices first. */
  readonly byLanguage: readonly LanguageEstimate[];
}

export interface LanguageEstimate {
  /** null for devices without a language. */
  readonly language: string | null;
  readonly deviceCount: number;
}

/** The most rows that an estimate reads: device rows counted one by one, and additional sampled rows. */
export interface EstimateBudget {
  readonly exactRows: number;
  readonly sampleRows: number;
}

const BUDGET: EstimateBudget = { exactRows: 200_000, sampleRows: 100_000 };
/** This many standard deviations cover 95 of 100 normally distributed errors. */
const DEVIATIONS = 1.96;
const MIN_SAMPLE = 100;
const MAX_APPS = 1_000;
const MAX_LOOKUPS = 500_000;

/** Estimates how many devices filters reach, and where the others drop out, before anything is saved. */
export class AudienceEstimateService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly budget: EstimateBudget = BUDGET,
  ) {}

  /** @throws BAD_USER_INPUT for filters that no scheduler could have, or that name too much to be evaluated. */
  async estimate(caller: Caller, input: AudienceFilters, asked: AskedEstimate): Promise<AudienceEstimate> {
    return this.count(caller, await this.readAudience(caller, input), asked);
  }

  /** Estimates an existing scheduler, even if its filters leave nothing. @throws NOT_FOUND; BAD_USER_INPUT as above */
  async ofScheduler({ userId }: Caller, schedulerId: number, asked: AskedEstimate): Promise<AudienceEstimate> {
    const { reader } = this.database;
    const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId, userId });
    if (!scheduler) throw notFound('scheduler');
    const filtersOf = await loadFilters(this.database, [schedulerId]);
    const audience = await buildRunAudience(reader, { scheduler, filters: filtersOf(schedulerId) }, this.clock.now());
    return this.count({ userId }, audience, asked);
  }

  /** Estimates the devices of a segment in all applications. @throws BAD_USER_INPUT if there are too many */
  async ofSegment({ userId }: Caller, tree: SegmentNode, asked: AskedEstimate): Promise<AudienceEstimate> {
    const { reader } = this.database;
    const now = this.clock.now();
    const everyone = { scheduler: { ...EVERYONE, userId }, filters: {} };
    const include = [{ id: null, name: '', tree: await keepTree(tree, { manager: reader, userId }) }];
    const segments: SegmentFilterSnapshot = { at: now, include, exclude: [] };
    return this.count({ userId }, { ...(await buildRunAudience(reader, everyone, now)), segments }, asked);
  }

  private async count(
    { userId }: Pick<Caller, 'userId'>,
    kept: RunAudience,
    { signal, exact = false }: AskedEstimate,
  ): Promise<AudienceEstimate> {
    const { database } = this;
    const apps = await database.reader.findBy(App, { id: In([...kept.appIds]), userId });
    const audience = await compileAudience(kept, { database, userId, parts: null });
    const users = usersOf(audience);
    checkCost(apps.length, users);
    if (users !== null) return this.byUsers(apps, audience, { users, signal });
    const rows = exact ? Number.POSITIVE_INFINITY : this.budget.exactRows;
    return this.byScanning(apps, audience, { rows, signal });
  }

  /** @throws BAD_USER_INPUT for filters that no scheduler could have. */
  async readAudience({ userId }: Caller, input: AudienceFilters): Promise<RunAudience> {
    const violations = new Violations();
    checkFilters(violations, input);
    violations.throwIfAny();
    const { reader } = this.database;
    await checkReferences(reader, userId, input);
    return buildRunAudience(reader, { scheduler: { ...input, userId }, filters: toLists(input) }, this.clock.now());
  }

  /** @param asked.rows rows to count one by one; beyond them a sample is taken. */
  private async byScanning(
    apps: readonly App[],
    audience: Audience,
    asked: { readonly rows: number; readonly signal: AbortSignal },
  ): Promise<AudienceEstimate> {
    const { signal } = asked;
    const spans = await this.findSpans(apps);
    let { rows } = asked;
    const estimates: (Estimate & { rest: Span | null; counter: StageCounter })[] = [];
    for (const app of apps) {
      const { counter, names } = this.open(app, audience, 'registered');
      const span = spans.get(app.id) ?? null;
      const counted = span
        ? await counter.scan(span, rows, signal)
        : { tally: [], byLanguage: new Map(), examined: 0, exact: true, variance: 0, rest: null };
      rows -= counted.examined;
      estimates.push({ appId: app.id, names, counted, counter, rest: counted.rest });
    }
    const unfinished = estimates.filter(({ rest }) => rest !== null);
    const share = Math.max(MIN_SAMPLE, Math.floor(this.budget.sampleRows / Math.max(1, unfinished.length)));
    for (const estimate of unfinished) {
      if (!estimate.rest) continue;
      const sampled = await estimate.counter.sample(estimate.rest, share, signal);
      estimate.counted = merge(estimate.counted, sampled);
    }
    return conclude(estimates);
  }

  private async byUsers(
    apps: readonly App[],
    audience: Audience,
    { users, signal }: { users: readonly string[]; signal: AbortSignal },
  ): Promise<AudienceEstimate> {
    const others = audience.filter((used) => !used.users);
    const estimates: Estimate[] = [];
    for (const app of apps) {
      const { counter, names } = this.open(app, others, 'externalIds');
      estimates.push({ appId: app.id, names, counted: await counter.countUsers([...new Set(users)], signal) });
    }
    return conclude(estimates);
  }

  private open(app: App, audience: Audience, first: 'registered' | 'externalIds') {
    const stages = toStages(audience, app.devicesActiveSince.getTime());
    const names = [first, ...stages.map(({ name }) => name)];
    return { counter: new StageCounter(this.database, { userId: app.userId, appId: app.id }, stages), names };
  }

  /**
   * Returns the range of the ids of each application that has devices, by index seeks. SQLite would read every device for
   * MIN and MAX of a group.
   */
  async findSpans(apps: readonly App[]): Promise<Map<number, Span>> {
    const spans = new Map<number, Span>();
    const edge = (direction: string) =>
      `SELECT app_id, id FROM device WHERE app_id = ? ORDER BY app_id ${direction}, id ${direction} LIMIT 1`;
    for (const part of chunk(apps, APPS_PER_READ)) {
      const sql = this.database.dialect.unionAll(part.flatMap(() => [edge('ASC'), edge('DESC')]));
      const rows = await this.database.query<{ app_id: number; id: number }>(
        sql,
        part.flatMap(({ id }) => [id, id]),
      );
      for (const { app_id, id } of rows) {
        const [appId, edgeId] = [Number(app_id), Number(id)];
        const { after = edgeId, upTo = edgeId } = spans.get(appId) ?? {};
        spans.set(appId, { after: Math.min(after, edgeId - 1), upTo: Math.max(upTo, edgeId) });
      }
    }
    return spans;
  }
}

/** SQLite joins at most 500 selects. */
const APPS_PER_READ = 100;

const EVERYONE = { allApps: true, allCountries: false, allLanguages: false, allAudiences: false };

export interface AskedEstimate {
  /** Aborts the counting. */
  readonly signal: AbortSignal;
  /** Counts every device, however many there are. */
  readonly exact?: boolean;
}

interface Span {
  readonly after: number;
  readonly upTo: number;
}

interface Estimate {
  readonly appId: number;
  readonly names: readonly StageName[];
  counted: Counted;
}

const toLists = ({ filters }: AudienceFilters): { readonly [field in FilterField]?: readonly string[] } =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([field, list]) => (list && list.length > 0 ? [[field, list.map(String)]] : [])),
  );

const checkCost = (apps: number, users: readonly string[] | null): void => {
  if (apps > MAX_APPS) {
    const message = `An estimate covers at most ${MAX_APPS} applications, and these filters select ${apps}; select fewer.`;
    throw badInput('app_ids_include', message, 'TOO_MANY');
  }
  if (users && users.length * apps > MAX_LOOKUPS) {
    const message =
      'The list of users is too long for this many applications; select fewer users or fewer applications.';
    throw badInput('external_ids', message, 'TOO_MANY');
  }
};

const merge = (scanned: Counted, sampled: Counted): Counted => ({
  tally: sampled.tally.map((count, stage) => count + (scanned.tally[stage] ?? 0)),
  byLanguage: sumLanguages([scanned, sampled]),
  examined: scanned.examined + sampled.examined,
  exact: sampled.exact,
  variance: sampled.variance,
});

const conclude = (estimates: readonly Estimate[]): AudienceEstimate => {
  const byApp = estimates
    .map(({ appId, names, counted }) => ({ appId, exact: counted.exact, steps: toSteps(names, counted) }))
    .sort((a, b) => (b.steps.at(-1)?.remaining ?? 0) - (a.steps.at(-1)?.remaining ?? 0) || a.appId - b.appId);
  const names = estimates[0]?.names ?? [];
  return {
    exact: estimates.every(({ counted }) => counted.exact),
    marginOfError: Math.ceil(DEVIATIONS * Math.sqrt(estimates.reduce((sum, { counted }) => sum + counted.variance, 0))),
    examined: estimates.reduce((sum, { counted }) => sum + counted.examined, 0),
    steps: names.map((step, index) => ({
      step,
      remaining: byApp.reduce((sum, { steps }) => sum + (steps[index]?.remaining ?? 0), 0),
    })),
    byApp,
    byLanguage: [...sumLanguages(estimates.map(({ counted }) => counted))]
      .map(([language, count]) => ({ language, deviceCount: Math.round(count) }))
      .filter(({ deviceCount }) => deviceCount > 0)
      .sort((a, b) => b.deviceCount - a.deviceCount || compareText(a.language ?? '', b.language ?? '')),
  };
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const sumLanguages = (counted: readonly Pick<Counted, 'byLanguage'>[]): ByLanguage => {
  const sums: ByLanguage = new Map();
  for (const { byLanguage } of counted) {
    for (const [language, count] of byLanguage) addLanguage(sums, language, count);
  }
  return sums;
};

/** From the number of devices that passed exactly n stages, calculates how many are left after each. */
const toSteps = (names: readonly StageName[], { tally }: Counted): EstimatedStep[] =>
  names.map((step, index) => ({
    step,
    remaining: Math.round(tally.slice(index).reduce((sum, count) => sum + count, 0)),
  }));
