import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { OutcomeName } from '../../entities/outcome.js';
import type { ReceiptKind } from '../../entities/receipt.js';
import { COUNT_OF_RUN } from '../../schema/limits/costly.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { DeliveryRecord } from '../../services/deliveries/delivery-record.js';

export const OutcomeEnum = {
  SENT: 'sent',
  INVALID_TOKEN: 'invalid_token',
  FAILED: 'failed',
  RETRYING: 'retrying',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, OutcomeName>;

registerEnumType(OutcomeEnum, {
  name: 'Outcome',
  description: 'What became of one message to one device.',
  valuesConfig: {
    SENT: { description: 'The provider took it.' },
    INVALID_TOKEN: { description: 'The provider says that the token is dead; the device is retired.' },
    FAILED: { description: 'Refused for good.' },
    RETRYING: { description: 'Waits for another try.' },
    EXPIRED: { description: 'Its time to live ended before a try succeeded.' },
    CANCELLED: { description: 'Its run was cancelled before it was sent.' },
  },
});

export const ReceiptKindEnum = { DELIVERED: 'delivered', CLICKED: 'clicked' } as const satisfies Record<
  string,
  ReceiptKind
>;

registerEnumType(ReceiptKindEnum, {
  name: 'ReceiptKind',
  description: 'What a device says of a message.',
  valuesConfig: {
    DELIVERED: { description: 'It has got it.' },
    CLICKED: { description: 'Its user has clicked it.' },
  },
});

/** Its values are `DeliveryRecord`s. */
@ObjectType({ description: 'One push for one device in one run, and what became of it.', simpleResolvers: true })
export class Delivery implements DeliveryRecord {
  readonly runId!: number;
  readonly appId!: number;
  readonly pushId!: number;
  readonly deviceId!: number;
  readonly logKey!: number;
  readonly place!: number;

  @Field(() => OutcomeEnum, { description: 'What became of it so far.' })
  readonly outcome!: OutcomeName;

  @Field(() => DateTimeScalar, { description: 'When its first try was recorded.' })
  readonly recordedAt!: Date;
}

export const DeliveryConnection = connectionType('Delivery', 'messages', () => Delivery, { hasRetention: true });

/** Its values are rows of `delivery_failure`. */
@ObjectType('Failure', { simpleResolvers: true, description: 'Why one message did not arrive.' })
export class FailureType {
  @Field(() => OutcomeEnum, { description: 'What became of the message.' })
  readonly outcome!: OutcomeName;

  @Field(() => String, { description: "The provider's answer, or ours." })
  readonly reason!: string;

  @Field(() => DateTimeScalar, { description: 'When it was settled.' })
  readonly failedAt!: Date;
}

export const FailureConnection = connectionType('Failure', 'failures', () => FailureType, {
  hasRetention: true,
  countCost: COUNT_OF_RUN,
});

/** Its values are rows of `receipt`. */
@ObjectType('Receipt', {
  simpleResolvers: true,
  description: 'A device has said that a message was delivered or clicked.',
})
export class ReceiptType {
  @Field(() => ReceiptKindEnum, { description: 'What it said.' })
  readonly kind!: ReceiptKind;

  @Field(() => DateTimeScalar, { description: 'When it said so.' })
  readonly receivedAt!: Date;
}

export const ReceiptConnection = connectionType('Receipt', 'receipts', () => ReceiptType, {
  hasRetention: true,
  countCost: COUNT_OF_RUN,
});
