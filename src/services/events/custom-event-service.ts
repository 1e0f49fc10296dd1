import { IsNull } from 'typeorm';
import { type Database, execute, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { CustomEvent, SYSTEM_EVENTS } from '../../entities/custom-event.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { clip } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { type Listed, type PageRequest, toWindow } from '../listing.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { refuseReferenced, renameEvent } from '../segments/segment-uses.js';
import type { EventUpkeep } from './event-upkeep.js';

export interface CustomEventInput {
  readonly name: string;
  readonly code: string;
}

export interface CustomEventServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly eventUpkeep: EventUpkeep;
}

/** Custom events (docs/rules.md#event-codes). System events appear only in the list. */
export class CustomEventService {
  constructor(private readonly deps: CustomEventServiceDeps) {}

  create(caller: Caller, input: CustomEventInput): Promise<CustomEvent> {
    const name = check(input);
    return this.refusingDuplicates(input.code, async (tx) => {
      await lockCatalogue(tx, this.deps.database, caller.userId);
      await requireRoom(tx, this.deps.database, { what: 'customEvents', userId: caller.userId, field: 'name' });
      const taken = await takeIds(tx, this.deps.database, `event:${caller.userId}`);
      return tx.save(CustomEvent, {
        userId: caller.userId,
        name,
        code: input.code,
        status: 1,
        ordinal: SYSTEM_EVENTS.length + taken - 1,
        createdAt: new Date(this.deps.clock.now()),
      });
    });
  }

  async get(caller: Caller, id: number): Promise<CustomEvent> {
    const event = await this.deps.database.reader.findOneBy(CustomEvent, { id, userId: caller.userId });
    if (!event) throw notFound('custom event');
    return event;
  }

  /** The caller's events and the system's, by id. */
  async list(caller: Caller, page: PageRequest): Promise<Listed<CustomEvent>> {
    const [items, totalCount] = await this.deps.database.reader.findAndCount(CustomEvent, {
      where: [{ userId: caller.userId }, { userId: IsNull() }],
      order: { id: 'ASC' },
      ...toWindow(page),
    });
    return { items, totalCount };
  }

  /** Schedulers that name the event by its code keep meaning the same event. */
  update(caller: Caller, id: number, input: CustomEventInput): Promise<CustomEvent> {
    const name = check(input);
    return this.refusingDuplicates(input.code, async (tx) => {
      const event = await this.lock(tx, caller, id);
      await tx.update(CustomEvent, { id }, { name, code: input.code });
      if (event.code !== input.code) {
        await this.deps.eventUpkeep.renameCode(tx, caller.userId, { from: event.code, to: input.code });
        await renameEvent(tx, caller.userId, { id, from: event.code, to: input.code });
      }
      return { ...event, name, code: input.code };
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.deps.database.tx(async (tx) => {
      const event = await this.lock(tx, caller, id);
      await refuseReferenced(tx, { userId: caller.userId, kind: 'event', id, noun: 'event' });
      await this.deps.eventUpkeep.forgetCode(tx, caller.userId, event.code);
      await execute(tx, 'DELETE FROM custom_event WHERE id = ?', [id]);
    });
  }

  activate(caller: Caller, id: number): Promise<CustomEvent> {
    return this.setStatus(caller, id, 1);
  }

  /** The event is no longer recorded and triggers nothing; its history stays. */
  deactivate(caller: Caller, id: number): Promise<CustomEvent> {
    return this.setStatus(caller, id, 0);
  }

  private setStatus(caller: Caller, id: number, status: 0 | 1): Promise<CustomEvent> {
    return this.deps.database.tx(async (tx) => {
      const event = await this.lock(tx, caller, id);
      await tx.update(CustomEvent, { id }, { status });
      return { ...event, status };
    });
  }

  private async lock(tx: Tx, caller: Caller, id: number): Promise<CustomEvent> {
    await lockCatalogue(tx, this.deps.database, caller.userId);
    const row = { table: 'custom_event', id, userId: caller.userId, noun: 'custom event' } as const;
    await lockOwned(tx, this.deps.database, row);
    return tx.findOneByOrFail(CustomEvent, { id });
  }

  /** The unique index decides, so two concurrent requests cannot both succeed. */
  private async refusingDuplicates<T>(code: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.deps.database.tx(work);
    } catch (error) {
      if (!this.deps.database.dialect.isDuplicate(error)) throw error;
      throw badInput('code', `The event code "${code}" already exists.`, 'DUPLICATE');
    }
  }
}

/** @returns the name as it is stored. */
const check = ({ name, code }: CustomEventInput): string => {
  const violations = new Violations();
  const stored = checkName(violations, 'name', name);
  violations.check(
    /^[A-Za-z0-9_]{1,64}$/.test(code),
    'code',
    '`code` must have 1 to 64 letters (A to Z), digits and underscores.',
  );
  violations.check(
    !SYSTEM_EVENTS.some((event) => event.code === code),
    'code',
    `The event code "${clip(code, 64)}" already exists: it is a system event.`,
    'DUPLICATE',
  );
  violations.throwIfAny();
  return stored;
};
