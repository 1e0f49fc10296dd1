import { Field, ID, InputType } from 'type-graphql';
import { DeliveryFailure } from '../../entities/delivery-failure.js';
import { DeliveryLog } from '../../entities/delivery-log.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { Receipt } from '../../entities/receipt.js';
import { filterIdOf, type IdType, MATCHES_NOTHING } from '../../schema/global-id.js';
import { COUNT_OF_RUN } from '../../schema/limits/costly.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { type Listing, number, text } from '../../schema/paging/listing.js';
import { anyOf, partOf, type WhereField } from '../../schema/paging/where-fields.js';
import { FailureType, OutcomeEnum } from './delivery-types.js';

/** The list of rows in the compact log, each with up to a page of messages, in the order of the table's own key. */
export const deliveryLogListing: Listing<DeliveryLog, 'KEY'> = {
  name: 'deliveryLog',
  isLarge: true,
  entity: DeliveryLog,
  table: 'delivery_log',
  key: [number('app_id'), number('push_id'), number('first_id'), number('batch_id')],
  sorts: { KEY: [] },
};

/** The list follows the order of the table's own key: one run can have millions of receipts. */
export const receiptListing: Listing<Receipt, 'KEY'> = {
  name: 'receipt',
  isLarge: true,
  entity: Receipt,
  table: 'receipt',
  key: [number('push_id'), number('device_id'), text('kind')],
  sorts: { KEY: [] },
};

@InputType({ description: 'Filters for messages; all of them must match.' })
export class DeliveryWhereInput {
  @Field(() => ID, { nullable: true, description: 'Messages of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Messages of this push.' })
  pushId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Messages for this device.' })
  deviceId?: string | null;

  @Field(() => [OutcomeEnum], { nullable: true, description: 'Messages with any of these current outcomes.' })
  outcome?: OutcomeName[] | null;

  static toFilter(where: DeliveryWhereInput | null | undefined): DeliveryFilter {
    return {
      appId: filterIdOf('App', where?.appId),
      pushId: filterIdOf('Push', where?.pushId),
      deviceId: filterIdOf('Device', where?.deviceId),
      outcomes: where?.outcome ? [...new Set(where.outcome)].sort() : null,
    };
  }
}

const equalTo = (column: string, id: number) => ({ sql: `t.${column} = ?`, parameters: [id] });

const withId = (type: IdType, column: string, description: string): WhereField<string> => ({
  type: () => ID,
  description,
  toCondition: (id) => equalTo(column, filterIdOf(type, id) ?? MATCHES_NOTHING),
});

/** The list follows the order of the table's own key: one run can have millions of failures. */
export const failureListing = defineListing({
  name: 'failure',
  noun: 'Failure',
  plural: 'failures',
  type: () => FailureType,
  connection: { hasRetention: true, countCost: COUNT_OF_RUN },
  isLarge: true,
  entity: DeliveryFailure,
  table: 'delivery_failure',
  key: [number('push_id'), number('device_id'), number('occurrence')],
  sorts: { KEY: { by: [] } },
  where: {
    pushId: {
      ...withId('Push', 'push_id', 'Failures of this push. Uses an index.'),
      toCondition: (id: string) => ({ ...equalTo('push_id', filterIdOf('Push', id) ?? MATCHES_NOTHING), seeks: true }),
    },
    appId: withId('App', 'app_id', 'Failures of this application.'),
    deviceId: withId('Device', 'device_id', 'Failures of this device.'),
    outcome: anyOf(OutcomeEnum, 'outcome', 'Failures with any of these outcomes.'),
    reasonContains: partOf(
      'reason',
      "Part of the reason, which is the provider's response or our own. ASCII letters match in either case.",
    ),
  },
});

export interface DeliveryFilter {
  readonly appId: number | null;
  readonly pushId: number | null;
  readonly deviceId: number | null;
  readonly outcomes: readonly OutcomeName[] | null;
}

/** Ignores the filter by device. */
export const fits = (
  { appId, pushId, outcomes }: DeliveryFilter,
  message: { readonly appId: number; readonly pushId: number; readonly outcome: OutcomeName },
): boolean =>
  (appId ?? message.appId) === message.appId &&
  (pushId ?? message.pushId) === message.pushId &&
  (outcomes?.includes(message.outcome) ?? true);

/** The outcomes that `failures` lists until the history is deleted. */
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

/** Returns an empty list for a run whose history was deleted, even if some rows are still in the database. */
export const deletedHistory = (historyDeletedAt: Date, totalCount: () => Promise<number>): DeletedHistory => ({
  nodes: [],
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount,
  historyDeletedAt,
});
