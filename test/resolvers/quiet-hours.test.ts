import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const HOURS = 'quietHours { off start end days policy unknownZone releaseOver }';
const ERRORS = 'userErrors { field message code }';
const ACCOUNT = `mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { user { ${HOURS} } ${ERRORS} } }`;
const APP = `mutation ($id: ID!, $input: AppUpdateInput!) { appUpdate(id: $id, input: $input) { app { ${HOURS} } ${ERRORS} } }`;
const CREATE = `mutation ($input: WeeklySchedulerInput!) {
  weeklySchedulerCreate(input: $input) { scheduler { id ${HOURS} } ${ERRORS} } }`;
const UPDATE = `mutation ($id: ID!, $input: WeeklySchedulerInput!) {
  weeklySchedulerUpdate(id: $id, input: $input) { scheduler { ${HOURS} } ${ERRORS} } }`;
const COPY = `mutation ($id: ID!) { schedulerDuplicate(id: $id) { scheduler { ${HOURS} } ${ERRORS} } }`;

const ALL_DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const NIGHT = { start: '22:00', end: '07:00' };
const STORED = {
  ...NIGHT,
  off: false,
  days: ALL_DAYS,
  policy: 'HOLD',
  unknownZone: 'ACCOUNT_ZONE',
  releaseOver: '10m',
};
const OFF = { off: true, start: null, end: null, days: null, policy: null, unknownZone: null, releaseOver: null };

const answer = async (user: GraphUser, query: string, variables: Json): Promise<Json> =>
  Object.values((await user.data(query, variables)) as Json)[0];

describe.each(eachDatabase())('quiet hours in the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  test('of account and application are set, kept, switched off and removed', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const set = async (quietHours: Json | null) => [
      (await answer(user, ACCOUNT, { input: { quietHours } })).user.quietHours,
      (await answer(user, APP, { id, input: { quietHours } })).app.quietHours,
    ];
    expect(await set(NIGHT)).toEqual([STORED, STORED]);
    expect((await answer(user, ACCOUNT, { input: { timeZone: 'Europe/Vienna' } })).user.quietHours).toEqual(STORED);
    expect((await answer(user, APP, { id, input: { name: 'Other' } })).app.quietHours).toEqual(STORED);
    const own = { ...NIGHT, days: ['SUN', 'MON'], policy: 'DROP', unknownZone: 'SEND', releaseOver: '1h30m' };
    const kept = { ...own, off: false, days: ['MON', 'SUN'] };
    expect(await set(own)).toEqual([kept, kept]);
    expect(await set({ off: true })).toEqual([OFF, OFF]);
    expect(await set(null)).toEqual([null, null]);
  });

  test('of a scheduler are kept by a copy and by an update without them', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const input = { name: 'W', audience: { apps: { all: true } }, times: [{ day: 1, times: ['09:00'] }] };
    const { scheduler, userErrors } = await answer(user, CREATE, { input: { ...input, quietHours: NIGHT } });
    expect(userErrors).toEqual([]);
    const { id } = scheduler;
    expect(scheduler.quietHours).toEqual(STORED);
    expect((await answer(user, UPDATE, { id, input })).scheduler.quietHours).toEqual(STORED);
    expect((await answer(user, COPY, { id })).scheduler.quietHours).toEqual(STORED);
    const off = { ...input, quietHours: { off: true } };
    expect((await answer(user, UPDATE, { id, input: off })).scheduler.quietHours).toEqual(OFF);
    expect((await answer(user, UPDATE, { id, input: { ...input, quietHours: null } })).scheduler.quietHours).toBeNull();
  });

  test('are refused with each broken rule, and stay unchanged', async () => {
    const user = await app().newUser();
    await answer(user, ACCOUNT, { input: { quietHours: NIGHT } });
    const refused = async (quietHours: Json) => {
      const { userErrors } = await answer(user, ACCOUNT, { input: { quietHours } });
      return userErrors.map(({ field, code }: Json) => `${field.slice(1).join('.')} ${code}`);
    };
    expect(await refused({ start: '22:00', end: '22:00' })).toEqual(['quietHours.end INVALID']);
    expect(await refused({ start: '9:00', end: '24:00' })).toEqual([
      'quietHours.start INVALID',
      'quietHours.end INVALID',
    ]);
    expect(await refused({ start: '', end: '' })).toEqual(['quietHours.start INVALID', 'quietHours.end INVALID']);
    expect(await refused({})).toEqual(['quietHours.start REQUIRED', 'quietHours.end REQUIRED']);
    expect(await refused({ ...NIGHT, days: [] })).toEqual(['quietHours.days REQUIRED']);
    expect(await refused({ ...NIGHT, releaseOver: '6h1m' })).toEqual(['quietHours.releaseOver INVALID']);
    expect(await refused({ ...NIGHT, off: true })).toEqual(['quietHours.off INVALID']);
    expect((await answer(user, ACCOUNT, { input: {} })).user.quietHours).toEqual(STORED);
  });
});
