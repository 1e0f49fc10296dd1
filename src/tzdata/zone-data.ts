import type { TzdataConfig } from '../config/tzdata.js';
import { ConfigError } from '../errors.js';
import { INTL_RULES, replaceZoneRules, type ZoneRules, zoneRules } from '../schedule/zone-rules.js';
import { ZoneDataError } from './zone-history.js';
import {
  type FoundRelease,
  findPackage,
  kindOf,
  nodeSource,
  packageSource,
  SYSTEM_FOLDER,
  systemSource,
  type ZoneSource,
} from './zone-sources.js';

const EVERY_MS = 60_000;

interface Problem {
  readonly reason: string;
  readonly source?: string;
  readonly place?: string | null;
}

/** The part of a logger that is needed; the command line has none. */
export interface ZoneDataLog {
  warn(details: Problem, message: string): void;
}

/**
 * The time-zone rules of this process, chosen at the start and again when files change. Pending moments follow because
 * they record the release (`delivery/plan/replanning.ts`).
 */
export class ZoneData {
  /** Starts using the rules. @throws ConfigError if the requested source is unavailable. */
  static async open(config: TzdataConfig, log: ZoneDataLog): Promise<ZoneData> {
    const data = new ZoneData(config, await listSources(config), log);
    data.mark = await data.readMark();
    const { rules, unread } = await data.choose();
    const [problem] = unread;
    if (problem && config.source !== 'auto') throw problem.toConfigError();
    replaceZoneRules(rules);
    return data;
  }

  /** Called after other rules have come into use. */
  onChanged: () => void = () => undefined;
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> | null = null;
  /** The state of the files when last read, and when last checked. */
  private mark = '';
  private seen: string | null = null;

  private constructor(
    private readonly config: TzdataConfig,
    private readonly sources: readonly ZoneSource[],
    private readonly log: ZoneDataLog,
  ) {}

  /** The folder of the rules in use; null for Node's own. */
  get place(): string | null {
    return this.sources.find(({ name }) => name === zoneRules().source)?.place ?? null;
  }

  /** Checks periodically whether the files changed. */
  start(): void {
    if (this.config.source !== 'node') this.timer ??= setInterval(() => void this.look(), EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.working;
  }

  /** Reloads files that were the same at two consecutive checks, so that an update in progress is complete. */
  look(): Promise<void> {
    return this.alone(async () => {
      const mark = await this.readMark();
      const isStill = mark === this.seen;
      this.seen = mark;
      if (mark !== this.mark && isStill) await this.readAnew(mark);
    });
  }

  /** Reloads at once, whatever the state of the files. */
  reload(): Promise<void> {
    return this.alone(async () => this.readAnew(await this.readMark()));
  }

  private async readAnew(mark: string): Promise<void> {
    this.mark = mark;
    const current = zoneRules();
    const { rules, unread } = await this.choose();
    // Rules in use that can no longer be read are better than older ones.
    const isLost = unread.some(({ source }) => source.name === current.source);
    if (rules === current || (isLost && compare(rules.release, current.release) <= 0)) return;
    replaceZoneRules(rules);
    this.onChanged();
  }

  /** The latest readable rules, and the sources that could not be read. */
  private async choose(): Promise<{ readonly rules: ZoneRules; readonly unread: readonly Unread[] }> {
    const unread: Unread[] = [];
    const all: { readonly source: ZoneSource; readonly found: FoundRelease }[] = [];
    const attempt = async <T>(source: ZoneSource, read: () => Promise<T>): Promise<T | null> => {
      try {
        return await read();
      } catch (error) {
        const problem = new Unread(source, error);
        unread.push(problem);
        this.log.warn(problem.details, 'time-zone data cannot be read');
        return null;
      }
    };
    for (const source of this.sources) {
      const found = await attempt(source, () => this.find(source));
      if (found) all.push({ source, found });
    }
    // The first in the list, if equal.
    for (const { source, found } of all.toSorted((one, other) => compare(other.found.release, one.found.release))) {
      const rules = await attempt(source, () => found.load());
      if (rules) return { rules, unread };
    }
    return { rules: INTL_RULES, unread };
  }

  private async find(source: ZoneSource): Promise<FoundRelease | null> {
    const found = await source.find();
    if (found !== null || this.config.source === 'auto') return found;
    // An explicitly configured source must exist.
    throw new ZoneDataError(`there is no time-zone data of the kind "${source.name}"`);
  }

  private async readMark(): Promise<string> {
    return JSON.stringify(await Promise.all(this.sources.map((source) => source.readMark())));
  }

  /** Runs one reload at a time; a concurrent call is served by the next. */
  private alone(work: () => Promise<void>): Promise<void> {
    const done = (this.working ?? Promise.resolve()).then(work).catch((error) => {
      this.log.warn({ reason: reasonOf(error) }, 'could not check the time-zone data; will try again');
    });
    this.working = done;
    return done;
  }
}

/** A source that could not be read. */
class Unread {
  readonly details: Required<Problem>;

  constructor(
    readonly source: ZoneSource,
    error: unknown,
  ) {
    this.details = { source: source.name, place: source.place, reason: reasonOf(error) };
  }

  toConfigError(): ConfigError {
    const { source, place, reason } = this.details;
    return new ConfigError(
      'TZDATA',
      `is ${source}, but ${place ?? 'the npm package tzdata'} cannot be used: ${reason}.`,
    );
  }
}

/** A text that is no release, such as Node's `unknown`, sorts first. */
const compare = (one: string, other: string): number => {
  const [a = '', b = ''] = [one, other].map((release) => (/^\d/.test(release) ? release : ''));
  return a < b ? -1 : Number(a > b);
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

const listSources = async ({ source, path }: TzdataConfig): Promise<ZoneSource[]> => {
  const kind = path === null ? null : source === 'auto' ? await kindOf(path) : source;
  if (path !== null && kind === null) {
    throw new ConfigError(
      'TZDATA_PATH',
      `is ${JSON.stringify(path.slice(0, 200))}, which has neither a tzdata.zi or +VERSION nor a timezone-data.json.`,
    );
  }
  const all = {
    node: nodeSource,
    system: systemSource(kind === 'system' && path !== null ? path : SYSTEM_FOLDER),
    package: packageSource(kind === 'package' ? path : findPackage()),
  };
  return source === 'auto' ? [all.node, all.system, all.package] : [all[source]];
};
