import { describe, expect, test } from '@jest/globals';
import { OriginGate } from '../../src/delivery/send/origin-gate.js';
import { OriginSender, type OriginSenderDeps } from '../../src/delivery/send/origin-sender.js';
import type { ProbeOrder } from '../../src/delivery/send/probe-order.js';
import type { Outcome, SendBatch } from '../../src/providers/sender.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';

const SENT: Outcome = { kind: 'sent', providerMessageId: null };
const SILENT: Outcome = { kind: 'retry-after', reason: 'timeout', afterMs: null };
const REAL = 'https://push.example';

const makeGate = () => {
  const clock = new FakeClock();
  const gate = new OriginGate({ clock, random: () => 0.5, places: 16 });
  const hear = (origin: string, outcome: Outcome, count = 1, appId = 1) =>
    gate.heard(
      appId,
      Array.from({ length: count }, (_, deviceId) => ({ origin, deviceId, outcome })),
    );
  return { clock, gate, hear };
};

describe('a push service', () => {
  test('is good after its first message, and tells the key of what waited for it', () => {
    const { gate, hear } = makeGate();
    const { key } = gate.stateOf(1, REAL);
    expect(hear(REAL, SENT)).toEqual([key]);
    expect(hear(REAL, SENT)).toEqual([]);
    expect(gate.stateOf(1, REAL).isGood).toBe(true);
    expect(gate.stateOf(2, REAL).isGood).toBe(false);
  });

  test('is not driven out by any number of others, good ones or strangers', () => {
    const { gate, hear } = makeGate();
    hear(REAL, SENT, 500);
    for (let index = 0; index < 30_000; index += 1) hear(`https://p${index}.example`, index % 2 ? SENT : SILENT);
    expect(gate.stateOf(1, REAL).isGood).toBe(true);
    const { good, others } = gate.counts();
    expect(good).toBeLessThanOrEqual(100);
    expect(others).toBeLessThanOrEqual(20_000);
  });

  test('falls when twenty messages have come back, unless ten times as many are taken', () => {
    const { gate, hear } = makeGate();
    hear(REAL, SENT, 100);
    for (let rounds = 0; rounds < 50; rounds += 1) {
      hear(REAL, SILENT);
      hear(REAL, SENT, 10);
    }
    expect(gate.stateOf(1, REAL).isGood).toBe(true);
    hear(REAL, SILENT, 20);
    expect(gate.stateOf(1, REAL).isGood).toBe(false);
  });

  test('that is a stranger has its turn and its waits, which double', () => {
    const { clock, gate, hear } = makeGate();
    const state = gate.stateOf(1, REAL);
    const waits = [1, 2, 3].map(() => {
      hear(REAL, SILENT);
      const waitMs = state.nextAt - clock.now();
      expect(gate.enter(1, state, { waiting: 5 })).toBe(0);
      clock.advance(waitMs);
      expect(gate.enter(1, state, { waiting: 5 })).toBe(1);
      gate.leave(state);
      return waitMs;
    });
    expect(waits).toEqual([5_000, 10_000, 20_000]);
  });

  test('waits no longer because the clock was set back', () => {
    const { clock, gate, hear } = makeGate();
    const state = gate.stateOf(1, REAL);
    hear(REAL, SILENT);
    clock.advance(-3_600_000);
    gate.setBack(3_600_000);
    expect(state.nextAt - clock.now()).toBe(5_000);
    clock.advance(5_000);
    expect(gate.enter(1, state, { waiting: 5 })).toBe(1);
  });

  test('whose turn comes while all places are taken is looked at again soon, and not a minute later', () => {
    const { clock, gate } = makeGate();
    const strangers = Array.from({ length: 16 }, (_, index) => gate.stateOf(1, `https://p${index}.example`));
    for (const state of strangers) {
      gate.plan(1, state, 8);
      clock.advance(50);
      expect(gate.enter(1, state, { waiting: 1 })).toBe(1);
    }
    const state = gate.stateOf(1, REAL);
    const { first } = gate.plan(1, state, 60);
    clock.advance(first - clock.now());
    expect(gate.enter(1, state, { waiting: 60 })).toBe(0);
    expect(gate.nextLook(1, state, 60)).toBe(clock.now() + 2_000);
    for (const stranger of strangers) gate.leave(stranger);
    clock.advance(2_000);
    expect(gate.enter(1, state, { waiting: 60 })).toBe(1);
  });

  test('that stays silent gives its place up after three seconds, long before its answer is given up', async () => {
    const { clock, gate } = makeGate();
    for (let index = 0; index < 16; index += 1) {
      const state = gate.stateOf(1, `https://p${index}.example`);
      gate.plan(1, state, 8);
      clock.advance(50);
      expect(gate.enter(1, state, { waiting: 1 })).toBe(1);
    }
    expect(gate.isFull).toBe(true);
    await eventually('places that are free again', () => (gate.isFull ? null : true));
    const state = gate.stateOf(1, 'https://p0.example');
    expect(gate.enter(1, state, { waiting: 1 })).toBe(0);
    gate.leave(state);
    expect(gate.isFull).toBe(false);
  });

  test('has four turns a second with all others of its application, and places are left to those that many wait for', () => {
    const { clock, gate } = makeGate();
    const enter = (name: string, crowd: number): number => {
      const state = gate.stateOf(1, name);
      gate.plan(1, state, crowd);
      return gate.enter(1, state, { waiting: crowd });
    };
    let entered = 0;
    for (let seconds = 0; seconds < 10; seconds += 1) {
      const inTurn = Array.from({ length: 100 }, (_, index) => enter(`https://p${seconds}.${index}.example`, 1));
      entered += inTurn.reduce((sum, count) => sum + count, 0);
      clock.advance(1_000);
    }
    expect(entered).toBeLessThanOrEqual(12);
    expect(enter(REAL, 500)).toBe(1);
  });

  test('of many devices is met at once, while silent ones of a few have all the places that they may have', async () => {
    const { clock, gate } = makeGate();
    const asked: string[] = [];
    const sender = { send: (batch: SendBatch) => answer(batch.messages as unknown as string[]) };
    const answer = async (endpoints: readonly string[]): Promise<Outcome[]> => {
      asked.push(...endpoints);
      return endpoints[0]?.startsWith(REAL) ? endpoints.map(() => SENT) : new Promise<Outcome[]>(() => undefined);
    };
    const pages = new OriginSender({
      ...{ gate, clock, random: () => 0.5, release: async () => undefined, probes: {} as ProbeOrder },
      senders: { webpush: sender } as unknown as OriginSenderDeps['senders'],
    });
    const send = (endpoints: readonly string[]) =>
      pages.send({
        ...{ appId: 1, endpoints, deviceIds: [...endpoints.keys()], strangers: 'met', attempt: 1 },
        makeBatch: (places) =>
          ({
            app: { credentials: { provider: 'webpush' } },
            messages: places.map((place) => endpoints[place]),
          }) as unknown as SendBatch,
      });
    const silent = (page: number) => Array.from({ length: 20 }, (_, index) => `https://p${page}.${index}.example/1`);
    const held = Promise.all([1, 2, 3, 4].map((page) => send(silent(page))));
    await eventually('the places', () => asked.length === 12 || null);
    const real = Array.from({ length: 20 }, (_, index) => `${REAL}/${index}`);
    expect(await send(real)).toEqual(real.map(() => SENT));
    for (const outcomes of await held) expect(outcomes.every(({ kind }) => kind === 'held')).toBe(true);
  });
});
