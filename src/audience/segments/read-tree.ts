import type { SegmentNode, SegmentReferenceKind } from '../../entities/segment.js';
import type { ViolationCode } from '../../errors.js';
import { MAX_CONDITIONS, MAX_COST, MAX_DEPTH, MAX_TREE_VALUES } from './bounds.js';
import { CONDITIONS } from './conditions/index.js';
import { type FieldDeps, readField } from './read-field.js';
import type { SnapshotContext } from './segment-condition.js';
import { costOf } from './segment-tree.js';

export interface TreeReading extends SnapshotContext, FieldDeps {
  /** @param field the path in the input, such as `tree.and[0].country.in[2]` */
  fault(field: string, message: string, code?: ViolationCode): void;
  refer(kind: SegmentReferenceKind, id: number): void;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads a tree as clients write it: each node has exactly one field, which is `and`, `or`, `not` or a condition. Ids
 * are numbers. Faults are reported, and the result must then not be used; null: the node is malformed.
 */
export const readTree = async (given: Given, reading: TreeReading): Promise<SegmentNode | null> => {
  const seen = { conditions: 0, values: 0 };
  const tree = await readNode(given, { path: 'tree', depth: 0, seen }, reading);
  if (seen.conditions > MAX_CONDITIONS) {
    reading.fault('tree', `A segment has at most ${MAX_CONDITIONS} conditions.`, 'TOO_MANY');
    return null;
  }
  if (seen.values > MAX_TREE_VALUES) {
    const most = MAX_TREE_VALUES.toLocaleString('en');
    reading.fault('tree', `The lists of a segment have at most ${most} values together.`, 'TOO_MANY');
    return null;
  }
  const cost = tree === null ? 0 : costOf(tree);
  if (cost > MAX_COST) {
    reading.fault(
      'tree',
      `The segment costs ${cost}, and at most ${MAX_COST} is allowed. Use fewer conditions.`,
      'TOO_LARGE',
    );
  }
  return tree;
};

interface Place {
  readonly path: string;
  /** The number of groups around the node. */
  readonly depth: number;
  readonly seen: { conditions: number; values: number };
}

const readNode = async (given: Given, place: Place, reading: TreeReading): Promise<SegmentNode | null> => {
  const { path, depth, seen } = place;
  const fields = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const [field] = fields;
  if (!field || fields.length > 1) {
    reading.fault(path, `\`${path}\` must have exactly one field: a condition, \`and\`, \`or\` or \`not\`.`);
    return null;
  }
  const [name, value] = field;
  if (name !== 'and' && name !== 'or' && name !== 'not') return readCondition(name, value as Given, place, reading);
  if (depth >= MAX_DEPTH) {
    reading.fault(path, `Groups of a segment are nested at most ${MAX_DEPTH} deep.`, 'TOO_LARGE');
    return null;
  }
  const inside = (step: string): Place => ({ path: `${path}.${step}`, depth: depth + 1, seen });
  if (name === 'not') {
    const node = await readNode(value as Given, inside('not'), reading);
    return node && { kind: 'not', node };
  }
  const list = value as readonly Given[];
  if (list.length === 0) reading.fault(`${path}.${name}`, `\`${name}\` must have at least one node.`, 'REQUIRED');
  const nodes: SegmentNode[] = [];
  for (const [index, one] of list.entries()) {
    if (seen.conditions > MAX_CONDITIONS) break;
    const node = await readNode(one, inside(`${name}[${index}]`), reading);
    if (node) nodes.push(node);
  }
  return list.length === 0 ? null : { kind: name, nodes };
};

const readCondition = async (
  name: string,
  given: Given,
  { path, seen }: Place,
  reading: TreeReading,
): Promise<SegmentNode | null> => {
  seen.conditions += 1;
  const condition = CONDITIONS.find((one) => one.name === name);
  if (!condition) {
    reading.fault(path, `\`${name}\` is not a condition.`);
    return null;
  }
  if (seen.conditions > MAX_CONDITIONS) return null;
  const at = (field: string): string => (field === '' ? `${path}.${name}` : `${path}.${name}.${field}`);
  let isGood = true;
  const fault: TreeReading['fault'] = (field, message, code) => {
    isGood = false;
    reading.fault(at(field), message, code);
  };
  const tools = { ...reading, fault };
  const value: Record<string, unknown> = {};
  for (const [field, definition] of Object.entries(condition.input.fields)) {
    const stored = await readField(field, definition, given[field], tools);
    if (stored !== null) value[field] = stored;
    if (Array.isArray(stored)) seen.values += stored.length;
  }
  if (!isGood) return null;
  return { kind: 'condition', name, value: condition.check ? await condition.check(value, tools) : value };
};
