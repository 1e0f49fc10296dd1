import { Field, InputType, ObjectType } from 'type-graphql';
import { MessageTemplate } from '../../entities/message-template.js';
import { Costly } from '../../schema/limits/costly.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { PushInput } from '../pushes/push-inputs.js';

/** Its values are rows of `message_template`. */
@ObjectType('MessageTemplate', {
  implements: Node,
  simpleResolvers: true,
  description: 'A message saved for reuse. Changing it does not change pushes created from it.',
})
export class MessageTemplateType {
  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Costly(200)
  @Field(() => JSONObjectScalar, {
    description: 'The message, as a `PushInput` that can be given to `pushCreate` or `campaignCreate`.',
  })
  readonly content!: Readonly<Record<string, unknown>>;

  @Field(() => DateTimeScalar, { description: 'When the template was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the template was last changed.' })
  readonly updatedAt!: Date;
}

@InputType({ description: 'A new message template.' })
export class MessageTemplateInput {
  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => PushInput, { description: 'The message, up to 262,144 bytes as JSON.' })
  content!: PushInput;
}

@InputType({ description: 'The parts of a message template to change.' })
export class MessageTemplateUpdateInput {
  @Field(() => String, { nullable: true, description: 'The new name; the name stays if this is omitted.' })
  name?: string | null;

  @Field(() => PushInput, { nullable: true, description: 'The new message; the message stays if this is omitted.' })
  content?: PushInput | null;
}

export const templateListing = defineListing({
  name: 'messageTemplate',
  noun: 'MessageTemplate',
  plural: 'message templates',
  type: () => MessageTemplateType,
  entity: MessageTemplate,
  table: 'message_template',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    NAME: BY_NAME,
    CREATED_AT: BY_CREATION,
    UPDATED_AT: { by: [number('updated_at')], description: 'Time of the last change.' },
  },
  where: { nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.') },
});
