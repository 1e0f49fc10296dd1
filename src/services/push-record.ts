import { groupBy } from '../collections.js';
import type { Database } from '../database/database.js';
import { inList } from '../database/in-list.js';
import type { Push } from '../entities/push.js';
import type { PushTranslation } from '../entities/push-translation.js';
import type { SchedulerKind } from '../entities/scheduler.js';
import type { Condition } from './scheduler-conditions.js';

/** A push as get and list show it. */
export interface PushRecord {
  readonly push: Pick<Push, 'id' | 'defaultLang' | 'status' | 'archived' | 'schedulerId' | 'position'>;
  readonly translations: readonly Omit<PushTranslation, 'id' | 'pushId' | 'push'>[];
  /** Of the scheduler that it is bound to. */
  readonly schedulerKind: SchedulerKind | null;
}

/** Pushes with their translations in two statements. @param rest of the statement over `push p`: its WHERE and so on. */
export const selectPushRecords = async (database: Database, rest: Condition): Promise<PushRecord[]> => {
  const pushes = await database.query<PushRow>(
    `SELECT p.id, p.default_lang, p.status, p.archived, p.scheduler_id, p.position, s.kind
     FROM push p LEFT JOIN scheduler s ON s.id = p.scheduler_id ${rest.sql}`,
    rest.parameters,
  );
  if (pushes.length === 0) return [];
  const translations = await database.query<TranslationRow>(
    `SELECT push_id, language, title, text, image, icon, link FROM push_translation
     WHERE push_id IN ${inList(pushes)} ORDER BY id`,
    pushes.map((push) => push.id),
  );
  const translationsOf = groupBy(translations, (translation) => translation.push_id);
  return pushes.map((push) => toRecord(push, translationsOf.get(push.id) ?? []));
};

interface PushRow {
  readonly id: number;
  readonly default_lang: string;
  readonly status: number;
  readonly archived: number;
  readonly scheduler_id: number | null;
  readonly position: number;
  readonly kind: SchedulerKind | null;
}

type TranslationRow = PushRecord['translations'][number] & { readonly push_id: number };

const toRecord = (push: PushRow, translations: readonly TranslationRow[]): PushRecord => ({
  push: {
    id: push.id,
    defaultLang: push.default_lang,
    status: push.status,
    archived: Boolean(push.archived),
    schedulerId: push.scheduler_id,
    position: push.position,
  },
  translations,
  schedulerKind: push.kind,
});
