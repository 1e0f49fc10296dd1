import asyncapi from '@asyncapi/specs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { createAsyncapiDocument } from '../../src/events-api/asyncapi-document.js';
import { toEventJson } from '../../src/services/event-log/account-event.js';
import { appendEvents } from '../../src/services/event-log/append-events.js';
import { EVENT_TYPES } from '../../src/services/event-log/event-types/index.js';
import { messageBody } from '../../src/services/webhooks/webhook-messages.js';
import { HOUR } from '../delivery/batch-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { type EventLine, EventsWorld } from './events-world.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const MINUTE = 60_000;
const TYPES = EVENT_TYPES.map(({ type }) => type).toSorted();
const document = JSON.parse(JSON.stringify(createAsyncapiDocument()));

test('the AsyncAPI document is valid, and each example matches its message', () => {
  const specification = new Ajv({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  const validate = specification.compile(asyncapi.schemasWithoutId['3.0.0'] as object);
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  for (const type of TYPES) expect(problemsOf(document.components.messages[type].examples[0].payload)).toEqual([]);
});

test('the AsyncAPI document describes the batches of webhooks', () => {
  const { payload } = document.components.messages.batch.examples[0];
  expect(problemsOf(payload)).toEqual([]);
  const data = JSON.stringify(payload.data[0].data);
  const made = { ...payload.data[0], data, type: 'run.paused', occurredAt: new Date() };
  const event = { ...made, appId: null, deviceId: null, json: toEventJson(made) };
  expect(problemsOf(JSON.parse(messageBody([event, event], true).toString()))).toEqual([]);
  expect(problemsOf({ ...payload, data: [] })).not.toEqual([]);
});

test('the check of lines finds wrong events', () => {
  const { payload } = document.components.messages['message.sent'].examples[0];
  expect(problemsOf({ ...payload, data: { ...payload.data, device_id: 7 } })).not.toEqual([]);
  expect(problemsOf({ ...payload, type: 'message.lost' })).not.toEqual([]);
});

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const checks = new Map(
  Object.entries<{ readonly payload: object }>(document.components.messages).map(([type, { payload }]) => [
    type,
    // Undocumented fields are a fault here, although consumers must accept them.
    ajv.compile(closed(payload)),
  ]),
);

const problemsOf = (line: EventLine): readonly unknown[] => {
  const check = checks.get(line.type);
  if (!check) return [`no message describes ${line.type}`];
  check(line);
  return check.errors ?? [];
};

function closed(payload: object): object {
  const copy = JSON.parse(JSON.stringify(payload));
  copy.additionalProperties = false;
  copy.properties.data.additionalProperties = false;
  return copy;
}

describe.each(eachDatabase())('GET /events on $name', ({ open }) => {
  test('has every type of event, as the AsyncAPI document describes', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    await causeEverything(door);
    const lines = await door.all(7);
    expect(lines.flatMap(problemsOf)).toEqual([]);
    expect([...new Set(lines.map(({ type }) => type))].toSorted()).toEqual(TYPES);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(await door.all(1_000)).toEqual(lines);
    // Every way to continue returns the remaining events.
    for (const index of [0, 5, 13, lines.length - 1]) {
      const { lines: rest } = await door.get({ after: lines[index]?.id ?? '', limit: '1000' });
      expect(rest).toEqual(lines.slice(index + 1));
    }
    const clicks = await door.all(2, { types: 'message.clicked,run.missed' });
    expect(clicks).toEqual(lines.filter(({ type }) => type === 'message.clicked' || type === 'run.missed'));
    expect(clicks[0]?.data).toMatchObject({ external_user_id: 'user-0', button: 'buy', run_id: expect.any(String) });
    const held = lines.filter(({ type, data }) => type === 'message.held' && data.code === 'RULE:QUIET');
    const sent = lines.filter(({ type }) => type === 'message.sent');
    expect(held.length).toBeGreaterThanOrEqual(4);
    expect(lines.indexOf(held[0] as EventLine)).toBeLessThan(lines.indexOf(sent[0] as EventLine));
  });
});

const causeEverything = async (door: EventsWorld): Promise<void> => {
  const { world, sender } = door;
  const { services, caller } = world;
  const { database } = world.options;
  const { userId } = caller;
  const app = await world.makeApp('provider_c');
  const made = await world.makeDevices(app, 5, (index) => ({ externalUserId: `user-${index}` }));
  const devices = made.map(({ device }) => device);
  const deviceAt = (index: number): number => devices[index]?.id ?? 0;
  const off = [{ categoryId: 0, choice: 'OFF' as const }];
  await services.preferences.write(userId, { kind: 'device', deviceId: deviceAt(4) }, off, 'DEVICE');
  const indexes = new Map(devices.map(({ token }, index) => [token, index]));
  sender.answer = ({ target }) => {
    const index = indexes.get(target.kind === 'token' ? target.token : '');
    if (index === 1) return { kind: 'failed', code: 'REJECTED', detail: '400 no' };
    if (index === 2) return { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410', deadSince: null };
    return { kind: 'sent', providerMessageId: null };
  };
  const quiet = (start: string, end: string) =>
    services.users.configure(userId, { quietHours: { start, end, releaseOver: '0m' }, timeZone: 'UTC' });
  await quiet('09:30', '10:30');
  await world.makeRun();
  await world.advance(HOUR);
  await world.advance(40 * MINUTE);
  const [run] = await database.query<{ id: number }>('SELECT id FROM run');
  const [push] = await database.query<{ id: number }>('SELECT id FROM push');
  const claims = { runId: Number(run?.id), pushId: Number(push?.id), appId: app.id, deviceId: deviceAt(0) };
  const receipt = signReceipt(world.keyring, claims);
  await services.receipts.record(app, { receipt, kind: 'delivered' });
  await services.receipts.record(app, { receipt, kind: 'clicked', button: 'buy' });
  await services.receipts.record(app, { receipt, kind: 'dismissed' });
  await quiet('11:30', '12:30');
  await world.makeRun();
  await world.advance(HOUR);
  const [held] = await database.query<{ id: number }>("SELECT id FROM run WHERE status = 'running'");
  for (const step of ['pause', 'resume', 'cancel'] as const) await services.runs[step](caller, Number(held?.id));
  await world.work();
  await services.users.configure(userId, { quietHours: null });
  await world.makeRun();
  await world.advance(10 * HOUR);
  await world.makeRun();
  const answer = sender.answer;
  sender.answer = () => ({ kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '401', afterMs: MINUTE });
  await world.advance(HOUR);
  sender.answer = answer;
  for (let minutes = 0; minutes < 6; minutes += 2) await world.advance(2 * MINUTE);
  await database.tx(async (tx) => {
    const data = { goal: 'purchase', event: 'order', variant: null, converted: true, attributed: true, value: 9.5 };
    const scope = { userId, now: world.clock.now() };
    const { runId, deviceId } = claims;
    await appendEvents(tx, scope, [{ type: 'conversion', appId: app.id, runId, deviceId, data }]);
    const alert = { alert_id: '5', kind: 'RUN_FAILURES', message: 'Too many messages failed.' };
    await appendEvents(tx, scope, [{ type: 'alert.raised', runId, data: alert }]);
  });
};
