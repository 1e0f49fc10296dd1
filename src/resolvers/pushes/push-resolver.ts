import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Category } from '../../entities/category.js';
import { Push } from '../../entities/push.js';
import type { PushTranslation } from '../../entities/push-translation.js';
import { Scheduler } from '../../entities/scheduler.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { CategoryType } from '../categories/category-types.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { pushListing } from './push-listing.js';
import { PushType, TranslationType } from './push-types.js';

@Resolver(() => PushType)
export class PushResolver {
  @Reads<Push>('status')
  @FieldResolver(() => Boolean, { description: 'True if active. Deactivated pushes are not sent.' })
  active(@Root() push: Push): boolean {
    return push.status === 1;
  }

  @Costly(20)
  @Reads<Push>('id')
  @FieldResolver(() => [TranslationType], { description: 'The message in each language.' })
  translations(@Root() push: Push, @Ctx() context: GraphContext): Promise<PushTranslation[]> {
    return context.loaders.translations.load(push.id);
  }

  @Reads<Push>('categoryId')
  @FieldResolver(() => CategoryType, {
    nullable: true,
    description: 'The category, which people can turn off; null: the push counts as `MARKETING`.',
  })
  async category(@Root() { categoryId }: Push, @Ctx() context: GraphContext): Promise<Category | null> {
    return categoryId === null ? null : context.loaders.categories.load(categoryId);
  }

  @Reads<Push>('schedulerId')
  @FieldResolver(() => SchedulerType, {
    nullable: true,
    description: 'The scheduler that sends the push; null if it is not bound to one.',
  })
  async scheduler(@Root() push: Push, @Ctx() context: GraphContext): Promise<Scheduler | null> {
    return push.schedulerId === null ? null : context.loaders.schedulers.load(push.schedulerId);
  }
}

addNodeQuery(PushResolver, 'push', { type: 'Push', noun: 'push', output: () => PushType });

pushListing.addQuery(PushResolver, 'pushes', { description: 'Your pushes.' });
