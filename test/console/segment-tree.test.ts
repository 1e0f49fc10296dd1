import { describe, expect, test } from '@jest/globals';
import {
  type AttributeKind,
  type Condition,
  fromTree,
  type Group,
  hows,
  isGroup,
  KINDS,
  newCondition,
  newGroup,
  replaceIn,
  toTree,
} from '../../web/console/pages/segments/tree.js';

const TYPES: Readonly<Record<string, AttributeKind>> = {
  age: 'NUMBER',
  plan: 'STRING',
  vip: 'BOOLEAN',
  birthday: 'DATE',
  teams: 'LIST',
};
const typeOf = (name: string) => TYPES[name];

/** Trees as programs may store them. */
const TREES = {
  'lists of every kind': {
    and: [
      { country: { in: ['DE', 'AT'] } },
      { not: { language: { in: ['de'] } } },
      { tag: { in: ['vip'] } },
      { not: { tagGroup: { in: ['VGFn'] } } },
      { app: { in: ['QXBw'] } },
      { platform: { in: ['ios'] } },
      { timeZone: { in: ['Europe/Berlin'] } },
    ],
  },
  'groups inside groups, some reversed': {
    or: [
      { and: [{ country: { in: ['DE'] } }, { not: { or: [{ tag: { in: ['a'] } }, { tag: { in: ['b'] } }] } }] },
      { country: { in: ['CH'] } },
    ],
  },
  'moments and windows': {
    and: [
      { lastActive: { within: '30d' } },
      { not: { registered: { within: '36h' } } },
      { registered: { before: '2026-01-01T00:00:00.000Z' } },
      { lastActive: { after: '2026-01-01T05:30:00.000Z' } },
    ],
  },
  'versions and attributes': {
    and: [
      { appVersion: { op: 'GE', value: '4.2' } },
      { attribute: { key: 'age', op: 'GE', value: 18 } },
      { attribute: { key: 'age', op: 'IN', values: [1, 2.5] } },
      { attribute: { key: 'plan', op: 'NE', value: 'free' } },
      { attribute: { key: 'vip', op: 'EQ', value: false } },
      { attribute: { key: 'birthday', op: 'LT', value: '2000-01-01T00:00:00.000Z' } },
      { attribute: { key: 'teams', op: 'CONTAINS', value: 'reds' } },
      { not: { attribute: { key: 'plan', op: 'EXISTS' } } },
    ],
  },
  events: {
    and: [
      { event: { code: 'buy', op: 'DID' } },
      { event: { code: 'buy', op: 'DID_NOT', within: '7d' } },
      { event: { code: 'open', op: 'AT_LEAST', times: 3, within: '90m' } },
    ],
  },
} as const;

describe('the editor of a segment', () => {
  for (const [name, tree] of Object.entries(TREES)) {
    test(`reads and writes ${name} unchanged`, () => {
      expect(toTree(fromTree(tree), typeOf)).toEqual(tree);
    });
  }

  test('keeps a negation that it cannot show otherwise, in a reversed group', () => {
    const negated = { not: { attribute: { key: 'plan', op: 'EQ', value: 'free' } } };
    expect(toTree(fromTree({ and: [negated] }), typeOf)).toEqual({
      and: [{ not: { and: [{ attribute: { key: 'plan', op: 'EQ', value: 'free' } }] } }],
    });
  });

  test('puts a lone condition into a group, and removes a double negation', () => {
    expect(toTree(fromTree({ country: { in: ['DE'] } }), typeOf)).toEqual({ and: [{ country: { in: ['DE'] } }] });
    const twice = { and: [{ not: { not: { country: { in: ['DE'] } } } }] };
    expect(toTree(fromTree(twice), typeOf)).toEqual({ and: [{ country: { in: ['DE'] } }] });
  });

  test('has no tree while a condition of any kind is incomplete, or a group is empty', () => {
    expect(toTree(newGroup([]), typeOf)).toBeNull();
    for (const kind of KINDS) {
      const blank = { ...newCondition(kind), amount: kind === 'event' ? '' : '0' };
      const nested = newGroup([fromTree({ country: { in: ['DE'] } }), newGroup([blank])]);
      expect([kind, toTree(nested, typeOf)]).toEqual([kind, null]);
    }
    const text: Condition = { ...newCondition('attribute'), name: 'age', how: 'GE', value: 'many' };
    expect(toTree(newGroup([text]), typeOf)).toBeNull();
  });

  test('replaces and removes a node at any depth', () => {
    const inner = newCondition('tag');
    const root = newGroup([newGroup([inner, newCondition('app')])]);
    const childrenOf = (group: Group) => group.children.flatMap((child) => (isGroup(child) ? child.children : []));
    const replaced = replaceIn(root, inner.key, { ...inner, values: ['vip'] });
    expect(childrenOf(replaced)).toEqual([expect.objectContaining({ values: ['vip'] }), expect.anything()]);
    expect(childrenOf(replaceIn(root, inner.key, null))).toHaveLength(1);
  });

  test('offers operators for each kind and each type of attribute', () => {
    for (const kind of KINDS) expect(hows(kind)[0]).toBe(newCondition(kind).how);
    for (const type of Object.values(TYPES)) expect(hows('attribute', type)).toContain('not.EXISTS');
  });
});
