import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Category } from '../../entities/category.js';
import type { Choice } from '../../ports/preferences.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
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
}

CATEGORIES.addCreation(CategoryResolver, 'categoryCreate', {
  description: 'Creates a category. Limited to 100 categories.',
  Input: CategoryInput,
  work: ({ services, caller }, input) => services.categories.create(caller, toInput(input)),
});

CATEGORIES.addUpdate(CategoryResolver, 'categoryUpdate', {
  description:
    'Replaces a category. Choices stay. Runs that have begun keep the kind and the default with which they were planned.',
  Input: CategoryInput,
  work: ({ services, caller }, id, input) => services.categories.update(caller, id, toInput(input)),
});

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
