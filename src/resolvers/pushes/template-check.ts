import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Push } from '../../entities/push.js';
import { badInput } from '../../errors.js';
import { nameOfRuleCode } from '../../providers/codes.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { defineEnum } from '../../schema/define-enum.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { type FieldNames, settle, UserError } from '../../schema/mutations/user-errors.js';
import type { AbortEstimate as Estimated } from '../../services/pushes/abort-estimate-service.js';
import type { PushInput as ServicePush } from '../../services/pushes/push-rules.js';
import { type TextProblem } from '../../services/pushes/template-check-service.js';
import { AudienceInput, filterPlaces, toFilters } from '../audiences/audience-inputs.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';
import { PushInput, toPushInput } from './push-inputs.js';
import { PushType } from './push-types.js';

const SeverityEnum = defineEnum('TemplateSeverity', 'Whether a problem of a template causes the push to be refused.', {
  ERROR: 'The push is refused.',
  WARNING: 'The push is saved.',
});

const ProblemCodeEnum = defineEnum('TemplateProblemCode', 'What is or may be wrong with a template.', {
  SYNTAX: 'The text is not valid Liquid.',
  UNKNOWN_VALUE: 'A value begins with an unknown name.',
  UNKNOWN_KEY: 'The application or the run has no such value.',
  UNDEFINED_ATTRIBUTE: 'The attribute is not defined.',
  MAY_BE_MISSING: 'A value may be missing, and the text has no default for it.',
  NO_CURRENCY: 'The filter `money` has no currency of three letters.',
  NO_OTHER_FORM: 'The filter `plural` lacks the form `other`.',
} satisfies Record<TextProblem['code'], string>);

@ObjectType({ description: 'A problem of a template.', simpleResolvers: true })
export class TemplateProblem {
  @Field(() => String, {
    nullable: true,
    description: 'The field of the push, such as `translations[0].title`; null for a text that belongs to no push.',
  })
  readonly field!: string | null;

  @Field(() => String, { nullable: true, description: 'Language of the translation; null for a text of no push.' })
  readonly language!: string | null;

  @Field(() => Int, { description: 'Line in the text, from 1.' })
  readonly line!: number;

  @Field(() => Int, { description: 'Character in the line, from 1.' })
  readonly column!: number;

  @Field(() => ProblemCodeEnum, { description: 'Machine-readable code.' })
  readonly code!: TextProblem['code'];

  @Field(() => String, {
    description: 'The part of the template that it is about, or the message of the parser for `SYNTAX`; may be empty.',
  })
  readonly detail!: string;

  @Field(() => String, { description: 'One sentence for people.' })
  readonly message!: string;

  @Field(() => SeverityEnum, { description: 'Whether it causes the push to be refused.' })
  readonly severity!: TextProblem['severity'];
}

@ObjectType({ description: 'The problems of templates.', simpleResolvers: true })
export class TemplateCheckPayload {
  @Field(() => [TemplateProblem], { description: 'The first 100 problems; empty if there are none.' })
  readonly problems!: readonly TextProblem[];
}

@ObjectType({ description: 'Why devices of a sample would not get a message.', simpleResolvers: true })
export class AbortReason {
  @Field(() => ReasonCodeEnum, { description: 'Machine-readable reason.' })
  readonly code!: string;

  @Field(() => String, { description: 'The reason in words, as in `deliveryTrace`.' })
  readonly reason!: string;

  @Field(() => Int, { description: 'Number of devices in the sample.' })
  readonly deviceCount!: number;
}

@ObjectType({ description: 'How many devices the template of a push would leave out.', simpleResolvers: true })
export class AbortEstimate {
  @Field(() => Int, { description: 'Number of devices in the sample, at most 1,000; 0 if the push is not a template.' })
  readonly sampled!: number;

  @Field(() => Int, { description: 'Number of them whose message would be `ABORTED`.' })
  readonly aborted!: number;

  @Field(() => Int, { description: 'Number of them whose message would be `RENDER_FAILED`.' })
  readonly failed!: number;

  @Field(() => Boolean, { description: 'False if the sample is smaller because its 3 seconds were over.' })
  readonly isComplete!: boolean;

