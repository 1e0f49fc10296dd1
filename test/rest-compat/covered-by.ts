import type { Covered, CoveringTest } from './coverage.js';

/** `covers('apps', 'are listed in pages')`: tests of one file, by parts of their titles. */
export const inFile =
  (file: string) =>
  (...titles: string[]): CoveringTest[] =>
    titles.map((title) => ({ file, title }));

export const covered = (text: string, ...tests: readonly (readonly CoveringTest[])[]): Covered => ({
  text,
  tests: tests.flat(),
});

const rest = (name: string) => inFile(`rest-compat/${name}`);

/** Files that many rules name. */
export const access = rest('access');
export const apps = rest('apps');
export const groups = rest('app-groups');
export const badInput = rest('bad-input');
export const concurrency = rest('concurrency');
export const events = rest('events');
export const gaps = rest('coverage-gaps');
export const idempotency = rest('idempotency');
export const lists = rest('scheduler-lists');
export const pushes = rest('pushes');
export const rules = rest('scheduler-rules');
export const schedulers = rest('schedulers');
export const http = inFile('http/create-http-server');
export const audience = inFile('audience/select-devices');
export const autoPush = inFile('delivery/auto-push');
export const localTime = inFile('delivery/local-time');
export const sdkEvents = inFile('sdk-api/events-and-receipts');

/** One test covers many inputs, and names each broken rule. */
export const refusedByName = rules(
  'a violation is refused with the field name, on create and update, and changes nothing',
);
