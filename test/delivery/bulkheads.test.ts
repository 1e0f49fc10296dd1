import { describe, expect, test } from '@jest/globals';
import { bulkheadRule } from '../../src/delivery/judgement/bulkhead.js';
import { Bulkheads } from '../../src/delivery/judgement/bulkheads.js';
import { DeviceGroups } from '../../src/delivery/judgement/device-groups.js';
import type { Pair } from '../../src/delivery/judgement/pair.js';
import type { JudgedPage } from '../../src/delivery/judgement/rule.js';
import { OriginSender, type OriginSenderDeps } from '../../src/delivery/send/origin-sender.js';
import type { Outcome, SendBatch } from '../../src/providers/sender.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';

const SENT: Outcome = { kind: 'sent', providerMessageId: null };
const SILENT: Outcome = { kind: 'retry-after', code: 'TIMEOUT', detail: null, afterMs: null };
const REFUSED: Outcome = { kind: 'retry-after', code: 'BAD_CREDENTIALS', detail: null, afterMs: null };
const REAL = 'https://push.example';

const makeBulkheads = () => {
  const clock = new FakeClock();
  const bulkheads = new Bulkheads({ clock, random: () => 0.5, slots: 16 });
  const record = (origin: string, outcome: Outcome, count = 1, appId = 1) =>
    bulkheads.recordOutcomes(
      appId,
      Array.from({ length: count }, (_, deviceId) => ({ origin, deviceId, outcome })),
    );
  return { clock, bulkheads, record };
};

