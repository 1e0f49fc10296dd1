import { type Database, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRows } from '../../database/write-rows.js';
import { AUDIT_ENTRY_TABLE } from '../../entities/audit-entry.js';
import type { Clock } from '../../ports/clock.js';
import { clip } from '../../text/characters.js';
import { type Actor, type Change, type ChangedNode, describeChange } from './describe-change.js';
import { nameKey, type OwnNode, readNames } from './node-names.js';

export interface AuditLogDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** How long entries wait to be written together; null until somebody reads or the service stops. */
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

const MAX_GATHERED = 1_000;
/**
 * While the database accepts nothing, the oldest entries are dropped: the log must not exhaust the service's memory.
 */
const MAX_WAITING = 20_000;
/** Limits how often an unavailable database is tried, however many entries arrive. */
const AGAIN_MS = 2_000;
const NOT_WRITTEN = 'the audit log could not be written; it will be tried again';
const MAX_SUMMARY = 1_000;
const MAX_ADDRESS = 64;

/**
 * Records changes after they happen, and writes many entries in one transaction: nobody waits for it, and SQLite does
 * not sync twice per change. A kill can lose the last moments; a stop writes everything.
 */
export class AuditLog {
  private waiting: Entry[] = [];
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  /** A pending write takes everything that waits, so one is enough. */
  private isFlushing = false;
  /** After a failed write the timer tries again, not each further entry. */
  private hasFailed = false;

  constructor(private readonly deps: AuditLogDeps) {}

  /** @param address null if it did not come over the network. */
  note(actor: Actor, change: Change, address: string | null): void {
    this.waiting.push({ userId: actor.userId, at: this.deps.clock.now(), actor, change, address });
    if (this.waiting.length > MAX_WAITING) this.waiting.shift();
    if (this.waiting.length >= MAX_GATHERED && !this.isFlushing && !this.hasFailed) void this.flush();
    else this.flushIn(this.deps.gatherMs ?? 0);
  }

  /** Returns the name of an existing thing before a change deletes it; null if it has no name or does not exist. */
  async nameOf(own: OwnNode): Promise<string | null> {
    const { database } = this.deps;
    return (await readNames((sql, values) => database.query(sql, values), [own])).get(nameKey(own)) ?? null;
  }

  /** Resolves when earlier entries are written; retries failed ones. */
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

  /** Writes all waiting entries when the service stops, regardless of the timer. */
  private flushIn(ms: number): void {
    if (this.deps.gatherMs !== null) this.timer ??= setTimeout(() => void this.flush(), ms).unref();
  }

  private async writeAll(): Promise<void> {
    this.hasFailed = false;
    while (this.waiting.length > 0 && !this.hasFailed) {
      // Removed at once, because the oldest waiting entries may be dropped in the meantime.
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

  /** Puts failed entries back in front of newer ones, except entries of an account that is being deleted. */
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
      await insertRows(
        tx,
        AUDIT_ENTRY_TABLE,
        kept.map((entry) => toRow(entry, names)),
      );
    });
  }
}

/**
 * Reads names that entries left out, so that no request waits for them. For a thing deleted in the meantime, the name
 * in another entry of the same write serves.
 */
const namesFor = async (tx: Tx, entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> => {
  const nodes = entries.flatMap(({ userId, change: { node, name } }) => (node ? [{ userId, node, name }] : []));
  const unnamed = nodes.filter(({ name }) => !name);
  const names = await readNames((sql, values) => select(tx, sql, values), unnamed);
  for (const { name, ...own } of nodes) if (name && !names.has(nameKey(own))) names.set(nameKey(own), name);
  return names;
};

const toRow = ({ userId, at, actor, change, address }: Entry, names: ReadonlyMap<string, string>) => {
  const node: ChangedNode | null = change.node ?? null;
  const name = change.name || (node && names.get(nameKey({ userId, node }))) || null;
  const { summary, actor: who, subject, count } = describeChange(actor, { ...change, name }, address);
  const { member, keyId } = actor;
  return {
    userId,
    at,
    action: change.action,
    memberId: member?.id ?? null,
    apiKeyId: keyId || null,
    nodeType: node?.type ?? null,
    nodeId: node?.id ?? null,
    summary: clip(summary, MAX_SUMMARY),
    actor: who,
    subject,
    count,
    address: address === null ? null : clip(address, MAX_ADDRESS),
  };
};
