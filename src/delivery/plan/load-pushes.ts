import type { EntityManager } from 'typeorm';
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
