import { setImmediate as nextTurn } from 'node:timers/promises';
import { In } from 'typeorm';
import { compileAudience } from '../../audience/audience.js';
import { DeviceSelection } from '../../audience/select-devices.js';
import type { Unrendered } from '../../content/liquid/stops.js';
import { type CompileTemplate, PushContent } from '../../content/push-content.js';
import type { Database } from '../../database/database.js';
import { audienceAppOf } from '../../delivery/plan/audience-app.js';
import { App } from '../../entities/app.js';
import type { DeviceValues } from '../../entities/device.js';
import { Push } from '../../entities/push.js';
import type { RunAudience } from '../../entities/run-snapshot.js';
import { notFound } from '../../errors.js';
import { sayReason } from '../../providers/codes.js';
import type { AudienceEstimateService } from '../audiences/audience-estimate-service.js';
import type { Caller } from '../caller.js';
import type { AudienceFilters } from '../schedulers/scheduler-input.js';
import { type PushInput, violationsOfPush } from './push-rules.js';
import { showTo } from './single-batch.js';

export interface AbortEstimateServiceDeps {
  readonly database: Database;
  readonly audiences: Pick<AudienceEstimateService, 'readAudience' | 'findSpans'>;
  readonly random?: () => number;
  /** Compiles templates as delivery does. */
  readonly compileTemplate?: CompileTemplate;
}

export interface AbortReason extends Pick<Unrendered, 'outcome'> {
  /** The code as the graph shows it. */
  readonly code: Unrendered['code'];
  readonly reason: string;
  readonly devices: number;
}

export interface AbortEstimate {
  /** Devices of the sample. */
  readonly sampled: number;
  readonly aborted: number;
  readonly failed: number;
  /** The most frequent first. */
  readonly reasons: readonly AbortReason[];
  /** False if the time ended before the sample was complete. */
  readonly isComplete: boolean;
}

/** Renders for a sample, which suffices for a margin of 3 percent. */
const SAMPLE = 1_000;
const DEADLINE_MS = 3_000;
/** A window of ids may have no device of the audience, so its length bounds the rows that are read. */
const WINDOW_IDS = 5_000;
const WINDOWS = 20;
const SLICE_MS = 8;
const MAX_REASONS = 20;

/** Renders a push for a sample of an audience, to say how many devices its template would leave out. */
export class AbortEstimateService {
  constructor(private readonly deps: AbortEstimateServiceDeps) {}

  /** @throws NOT_FOUND for a push that is not the caller's; BAD_USER_INPUT for broken rules. */
  async estimate(
    caller: Caller,
    { push, audience, signal }: { push: number | PushInput; audience: AudienceFilters; signal: AbortSignal },
  ): Promise<AbortEstimate> {
    const content = new PushContent(await this.findPush(caller, push), this.deps.compileTemplate);
    const kept = await this.deps.audiences.readAudience(caller, audience);
    const tally = new Tally(Date.now() + DEADLINE_MS);
    if (content.variesByDevice) await this.sample(caller, { content, kept, signal, tally });
    return tally.conclude();
  }

  private async findPush({ userId }: Caller, push: number | PushInput): Promise<PushInput> {
    if (typeof push !== 'number') {
      violationsOfPush(push).throwIfAny();
      return push;
    }
    const { reader } = this.deps.database;
    const found = await reader.findOne(Push, { where: { id: push, userId }, relations: { translations: true } });
    if (!found) throw notFound('push');
    return found;
  }

  private async sample({ userId }: Caller, { content, kept, signal, tally }: Sampling): Promise<void> {
    const { database, audiences } = this.deps;
    const apps = await database.reader.findBy(App, { id: In([...kept.appIds]), userId });
    const compiled = await compileAudience(kept, { database, userId, parts: null });
    const spans = await audiences.findSpans(apps);
    for (const app of this.shuffled(apps)) {
      if (tally.isOver || signal.aborted) return;
      const { needs, ...rest } = audienceAppOf(app);
      const selection = new DeviceSelection(database, { ...rest, needs: [...needs, ...content.needs] }, compiled);
      const most = Math.max(1, Math.ceil(SAMPLE / apps.length));
      await this.sampleApp({ app, selection, span: spans.get(app.id), most, content, tally });
    }
  }

