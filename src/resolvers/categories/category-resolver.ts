import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Category } from '../../entities/category.js';
import type { Choice } from '../../ports/preferences.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import type { CategoryInput as ServiceInput } from '../../services/categories/category-rules.js';
import { CategoryInput, CategoryType, ChoiceEnum, categoryListing } from './category-types.js';

const CATEGORIES = defineMutations({
  type: 'Category',
  noun: 'category',
  field: 'category',
  output: () => CategoryType,
});

@Resolver(() => CategoryType)
export class CategoryResolver {
  @Reads<Category>('code')
  @FieldResolver(() => String, { description: 'Its name for apps, unique in the account.' })
  key(@Root() { code }: Category): string {
    return code;
  }

  @Reads<Category>('defaultChoice')
  @FieldResolver(() => ChoiceEnum, { description: 'What applies to everyone who has not chosen.' })
  default(@Root() { defaultChoice }: Category): Choice {
    return defaultChoice;
  }

  @Mutation(() => CATEGORIES.Payload, { description: 'Creates a category. Limited to 100 categories.' })
  categoryCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => CategoryInput, { description: 'The category.' }) input: CategoryInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { services, caller } = context;
    return CATEGORIES.create(context, { key, request: ['categoryCreate', input] }, () =>
      services.categories.create(caller, toInput(input)),
    );
  }

  @Mutation(() => CATEGORIES.Payload, {
    description:
      'Replaces a category. Choices stay. Runs that have begun keep the kind and the default with which they were planned.',
  })
  categoryUpdate(
    @Ctx() context: GraphContext,
    @IdArg('category') id: string,
    @Arg('input', () => CategoryInput, { description: 'The new category.' }) input: CategoryInput,
  ) {
    const { services, caller } = context;
    return CATEGORIES.change(context, { id }, (number) => services.categories.update(caller, number, toInput(input)));
  }
}

const toInput = ({ descriptions, androidChannel, ...input }: CategoryInput): ServiceInput => ({
  ...input,
  descriptions: descriptions ?? [],
  androidChannel: androidChannel || null,
});

CATEGORIES.addDeletion(CategoryResolver, 'categoryDelete', {
  description:
    'Deletes a category and, later, what people chose about it. Refused with CONFLICT while pushes use it. Irreversible.',
  work: ({ services, caller }, id) => services.categories.delete(caller, id),
});

addNodeQuery(CategoryResolver, 'category', { type: 'Category', noun: 'category', output: () => CategoryType });

categoryListing.addQuery(CategoryResolver, 'categories', { description: 'Your categories.' });
