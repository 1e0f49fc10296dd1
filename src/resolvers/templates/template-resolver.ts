import {
  type GraphQLInputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { violationsOfPush } from '../../services/pushes/push-rules.js';
import { type PushInput, toPushInput } from '../pushes/push-inputs.js';
import {
  MessageTemplateInput,
  MessageTemplateType,
  MessageTemplateUpdateInput,
  templateListing,
} from './template-types.js';

const TEMPLATES = defineMutations({
  type: 'MessageTemplate',
  noun: 'message template',
  field: 'messageTemplate',
  output: () => MessageTemplateType,
  names: {
    root: 'input.content',
    places: { id: 'id', idempotencyKey: 'idempotencyKey', name: 'input.name', content: 'input.content' },
  },
});

@Resolver()
export class MessageTemplateResolver {
  @Mutation(() => TEMPLATES.Payload, {
    description: 'Saves a message as a template. Limited to 1,000 templates.',
  })
  messageTemplateCreate(
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('input', () => MessageTemplateInput, { description: 'The template.' }) { name, content }: MessageTemplateInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { services, caller } = context;
    const request = ['messageTemplateCreate', name, content];
    return TEMPLATES.carryOut(context, async () => {
      const input = { name, content: toContent(info, content) };
      return once(context, { key, request }, () => services.templates.create(caller, input));
    });
  }

  @Mutation(() => TEMPLATES.Payload, { description: 'Renames a template, replaces its message, or both.' })
  messageTemplateUpdate(
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
    @IdArg('message template') id: string,
    @Arg('input', () => MessageTemplateUpdateInput, { description: 'The parts to change.' })
    { name, content }: MessageTemplateUpdateInput,
  ) {
    const { services, caller } = context;
    return TEMPLATES.change(context, { id }, async (number) => {
      const changes = { name: name ?? null, content: content ? toContent(info, content) : null };
      await services.templates.update(caller, number, changes);
    });
  }
}

/** @throws BAD_USER_INPUT for a message that could not be saved as a push. */
const toContent = ({ schema }: GraphQLResolveInfo, content: PushInput): Readonly<Record<string, unknown>> => {
  violationsOfPush(toPushInput(content)).throwIfAny();
  return toClientForm(schema, 'PushInput', content);
};

TEMPLATES.addDeletion(MessageTemplateResolver, 'messageTemplateDelete', {
  description: 'Deletes a message template. Pushes created from it are kept. Irreversible.',
  work: ({ services, caller }, id) => services.templates.delete(caller, id),
});

templateListing.addQuery(MessageTemplateResolver, 'messageTemplates', {
  description: 'Messages saved for reuse.',
  orderBy: { field: 'UPDATED_AT', direction: 'DESC' },
});

/**
 * Returns an argument in the form in which a client sent it, so that it can be stored and sent again: enum values by
 * their names in the graph, and no fields that are absent.
 */
const toClientForm = (schema: GraphQLSchema, typeName: string, value: object): Readonly<Record<string, unknown>> => {
  const type = schema.getType(typeName);
  if (!isInputObjectType(type)) throw new Error(`${typeName} is not an input.`);
  return toPlain(type, value) as Readonly<Record<string, unknown>>;
};

const toPlain = (type: GraphQLInputType, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (isNonNullType(type)) return toPlain(type.ofType, value);
  if (isListType(type)) return (value as readonly unknown[]).map((item) => toPlain(type.ofType, item));
  if (isEnumType(type)) return type.serialize(value);
  if (!isInputObjectType(type)) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const fields = Object.values(type.getFields()).filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(fields.map((field) => [field.name, toPlain(field.type, given[field.name])]));
};
