import { Field, ID, InputType } from 'type-graphql';
import { DeliveryFailure } from '../../entities/delivery-failure.js';
import { DeliveryLog } from '../../entities/delivery-log.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { Receipt } from '../../entities/receipt.js';
import { databaseIdOf, type IdType } from '../../schema/global-id.js';
import { type Listing, number, text } from '../../schema/paging/listing.js';

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

@InputType({
  description: 'Which messages of a run; all conditions must hold. For what did not arrive see `Run.failures`.',
})
export class DeliveryWhereInput {
  @Field(() => ID, { nullable: true, description: 'Of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this push.' })
  pushId?: string | null;

  @Field(() => ID, { nullable: true, description: 'To this device.' })
  deviceId?: string | null;

  /** null: all; 0: none, for an id that names nothing of the kind. */
  static toIds(where: DeliveryWhereInput | null | undefined): { appId: Id; pushId: Id; deviceId: Id } {
    const read = (type: IdType, id: string | null | undefined): Id =>
      id === null || id === undefined ? null : (databaseIdOf(type, id) ?? 0);
    return {
      appId: read('App', where?.appId),
      pushId: read('Push', where?.pushId),
      deviceId: read('Device', where?.deviceId),
    };
  }
}

type Id = number | null;

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
