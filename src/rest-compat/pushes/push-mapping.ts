import { fieldsOf, restFieldsOf } from '../../ports/message-fields.js';
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
  translations: translations.map((translation) => ({ language: translation.language, ...restFieldsOf(translation) })),
});

/** Forms send an empty text for a field that is not set. A field that REST does not have is unknown to it, and null. */
export const toPushInput = ({ default_lang, translations }: PushBody): PushInput => ({
  defaultLang: default_lang,
  ...fieldsOf('push', {}),
  translations: translations.map(({ language, ...given }) => ({
    language,
    ...fieldsOf('translation', restFieldsOf(given)),
  })),
});
