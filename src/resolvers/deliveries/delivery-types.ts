import { Field, ObjectType } from 'type-graphql';
import { HELD, type OutcomeName } from '../../entities/outcome.js';
import type { ReceiptKind } from '../../entities/receipt.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { COUNT_OF_RUN } from '../../schema/limits/costly.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { type DeliveryRecord, DROP_OUTCOMES } from '../../services/deliveries/delivery-record.js';

export const OutcomeEnum = defineMappedEnum('Outcome', 'The outcome of one message to one device.', {
  SENT: ['sent', 'The provider accepted the message.'],
  INVALID_TOKEN: ['invalid_token', 'The provider reported an invalid token. The device has been retired.'],
  FAILED: ['failed', 'The provider refused the message permanently.'],
  RETRYING: ['retrying', 'The message awaits a retry.'],
  HELD: [HELD, 'A rule holds the message, and judges it again when its wait ends.'],
  EXPIRED: ['expired', 'The time to live ended before an attempt succeeded.'],
  CANCELLED: ['cancelled', 'The run was cancelled before the message was sent.'],
  ...Object.fromEntries(DROP_OUTCOMES.map(({ outcome, description }) => [outcome, [outcome, description] as const])),
}) satisfies Record<string, OutcomeName>;

export const ReceiptKindEnum = defineMappedEnum('ReceiptKind', 'The kind of a receipt.', {
  DELIVERED: ['delivered', 'The device received the message.'],
  CLICKED: ['clicked', 'The user clicked the message or one of its buttons.'],
  DISMISSED: ['dismissed', 'The user closed the message without a click. Only browsers report this.'],
}) satisfies Record<Uppercase<ReceiptKind>, ReceiptKind>;

/** Its values are `DeliveryRecord`s. */
@ObjectType({ description: 'One push for one device in one run, and its outcome.', simpleResolvers: true })
export class Delivery implements DeliveryRecord {
  readonly runId!: number;
  readonly appId!: number;
  readonly pushId!: number;
  readonly deviceId!: number;
  readonly logKey!: number;
  readonly place!: number;

  /** The outcome in the log. `outcomeNow` tells held messages from retries. */
  readonly outcome!: OutcomeName;

  @Field(() => DateTimeScalar, { description: 'When the first attempt was recorded.' })
  readonly recordedAt!: Date;
}

export const DeliveryConnection = connectionType('Delivery', 'messages', {
  typeOf: () => Delivery,
  hasRetention: true,
});

/** Its values are rows of `delivery_failure`. */
@ObjectType('Failure', { simpleResolvers: true, description: 'A message that did not arrive, with its reason.' })
export class FailureType {
  @Field(() => OutcomeEnum, { description: 'Outcome of the message.' })
  readonly outcome!: OutcomeName;

  @Field(() => String, { description: "Response of the provider, or the service's own reason." })
  readonly reason!: string;

  @Field(() => DateTimeScalar, { description: 'When the outcome became final.' })
  readonly failedAt!: Date;
}

/** Its values are rows of `receipt`. */
@ObjectType('Receipt', {
  simpleResolvers: true,
  description: 'A report from a device that a message was delivered, clicked or dismissed.',
})
export class ReceiptType {
  @Field(() => ReceiptKindEnum, { description: 'Kind of the receipt.' })
  readonly kind!: ReceiptKind;

  @Field(() => DateTimeScalar, { description: 'When the receipt arrived.' })
  readonly receivedAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The id of the clicked button, as the device reported it; null if no button was clicked.',
  })
  readonly button!: string | null;
}

export const ReceiptConnection = connectionType('Receipt', 'receipts', {
  typeOf: () => ReceiptType,
  hasRetention: true,
  countCost: COUNT_OF_RUN,
});
