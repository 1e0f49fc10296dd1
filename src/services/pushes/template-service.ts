import { type Database, execute, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { MESSAGE_TEMPLATE_TABLE, type MessageTemplate } from '../../entities/message-template.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';

type Content = MessageTemplate['content'];

/** The limit of the content as JSON in UTF-8. */
const MAX_BYTES = 262_144;

/** Stores messages to start new ones from. Their content is a `PushInput`, which the graph checks. */
export class TemplateService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns the id. @throws BAD_USER_INPUT for a broken rule, or if the account has too many. */
  async create(caller: Caller, input: { readonly name: string; readonly content: Content }): Promise<number> {
    const { name = '', content } = check(input);
    const { userId } = caller;
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      await requireRoom(tx, this.database, { what: 'messageTemplates', userId, field: 'name' });
      const now = this.clock.now();
      const row = { userId, name, content: content ?? {}, createdAt: now, updatedAt: now };
      return (await insertRow(tx, MESSAGE_TEMPLATE_TABLE, row)).insertId;
    });
  }

  /** Replaces the given parts. @throws NOT_FOUND, BAD_USER_INPUT */
  async update(
    caller: Caller,
    id: number,
    input: { readonly name: string | null; readonly content: Content | null },
  ): Promise<void> {
    const { name, content } = check(input);
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await execute(
        tx,
        'UPDATE message_template SET name = COALESCE(?, name), content = COALESCE(?, content), updated_at = ? WHERE id = ?',
        [name ?? null, content ? JSON.stringify(content) : null, this.clock.now(), id],
      );
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await execute(tx, 'DELETE FROM message_template WHERE id = ?', [id]);
    });
  }

  private lock(tx: Tx, { userId }: Caller, id: number): Promise<void> {
    return lockOwned(tx, this.database, { table: 'message_template', id, userId, noun: 'message template' });
  }
}

const check = ({ name, content }: { readonly name: string | null; readonly content: Content | null }) => {
  const violations = new Violations();
  const stored = name === null ? undefined : checkName(violations, 'name', name);
  const isSmall = content === null || Buffer.byteLength(JSON.stringify(content)) <= MAX_BYTES;
  violations.check(isSmall, 'content', `\`content\` must have at most ${MAX_BYTES} bytes as JSON.`, 'TOO_LONG');
  violations.throwIfAny();
  return { name: stored, content };
};
