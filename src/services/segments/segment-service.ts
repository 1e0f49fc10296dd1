import { readTree } from '../../audience/segments/read-tree.js';
import { costOf } from '../../audience/segments/segment-tree.js';
import { type Database, execute, type Tx } from '../../database/database.js';
import { insertRow, insertRows } from '../../database/write-rows.js';
import {
  SEGMENT_REFERENCE_TABLE,
  SEGMENT_TABLE,
  type SegmentNode,
  SegmentReference,
  type SegmentReferenceKind,
} from '../../entities/segment.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { parseDelay } from '../../schedule/delay.js';
import { canonicalZone } from '../../schedule/zones.js';
import { isWithin } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { refuseCostly, refuseUsed } from './segment-uses.js';

/** A node as clients write it, with numbers for ids: exactly one field. */
export type SegmentNodeInput = Readonly<Record<string, unknown>>;

/** Absent parts stay in an update. */
export interface SegmentChanges {
  readonly name?: string;
  readonly description?: string;
  readonly tree?: SegmentNodeInput;
}

export interface SegmentInput extends SegmentChanges {
  readonly name: string;
  readonly tree: SegmentNodeInput;
}

const MAX_DESCRIPTION = 1_000;

/** Named audiences, which schedulers include or exclude. */
export class SegmentService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns the id. @throws BAD_USER_INPUT for a broken rule, or if the account has too many. */
  create(caller: Caller, input: SegmentInput): Promise<number> {
    const { userId } = caller;
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      const { name, description, tree, references } = await this.read(tx, userId, input);
      if (!tree) throw new AppError('INTERNAL', 'A segment has a tree.');
      await requireRoom(tx, this.database, { what: 'segments', userId, field: 'name' });
      const now = this.clock.now();
      const row = { userId, name: name ?? '', description: description ?? '', tree, cost: costOf(tree) };
      const { insertId } = await insertRow(tx, SEGMENT_TABLE, { ...row, createdAt: now, updatedAt: now });
      await insertReferences(tx, { userId, segmentId: insertId }, references);
      return insertId;
    });
  }

  /** Replaces the given parts. Runs that have begun keep their tree. @throws NOT_FOUND, BAD_USER_INPUT */
  async update(caller: Caller, id: number, input: SegmentChanges): Promise<void> {
    const { userId } = caller;
    await this.database.tx(async (tx) => {
      await this.lock(tx, userId, id);
      const { name = null, description = null, tree, references } = await this.read(tx, userId, input);
      const [stored, cost] = tree ? [JSON.stringify(tree), costOf(tree)] : [null, null];
      await execute(
        tx,
        `UPDATE segment SET name = COALESCE(?, name), description = COALESCE(?, description), tree = COALESCE(?, tree),
         cost = COALESCE(?, cost), updated_at = ? WHERE id = ?`,
        [name, description, stored, cost, this.clock.now(), id],
      );
      if (!tree) return;
      await refuseCostly(tx, userId, id);
      await tx.delete(SegmentReference, { segmentId: id });
      await insertReferences(tx, { userId, segmentId: id }, references);
    });
  }

  /** @throws NOT_FOUND; BAD_USER_INPUT if schedulers use it */
  async delete(caller: Caller, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller.userId, id);
      await refuseUsed(tx, caller.userId, id);
      await tx.delete(SegmentReference, { segmentId: id });
      await execute(tx, 'DELETE FROM segment WHERE id = ?', [id]);
    });
  }

  /** The stored form of a tree that is not saved. @throws BAD_USER_INPUT */
  async readTree({ userId }: Caller, tree: SegmentNodeInput): Promise<SegmentNode> {
    const read = await this.read(this.database.reader, userId, { tree });
    if (!read.tree) throw new AppError('INTERNAL', 'A tree without faults has a form.');
    return read.tree;
  }

  private async read(manager: Tx | Database['reader'], userId: number, { name, description, tree }: SegmentChanges) {
    const violations = new Violations();
    const references = new Map<string, Reference>();
    const checkedName = name === undefined ? undefined : checkName(violations, 'name', name);
    const isShort = isWithin(description ?? '', MAX_DESCRIPTION);
    const message = `\`description\` must have at most ${MAX_DESCRIPTION} characters.`;
    violations.check(isShort, 'description', message, 'TOO_LONG');
    const read =
      tree &&
      (await readTree(tree, {
        manager,
        userId,
        canonicalZone,
        delayMs: parseDelay,
        fault: (...fault) => violations.add(...fault),
        refer: (kind, targetId) => references.set(`${kind} ${targetId}`, { kind, targetId }),
      }));
    violations.throwIfAny();
    return { name: checkedName, description, tree: read ?? null, references: [...references.values()] };
  }

  private async lock(tx: Tx, userId: number, id: number): Promise<void> {
    await lockCatalogue(tx, this.database, userId);
    await lockOwned(tx, this.database, { table: 'segment', id, userId, noun: 'segment' });
  }
}

interface Reference {
  readonly kind: SegmentReferenceKind;
  readonly targetId: number;
}

const insertReferences = (
  tx: Tx,
  of: { readonly userId: number; readonly segmentId: number },
  references: readonly Reference[],
): Promise<void> =>
  insertRows(
    tx,
    SEGMENT_REFERENCE_TABLE,
    references.map((reference) => ({ ...of, ...reference })),
  );
