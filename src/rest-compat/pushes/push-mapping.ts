import type { PushRecord } from '../../services/pushes/push-listing.js';
import type { PushInput } from '../../services/pushes/push-rules.js';
import { toSegment } from '../schedulers/scheduler-kinds.js';
import type { PushAnswer, PushBody } from './push-schemas.js';

/** docs/rules.md#push-record */
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

export const toPushInput = ({ default_lang, translations }: PushBody): PushInput => ({
  defaultLang: default_lang,
  translations: translations.map(({ language, title, text, image, icon, link }) => ({
    language,
    title,
    text,
    // Forms send an empty field for none.
    image: image || null,
    icon: icon || null,
    link: link || null,
  })),
});
