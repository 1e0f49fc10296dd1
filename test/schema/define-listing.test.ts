import { describe, expect, test } from '@jest/globals';
import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { PushTranslation } from '../../src/entities/push-translation.js';
import { buildGraph } from '../../src/resolvers/index.js';
import { GraphContext } from '../../src/schema/context.js';
import { defineListing } from '../../src/schema/paging/define-listing.js';
import { BY_CREATION, BY_ID } from '../../src/schema/paging/list-inputs.js';
import { number, text } from '../../src/schema/paging/listing.js';
import { before, from, partOf } from '../../src/schema/paging/where-fields.js';
import { eachDatabase } from '../support/databases.js';
import { createPush } from './support/factories.js';
import { type GraphUser, type Json, useGraphApp } from './support/graph-app.js';

/** A noun that the service does not have; its rows are the texts of pushes. */
@ObjectType('Harbour', { simpleResolvers: true, description: 'A harbour.' })
class HarbourType {
  @Field(() => String, { name: 'name', simple: false, description: 'Name.' })
  readonly title!: string;
}

const OWNED = 'SELECT x.*, p.user_id, p.created_at FROM push_translation x JOIN push p ON p.id = x.push_id';

const harbourListing = defineListing({
  name: 'harbour',
  noun: 'Harbour',
  plural: 'harbours',
  type: () => HarbourType,
  entity: PushTranslation,
  table: `(${OWNED})`,
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: { by: [text('title')], description: 'Name.' }, CREATED_AT: BY_CREATION },
  where: {
    nameContains: partOf('title', 'Part of the name.'),
    endsWith: {
      type: () => String,
      description: 'End of the name.',
      toCondition: async (end: string) => ({ sql: 't.title LIKE ?', parameters: [`%${end}`] }),
    },
    createdFrom: from('created_at', 'Earliest creation, inclusive.'),
    createdBefore: before('created_at', 'Latest creation, exclusive.'),
  },
  slowWhere: ['endsWith'],
});

@Resolver()
class HarbourResolver {}

harbourListing.addQuery(HarbourResolver, 'harbours', { description: 'Your harbours.' });

/** Only its own query reaches it, so that these declarations do not appear in another graph. */
@ObjectType('Coast', { description: 'A coast.' })
class CoastType {
  @Field(() => Int, { description: 'Id.' })
  readonly id!: number;
}

@Resolver(() => CoastType)
class CoastResolver {
  @Query(() => CoastType, { description: 'The coast of the caller.' })
  coast(@Ctx() { caller }: GraphContext): CoastType {
    return { id: caller.userId };
  }
}

harbourListing.addField<CoastType>(CoastResolver, 'harbours', {
  description: 'The harbours of a coast.',
  parentColumn: 'coast_id',
  orderBy: { field: 'NAME', direction: 'DESC' },
  listing: {
    ...harbourListing.listing,
    name: 'harbourOfCoast',
    table: `(SELECT h.*, h.user_id AS coast_id FROM (${OWNED}) h)`,
  },
});

const LIST = `query ($first: Int, $after: String, $last: Int, $before: String, $where: HarbourWhereInput, $orderBy: HarbourOrderInput) {
  harbours(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
    totalCount edges { cursor node { name } } nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }`;

const DAY = 24 * 60 * 60 * 1_000;

