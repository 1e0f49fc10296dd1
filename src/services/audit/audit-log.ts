import { type Database, execute, placeholders, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { Clock } from '../../ports/clock.js';
import { clip } from '../../text/characters.js';
import { type Actor, type Change, type ChangedNode, describeChange } from './describe-change.js';
import { nameKey, type OwnNode, readNames } from './node-names.js';

export interface AuditLogDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** How long entries wait for others to be written with; null: until somebody reads, or the service stops. */
  readonly gatherMs: number | null;
  readonly log: { error(details: Record<string, unknown>, message: string): void };
}

interface Entry {
  readonly userId: number;
  readonly at: number;
  readonly actor: Actor;
  readonly change: Change;
  readonly address: string | null;
}

const COLUMNS =
  'user_id, at, action, member_id, api_key_id, node_type, node_id, summary, actor, subject, count, address';
const MAX_GATHERED = 1_000;
/** While the database takes nothing, the oldest are given up: the service must not run out of memory for its log. */
const MAX_WAITING = 20_000;
/** Whatever is noted meanwhile: a database that is away is not asked at each request. */
const AGAIN_MS = 2_000;
const NOT_WRITTEN = 'the audit log could not be written; it will be tried again';
const MAX_SUMMARY = 1_000;
const MAX_ADDRESS = 64;

/**
 * Notes what was changed, after it was changed, and writes many entries in one transaction: nobody waits for it, and
 * SQLite does not sync twice for each change. A kill can lose what was noted in the last moments; a stop writes it.
 */
export class AuditLog {
  private waiting: Entry[] = [];
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  /** Nobody need ask for another one: it takes all that waits. */
  private isFlushing = false;
  /** The database took nothing: then it is asked again by the timer, not by each further note. */
  private hasFailed = false;

  constructor(private readonly deps: AuditLogDeps) {}

  /** @param address null: not over the network. */
  note(actor: Actor, change: Change, address: string | null): void {
    this.waiting.push({ userId: actor.userId, at: this.deps.clock.now(), actor, change, address });
    if (this.waiting.length > MAX_WAITING) this.waiting.shift();
    if (this.waiting.length >= MAX_GATHERED && !this.isFlushing && !this.hasFailed) void this.flush();
    else this.flushIn(this.deps.gatherMs ?? 0);
  }

  /** The name of an existing thing, to be read before a change deletes it; null: it has none, or does not exist. */
  async nameOf(own: OwnNode): Promise<string | null> {
    const { database } = this.deps;
    return (await readNames((sql, values) => database.query(sql, values), [own])).get(nameKey(own)) ?? null;
  }

  /** Resolves when what was noted before is written; what could not be is tried again. */
  flush(): Promise<void> {
    this.stopTimer();
    this.isFlushing = true;
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private stopTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** A service that stops writes what waits, whatever the timer says. */
  private flushIn(ms: number): void {
    if (this.deps.gatherMs !== null) this.timer ??= setTimeout(() => void this.flush(), ms).unref();
  }

  private async writeAll(): Promise<void> {
    this.hasFailed = false;
    while (this.waiting.length > 0 && !this.hasFailed) {
      // Taken away at once: of those that wait the oldest may be given up meanwhile.
      const entries = this.waiting.splice(0, MAX_GATHERED);
      try {
        await this.write(entries);
      } catch (error) {
        this.hasFailed = true;
        this.waiting = [...entries, ...this.waiting].slice(-MAX_WAITING);
        this.deps.log.error({ entries: this.waiting.length, err: error }, NOT_WRITTEN);
        this.stopTimer();
        this.flushIn(AGAIN_MS);
      }
    }
    this.isFlushing = false;
  }

  /** What is noted meanwhile comes behind these. Of an account that is being deleted nothing is to be left behind. */
  private async write(entries: readonly Entry[]): Promise<void> {
    const userIds = [...new Set(entries.map(({ userId }) => userId))];
    await this.deps.database.tx(async (tx) => {
      const there = await select<{ id: number }>(
        tx,
        `SELECT id FROM user_account WHERE deleted_at IS NULL AND id IN ${inList(userIds)}`,
        userIds,
      );
      const known = new Set(there.map(({ id }) => Number(id)));
      const kept = entries.filter(({ userId }) => known.has(userId));
      if (kept.length === 0) return;
      const names = await namesFor(tx, kept);
      const rows = kept.map((entry) => toValues(entry, names));
      const sql = `INSERT INTO audit_entry (${COLUMNS}) VALUES ${placeholders(rows.length, rows[0]?.length ?? 0)}`;
      await execute(tx, sql, rows.flat());
    });
  }
}

/**
 * Names of what entries left unnamed, read here and not while somebody waits for an answer. A name that another entry of
 * the same write brings is good for things that were deleted in between.
 */
const namesFor = async (tx: Tx, entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> => {
  const nodes = entries.flatMap(({ userId, change: { node, name } }) => (node ? [{ userId, node, name }] : []));
  const unnamed = nodes.filter(({ name }) => !name);
  const names = await readNames((sql, values) => select(tx, sql, values), unnamed);
  for (const { name, ...own } of nodes) if (name && !names.has(nameKey(own))) names.set(nameKey(own), name);
  return names;
};

const toValues = ({ userId, at, actor, change, address }: Entry, names: ReadonlyMap<string, string>): unknown[] => {
  const node: ChangedNode | null = change.node ?? null;
  const name = change.name || (node && names.get(nameKey({ userId, node }))) || null;
  const { summary, actor: who, subject, count } = describeChange(actor, { ...change, name }, address);
  const words = [clip(summary, MAX_SUMMARY), who, subject, count];
  const from = address === null ? null : clip(address, MAX_ADDRESS);
  const { member, keyId } = actor;
  return [
    ...[userId, at, change.action, member?.id ?? null, keyId || null],
    ...[node?.type ?? null, node?.id ?? null, ...words, from],
  ];
};
