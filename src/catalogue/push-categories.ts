import { type EntityManager, In } from 'typeorm';
import { Category } from '../entities/category.js';
import type { RunCategory } from '../ports/preferences.js';

type Named = Pick<Category, 'id' | 'code' | 'kind' | 'defaultChoice' | 'androidChannel'>;

interface Categorised {
  readonly userId: number;
  readonly categoryId: number | null;
}

/** The categories of pushes, by id. An account has few. */
export const loadCategories = async (
  manager: EntityManager,
  pushes: readonly Categorised[],
): Promise<ReadonlyMap<number, Category>> => {
  const [first] = pushes;
  const ids = [...new Set(pushes.flatMap(({ categoryId }) => categoryId ?? []))];
  if (first === undefined || ids.length === 0) return new Map();
  const found = await manager.findBy(Category, { id: In(ids), userId: first.userId });
  return new Map(found.map((category) => [category.id, category]));
};

/** A push has its own notification channel, or that of its category. */
export const inCategory = <Push extends { readonly channel?: string | null }>(
  push: Push,
  category: Named | null,
): Push & { readonly category: RunCategory | null } => ({
  ...push,
  ...(category?.androidChannel ? { channel: push.channel ?? category.androidChannel } : {}),
  category: category && toRunCategory(category),
});

const toRunCategory = ({ id, code, kind, defaultChoice }: Named): RunCategory => ({
  id,
  key: code,
  kind,
  default: defaultChoice,
});
