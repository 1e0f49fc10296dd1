import { expect, test } from '@jest/globals';
import { notFound } from '../../src/errors.js';
import { GroupCommit, type ItemResult } from '../../src/services/events/group-commit.js';

const CUT = 'the connection was cut before the answer';

const doubling = (groups: number[][]) => async (items: readonly number[]) => {
  groups.push([...items]);
  if (items.includes(13)) throw new Error('the database does not take 13');
  if (items.includes(17)) throw new Error(CUT);
  return items.map((item): ItemResult<number> => (item < 0 ? { refused: notFound('number') } : { result: item * 2 }));
};

const open = (groups: number[][], gatherMs = 1) =>
  new GroupCommit({
    write: doubling(groups),
    gatherMs,
    weigh: (item: number) => Math.abs(item),
    maxWeight: 100,
    isInDoubt: (error) => error instanceof Error && error.message === CUT,
  });

test('concurrent entries are written together, and each gets its own result', async () => {
  const groups: number[][] = [];
  const group = open(groups);
  expect(await Promise.all([1, 2, 3].map((item) => group.add(item)))).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
  expect(await group.add(4)).toBe(8);
});

test('a refused entry does not affect the others', async () => {
  const group = open([]);
  const settled = await Promise.allSettled([1, -1, 3].map((item) => group.add(item)));
  expect(settled).toMatchObject([{ value: 2 }, { reason: { code: 'NOT_FOUND' } }, { value: 6 }]);
});

test('if the transaction fails, each entry is tried alone, and only the failing one gets the error', async () => {
  const groups: number[][] = [];
  const group = open(groups);
  const settled = await Promise.allSettled([1, 13, 3].map((item) => group.add(item)));
  expect(settled).toMatchObject([{ value: 2 }, { reason: { message: 'the database does not take 13' } }, { value: 6 }]);
  expect(groups).toEqual([[1, 13, 3], [1], [13], [3]]);
});

test('if the transaction may have been committed, it is not repeated, and each entry gets the error', async () => {
  const groups: number[][] = [];
  const group = open(groups);
  const settled = await Promise.allSettled([1, 17, 3].map((item) => group.add(item)));
  expect(settled).toMatchObject(Array(3).fill({ reason: { message: CUT } }));
  expect(groups).toEqual([[1, 17, 3]]);
});

test('a group with enough weight does not wait', async () => {
  const groups: number[][] = [];
  const group = open(groups, 60_000);
  expect(await Promise.all([60, 40].map((item) => group.add(item)))).toEqual([120, 80]);
  expect(groups).toEqual([[60, 40]]);
});
