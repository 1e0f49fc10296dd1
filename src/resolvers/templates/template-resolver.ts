import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { violationsOfPush } from '../../services/pushes/push-rules.js';
import { type PushInput, toPushInput } from '../pushes/push-inputs.js';
import { toClientForm } from './template-content.js';
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
