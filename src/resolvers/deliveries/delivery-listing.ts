import { Field, ID, InputType } from 'type-graphql';
import { DeliveryFailure } from '../../entities/delivery-failure.js';
import { DeliveryLog } from '../../entities/delivery-log.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { Receipt } from '../../entities/receipt.js';
import { databaseIdOf, type IdType } from '../../schema/global-id.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  isOneOf,
  type Listing,
  number,
  text,
} from '../../schema/paging/listing.js';
import { OutcomeEnum } from './delivery-types.js';

/** Rows of the log, each with up to a page of messages; in the order of the table itself. */
export const deliveryLogListing: Listing<DeliveryLog, 'KEY'> = {
  name: 'deliveryLog',
  isLarge: true,
  entity: DeliveryLog,
  table: 'delivery_log',
  key: [number('app_id'), number('push_id'), number('first_id'), number('batch_id')],
  sorts: { KEY: [] },
};

/** In the order of the table itself: there may be millions in one run. */
export const failureListing: Listing<DeliveryFailure, 'KEY'> = {
  name: 'failure',
  isLarge: true,
  entity: DeliveryFailure,
  table: 'delivery_failure',
  key: [number('push_id'), number('device_id'), number('occurrence')],
  sorts: { KEY: [] },
};

/** In the order of the table itself: there may be millions in one run. */
export const receiptListing: Listing<Receipt, 'KEY'> = {
  name: 'receipt',
  isLarge: true,
  entity: Receipt,
  table: 'receipt',
  key: [number('push_id'), number('device_id'), text('kind')],
  sorts: { KEY: [] },
};

@InputType({ description: 'Which messages of a run; all conditions must hold.' })
export class DeliveryWhereInput {
  @Field(() => ID, { nullable: true, description: 'Of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this push.' })
  pushId?: string | null;

  @Field(() => ID, { nullable: true, description: 'To this device.' })
  deviceId?: string | null;

  @Field(() => [OutcomeEnum], { nullable: true, description: 'With one of these outcomes so far.' })
  outcome?: OutcomeName[] | null;

  static toFilter(where: DeliveryWhereInput | null | undefined): DeliveryFilter {
    return {
      appId: idOf('App', where?.appId),
      pushId: idOf('Push', where?.pushId),
      deviceId: idOf('Device', where?.deviceId),
      outcomes: where?.outcome ? [...new Set(where.outcome)].sort() : null,
    };
  }
}

/** null: all; 0: none, for an id that names nothing of the kind. */
const idOf = (type: IdType, id: string | null | undefined): number | null =>
  id === null || id === undefined ? null : (databaseIdOf(type, id) ?? 0);

@InputType({ description: 'Which failures of a run; all conditions must hold.' })
export class FailureWhereInput {
  @Field(() => ID, { nullable: true, description: 'Of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this push: found by an index.' })
  pushId?: string | null;

  @Field(() => ID, { nullable: true, description: 'To this device.' })
  deviceId?: string | null;

  @Field(() => [OutcomeEnum], { nullable: true, description: 'With one of these outcomes.' })
  outcome?: OutcomeName[] | null;

  @Field(() => String, {
    nullable: true,
    description: "A part of the reason, the provider's answer or ours, without regard to the case of ASCII letters.",
  })
  reasonContains?: string | null;

  static toConditions(where: FailureWhereInput | null | undefined): Condition[] {
    const ofPush = compare('push_id', '=', idOf('Push', where?.pushId));
    return conditions(
      ofPush && { ...ofPush, seeks: true },
      compare('app_id', '=', idOf('App', where?.appId)),
      compare('device_id', '=', idOf('Device', where?.deviceId)),
      isOneOf('outcome', where?.outcome),
      contains('reason', where?.reasonContains),
    );
  }
}

export interface DeliveryFilter {
  readonly appId: number | null;
  readonly pushId: number | null;
  readonly deviceId: number | null;
  readonly outcomes: readonly OutcomeName[] | null;
}

/** By all but the device. */
export const fits = (
  { appId, pushId, outcomes }: DeliveryFilter,
  message: { readonly appId: number; readonly pushId: number; readonly outcome: OutcomeName },
): boolean =>
  (appId ?? message.appId) === message.appId &&
  (pushId ?? message.pushId) === message.pushId &&
  (outcomes?.includes(message.outcome) ?? true);

/** The messages that `failures` lists, as long as they are there. */
export const LISTED_AS_FAILURES: ReadonlySet<OutcomeName> = new Set([
  'failed',
  'invalid_token',
  'expired',
  'cancelled',
]);

export interface DeletedHistory {
  readonly nodes: readonly never[];
  readonly edges: readonly never[];
  readonly pageInfo: {
    readonly hasNextPage: false;
    readonly hasPreviousPage: false;
    readonly startCursor: null;
    readonly endCursor: null;
  };
  totalCount(): Promise<number>;
  readonly historyDeletedAt: Date;
}

/** A list of what was deleted past its retention: empty, and says so. Some of it may still be in the database. */
export const deletedHistory = (historyDeletedAt: Date, totalCount: () => Promise<number>): DeletedHistory => ({
  nodes: [],
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount,
  historyDeletedAt,
});
