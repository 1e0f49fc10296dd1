import { setTimeout as sleep } from 'node:timers/promises';
import type { Sink, SinkDefinition, SinkEvent } from '../../sinks/definition.js';

export interface SinkLog {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
}

export interface SinkWatch {
  written(events: number): void;
  /** @param isUp whether the server takes events from now on. */
  changed(isUp: boolean): void;
}

export interface SinkWriterOptions {
  readonly definition: SinkDefinition;
  readonly url: string;
  readonly log: SinkLog;
  readonly watch: SinkWatch;
  /** The pause after this many failures in a row. */
  readonly pauseMs?: (failures: number) => number;
}

/** The server does not take events now. The writer logs an outage once, so callers do not log this error. */
export class SinkOutage extends Error {
  override readonly name = 'SinkOutage';
}

interface Waiting {
  readonly events: readonly SinkEvent[];
  resolve(): void;
  reject(error: Error): void;
}

/** Longer than the deadlines of the client libraries; it only ends a write that hangs. */
const WRITE_MS = 60_000;
const CLOSE_MS = 2_000;
const pauseOf = (failures: number): number => Math.min(15_000, 250 * 2 ** Math.min(failures, 10));

/**
 * Writes pages of events, one write at a time: pages that arrive during a write share the next one. It connects again after
 * every failure, since a fresh connection cannot deliver the rest of an unconfirmed write.
 */
export class SinkWriter {
  private waiting: Waiting[] = [];
  private sink: Sink | null = null;
  private failures = 0;
  private awaySince: number | null = null;
  private draining: Promise<void> | null = null;
  private readonly closing = new AbortController();

  constructor(private readonly options: SinkWriterOptions) {}

  /** Resolves after the server's acknowledgement. No events: once the server is connected. @throws SinkOutage */
  write(events: readonly SinkEvent[]): Promise<void> {
    if (this.closing.signal.aborted) return Promise.reject(new SinkOutage('the service is stopping'));
    const written = new Promise<void>((resolve, reject) => this.waiting.push({ events, resolve, reject }));
    this.draining ??= this.drain();
    return written;
  }

  /** Rejects whatever is not acknowledged yet. */
  async close(): Promise<void> {
    this.closing.abort();
    const over = new AbortController();
    await Promise.race([this.draining, sleep(CLOSE_MS, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    await this.disconnect();
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.pause();
      const taken = this.waiting;
      this.waiting = [];
      try {
        await this.attempt(taken.flatMap(({ events }) => events));
        for (const { resolve } of taken) resolve();
      } catch (error) {
        await this.fail(error);
        for (const { reject } of taken)
          reject(new SinkOutage(`${this.options.definition.title} accepts no events now`));
      }
    }
    // Cleared synchronously, because a caller may write again before the promise of this method settles.
    this.draining = null;
  }

  private async pause(): Promise<void> {
    if (this.failures === 0) return;
    const ms = (this.options.pauseMs ?? pauseOf)(this.failures);
    await sleep(ms, undefined, { signal: this.closing.signal, ref: false }).catch(() => undefined);
  }

  private async attempt(events: readonly SinkEvent[]): Promise<void> {
    const { signal } = this.closing;
    signal.throwIfAborted();
    await within(WRITE_MS, signal, async () => {
      this.sink ??= await this.connect();
      if (events.length > 0) await this.sink.write(events);
    });
    this.succeed(events.length);
  }

  private async connect(): Promise<Sink> {
    const { definition, url } = this.options;
    const sink = await definition.open(url);
    if (!this.closing.signal.aborted) return sink;
    await sink.close();
    throw new SinkOutage('the service is stopping');
  }

  private succeed(count: number): void {
    const { definition, log, watch } = this.options;
    this.failures = 0;
    watch.written(count);
    watch.changed(true);
    if (this.awaySince === null) return;
    const seconds = Math.round((performance.now() - this.awaySince) / 1_000);
    this.awaySince = null;
    log.info({ sink: definition.name, away_seconds: seconds }, `${definition.title} accepts events again`);
  }

  private async fail(error: unknown): Promise<void> {
    const { definition, url, log, watch } = this.options;
    await this.disconnect();
    if (this.closing.signal.aborted) return;
    this.failures += 1;
    if (this.awaySince !== null) return;
    this.awaySince = performance.now();
    watch.changed(false);
    const reason = reasonOf(error, url);
    log.warn({ sink: definition.name, reason }, `${definition.title} accepts no events; they wait and are retried`);
  }

  private async disconnect(): Promise<void> {
    const { sink } = this;
    this.sink = null;
    if (sink) await within(CLOSE_MS, null, () => sink.close()).catch(() => undefined);
  }
}

/** Rejects on timeout or abort, even if the work continues. */
const within = async (ms: number, signal: AbortSignal | null, work: () => Promise<void>): Promise<void> => {
  const timeout = AbortSignal.timeout(ms);
  const over = signal === null ? timeout : AbortSignal.any([timeout, signal]);
  const working = work();
  working.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    const end = (): void =>
      reject(signal?.aborted ? new SinkOutage('the service is stopping') : new Error('no answer'));
    over.addEventListener('abort', end, { once: true });
    working.then(resolve, reject).finally(() => over.removeEventListener('abort', end));
  });
};

const MOST_LETTERS = 200;

/** Client libraries describe connections in their errors, so parts of the URL that may be secret are removed. */
const reasonOf = (error: unknown, url: string): string => {
  const [, login = ''] = /^[^/]*\/\/([^@/]*)@/.exec(url) ?? [];
  const secrets = login.split(':').flatMap((part) => [part, decodeSafely(part)]);
  const text = deepest(error).replace(/\s+/g, ' ');
  return secrets
    .filter(Boolean)
    .reduce((left, secret) => left.replaceAll(secret, '***'), text)
    .slice(0, MOST_LETTERS);
};

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The innermost cause has the actual error, such as `connect ECONNREFUSED`. */
const deepest = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error && depth < 5 ? deepest(inner, depth + 1) : error.message || error.name;
};
