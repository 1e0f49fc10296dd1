import { getOrInsert } from '../../collections.js';
import { type Database, dialectOf, execute, select, type Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { inList } from '../../database/in-list.js';
import type { SqlFragment } from '../../database/sql.js';
import { insertRows } from '../../database/write-rows.js';
import { CAP_BLOCK_TABLE, type CapBlock } from '../../entities/cap-block.js';
import type { RowOf } from '../../entities/column-types.js';
import { type CountedSend, packSends, type SendGroup, unpackSends } from './cap-block-codec.js';

/** A user or device whose messages caps count, as twice the number of its row, plus one for a user. */
export type CapSubject = number;

export const subjectOfUser = (number: number): CapSubject => number * 2 + 1;
export const subjectOfDevice = (id: number): CapSubject => id * 2;

export const isUser = (subject: CapSubject): boolean => subject % 2 !== 0;
export const numberOf = (subject: CapSubject): number => Math.floor(subject / 2);

/** Small enough that few messages wait for each other, and large enough that a page changes few rows. */
const BLOCK_SIZE = 64;
/** Blocks of users follow those of devices. */
const FIRST_OF_USERS = 2 ** 47;

const blockOf = (subject: CapSubject): number =>
  (isUser(subject) ? FIRST_OF_USERS : 0) + Math.floor(numberOf(subject) / BLOCK_SIZE);

const slotOf = (subject: CapSubject): number => {
  const slot = numberOf(subject) % BLOCK_SIZE;
  return slot < 0 ? slot + BLOCK_SIZE : slot;
};

/** Identifies a message. */
interface CountedMessage {
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
}

const NONE: readonly CountedSend[] = [];

/** The messages of each subject of a block. */
type Slots = (CountedSend[] | undefined)[];

/** The counted messages of users and devices. It tracks which rows changed. */
export class CapSends {
  private readonly blocks = new Map<number, Slots>();
  private readonly changed = new Set<number>();
  /** The block of the last subject. The next subject is often in the same one. */
  private recent: { readonly block: number; readonly slots: Slots } | null = null;

  isLoaded(subject: CapSubject): boolean {
    return this.blocks.has(blockOf(subject));
  }

  /** The messages of a subject, oldest first. */
  of(subject: CapSubject): readonly CountedSend[] {
    return this.slotsOf(blockOf(subject))?.[slotOf(subject)] ?? NONE;
  }

  load(block: number, sends: readonly CountedSend[]): void {
    const slots: Slots = [];
    this.recent = null;
    for (const send of sends) {
      const slot = slots[send.slot];
      if (slot) slot.push(send);
      else slots[send.slot] = [send];
    }
    this.blocks.set(block, slots);
  }

  /** The messages of a subject without this one. */
  others(subject: CapSubject, message: CountedMessage): readonly CountedSend[] {
    const sends = this.of(subject);
    if (sends.length === 0) return sends;
    return sends.some((send) => isSame(send, message)) ? sends.filter((send) => !isSame(send, message)) : sends;
  }

  /**
   * Counts a message now, instead of when it was tried before.
   * @returns whether it was counted before.
   */
  add(subject: CapSubject, group: SendGroup, message: CountedMessage): boolean {
    const { deviceId, occurrence } = message;
    const send = { group, slot: slotOf(subject), deviceId, occurrence };
    const before = this.of(subject);
    if (before.length === 0) {
      this.set(subject, [send]);
      return false;
    }
    const others = this.others(subject, message);
    const sends = [...others, send];
    const isLast = (others.at(-1)?.group.at ?? 0) <= group.at;
    this.set(subject, isLast ? sends : sends.sort((one, other) => one.group.at - other.group.at));
    return others.length < before.length;
  }

  /** Removes messages, or all of the subject. */
  remove(subject: CapSubject, messages: readonly CountedMessage[] | 'all'): void {
    const before = this.of(subject);
    const kept = messages === 'all' ? [] : before.filter((send) => !messages.some((message) => isSame(send, message)));
    if (kept.length < before.length) this.set(subject, kept);
  }

  /** The rows to write, in the order of the key. */
  takeChanged(): (readonly [block: number, sends: readonly CountedSend[]])[] {
    const blocks = [...this.changed].sort((one, other) => one - other);
    this.changed.clear();
    return blocks.map((block) => [block, this.sendsOf(block)] as const);
  }

  /** `flat()` takes several times as long. */
  private sendsOf(block: number): CountedSend[] {
    const sends: CountedSend[] = [];
    for (const ofSlot of this.blocks.get(block) ?? []) for (const send of ofSlot ?? []) sends.push(send);
    return sends;
  }

  private set(subject: CapSubject, sends: CountedSend[]): void {
    const block = blockOf(subject);
    if (!this.slotsOf(block)) this.load(block, []);
    const slots = this.slotsOf(block) ?? [];
    slots[slotOf(subject)] = sends;
    this.changed.add(block);
  }

  private slotsOf(block: number): Slots | undefined {
    if (this.recent?.block === block) return this.recent.slots;
    const slots = this.blocks.get(block);
    if (slots) this.recent = { block, slots };
    return slots;
  }
}

const isSame = ({ group, deviceId, occurrence }: CountedSend, message: CountedMessage): boolean =>
  deviceId === message.deviceId &&
  group.runId === message.runId &&
  group.pushId === message.pushId &&
  occurrence === message.occurrence;

interface Wanted {
  /** The account. */
  readonly userId: number;
  readonly subjects: readonly CapSubject[];
  /** Earlier messages are forgotten (epoch ms). */
  readonly since: number;
}

/** Locks the rows of all subjects in one order, so that no two transactions wait for each other. */
export const lockSends = async (tx: Tx, { userId, subjects, since }: Wanted): Promise<CapSends> => {
  const blocks = [...new Set(subjects.map(blockOf))];
  const sends = new CapSends();
  const missing = await readSends(tx, sends, { userId, blocks, since });
  if (missing.length === 0 || !dialectOf(tx).writesSideBySide) return sends;
  // Another transaction may insert the same rows first; this one then waits for it and reads them again.
  const rows = missing.map((block) => ({ userId, block, sends: EMPTY, expiresAt: 0 }));
  const onClash = dialectOf(tx).upsert(['user_id', 'block'], () => 'expires_at = cap_block.expires_at');
  await insertRows(tx, CAP_BLOCK_TABLE, rows, onClash);
  await readSends(tx, sends, { userId, blocks: missing, since });
  return sends;
};

const EMPTY = Buffer.alloc(0);

interface WantedBlocks extends Omit<Wanted, 'subjects'> {
  readonly blocks: readonly number[];
}

/** Returns the blocks that have no row. */
const readSends = async (tx: Tx, into: CapSends, { userId, blocks, since }: WantedBlocks): Promise<number[]> => {
  const { sql, parameters } = selectSends(dialectOf(tx), { userId, blocks });
  const rows = await select<SendsRow>(tx, `${sql} ${dialectOf(tx).forUpdate}`, parameters);
  return load(into, rows, { blocks, since });
};

/** Reads without locks, for previews. */
export const previewSends = async (
  database: Pick<Database, 'query' | 'dialect'>,
  into: CapSends,
  { userId, subjects, since }: Wanted,
): Promise<void> => {
  const blocks = [...new Set(subjects.filter((subject) => !into.isLoaded(subject)).map(blockOf))];
  if (blocks.length === 0) return;
  const { sql, parameters } = selectSends(database.dialect, { userId, blocks });
  load(into, await database.query<SendsRow>(sql, parameters), { blocks, since });
};

type SendsRow = Pick<RowOf<CapBlock>, 'block' | 'sends'>;

/** In the order of the key, in which every transaction locks the rows. */
const selectSends = (
  dialect: Dialect,
  { userId, blocks }: { userId: number; blocks: readonly number[] },
): SqlFragment => {
  const { sql, parameters } = dialect.among(
    'block',
    blocks.toSorted((one, other) => one - other),
  );
  return {
    sql: `SELECT block, sends FROM cap_block ${dialect.forcePrimary} WHERE user_id = ? AND ${sql} ORDER BY block`,
    parameters: [userId, ...parameters],
  };
};

const load = (into: CapSends, rows: readonly SendsRow[], { blocks, since }: Omit<WantedBlocks, 'userId'>): number[] => {
  const found = new Map(rows.map(({ block, sends }) => [Number(block), sends]));
  for (const block of blocks) into.load(block, unpackSends(found.get(block) ?? EMPTY, since));
  return blocks.filter((block) => !found.has(block)).sort((one, other) => one - other);
};

/** @param reachMs how long the caps look back. */
export const writeSends = async (
  tx: Tx,
  sends: CapSends,
  { userId, reachMs }: { userId: number; reachMs: number },
): Promise<void> => {
  const rows = sends.takeChanged().map(([block, counted]) => {
    let latest = 0;
    for (const { group } of counted) if (group.at > latest) latest = group.at;
    return { userId, block, sends: packSends(counted), expiresAt: latest + reachMs };
  });
  const onClash = dialectOf(tx).upsert(
    ['user_id', 'block'],
    (incoming) => `sends = ${incoming('sends')}, expires_at = ${incoming('expires_at')}`,
  );
  await insertRows(tx, CAP_BLOCK_TABLE, rows, onClash);
};

interface Returned {
  readonly message: CountedMessage;
  readonly subjects: readonly CapSubject[];
}

/** Removes messages from the rows that count them. Call it last, because other rows are locked before these. */
export const giveBack = async (tx: Tx, runId: number, returned: readonly Returned[]): Promise<void> => {
  if (returned.length === 0) return;
  const [run] = await select<{ user_id: number }>(tx, 'SELECT user_id FROM run WHERE id = ?', [runId]);
  if (!run) return;
  const gone = new Map<CapSubject, CountedMessage[]>();
  for (const { message, subjects } of returned) {
    for (const subject of subjects) getOrInsert(gone, subject, () => []).push({ ...message, runId });
  }
  await change(tx, Number(run.user_id), gone);
};

/** Deletes what is counted for a user or device. Call it last, as above. */
export const forgetSends = (tx: Tx, userId: number, subject: CapSubject): Promise<void> =>
  change(tx, userId, new Map([[subject, 'all']]));

const change = async (
  tx: Tx,
  userId: number,
  gone: ReadonlyMap<CapSubject, readonly CountedMessage[] | 'all'>,
): Promise<void> => {
  const sends = new CapSends();
  await readSends(tx, sends, { userId, blocks: [...new Set([...gone.keys()].map(blockOf))], since: 0 });
  for (const [subject, messages] of gone) sends.remove(subject, messages);
  const [left, empty]: [{ block: number; sends: Buffer }[], number[]] = [[], []];
  for (const [block, kept] of sends.takeChanged()) {
    if (kept.length === 0) empty.push(block);
    else left.push({ block, sends: packSends(kept) });
  }
  // The rows exist and are locked, so the upsert changes only `sends`.
  const onClash = dialectOf(tx).upsert(['user_id', 'block'], (incoming) => `sends = ${incoming('sends')}`);
  const rows = left.map((row) => ({ ...row, userId, expiresAt: 0 }));
  await insertRows(tx, CAP_BLOCK_TABLE, rows, onClash);
  if (empty.length === 0) return;
  await execute(tx, `DELETE FROM cap_block WHERE user_id = ? AND block IN ${inList(empty)}`, [userId, ...empty]);
};
