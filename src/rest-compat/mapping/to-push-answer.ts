import type { PushRecord } from '../../services/push-record.js';
import { toSegment } from '../scheduler-segment.js';
import type { PushAnswer } from '../schemas/push-schemas.js';

/** Decision 25. */
export const toPushAnswer = ({ push, translations, schedulerKind }: PushRecord): PushAnswer => ({
  id: push.id,
  default_lang: push.defaultLang,
  status: push.status,
  archived: push.archived,
  sched_id: push.schedulerId,
  sched_type: schedulerKind && toSegment(schedulerKind),
  translations: translations.map(({ language, title, text, image, icon, link }) => ({
    language,
    title,
    text,
    image,
    icon,
    link,
  })),
});
