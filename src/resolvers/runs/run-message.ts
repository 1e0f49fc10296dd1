import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { App } from '../../entities/app.js';
import type { Category } from '../../entities/category.js';
import { Run } from '../../entities/run.js';
import type { RunPush, RunTarget } from '../../entities/run-snapshot.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { Costly } from '../../schema/limits/costly.js';
import { LanguageTagScalar } from '../../schema/scalars/scalars.js';
import { AppType } from '../apps/app-types.js';
import { CategoryType } from '../categories/category-types.js';
import { addOutputFields } from '../pushes/message-fields.js';
import { RunType } from './run-types.js';

export const RunTargetKindEnum = defineMappedEnum('RunTargetKind', 'How the devices of a message were selected.', {
  EXTERNAL_IDS: ['externalIds', 'By the external ids of their users.'],
  DEVICE_IDS: ['deviceIds', 'By their ids.'],
  TAG: ['tag', 'By a tag.'],
}) satisfies Record<string, RunTarget['kind']>;

@ObjectType('RunTarget', {
  simpleResolvers: true,
  description: 'Whom a message of `messageSend` is for. The devices were chosen when it was accepted.',
})
export class RunTargetType {
  @Field(() => RunTargetKindEnum, { description: 'How the devices were selected.' })
  readonly kind!: RunTarget['kind'];

  @Field(() => String, { nullable: true, description: 'The tag; null for any other kind.' })
  readonly tag!: string | null;

  @Field(() => Int, {
    description: 'Number of given users or devices with an active device; for a tag, number of its active devices.',
  })
  readonly matched!: number;

  @Field(() => Int, { description: 'Number of given users or devices without an active device.' })
  readonly unknown!: number;

  @Field(() => Int, { description: 'Number of devices that the message is for.' })
  readonly devices!: number;
}

@Resolver(() => RunTargetType)
export class RunTargetResolver {
  @Reads()
  @FieldResolver(() => [AppType], {
    nullable: true,
    description: 'The applications that the caller chose, without deleted ones; null for all.',
  })
  async apps(@Root() { appIds }: RunTarget, @Ctx() { loaders }: GraphContext): Promise<App[] | null> {
    if (appIds === null) return null;
    const apps = await Promise.all(appIds.map((id) => loaders.apps.load(id)));
    return apps.filter((app) => app !== null);
  }
}

@ObjectType('SentTranslation', { simpleResolvers: true, description: 'A sent message in one language.' })
export class SentTranslationType {
  @Field(() => LanguageTagScalar, { description: 'Language as a 2-letter code.' })
  readonly language!: string;
}

addOutputFields('translation', SentTranslationType);

@ObjectType('SentMessage', {
  simpleResolvers: true,
  description: 'A message as it was sent. Later changes of a push do not affect it.',
})
export class SentMessageType {
  @Field(() => LanguageTagScalar, { description: 'Language for devices whose own language has no translation.' })
  readonly defaultLang!: string;

  @Field(() => [SentTranslationType], { description: 'The message in each language.' })
  readonly translations!: RunPush['translations'];
}

addOutputFields('push', SentMessageType);

@Resolver(() => SentMessageType)
export class SentMessageResolver {
  @Reads()
  @FieldResolver(() => CategoryType, {
    nullable: true,
    description: 'Its category; null if it had none, or the category has been deleted.',
  })
  async category(@Root() { category }: RunPush, @Ctx() { loaders }: GraphContext): Promise<Category | null> {
    return category ? loaders.categories.load(category.id) : null;
  }
}

/** The fields that only a run without a scheduler has. */
@Resolver(() => RunType)
export class RunMessageResolver {
  @Reads<Run>('target')
  @FieldResolver(() => RunTargetType, {
    nullable: true,
    description: 'Whom the message is for, if it was sent at once with `messageSend`; null for a run of a scheduler.',
  })
  target(@Root() { target }: Run): RunTarget | null {
    return target;
  }

  @Costly(20)
  @Reads<Run>('id', 'target')
  @FieldResolver(() => SentMessageType, {
    nullable: true,
    description: 'The message as `messageSend` sent it, stored as a push or not; null for a run of a scheduler.',
  })
  async message(@Root() { id, target }: Run, @Ctx() { loaders }: GraphContext): Promise<RunPush | null> {
    return target === null ? null : loaders.runMessages.load(id);
  }
}
