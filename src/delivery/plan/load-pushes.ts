import type { EntityManager } from 'typeorm';
import { inCategory, loadCategories } from '../../catalogue/push-categories.js';
import { type CompileTemplate, PushContent } from '../../content/push-content.js';
import type { Category } from '../../entities/category.js';
import { Push } from '../../entities/push.js';
import type { RunPush } from '../../entities/run-snapshot.js';
import { type FieldsOf, fieldsOf, type GivenFields, type GivenTranslation } from '../../ports/message-fields.js';
import type { PreparedPush } from '../judgement/pair.js';
import type { DefaultsByApp } from './run-defaults.js';

/** Active pushes bound to the scheduler, in the order in which they were bound (docs/rules.md#send-order). */
export const loadPushes = async (manager: EntityManager, schedulerId: number): Promise<RunPush[]> => {
  const pushes = await manager.find(Push, {
    where: { schedulerId, status: 1, archived: false },
    relations: { translations: true },
    order: { position: 'ASC', id: 'ASC' },
  });
  const categories = await loadCategories(manager, pushes);
  return pushes.map((push) => toRunPush(push, categories.get(push.categoryId ?? 0) ?? null));
};

interface Given extends GivenFields<FieldsOf<'push'>> {
  readonly id: number;
  readonly defaultLang: string;
  readonly translations: readonly GivenTranslation[];
}

/** The contents of a push, for the snapshot of a run. */
export const toRunPush = ({ id, defaultLang, translations, ...push }: Given, category: Category | null): RunPush =>
  inCategory(
    {
      id,
      defaultLang,
      ...fieldsOf('push', push),
      translations: translations.map(({ language, ...given }) => ({ language, ...fieldsOf('translation', given) })),
    },
    category,
  );

interface Preparing {
  readonly compile: CompileTemplate | undefined;
  /** The name of the scheduler; null: the run has none. */
  readonly runName: string | null;
  /** See `PreparedPush`. */
  readonly defaults?: DefaultsByApp | undefined;
}

export const preparePush = (push: RunPush, { compile, runName, defaults }: Preparing): PreparedPush => ({
  id: push.id,
  content: new PushContent(push, compile),
  category: push.category ?? null,
  runName,
  defaults,
});
