import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { randomTokens, type SeedDevice, seedDevices } from '../support/seed-devices.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, startOneTime } from '../support/service-steps.js';
import type { ServiceWorld } from '../support/service-world.js';

const MINUTE_MS = 60_000;
/** A run of 20,000 messages takes seconds, but leases may have to expire first, and the machine may be busy. */
const FINISHED_MS = 240_000;

export interface PreparedRun {
  readonly schedulerId: number;
  /** Every token and endpoint that must get exactly one message. */
  readonly targets: readonly string[];
}

/** Two applications with their devices, and an active one-time scheduler whose date is later than any test lasts. */
export const prepareRun = async (
  world: ServiceWorld,
  service: ServiceProcess,
  { apple, web }: { apple: number; web: number },
): Promise<PreparedRun> => {
  const { fakes } = world;
  const database = await world.db();
  const appleApp = await createApp(service, fakes, { provider: 'provider_c', name: 'phones' });
  const webApp = await createApp(service, fakes, { provider: 'webpush', name: 'browsers' });
  const phones = randomTokens(apple);
  const browsers = await makeBrowsers(fakes, web, webApp.vapidKeyPublic ?? '');
  await seedDevices(database, appleApp.id, phones);
  await seedDevices(database, webApp.id, browsers);
  const pushId = await createPush(service, [{ language: 'en', title: 'Hello', text: 'A message that must arrive.' }]);
  const at = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 60 * MINUTE_MS;
  const schedulerId = await startOneTime(service, { pushId, at, body: { name: 'one time', all_apps: true } });
  return { schedulerId, targets: [...phones, ...browsers].map((device) => device.token) };
};

const makeBrowsers = async (fakes: Fakes, count: number, vapidPublicKey: string): Promise<SeedDevice[]> => {
  const subscriptions = await fakes.makeSubscriptions({ count, vapidPublicKey });
  return subscriptions.map(({ endpoint, keys }) => ({ token: endpoint, ...keys }));
};

/**
 * Moves a one-time scheduler's date back to the current minute, so a test need not wait for the next one. The date and
 * the due moment move together, or the old date would be a second moment. The API cannot do this: it refuses to
 * activate a date in the past.
 */
export const makeDue = async (world: Pick<ServiceWorld, 'db'>, schedulerId: number, minutesAgo = 0): Promise<void> => {
  const at = (Math.floor(Date.now() / MINUTE_MS) - minutesAgo) * MINUTE_MS;
  const date = new Date(at).toISOString().slice(0, 10);
  const minute = (at / MINUTE_MS) % (24 * 60);
  const sql = 'UPDATE scheduler SET send_date = ?, send_minute = ?, next_due_at = ? WHERE id = ? AND active = 1';
  await (await world.db()).tx((tx) => execute(tx, sql, [date, minute, at, schedulerId]));
};

const LOOKS = 10;
const LOOK_EVERY_MS = 100;

/**
 * Counts the accepted messages after the fakes have read everything that a killed process put on the wire. Each check
 * lets the fakes read once. Use it only for senders that are gone or idle; a busy one may pause for longer.
 */
export const settledCount = async (fakes: Fakes): Promise<number> => {
  let before = -1;
  for (let still = 0; still < LOOKS; still += 1) {
    const { accepted } = await fakes.summary();
    if (accepted !== before) still = 0;
    before = accepted;
    await sleep(LOOK_EVERY_MS);
  }
  return before;
};

export const untilTaken = (fakes: Fakes, count: number, deadlineMs?: number): Promise<true> =>
  eventually(
    `message ${count} at the fakes`,
    async () => ((await fakes.summary()).accepted >= count ? true : null),
    deadlineMs,
  );

/** The number of messages that the database records as sent. */
export const recordedCount = async (world: ServiceWorld): Promise<number> => {
  const sql = "SELECT SUM(count) AS n FROM batch_count WHERE outcome = 'sent'";
  const [row] = await (await world.db()).query<{ n: number | string | null }>(sql);
  return Number(row?.n ?? 0);
};

export const untilFinished = (world: ServiceWorld): Promise<true> =>
  eventually(
    'the end of the run',
    async () => {
      const [run] = await (await world.db()).query<{ status: string }>('SELECT status FROM run');
      return run?.status === 'finished' ? true : null;
    },
    FINISHED_MS,
  );

/** With FIGURES=1, it prints the figures for docs/reliability.md. */
export const noteFigures = (figures: object): void => {
  if (process.env.FIGURES === '1') process.stderr.write(`${JSON.stringify(figures)}\n`);
};

const TRIES = 4;
/** With few processors, the fakes may read late what was written in time. */
const READ_MS = 1_000;

/**
 * Expects that one of four tries keeps a promise. A busy machine delays some tries; a service that goes on sending, or
 * only polls now and then, delays nearly all.
 * @param measure returns when the fakes read the last message that counts, ms from the moment of the promise.
 */
export const expectInTime = async (promisedMs: number, measure: () => Promise<number>): Promise<void> => {
  const mostMs = promisedMs + READ_MS;
  const tookMs: number[] = [];
  while (tookMs.length < TRIES && !tookMs.some((ms) => ms <= mostMs)) tookMs.push(await measure());
  noteFigures({ promisedMs, tookMs });
  expect(Math.min(...tookMs)).toBeLessThanOrEqual(mostMs);
};

/** When the fakes read the last message, epoch ms. */
export const lastArrival = async (fakes: Fakes): Promise<number> => {
  const entries = await fakes.entries({ limit: 10_000 });
  return Math.max(...entries.map(({ at }) => at));
};

/** Returns the same numbers in [0, 1) for the same seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
