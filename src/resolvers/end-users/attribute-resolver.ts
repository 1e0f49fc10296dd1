import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { AttributeDefinition } from '../../entities/attribute-definition.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
import { AttributeDefineInput, AttributeDefinitionType, attributeDefinitionListing } from './attribute-types.js';

const DEFINITIONS = defineMutations({
  type: 'AttributeDefinition',
  noun: 'attribute definition',
  field: 'attributeDefinition',
  output: () => AttributeDefinitionType,
});

@Resolver(() => AttributeDefinitionType)
export class AttributeDefinitionResolver {
  @Reads<AttributeDefinition>('name')
  @FieldResolver(() => String, { description: 'The key, unique in your account.' })
  key(@Root() { name }: AttributeDefinition): string {
    return name;
  }

  @Mutation(() => DEFINITIONS.Payload, {
    description:
      'Defines a key of attributes, or changes its definition. Omitted properties keep their values. Limited to 1,000 keys. Idempotent.',
  })
  attributeDefine(
    @Ctx() context: GraphContext,
    @Arg('input', () => AttributeDefineInput, { description: 'The definition.' })
    { key, type, writableByDevice }: AttributeDefineInput,
  ) {
    const { services, caller } = context;
    const definition = { key, type: type ?? null, writableByDevice: writableByDevice ?? null };
    return DEFINITIONS.carryOut(context, () => services.attributes.define(caller.userId, definition));
  }
}

attributeDefinitionListing.addQuery(AttributeDefinitionResolver, 'attributeDefinitions', {
  description: 'The keys of attributes that your users and devices have or have ever had.',
});