  @Field(() => [AbortReason], { description: 'The 20 most frequent reasons.' })
  readonly reasons!: readonly AbortReason[];
}

@ObjectType({ description: 'The result of an estimate of aborted messages.', simpleResolvers: true })
export class AbortEstimatePayload {
  @Field(() => AbortEstimate, { nullable: true, description: 'The estimate; null if the input breaks rules.' })
  readonly estimate!: AbortEstimate | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks.' })
  readonly userErrors!: readonly UserError[];
}

const MAX_TEXT = 10_000;

@Resolver(() => PushType)
export class TemplateQueries {
  @Costly(20)
  @Query(() => TemplateCheckPayload, {
    description: 'Finds mistakes in templates, and outputs whose value may be missing. Nothing is stored.',
  })
  async templateCheck(
    @Ctx() context: GraphContext,
    @Arg('push', () => PushInput, {
      nullable: true,
      description: 'A push. Exactly one of this and `text` is required.',
    })
    push?: PushInput | null,
    @Arg('text', () => String, { nullable: true, description: 'A single text, at most 10,000 characters.' })
    text?: string | null,
  ): Promise<TemplateCheckPayload> {
    context.require('read');
    const { services, caller } = context;
    if (push && (text ?? null) === null)
      return { problems: await services.templateCheck.check(caller, toPushInput(push)) };
    if (push || (text ?? null) === null) throw badInput('text', 'Give either `push` or `text`.');
    if ((text ?? '').length > MAX_TEXT) throw badInput('text', `\`text\` must have at most ${MAX_TEXT} characters.`);
    return { problems: await services.templateCheck.checkText(caller, text ?? '') };
  }

  @Costly(1_000)
  @Query(() => AbortEstimatePayload, {
    description:
      'Renders a push for a random sample of an audience, to estimate how many devices its template leaves out. Sends nothing.',
  })
  async abortEstimate(
    @Ctx() context: GraphContext,
    @Arg('audience', () => AudienceInput, { description: 'The filters, as in a scheduler.' }) audience: AudienceInput,
    @Arg('pushId', () => ID, {
      nullable: true,
      description: 'Global id of a push. Exactly one of this and `push` is required.',
    })
    pushId?: string | null,
    @Arg('push', () => PushInput, { nullable: true, description: 'An unsaved push.' }) push?: PushInput | null,
  ): Promise<AbortEstimatePayload> {
    context.require('read');
    const { value, userErrors } = await settle(NAMES, () =>
      context.services.abortEstimate.estimate(context.caller, {
        push: pushOf(pushId, push),
        audience: toFilters(audience),
        signal: context.signal,
      }),
    );
    return { estimate: value === null ? null : toEstimate(value), userErrors };
  }

  @Costly(50)
  @Reads<Push>('id', 'userId', 'missing')
  @FieldResolver(() => [TemplateProblem], {
    description: 'Warnings about the templates of the push; empty if it is not a template.',
  })
  async templateWarnings(@Root() push: Push, @Ctx() context: GraphContext): Promise<readonly TextProblem[]> {
    if (push.missing === null) return [];
    const translations = await context.loaders.translations.load(push.id);
    return context.services.templateCheck.check(push, { missing: push.missing, translations });
  }
}

const pushOf = (pushId: string | null | undefined, push: PushInput | null | undefined): number | ServicePush => {
  if (push && pushId) throw badInput('push', 'Give either `push_id` or `push`, not both.');
  if (push) return toPushInput(push);
  if (!pushId) throw badInput('push_id', 'Give `push_id`, or `push` for an unsaved push.', 'REQUIRED');
  const id = databaseIdOf('Push', pushId);
  if (id === null) throw badInput('push_id', 'There is no such push.', 'NOT_FOUND');
  return id;
};

const toEstimate = ({ reasons, ...counts }: Estimated): AbortEstimate => ({
  ...counts,
  reasons: reasons.map(({ code, reason, devices }) => ({
    code: nameOfRuleCode(code),
    reason,
    deviceCount: devices,
  })),
});

const NAMES: FieldNames = {
  root: 'push',
  places: { ...filterPlaces('audience'), push_id: 'pushId', id: 'pushId', push: 'push' },
};
