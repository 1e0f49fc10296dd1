import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const CREATE = `mutation ($input: OneTimeSchedulerInput!) {
  oneTimeSchedulerCreate(input: $input) { scheduler { id databaseId } userErrors { field message } } }`;
const LIST = `{ schedulers { nodes { id name active nextDueAt nextMoments(first: 2) { at }
  ... on OneTimeScheduler { date time localTime leftOutZones } } } }`;
const ZONES = [{ timeZone: 'Europe/Berlin' }, { timeZone: '+02:00' }, { localTime: true }];

const inputOf = (date: string, zone: object) => ({
  name: date,
  date,
  time: '18:30',
  ...zone,
  audience: { apps: { all: true } },
});

const create = async (user: GraphUser, date: string, zone: object) =>
  (await user.data(CREATE, { input: inputOf(date, zone) })).oneTimeSchedulerCreate;

describe.each(eachDatabase())('one-time dates at the limits, $name', (kind) => {
  const app = useGraphApp(kind);

  test('are refused before the year 1000, at create and update', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { scheduler } = await create(user, '2031-01-01', { timeZone: '+02:00' });
    for (const date of ['0999-12-31', '0001-01-01', '0000-12-31']) {
      const { userErrors } = await create(user, date, { timeZone: '+02:00' });
      expect(userErrors).toMatchObject([{ message: expect.stringContaining('1000 to 9999') }]);
      const { oneTimeSchedulerUpdate } = await user.data(
        `mutation ($id: ID!, $input: OneTimeSchedulerInput!) {
           oneTimeSchedulerUpdate(id: $id, input: $input) { userErrors { message } } }`,
        { id: scheduler.id, input: inputOf(date, { timeZone: '+02:00' }) },
      );
      expect(oneTimeSchedulerUpdate.userErrors).toMatchObject([{ message: expect.stringContaining('1000 to 9999') }]);
    }
  });

  test('are listed if they already exist, and count as passed for every device', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    for (const zone of ZONES) await create(user, '1000-01-01', zone);
    await app().database.tx((tx) => tx.query("UPDATE scheduler SET send_date = '0099-02-28', active = 0"));
    const { schedulers } = await user.data(LIST);
    expect(schedulers.nodes).toHaveLength(ZONES.length);
    for (const node of schedulers.nodes) {
      expect(node).toMatchObject({ date: '0099-02-28', nextDueAt: null, nextMoments: [] });
      const { schedulerActivate } = await user.data(
        'mutation ($id: ID!) { schedulerActivate(id: $id) { userErrors { message } } }',
        { id: node.id },
      );
      expect(schedulerActivate.userErrors).toMatchObject([{ message: expect.stringContaining('have passed') }]);
    }
  });

  test('are accepted, listed and previewed in the years 1000 and 9999', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    for (const zone of [...ZONES, { timeZone: '-12:00' }, { timeZone: '+14:00' }]) {
      for (const date of ['1000-01-01', '9999-12-31']) {
        const { scheduler, userErrors } = await create(user, date, zone);
        expect(userErrors).toEqual([]);
        const { errors } = await user.query(
          'mutation ($id: ID!) { schedulerActivate(id: $id) { userErrors { code } } }',
          {
            id: scheduler.id,
          },
        );
        expect(errors).toBeUndefined();
      }
    }
    const { data, errors } = await user.query(LIST);
    expect(errors).toBeUndefined();
    expect(data.schedulers.nodes).toHaveLength(10);
  });
});
