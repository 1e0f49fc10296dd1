import { MAX_COST } from '../../audience/segments/bounds.js';
import { leavesOf, mapLeaves } from '../../audience/segments/segment-tree.js';
import { execute, select, type Tx } from '../../database/database.js';
import { Segment, type SegmentReferenceKind } from '../../entities/segment.js';
import { badInput } from '../../errors.js';
import type { AttributeType } from '../../ports/attributes.js';

const MAX_NAMED = 5;

const USING = "field IN ('segments_include', 'segments_exclude')";

/** @throws BAD_USER_INPUT with the names of schedulers that include or exclude the segment */
export const refuseUsed = async (tx: Tx, userId: number, id: number): Promise<void> => {
  const rows = await select<{ name: string }>(
    tx,
    `SELECT DISTINCT s.id, s.name FROM scheduler_filter f JOIN scheduler s ON s.id = f.scheduler_id
     WHERE s.user_id = ? AND f.${USING} AND f.value = ? ORDER BY s.id LIMIT ${MAX_NAMED + 1}`,
    [userId, String(id)],
  );
  refuse(rows, 'The segment cannot be deleted while schedulers use it');
};

/** A change of one segment counts for every scheduler that uses it. @throws BAD_USER_INPUT */
export const refuseCostly = async (tx: Tx, userId: number, id: number): Promise<void> => {
  const rows = await select<{ name: string }>(
    tx,
    `SELECT s.name FROM scheduler s JOIN scheduler_filter f ON f.scheduler_id = s.id JOIN segment g ON g.id = f.value
     WHERE s.user_id = ? AND f.${USING}
     AND s.id IN (SELECT u.scheduler_id FROM scheduler_filter u WHERE u.${USING} AND u.value = ?)
     GROUP BY s.id, s.name HAVING SUM(g.cost) > ? ORDER BY s.id LIMIT ${MAX_NAMED + 1}`,
    [userId, String(id), MAX_COST],
  );
  refuse(rows, `The segments of a scheduler may cost at most ${MAX_COST} together, which this change would exceed`);
};

/** @throws BAD_USER_INPUT with the names of segments that name this row */
export const refuseReferenced = async (
  tx: Tx,
  { userId, kind, id, noun }: { userId: number; kind: SegmentReferenceKind; id: number; noun: string },
): Promise<void> => {
  const rows = await select<{ name: string }>(
    tx,
    `SELECT s.name FROM segment_reference r JOIN segment s ON s.id = r.segment_id
     WHERE r.user_id = ? AND r.kind = ? AND r.target_id = ? ORDER BY s.id LIMIT ${MAX_NAMED + 1}`,
    [userId, kind, id],
  );
  refuse(rows, `The ${noun} cannot be deleted while segments use it`);
};

/** @throws BAD_USER_INPUT with the names of segments whose comparisons would no longer fit the type of the attribute */
export const refuseCompared = async (
  tx: Tx,
  { userId, key, type }: { userId: number; key: string; type: AttributeType },
): Promise<void> => {
  const segments = await tx.find(Segment, { where: { userId }, order: { id: 'ASC' } });
  const compares = ({ tree }: Segment): boolean =>
    leavesOf(tree).some(({ leaf: { name, value } }) => name === 'attribute' && (value as { key: string }).key === key);
  refuse(segments.filter(compares), `\`type\` must stay ${type} while segments compare "${key}"`, 'type');
};

const refuse = (users: readonly { readonly name: string }[], why: string, field = 'id'): void => {
  if (users.length === 0) return;
  const names = users.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`);
  const more = users.length > MAX_NAMED ? ' and others' : '';
  throw badInput(field, `${why}: ${names.join(', ')}${more}.`, 'CONFLICT');
};

/** Segments that name an event by its code keep meaning the same event. */
export const renameEvent = async (
  tx: Tx,
  userId: number,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> => {
  const rows = await select<{ id: number }>(
    tx,
    "SELECT segment_id AS id FROM segment_reference WHERE user_id = ? AND kind = 'event' AND target_id = ?",
    [userId, id],
  );
  for (const { id: segmentId } of rows) {
    const segment = await tx.findOneBy(Segment, { id: Number(segmentId) });
    if (!segment) continue;
    const tree = await mapLeaves(segment.tree, (leaf) => {
      const value = leaf.value as { readonly code?: string };
      return leaf.name === 'event' && value.code === from ? { ...leaf, value: { ...value, code: to } } : leaf;
    });
    await execute(tx, 'UPDATE segment SET tree = ? WHERE id = ?', [JSON.stringify(tree), segment.id]);
  }
};
