import { describe, expect, test } from '@jest/globals';
import { SharingTrial, type TrialResult } from '../../src/providers/threads/sharing-trial.js';

const PAGE = 500;
const HOUR_MS = 3_600_000;

/** Sends a provider's pages, four at once, at the test's rate. */
class Pages {
  now = 0;
  cpuMs = 0;
  /** The share of one core used by the process. */
  utilization = 1;
  readonly results: TrialResult[] = [];
  readonly ways: boolean[] = [];
  readonly trial = new SharingTrial({
    now: () => this.now,
    cpuMs: () => this.cpuMs,
    onResult: (result) => this.results.push(result),
  });

  constructor(private readonly perSecond: (isShared: boolean) => number) {}

  send(pages: number, underWay = 3 * PAGE): void {
    for (let page = 0; page < pages; page += 1) {
      const { isShared } = this.trial;
      if (this.ways.at(-1) !== isShared) this.ways.push(isShared);
      const ms = (PAGE * 1_000) / this.perSecond(isShared);
      this.now += ms;
      this.cpuMs += ms * this.utilization;
      this.trial.ended(PAGE, underWay);
    }
  }
}

describe('whether pages are shared with sending threads', () => {
  test.each([
    ['shared where it is faster so', 5_000, 8_000, true],
    ['kept where it is slower so', 20_000, 15_000, false],
    ['kept where it is hardly faster: threads cost CPU', 5_000, 5_400, false],
    ['kept where both wait for a quota', 10_000, 10_000, false],
  ])('they are %s', (_what, alone, shared, isShared) => {
    const pages = new Pages((way) => (way ? shared : alone));
    pages.send(200);
    expect(pages.results).toEqual([{ isShared, ratio: expect.closeTo(shared / alone) }]);
    expect(pages.trial.isShared).toBe(isShared);
    // The order is alone, shared, shared, alone, and so on.
    expect(pages.ways.slice(0, 5)).toEqual([false, true, false, true, false]);
  });

  test('the first pages are sent alone, so that a short run starts no thread', () => {
    const pages = new Pages(() => 10_000);
    pages.send(32);
    expect(pages.ways).toEqual([false]);
  });

  test('the speed-up from V8 compilation favours neither way', () => {
    let sent = 0;
    const pages = new Pages(() => {
      sent += 1;
      return 5_000 + 40 * sent;
    });
    pages.send(200);
    expect(pages.results).toEqual([{ isShared: false, ratio: expect.closeTo(1, 1) }]);
  });

  test('a process that was busy only at the start continues alone', () => {
    const pages = new Pages((way) => (way ? 8_000 : 5_000));
    pages.send(40);
    pages.utilization = 0.5;
    pages.send(400);
    expect(pages.results).toEqual([]);
    expect(pages.trial.isShared).toBe(false);
  });

  test('nothing is tried while the process waits for providers or a core', () => {
    const pages = new Pages((way) => (way ? 8_000 : 5_000));
    pages.utilization = 0.7;
    pages.send(400);
    expect([pages.results, pages.ways]).toEqual([[], [false]]);
    pages.utilization = 0.9;
    pages.send(200);
    expect(pages.results).toMatchObject([{ isShared: true }]);
  });

  test('a single slow period, such as compilation or another program, does not decide', () => {
    let sent = 0;
    const pages = new Pages((way) => {
      sent += 1;
      const isDisturbed = sent < 10 || (sent > 30 && sent < 36);
      return (way ? 8_000 : 5_000) / (isDisturbed ? 10 : 1);
    });
    pages.send(300);
    expect(pages.results).toMatchObject([{ isShared: true }]);
  });

  test('idle time does not count towards the possible speed', () => {
    const pages = new Pages((way) => (way ? 8_000 : 5_000));
    for (let run = 0; run < 40; run += 1) {
      pages.send(3);
      pages.send(1, 0);
      pages.now += HOUR_MS / 60;
    }
    expect([pages.results, pages.ways]).toEqual([[], [false]]);
    pages.send(200);
    expect(pages.results).toMatchObject([{ isShared: true, ratio: expect.closeTo(1.6) }]);
  });

  test('the trial is repeated after an hour', () => {
    let shared = 8_000;
    const pages = new Pages((way) => (way ? shared : 5_000));
    pages.send(200);
    shared = 4_000;
    pages.send(200);
    expect(pages.trial.isShared).toBe(true);
    pages.now += HOUR_MS;
    pages.send(200);
    expect(pages.results.map(({ isShared }) => isShared)).toEqual([true, false]);
    expect(pages.trial.isShared).toBe(false);
  });
});
