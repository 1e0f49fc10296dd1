import { type Database, execute, select, type Tx } from '../../database/database.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';

export interface DraftInput {
  readonly name: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Of the content as JSON in UTF-8. */
const MAX_BYTES = 65_536;
/** Whoever saves again within this time goes on with what they were doing. */
const SITTING_MS = 30 * 60_000;

/** Campaigns that are being composed. What their content means is for whoever composes them to know. */
export class DraftService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns its id. @throws BAD_USER_INPUT for a rule, or a user who has as many as there may be. */
  async create(caller: Caller, input: DraftInput): Promise<number> {
    const { name, content } = check(input);
    const now = this.clock.now();
    const { userId } = caller;
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      await requireRoom(tx, this.database, { what: 'drafts', userId, field: 'name' });
      const { insertId } = await execute(
        tx,
        `INSERT INTO campaign_draft (user_id, name, content, version, editor, created_at, updated_at)
         VALUES (?, ?, ?, 1, ?, ?, ?)`,
        [userId, name, content, editorOf(caller), now, now],
      );
      return insertId;
    });
  }

  /**
   * Replaces name and content. @param version as it was read: then nothing that was saved since is overwritten; null:
   * whatever it is now. @returns whether the caller goes on with it: saved it last, and not long ago.
   * @throws NOT_FOUND; BAD_USER_INPUT, with CONFLICT if it was saved since.
   */
  async update(caller: Caller, id: number, input: DraftInput & { readonly version: number | null }): Promise<boolean> {
    const { name, content } = check(input);
    const now = this.clock.now();
    const editor = editorOf(caller);
    return this.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      const [before] = await select<Before>(tx, 'SELECT version, editor, updated_at FROM campaign_draft WHERE id = ?', [
        id,
      ]);
      if (input.version !== null && input.version !== Number(before?.version)) {
        throw badInput('version', 'This draft was saved by somebody else meanwhile; read it again first.', 'CONFLICT');
      }
      await execute(
        tx,
        'UPDATE campaign_draft SET name = ?, content = ?, version = version + 1, editor = ?, updated_at = ? WHERE id = ?',
        [name, content, editor, now, id],
      );
      return before?.editor === editor && now - Number(before.updated_at) < SITTING_MS;
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await execute(tx, 'DELETE FROM campaign_draft WHERE id = ?', [id]);
    });
  }

  /** It has become a campaign. One that somebody has deleted meanwhile is no obstacle. */
  async end(tx: Tx, { userId }: Caller, id: number): Promise<void> {
    await execute(tx, 'DELETE FROM campaign_draft WHERE id = ? AND user_id = ?', [id, userId]);
  }

  private lock(tx: Tx, { userId }: Caller, id: number): Promise<void> {
    return lockOwned(tx, this.database, { table: 'campaign_draft', id, userId, noun: 'draft' });
  }
}

interface Before {
  readonly version: number;
  readonly editor: string | null;
  readonly updated_at: number;
}

const editorOf = ({ member, keyId }: Caller): string => (member ? `m${member.id}` : `k${keyId}`);

/** Name and content as they are stored. */
const check = ({ name, content }: DraftInput): { readonly name: string; readonly content: string } => {
  const violations = new Violations();
  const stored = checkName(violations, 'name', name);
  const json = JSON.stringify(content);
  const isSmall = Buffer.byteLength(json) <= MAX_BYTES;
  violations.check(isSmall, 'content', `\`content\` must have at most ${MAX_BYTES} bytes as JSON.`, 'TOO_LONG');
  violations.throwIfAny();
  return { name: stored, content: json };
};
