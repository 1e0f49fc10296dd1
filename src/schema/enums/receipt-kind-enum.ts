import { registerEnumType } from 'type-graphql';
import type { ReceiptKind } from '../../entities/receipt.js';

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
