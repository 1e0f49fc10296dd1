import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const EVENT = 'id databaseId name code active system createdAt';
const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($name: String!, $code: String!) {
  customEventCreate(input: { name: $name, code: $code }) { customEvent { ${EVENT} } ${ERRORS} } }`;

describe.each(eachDatabase())('events, $name', (kind) => {
  const app = useGraphApp(kind);

  const create = async (user: GraphUser, code: string): Promise<Json> =>
    (await user.data(CREATE, { name: `Event ${code}`, code })).customEventCreate;

  test("the list has the built-in events, marked as such, and no other user's events", async () => {
    const [user, other] = [await app().newUser(), await app().newUser()];
    await create(user, 'mine');
    await create(other, 'theirs');
    const { customEvents } = await user.data(`{ customEvents { totalCount nodes { ${EVENT} } } }`);
    expect(customEvents.nodes.map((event: Json) => [event.code, event.system, event.active])).toEqual([
      ['install', true, true],
      ['reg', true, true],
      ['dep', true, true],
      ['mine', false, true],
    ]);
    expect(customEvents.totalCount).toBe(4);
    expect(customEvents.nodes.map((event: Json) => event.createdAt !== null)).toEqual([false, false, false, true]);
    const [install] = customEvents.nodes;
    const read = 'query ($id: ID!) { customEvent(id: $id) { code } node(id: $id) { id } }';
    expect(await user.data(read, { id: install.id })).toEqual({
      customEvent: { code: 'install' },
      node: { id: install.id },
    });
  });

  test('the list is paged and filtered', async () => {
    const user = await app().newUser();
    for (const code of ['b', 'a', 'c']) await create(user, code);
    const codes = async (args: string): Promise<string[]> => {
      const { customEvents } = await user.data(`{ customEvents(${args}) { nodes { code } } }`);
      return customEvents.nodes.map((event: Json) => event.code);
    };
    expect(await codes('where: { system: false }, orderBy: { field: CODE, direction: DESC }')).toEqual(['c', 'b', 'a']);
    expect(await codes('where: { codes: ["reg", "b", "é"] }')).toEqual(['reg', 'b']);
    const { customEvents } = await user.data('{ customEvents(first: 2) { pageInfo { endCursor } } }');
    expect(await codes(`after: "${customEvents.pageInfo.endCursor}", first: 2`)).toEqual(['dep', 'b']);
    expect(await codes('last: 2, where: { nameContains: "EVENT " }')).toEqual(['a', 'c']);
  });

  test('an event is renamed, deactivated, activated and deleted; a built-in one is not', async () => {
    const user = await app().newUser();
    const { customEvent } = await create(user, 'bought');
    const run = async (mutation: string, id = customEvent.id): Promise<Json> =>
      Object.values(await user.data(`mutation ($id: ID!) { ${mutation} }`, { id }))[0];
    const update = `customEventUpdate(id: $id, input: { name: "Paid", code: "paid" }) { customEvent { name code } ${ERRORS} }`;
    expect((await run(update)).customEvent).toEqual({ name: 'Paid', code: 'paid' });
    const off = 'customEventDeactivate(id: $id) { customEvent { active } userErrors { code } }';
    expect((await run(off)).customEvent.active).toBe(false);
    const on = 'customEventActivate(id: $id) { customEvent { active } userErrors { code } }';
    expect((await run(on)).customEvent.active).toBe(true);
    const { customEvents } = await user.data('{ customEvents(where: { codes: ["reg"] }) { nodes { id } } }');
    for (const mutation of [update, off, on, 'customEventDelete(id: $id) { userErrors { code } }']) {
      expect((await run(mutation, customEvents.nodes[0].id)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    }
    expect((await run(`customEventDelete(id: $id) { deletedId ${ERRORS} }`)).deletedId).toBe(customEvent.id);
  });

  test('an invalid code and an existing code return userErrors', async () => {
    const user = await app().newUser();
    await create(user, 'taken');
    for (const [code, expected] of [
      ['taken', 'DUPLICATE'],
      ['install', 'DUPLICATE'],
      ['with space', 'INVALID'],
    ] as const) {
      expect((await create(user, code)).userErrors).toMatchObject([{ field: ['input', 'code'], code: expected }]);
    }
  });

  test('it lists the schedulers that it starts and those that name it', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    await create(user, 'bought');
    await createAutoPush(user, 'Install');
    for (const [name, events] of [
      ['Starts', { include: ['bought'] }],
      ['Spares', { include: ['reg'], exclude: ['bought'] }],
    ] as const) {
      await user.data(
        'mutation ($input: AutoPushSchedulerInput!) { autoPushSchedulerCreate(input: $input) { scheduler { id } } }',
        { input: { name, audience: { apps: { all: true }, events } } },
      );
    }
    const other = await app().newUser();
    await createWebApp(other);
    await createAutoPush(other, 'Not mine');
    const { customEvents } = await user.data(
      '{ customEvents { nodes { code listeners { nodes { name } } schedulers { totalCount nodes { name } } } } }',
    );
    const names = (list: Json): string[] => list.nodes.map((node: Json) => node.name);
    const told = customEvents.nodes.map((e: Json) => [e.code, names(e.listeners), names(e.schedulers)]);
    expect(told).toEqual([
      ['install', ['Install'], []],
      ['reg', ['Spares'], ['Spares']],
      ['dep', [], []],
      ['bought', ['Starts'], ['Starts', 'Spares']],
    ]);
  });
});
