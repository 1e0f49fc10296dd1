import type { Static } from 'typebox';
import type { Tx } from '../../database/database.js';
import { logEvents } from '../../delivery/record/log-events.js';
import type { EVENT_TYPES, EventType } from './event-types/index.js';

type Definition<Type extends EventType> = Extract<(typeof EVENT_TYPES)[number], { readonly type: Type }>;
/** The log adds these fields. */
type Added = 'app_id' | 'run_id' | 'scheduler_id' | 'device_id' | 'external_user_id';

/** An event to append, with the fields of its type. */
export interface NewEvent<Type extends EventType> {
  readonly type: Type;
  readonly appId?: number | null;
  readonly runId?: number | null;
  readonly deviceId?: number | null;
  /** The end user whom the event is about, unless it is the user of the device. */
  readonly endUserId?: number | null;
  readonly data: Omit<Static<Definition<Type>['data']>, Added>;
}

/**
 * Appends events to the log of an account. Call it late in the transaction: other writers of the account wait from here
 * until the commit.
 */
export const appendEvents = <Type extends EventType>(
  tx: Tx,
  scope: { readonly userId: number; readonly now: number },
  events: readonly NewEvent<Type>[],
): Promise<void> => logEvents(tx, scope, events);
