import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Database, Tx } from '../../src/database/database.js';
import { parseGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { type GraphUser, useGraphApp } from './support/graph-app.js';
import { PAGED_NOUNS, type PagedNoun } from './support/paged-nouns.js';

/** For a longer search: `PAGING_RUNS=200 npm test -- test/schema/paging-changes.test.ts`. */
const RUNS = Number(process.env.PAGING_RUNS ?? 2);
/** Leaves time to shrink a counterexample. */
const PATIENCE_MS = 600_000;
/** The number of row ids in a walk. Some rows do not exist at the start. */
const SLOTS = 60;
const MAX_PAGES = 100;
const DIRECTIONS = ['ASC', 'DESC'] as const;
const WALKS = ['forward', 'backward'] as const;

interface Order {
  readonly field: string;
  readonly direction: (typeof DIRECTIONS)[number];
  readonly walk: (typeof WALKS)[number];
}

const ordersOf = ({ orders }: PagedNoun): Order[] =>
  Object.keys(orders).flatMap((field) =>
    DIRECTIONS.flatMap((direction) => WALKS.map((walk) => ({ field, direction, walk }))),
  );

/** A change of a row: it is created, deleted, or gets another value, as its state allows. */
const touch = fc.record({ slot: fc.nat(SLOTS - 1), value: fc.nat(99), deletes: fc.boolean() });
const plan = fc.record({
  rows: fc.uniqueArray(fc.record({ slot: fc.nat(SLOTS - 1), value: fc.nat(99) }), {
    selector: ({ slot }) => slot,
    minLength: 5,
    maxLength: 40,
  }),
  pages: fc.array(fc.record({ size: fc.integer({ min: 1, max: 9 }), touches: fc.array(touch, { maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 20,
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

describe.each(eachDatabase())('a list that changes during paging, $name', (kind) => {
  const app = useGraphApp(kind);
  let firstId = 1_000;

  test.each(PAGED_NOUNS)(
    '$field: no row appears twice, and rows that remain are not skipped',
    async (noun) => {
      for (const order of ordersOf(noun)) {
        const property = fc.asyncProperty(plan, async ({ rows, pages }) => {
          const [user, stranger] = [await app().newUser(), await app().newUser()];
          firstId += SLOTS + 1;
          const table = new ChangingTable(app().database, { noun, order, firstId });
          await table.fill(user.userId, stranger.userId, rows);
          judge(await walk(user, { noun, order, pages, between: (touches) => table.change(touches) }), table);
        });
        // A failure is reported with its seed, so that fast-check can repeat it.
        await fc.assert(property, { numRuns: RUNS });
      }
    },
    PATIENCE_MS,
  );
});

/** The rows of one walk, and their changes. */
class ChangingTable {
  /** These rows exist from the start and are unchanged. */
  readonly steady: Set<number>;
  /** These rows have had more than one position in the order. */
  readonly moved = new Set<number>();
  private readonly live = new Set<number>();
  private readonly gone = new Set<number>();
  private userId = 0;

  constructor(
    private readonly database: Database,
    private readonly of: { readonly noun: PagedNoun; readonly order: Order; readonly firstId: number },
  ) {
    this.steady = new Set(of.noun.common);
  }

  /** The row with the last id is another user's. */
  async fill(userId: number, strangerId: number, rows: Plan['rows']): Promise<void> {
    const { noun, firstId } = this.of;
    this.userId = userId;
    for (const { slot } of rows) {
      this.live.add(firstId + slot);
      this.steady.add(firstId + slot);
    }
    const own = rows.map(({ slot, value }) => this.rowOf(firstId + slot, value));
    const stranger = noun.row(firstId + SLOTS, strangerId);
    const parents = noun.parents && [...noun.parents.rows(userId), ...noun.parents.rows(strangerId)];
    await this.database.tx(async (tx) => {
      if (noun.parents && parents) await tx.insert(noun.parents.entity, parents);
      await tx.insert(noun.entity, [...own, stranger]);
    });
  }

  change(touches: Plan['pages'][number]['touches']): Promise<void> {
    return this.database.tx(async (tx) => {
      for (const { slot, value, deletes } of touches) {
        const id = this.of.firstId + slot;
        this.steady.delete(id);
        if (!this.live.has(id)) await this.insert(tx, id, value);
        else if (deletes) await this.delete(tx, id);
        else await this.update(tx, id, value);
      }
    });
  }

  private async insert(tx: Tx, id: number, value: number): Promise<void> {
    await tx.insert(this.of.noun.entity, this.rowOf(id, value));
    this.live.add(id);
    if (this.gone.has(id)) this.moved.add(id);
  }

  private async delete(tx: Tx, id: number): Promise<void> {
    await tx.delete(this.of.noun.entity, { id });
    this.live.delete(id);
    this.gone.add(id);
  }

  private async update(tx: Tx, id: number, value: number): Promise<void> {
    if (!this.sortedBy) return;
    await tx.update(this.of.noun.entity, { id }, this.valueOf(value));
    this.moved.add(id);
  }

  private rowOf(id: number, value: number): object {
    return { ...this.of.noun.row(id, this.userId), ...this.valueOf(value) };
  }

  private valueOf(value: number): object {
    const { sortedBy } = this;
    return sortedBy ? { [sortedBy.property]: sortedBy.values[value % sortedBy.values.length] } : {};
  }

  private get sortedBy() {
    return this.of.noun.orders[this.of.order.field] ?? null;
  }
}

interface Walk {
  readonly noun: PagedNoun;
  readonly order: Order;
  readonly pages: Plan['pages'];
  between(touches: Plan['pages'][number]['touches']): Promise<void>;
}

/** The ids of all pages, in the order of the list. */
const walk = async (user: GraphUser, { noun, order, pages, between }: Walk): Promise<number[]> => {
  const isForward = order.walk === 'forward';
  const [sizeName, cursorName] = isForward ? ['first', 'after'] : ['last', 'before'];
  const query = `query ($size: Int, $cursor: String, $orderBy: ${noun.orderType}) {
    list: ${noun.field}(${sizeName}: $size, ${cursorName}: $cursor, orderBy: $orderBy) {
      nodes { number: ${noun.numberField ?? 'databaseId'} } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
  const orderBy = { field: order.field, direction: order.direction };
  const found: number[][] = [];
  for (let page = 0, cursor: string | null = null; page < MAX_PAGES; page += 1) {
    const { size, touches } = pages[page] ?? { size: 4, touches: [] };
    const { list } = await user.data(query, { size, cursor, orderBy });
    found.push(list.nodes.map((node: { number: number | string }) => toNumber(node.number)));
    const { startCursor, endCursor, hasNextPage, hasPreviousPage } = list.pageInfo;
    if (!(isForward ? hasNextPage : hasPreviousPage)) return (isForward ? found : found.toReversed()).flat();
    cursor = isForward ? endCursor : startCursor;
    await between(touches);
  }
  throw new Error(`The list has not ended after ${MAX_PAGES} pages.`);
};

const toNumber = (value: number | string): number => parseGlobalId(String(value))?.id ?? Number(value);

const judge = (ids: readonly number[], { steady, moved }: ChangingTable): void => {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  expect([...steady].filter((id) => !counts.has(id))).toEqual([]);
  // A row that moves further down may appear again there.
  expect([...counts].filter(([id, count]) => count > 1 && !moved.has(id))).toEqual([]);
};