  private async sampleApp({ app, selection, span, most, content, tally }: SampledApp): Promise<void> {
    const seen = new Set<number>();
    for await (const devices of this.pages(selection, span, most)) {
      for (const device of devices) {
        if (tally.isOver || seen.size >= most) return;
        if (seen.has(device.id)) continue;
        seen.add(device.id);
        tally.add(showTo(content.withDefaults(app.messageDefaults), device, app).unrendered ?? null);
        if (tally.isSliceOver) await tally.nextSlice();
      }
    }
  }

  /** All devices of named users; else pages that begin at random ids. */
  private async *pages(selection: DeviceSelection, span: Span | undefined, most: number): AsyncGenerator<Page> {
    const listed = await selection.externalDeviceIds();
    if (listed !== null) {
      yield await selection.among(this.shuffled(listed).slice(0, most));
      return;
    }
    if (!span) return;
    const length = span.upTo - span.after;
    const isSmall = length <= WINDOW_IDS;
    for (let count = 0; count < (isSmall ? 1 : WINDOWS); count += 1) {
      const after = isSmall ? span.after : span.after + Math.floor(this.random() * (length - WINDOW_IDS + 1));
      const limit = isSmall ? most : Math.ceil(most / WINDOWS) * 2;
      yield await selection.page({ after, upTo: Math.min(span.upTo, after + WINDOW_IDS), limit });
    }
  }

  private shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }

  private random(): number {
    return (this.deps.random ?? Math.random)();
  }
}

type Page = readonly DeviceValues[];

interface Span {
  /** Exclusive. */
  readonly after: number;
  readonly upTo: number;
}

interface Sampling {
  readonly content: PushContent;
  readonly kept: RunAudience;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

interface SampledApp {
  readonly app: App;
  readonly selection: DeviceSelection;
  readonly span: Span | undefined;
  readonly most: number;
  readonly content: PushContent;
  readonly tally: Tally;
}

/** The results of a sample, within its time. */
class Tally {
  private readonly reasons = new Map<string, { unrendered: Unrendered; devices: number }>();
  private sampled = 0;
  private sliceEndsAt = performance.now() + SLICE_MS;

  constructor(private readonly endsAt: number) {}

  get isOver(): boolean {
    return this.sampled >= SAMPLE || this.isLate;
  }

  get isSliceOver(): boolean {
    return performance.now() > this.sliceEndsAt;
  }

  async nextSlice(): Promise<void> {
    await nextTurn();
    this.sliceEndsAt = performance.now() + SLICE_MS;
  }

  add(unrendered: Unrendered | null): void {
    this.sampled += 1;
    if (unrendered === null) return;
    const key = `${unrendered.code} ${unrendered.detail}`;
    const known = this.reasons.get(key) ?? { unrendered, devices: 0 };
    known.devices += 1;
    this.reasons.set(key, known);
  }

  conclude(): AbortEstimate {
    const reasons = [...this.reasons.values()].map(({ unrendered, devices }) => ({
      outcome: unrendered.outcome,
      code: unrendered.code,
      reason: sayReason(unrendered),
      devices,
    }));
    const count = (outcome: Unrendered['outcome']): number =>
      reasons.reduce((sum, one) => sum + (one.outcome === outcome ? one.devices : 0), 0);
    return {
      sampled: this.sampled,
      aborted: count('ABORTED'),
      failed: count('RENDER_FAILED'),
      reasons: reasons.toSorted((a, b) => b.devices - a.devices).slice(0, MAX_REASONS),
      isComplete: !this.isLate,
    };
  }

  private get isLate(): boolean {
    return Date.now() > this.endsAt;
  }
}
