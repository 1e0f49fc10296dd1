import type { SegmentNode } from '../../entities/segment.js';
import { assertNever } from '../../errors.js';
import { all, any, type Condition, not } from '../condition.js';
import { conditionOf } from './conditions/index.js';
import type { SegmentContext, SnapshotContext } from './segment-condition.js';

export type SegmentConditionNode = Extract<SegmentNode, { kind: 'condition' }>;

/** Resolves the objects that the conditions name, for the snapshot of a run. */
export const keepTree = (node: SegmentNode, context: SnapshotContext): Promise<SegmentNode> =>
  mapLeaves(node, async (leaf) => {
    const { keep } = conditionOf(leaf.name);
    return keep ? { ...leaf, value: await keep(leaf.value, context) } : leaf;
  });

/** The condition on a device row `d`. It is never NULL. @param node kept by `keepTree` */
export const compileTree = async (node: SegmentNode, context: SegmentContext): Promise<Condition> => {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const parts: Condition[] = [];
      for (const one of node.nodes) parts.push(await compileTree(one, context));
      return node.kind === 'and' ? all(parts) : any(parts);
    }
    case 'not':
      return not(await compileTree(node.node, context));
    case 'condition':
      return conditionOf(node.name).compile(node.value, context);
    default:
      return assertNever(node);
  }
};

/** The conditions of a tree in order, each with its path, such as `and[0].not.country`. */
export const leavesOf = (
  node: SegmentNode,
  path = '',
): { readonly leaf: SegmentConditionNode; readonly path: string }[] => {
  const at = (step: string): string => (path === '' ? step : `${path}.${step}`);
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.flatMap((one, index) => leavesOf(one, at(`${node.kind}[${index}]`)));
    case 'not':
      return leavesOf(node.node, at('not'));
    case 'condition':
      return [{ leaf: node, path: at(node.name) }];
    default:
      return assertNever(node);
  }
};

/** The work to judge one device, in units of about 0.1 µs. */
export const costOf = (node: SegmentNode): number =>
  leavesOf(node).reduce((sum, { leaf }) => sum + conditionOf(leaf.name).cost(leaf.value), 0);

export const mapLeaves = async (
  node: SegmentNode,
  change: (leaf: SegmentConditionNode) => SegmentConditionNode | Promise<SegmentConditionNode>,
): Promise<SegmentNode> => {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const nodes: SegmentNode[] = [];
      for (const one of node.nodes) nodes.push(await mapLeaves(one, change));
      return { kind: node.kind, nodes };
    }
    case 'not':
      return { kind: 'not', node: await mapLeaves(node.node, change) };
    case 'condition':
      return change(node);
    default:
      return assertNever(node);
  }
};
