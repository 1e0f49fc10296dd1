import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { CAMPAIGN_DRAFT_TABLE } from '../../entities/campaign-draft.js';
import { AppError, badInput } from '../../errors.js';
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

/** The limit of the content as JSON in UTF-8. */
const MAX_BYTES = 65_536;
/** A save by the same editor within this time continues the same editing session. */
const SITTING_MS = 30 * 60_000;

/** Stores campaigns that are being composed. Only the editor interprets their content. */
export class DraftService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns the id. @throws BAD_USER_INPUT for a broken rule, or if the user has too many drafts. */
  async create(caller: Caller, input: DraftInput): Promise<number> {
    const { name } = check(input);
    const { content } = input;
    const now = this.clock.now();
    const { userId } = caller;
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      await requireRoom(tx, this.database, { what: 'drafts', userId, field: 'name' });
      const draft = { userId, name, content, version: 1, editor: editorOf(caller), createdAt: now, updatedAt: now };
      return (await insertRow(tx, CAMPAIGN_DRAFT_TABLE, draft)).insertId;
    });
  }

  /**
   * Replaces name and content. @param version the version that was read, so that newer changes are not overwritten; null:
   * overwrites any version. @returns whether the caller continues an editing session.
   * @throws NOT_FOUND; BAD_USER_INPUT, with CONFLICT if the draft was saved since.
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
      if (!caller.scopes.includes('write') && before?.editor !== editor) throw notYours();
      if (input.version !== null && input.version !== Number(before?.version)) {
        throw badInput(
          'version',
          'Somebody else has saved this draft since you read it; read it again first.',
          'CONFLICT',
        );
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

  /** Deletes a draft that has become a campaign, if it still exists. */
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

const editorOf = ({ member, keyId, scopes }: Caller): string => {
  if (!member) return `k${keyId}`;
  return `${scopes.includes('write') ? 'm' : 'a'}${member.id}`;
};

/** A program must not rewrite what a person has composed and will send. */
const notYours = (): AppError =>
  new AppError('FORBIDDEN', 'Somebody else has saved this draft. Save your version as a new draft.');

/** Returns name and content in their stored form. */
const check = ({ name, content }: DraftInput): { readonly name: string; readonly content: string } => {
  const violations = new Violations();
  const stored = checkName(violations, 'name', name);
  const json = JSON.stringify(content);
  const isSmall = Buffer.byteLength(json) <= MAX_BYTES;
  violations.check(isSmall, 'content', `\`content\` must have at most ${MAX_BYTES} bytes as JSON.`, 'TOO_LONG');
  violations.throwIfAny();
  return { name: stored, content: json };
};
