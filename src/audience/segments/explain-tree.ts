import type { Device } from '../../entities/device.js';
import type { SegmentNode } from '../../entities/segment.js';
import { assertNever } from '../../errors.js';
import type { Condition } from '../condition.js';
import { conditionOf } from './conditions/index.js';
import type { SegmentContext } from './segment-condition.js';
import { compileTree, leavesOf, type SegmentConditionNode } from './segment-tree.js';

/** A condition that decided, and whether the device fits it. */
export interface ConditionVerdict {
  /** The place in the tree, such as `and[0].not.country`. */
  readonly path: string;
  readonly condition: string;
  /** The value of the device; empty: unknown, or not one word. */
  readonly value: string;
  readonly holds: boolean;
  /** A clause, such as "its country, DE, is not one of AT, CH". */
  readonly clause: string;
}

export interface Judged {
  readonly holds: boolean;
  /** The conditions without which the verdict would be another, as far as one reason of each group goes. */
  readonly because: readonly ConditionVerdict[];
}

/** Judges one device by the same SQL as runs. @param node kept by `keepTree` */
export const explainTree = async (node: SegmentNode, device: Device, context: SegmentContext): Promise<Judged> => {
  const leaves = leavesOf(node);
  const conditions: Condition[] = [];
  for (const { leaf } of leaves) conditions.push(await compileTree(leaf, context));
  const columns = conditions.map(({ sql }, index) => `CASE WHEN ${sql} THEN 1 ELSE 0 END AS c${index}`);
  const [row] = await context.database.query<Readonly<Record<string, unknown>>>(
    `SELECT ${columns.join(', ')} FROM device d WHERE d.app_id = ? AND d.id = ?`,
    [...conditions.flatMap(({ parameters }) => parameters), device.appId, device.id],
  );
  const decisions = leaves.map(({ leaf, path }, index): ConditionVerdict => {
    const holds = Number(row?.[`c${index}`]) === 1;
    const condition = conditionOf(leaf.name);
    const value = condition.shownValue(leaf.value, device) ?? '';
    return { path, condition: leaf.name, value, holds, clause: condition.say(leaf.value, device, holds) };
  });
  const byLeaf = new Map(leaves.map(({ leaf }, index) => [leaf, decisions[index] as ConditionVerdict]));
  return judge(node, byLeaf);
};

type Verdicts = ReadonlyMap<SegmentConditionNode, ConditionVerdict>;

/** One failed branch explains a failed `and`, and one fitting branch a fitting `or`; otherwise every branch counts. */
const judge = (node: SegmentNode, decisions: Verdicts): Judged => {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const decisive = node.kind === 'or';
      const parts = node.nodes.map((one) => judge(one, decisions));
      const decided = parts.find(({ holds }) => holds === decisive);
      return decided ?? { holds: !decisive, because: parts.flatMap(({ because }) => because) };
    }
    case 'not': {
      const { holds, because } = judge(node.node, decisions);
      return { holds: !holds, because };
    }
    case 'condition': {
      const decision = decisions.get(node);
      return { holds: decision?.holds ?? false, because: decision ? [decision] : [] };
    }
    default:
      return assertNever(node);
  }
};