describe.each(eachDatabase())('the listing of a made-up noun, $name', (kind) => {
  const app = useGraphApp(kind, { buildGraph: () => buildGraph([HarbourResolver, CoastResolver]) });
  const names = ({ nodes }: Json): string[] => nodes.map(({ name }: { name: string }) => name);

  /** One harbour a day. */
  const userWith = async (...harbours: string[]): Promise<GraphUser> => {
    const user = await app().newUser();
    for (const name of harbours) {
      await createPush(user, name);
      app().clock.advance(DAY);
    }
    return user;
  };

  const list = async (user: GraphUser, variables: Record<string, unknown> = {}): Promise<Json> =>
    (await user.data(LIST, variables)).harbours;

  test("has only the caller's rows, in the order of the first sort", async () => {
    const user = await userWith('Kiel', 'Bergen', 'Aden');
    await userWith('Oslo');
    expect(names(await list(user))).toEqual(['Kiel', 'Bergen', 'Aden']);
  });

  test('is sorted by each of its fields in both directions, ties by id', async () => {
    const user = await userWith('Kiel', 'Bergen', 'Kiel');
    const sorted = async (field: string, direction?: string) =>
      names(await list(user, { orderBy: { field, ...(direction ? { direction } : {}) } }));
    expect(await sorted('NAME')).toEqual(['Bergen', 'Kiel', 'Kiel']);
    expect(await sorted('NAME', 'DESC')).toEqual(['Kiel', 'Kiel', 'Bergen']);
    expect(await sorted('CREATED_AT', 'DESC')).toEqual(['Kiel', 'Bergen', 'Kiel']);
    expect(await sorted('ID', 'ASC')).toEqual(['Kiel', 'Bergen', 'Kiel']);
  });

  test('is filtered by all conditions together, and counts the matching rows', async () => {
    const second = new Date(app().clock.now() + DAY).toISOString();
    const user = await userWith('Kiel', 'Bergen', 'Kiruna', 'Aden');
    const found = async (where: Record<string, unknown> | null) => {
      const page = await list(user, { where });
      expect(page.totalCount).toBe(page.nodes.length);
      return names(page);
    };
    expect(await found({ nameContains: 'ki' })).toEqual(['Kiel', 'Kiruna']);
    expect(await found({ nameContains: 'ki', createdFrom: second })).toEqual(['Kiruna']);
    expect(await found({ createdBefore: second })).toEqual(['Kiel']);
    expect(await found({ endsWith: 'en' })).toEqual(['Bergen', 'Aden']);
    expect(await found({ nameContains: null })).toHaveLength(4);
    expect(await found(null)).toHaveLength(4);
  });

  test('is paged by cursors in both directions', async () => {
    const user = await userWith('e', 'b', 'd', 'a', 'c');
    const orderBy = { field: 'NAME', direction: 'DESC' };
    const forward: string[] = [];
    for (let after = null as string | null, more = true; more; ) {
      const page = await list(user, { first: 2, after, orderBy });
      expect(page.pageInfo.endCursor).toBe(page.edges.at(-1).cursor);
      forward.push(...names(page));
      ({ endCursor: after, hasNextPage: more } = page.pageInfo);
    }
    expect(forward).toEqual(['e', 'd', 'c', 'b', 'a']);
    const backward: string[] = [];
    for (let before = null as string | null, more = true; more; ) {
      const page = await list(user, { last: 2, before, orderBy });
      backward.unshift(...names(page));
      ({ startCursor: before, hasPreviousPage: more } = page.pageInfo);
    }
    expect(backward).toEqual(forward);
  });

  test('refuses a cursor of another order, an unknown field, and `first` with `last`', async () => {
    const user = await userWith('a', 'b');
    const { pageInfo } = await list(user, { first: 1 });
    const refusal = async (variables: Record<string, unknown>) => (await user.query(LIST, variables)).errors[0];
    expect(await refusal({ after: pageInfo.endCursor, orderBy: { field: 'NAME' } })).toMatchObject({
      message: expect.stringContaining('`after` is not a cursor of this list in this order'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect((await refusal({ orderBy: { field: 'DEPTH' } })).message).toContain('"HarbourSort" enum');
    expect((await refusal({ where: { depth: 3 } })).message).toContain('"HarbourWhereInput"');
    expect((await refusal({ first: 1, last: 1 })).message).toBe('Give `first` or `last`, not both.');
  });

  test('appears under another noun with its own order', async () => {
    const user = await userWith('Aden', 'Kiel');
    const { coast } = await user.data(
      '{ coast { harbours(where: { nameContains: "e" }) { totalCount nodes { name } } } }',
    );
    expect(coast.harbours).toEqual({ totalCount: 2, nodes: [{ name: 'Kiel' }, { name: 'Aden' }] });
  });

  test('costs more with a filter that no index serves, and needs the scope READ', async () => {
    const user = await userWith('Aden');
    const costOf = async (where: Record<string, unknown>): Promise<number> =>
      (await user.query(LIST, { where })).body.extensions.cost.requested;
    expect((await costOf({ endsWith: 'n' })) - (await costOf({ nameContains: 'n' }))).toBe(500);
    const { apiKeyCreate } = await user.data(
      'mutation { apiKeyCreate(input: { scopes: [WRITE] }) { secret userErrors { message } } }',
    );
    const writer = app().userWithKey({ userId: user.userId, apiKey: apiKeyCreate.secret });
    expect((await writer.query(LIST)).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

test('every part of a made-up listing has a description', async () => {
  const schema = await buildGraph([HarbourResolver]);
  const described = ['HarbourConnection', 'HarbourEdge', 'HarbourOrderInput', 'HarbourSort', 'HarbourWhereInput'];
  for (const name of described) expect(schema.getType(name)?.description).toMatch(/harbours/);
});
