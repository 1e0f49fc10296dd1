import type { EntityManager } from 'typeorm';
import { TranslationTable } from '../../content/choose-translation.js';
import { Push } from '../../entities/push.js';
import type { RunPush } from '../../entities/run-snapshot.js';

/** Active pushes bound to the scheduler, in the order in which they were bound (docs/rules.md#send-order). */
export const loadPushes = async (manager: EntityManager, schedulerId: number): Promise<RunPush[]> => {
  const pushes = await manager.find(Push, {
    where: { schedulerId, status: 1, archived: false },
    relations: { translations: true },
    order: { position: 'ASC', id: 'ASC' },
  });
  return pushes.map(({ id, defaultLang, translations }) => ({
    id,
    defaultLang,
    translations: translations.map(({ language, title, text, image, icon, link }) => ({
      language,
      title,
      text,
      image,
      icon,
      link,
    })),
  }));
};

/** A push ready to be rendered for many devices. */
export interface PreparedPush {
  readonly id: number;
  readonly table: TranslationTable;
}

export const preparePush = (push: RunPush): PreparedPush => ({
  id: push.id,
  table: new TranslationTable(push.translations, push.defaultLang),
});
