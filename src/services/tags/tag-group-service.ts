import { type Database, execute, type Tx } from '../../database/database.js';
import { TagGroup } from '../../entities/tag-group.js';
import type { Clock } from '../../ports/clock.js';
import { normalizeName } from '../../text/safe-name.js';
import { isTag, MAX_TAG, TAG_DESCRIPTION } from '../../text/tags.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { codeOfText, Violations } from '../rules/violations.js';
import { refuseReferenced } from '../segments/segment-uses.js';
import type { TagGroupUpkeep } from './tag-group-upkeep.js';

export interface TagGroupInput {
  readonly name: string;
  readonly tags: readonly string[];
}

export interface TagGroupServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly upkeep: TagGroupUpkeep;
}

const MAX_TAGS = 10_000;

/**
 * Audience groups: named sets of tags, which schedulers look up when they run. A scheduler that includes only groups
 * without tags reaches nobody.
 */
export class TagGroupService {
  constructor(private readonly deps: TagGroupServiceDeps) {}

  create(caller: Caller, input: TagGroupInput): Promise<TagGroup> {
    check(input);
    const now = new Date(this.deps.clock.now());
    const fields = { ...toColumns(input), userId: caller.userId, createdAt: now, updatedAt: now };
    const { database } = this.deps;
    return database.tx(async (tx) => {
      await lockCatalogue(tx, database, caller.userId);
      await requireRoom(tx, database, { what: 'tagGroups', userId: caller.userId, field: 'name' });
      return tx.save(TagGroup, fields);
    });
  }

  /** Replaces everything. The tags may become empty, which never means everybody. */
  update(caller: Caller, id: number, input: TagGroupInput): Promise<void> {
    check(input);
    return this.deps.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await tx.update(TagGroup, { id }, { ...toColumns(input), updatedAt: new Date(this.deps.clock.now()) });
    });
  }

  delete(caller: Caller, id: number): Promise<void> {
    return this.deps.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await refuseReferenced(tx, { userId: caller.userId, kind: 'tagGroup', id, noun: 'audience group' });
      await this.deps.upkeep.forgetGroup(tx, caller.userId, id);
      await execute(tx, 'DELETE FROM audience_group WHERE id = ?', [id]);
    });
  }

  private async lock(tx: Tx, caller: Caller, id: number): Promise<void> {
    await lockCatalogue(tx, this.deps.database, caller.userId);
    const row = { table: 'audience_group', id, userId: caller.userId, noun: 'tag group' } as const;
    await lockOwned(tx, this.deps.database, row);
  }
}

const toColumns = ({ name, tags }: TagGroupInput) => ({ name: normalizeName(name), tags: [...new Set(tags)] });

/** A tag need not exist yet (docs/rules.md#named-things). */
const check = ({ name, tags }: TagGroupInput): void => {
  const violations = new Violations();
  checkName(violations, 'name', name);
  violations.check(tags.length <= MAX_TAGS, 'tags', `\`tags\` must have at most ${MAX_TAGS} entries.`, 'TOO_MANY');
  const bad = tags.findIndex((tag) => !isTag(tag));
  violations.check(
    bad < 0,
    `tags[${bad}]`,
    `\`tags[${bad}]\` must be ${TAG_DESCRIPTION}.`,
    codeOfText(tags[bad] ?? '', MAX_TAG),
  );
  violations.throwIfAny();
};
