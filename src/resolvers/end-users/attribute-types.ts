import { Field, InputType, ObjectType } from 'type-graphql';
import { AttributeDefinition } from '../../entities/attribute-definition.js';
import type { AttributeType } from '../../ports/attributes.js';
import { defineEnum } from '../../schema/define-enum.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { number, text } from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

export const AttributeTypeEnum = defineEnum('AttributeType', 'The type of the values of an attribute.', {
  STRING: 'A text of up to 255 characters.',
  NUMBER: 'A number.',
  BOOLEAN: 'True or false.',
  DATE: 'An instant. Values are dates or date-times as in RFC 3339; they are stored in UTC with milliseconds.',
  LIST: 'A list of up to 100 texts of up to 255 characters.',
} satisfies Record<AttributeType, string>);

/** Its values are rows of `attribute_definition`. */
@ObjectType('AttributeDefinition', {
  implements: Node,
  simpleResolvers: true,
  description: 'An attribute key of your account. The first value of a key creates it and determines its type.',
})
export class AttributeDefinitionType {
  @Field(() => AttributeTypeEnum, { description: 'The type that every value of the key has.' })
  readonly type!: AttributeType;

  @Field(() => Boolean, { description: 'Whether devices may set the key through the device API.' })
  readonly writableByDevice!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the key was defined or first used.' })
  readonly createdAt!: Date;
}

@InputType({ description: 'The definition of an attribute key.' })
export class AttributeDefineInput {
  @Field(() => String, {
    description: 'The key: 1 to 40 lower-case letters, digits and underscores, beginning with a letter.',
  })
  key!: string;

  @Field(() => AttributeTypeEnum, {
    nullable: true,
    description:
      'The type of its values; required for a new key. It can change only while no value exists and no segment uses it.',
  })
  type?: AttributeType | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether devices may set the key through the device API. False for a new key if omitted.',
  })
  writableByDevice?: boolean | null;
}

export const attributeDefinitionListing = defineListing({
  name: 'attributeDefinition',
  noun: 'AttributeDefinition',
  plural: 'attribute definitions',
  type: () => AttributeDefinitionType,
  entity: AttributeDefinition,
  table: 'attribute_definition',
  key: [number('id')],
  sorts: {
    KEY: { by: [text('name')], description: 'Key.' },
    CREATED_AT: { by: [number('created_at')], description: 'Time of creation.' },
  },
});