describe('the bulkhead of a push service', () => {
  test('is closed after its first message, and returns the key of the rows that waited for it', () => {
    const { bulkheads, record } = makeBulkheads();
    const { key } = bulkheads.of(1, REAL);
    expect(record(REAL, SENT)).toEqual([key]);
    expect(record(REAL, SENT)).toEqual([]);
    expect(bulkheads.of(1, REAL).isClosed).toBe(true);
    expect(bulkheads.of(2, REAL).isClosed).toBe(false);
  });

  test('is half-open after its first refusal, and returns the key of the rows that waited for it', () => {
    const { bulkheads, record } = makeBulkheads();
    const { key } = bulkheads.of(1, REAL);
    expect(record(REAL, REFUSED)).toEqual([key]);
    expect(record(REAL, REFUSED)).toEqual([]);
    expect(bulkheads.of(1, REAL).isHalfOpen).toBe(true);
    expect(record(REAL, SENT)).toEqual([key]);
  });

  test('releases later rows for all closed bulkheads and for eight half-open ones, as many as a page tries', () => {
    const { bulkheads, record } = makeBulkheads();
    const names = Array.from({ length: 20 }, (_, index) => `https://p${index}.example`);
    for (const [index, name] of names.entries()) record(name, index < 10 ? SENT : REFUSED);
    record('https://silent.example', SILENT);
    const keys = [...names, 'https://silent.example'].map((name) => bulkheads.of(1, name).key);
    const passable = bulkheads.findPassable(1, new Set(keys));
    expect(passable.slice(0, 10)).toEqual(keys.slice(0, 10));
    expect(passable.slice(10)).toHaveLength(8);
    expect(passable).not.toContain(bulkheads.of(1, 'https://silent.example').key);
    expect(bulkheads.findPassable(1, new Set())).toEqual([]);
  });

  test('is not evicted by any number of others, proven or not', () => {
    const { bulkheads, record } = makeBulkheads();
    record(REAL, SENT, 500);
    for (let index = 0; index < 30_000; index += 1) record(`https://p${index}.example`, index % 2 ? SENT : SILENT);
    expect(bulkheads.of(1, REAL).isClosed).toBe(true);
    const { proven, others } = bulkheads.counts();
    expect(proven).toBeLessThanOrEqual(100);
    expect(others).toBeLessThanOrEqual(20_000);
  });

  test('opens after twenty refused messages, unless ten times as many are accepted', () => {
    const { bulkheads, record } = makeBulkheads();
    record(REAL, SENT, 100);
    for (let rounds = 0; rounds < 50; rounds += 1) {
      record(REAL, SILENT);
      record(REAL, SENT, 10);
    }
    expect(bulkheads.of(1, REAL).isClosed).toBe(true);
    record(REAL, SILENT, 20);
    expect(bulkheads.of(1, REAL).isClosed).toBe(false);
  });

  test('takes turns while it is unproven, and its waits double', () => {
    const { clock, bulkheads, record } = makeBulkheads();
    const bulkhead = bulkheads.of(1, REAL);
    const waits = [1, 2, 3].map(() => {
      record(REAL, SILENT);
      const waitMs = bulkhead.nextProbeAt - clock.now();
      expect(bulkheads.acquire(1, bulkhead, { waiting: 5 })).toBe(0);
      clock.advance(waitMs);
      expect(bulkheads.acquire(1, bulkhead, { waiting: 5 })).toBe(1);
      bulkheads.release(bulkhead);
      return waitMs;
    });
    expect(waits).toEqual([5_000, 10_000, 20_000]);
  });

  test('does not wait longer when the clock is set back', () => {
    const { clock, bulkheads, record } = makeBulkheads();
    const bulkhead = bulkheads.of(1, REAL);
    record(REAL, SILENT);
    clock.advance(-3_600_000);
    bulkheads.setBack(3_600_000);
    expect(bulkhead.nextProbeAt - clock.now()).toBe(5_000);
    clock.advance(5_000);
    expect(bulkheads.acquire(1, bulkhead, { waiting: 5 })).toBe(1);
  });

  test('is checked again soon, not a minute later, if its turn comes while all slots are taken', () => {
    const { clock, bulkheads } = makeBulkheads();
    const unproven = Array.from({ length: 16 }, (_, index) => bulkheads.of(1, `https://p${index}.example`));
    for (const other of unproven) {
      bulkheads.schedule(1, other, 8);
      clock.advance(50);
      expect(bulkheads.acquire(1, other, { waiting: 1 })).toBe(1);
    }
    const bulkhead = bulkheads.of(1, REAL);
    const { first } = bulkheads.schedule(1, bulkhead, 60);
    clock.advance(first - clock.now());
    expect(bulkheads.acquire(1, bulkhead, { waiting: 60 })).toBe(0);
    expect(bulkheads.nextLookAt(1, bulkhead, 60)).toBe(clock.now() + 2_000);
    for (const other of unproven) bulkheads.release(other);
    clock.advance(2_000);
    expect(bulkheads.acquire(1, bulkhead, { waiting: 60 })).toBe(1);
  });

  test('frees its slots after three seconds of silence, long before its answer times out', async () => {
    const { clock, bulkheads } = makeBulkheads();
    for (let index = 0; index < 16; index += 1) {
      const bulkhead = bulkheads.of(1, `https://p${index}.example`);
      bulkheads.schedule(1, bulkhead, 8);
      clock.advance(50);
      expect(bulkheads.acquire(1, bulkhead, { waiting: 1 })).toBe(1);
    }
    expect(bulkheads.isFull).toBe(true);
    await eventually('slots that are free again', () => (bulkheads.isFull ? null : true));
    const bulkhead = bulkheads.of(1, 'https://p0.example');
    expect(bulkheads.acquire(1, bulkhead, { waiting: 1 })).toBe(0);
    bulkheads.release(bulkhead);
    expect(bulkheads.isFull).toBe(false);
  });

  test('shares four turns a second with the rest of its application, which leaves slots to origins with many messages', () => {
    const { clock, bulkheads } = makeBulkheads();
    const acquire = (name: string, crowd: number): number => {
      const bulkhead = bulkheads.of(1, name);
      bulkheads.schedule(1, bulkhead, crowd);
      return bulkheads.acquire(1, bulkhead, { waiting: crowd });
    };
    let acquired = 0;
    for (let seconds = 0; seconds < 10; seconds += 1) {
      const inTurn = Array.from({ length: 100 }, (_, index) => acquire(`https://p${seconds}.${index}.example`, 1));
      acquired += inTurn.reduce((sum, count) => sum + count, 0);
      clock.advance(1_000);
    }
    expect(acquired).toBeLessThanOrEqual(12);
    expect(acquire(REAL, 500)).toBe(1);
  });

  test('has a hundred turns a second for devices that are set aside, and more only if it gets nothing else', () => {
    const { clock, bulkheads, record } = makeBulkheads();
    record(REAL, SENT);
    const bulkhead = bulkheads.of(1, REAL);
    const turns = Array.from({ length: 1_000 }, () => bulkhead.slowLane.takeTurn(clock.now()) - clock.now());
    expect([turns[0], turns[100], turns[999]]).toEqual([5_000, 6_000, 14_990]);
    const released: number[] = [];
    for (let ms = 0; ms <= 10_000; ms += 100) {
      if (ms <= 5_000) bulkhead.slowLane.recordOthers(clock.now());
      if (bulkhead.slowLane.takeRelease(clock.now())) released.push(ms);
      clock.advance(100);
    }
    expect(released).toEqual([7_000, 8_000, 9_000, 10_000]);
  });

  test('is probed at once if it has many devices, while silent origins with few devices fill their slots', async () => {
    const { clock, bulkheads } = makeBulkheads();
    const asked: string[] = [];
    const sender = { send: (batch: SendBatch) => answer(batch.messages as unknown as string[]) };
    const answer = async (endpoints: readonly string[]): Promise<Outcome[]> => {
      asked.push(...endpoints);
      return endpoints[0]?.startsWith(REAL) ? endpoints.map(() => SENT) : new Promise<Outcome[]>(() => undefined);
    };
    const devices = new DeviceGroups({ database: { query: async () => [] }, clock, random: () => 0.5 });
    const deps = { bulkheads, devices, clock, random: () => 0.5, release: async () => undefined };
    const senders = { webpush: sender } as unknown as OriginSenderDeps['senders'];
    const origins = new OriginSender({ ...deps, senders });
    const rule = bulkheadRule(deps);
    /** Judges the remainder again, like a sent page. */
    const send = async (endpoints: readonly string[], isLeftOver = false): Promise<string[]> => {
      const page = {
        appId: 1,
        provider: 'webpush',
        attempt: 1,
        expiresAt: clock.now() + 3_600_000,
        isLeftOver,
      } as const;
      const judge = rule.open(page as unknown as JudgedPage, { clock } as never);
      const pairs = endpoints.map((token, deviceId) => ({ deviceId, device: { token } }) as unknown as Pair);
      const answers = (await judge?.(pairs)) ?? [];
      const go = endpoints.filter((_endpoint, index) => answers[index]?.kind === 'go');
      const waiting = answers.filter(({ kind }) => kind !== 'go').map(({ kind }) => String(kind));
      if (go.length === 0) return waiting;
      const makeBatch = (places: readonly number[]) => ({
        app: { credentials: { provider: 'webpush' } },
        messages: places.map((place) => go[place]),
      });
      const sent = await origins.send({
        ...{ ...page, endpoints: go, devices: go.map((token, id) => ({ id, token, language: null })) },
        makeBatch: makeBatch as unknown as (places: readonly number[]) => SendBatch,
      });
      const left = go.filter((_endpoint, index) => sent[index] === null);
      const handled = sent.flatMap((outcome) => outcome?.kind ?? []);
      return [...waiting, ...handled, ...(left.length === 0 ? [] : await send(left, true))];
    };
    const silent = (page: number) => Array.from({ length: 20 }, (_, index) => `https://p${page}.${index}.example/1`);
    const held = Promise.all([1, 2, 3, 4].map((page) => send(silent(page))));
    await eventually('the slots', () => asked.length === 12 || null);
    const real = Array.from({ length: 20 }, (_, index) => `${REAL}/${index}`);
    expect(await send(real)).toEqual(real.map(() => 'sent'));
    for (const outcomes of await held) {
      expect(outcomes).toHaveLength(20);
      expect(outcomes.every((kind) => kind === 'held' || kind === 'wait')).toBe(true);
    }
  });
});
