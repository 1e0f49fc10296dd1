/**
 * What a step of a trace says, by its code, which is for ever. Values whose names end in `At` are instants. The console
 * says the same in its languages (web/console/i18n/catalogue/traces.ts).
 */
export const TRACE_SENTENCES = {
  RUN_MISSED: 'The run was due at {dueAt} and was missed{because}.',
  RUN_CANCELLED: 'The run was cancelled{because}.',
  RUN_PAUSED: 'The run was due at {dueAt} and is paused by a user.',
  RUN_UNDER_WAY: 'The run was due at {dueAt} and is under way.',
  RUN_FINISHED: 'The run was due at {dueAt} and has finished.',
  RUN_WITHOUT_PUSH: 'The run was due at {dueAt} and had nothing to send: no active push was bound to its scheduler.',
  RUN_WITHOUT_APPLICATION:
    "The run was due at {dueAt} and had nothing to send: its scheduler's lists left no application.",
  RUN_WITHOUT_DEVICE: 'The run was due at {dueAt} and had nothing to send: its filters reached no device.',
  REGISTERED_IN_TIME: 'The device was registered at {registeredAt}, in time for the run.',
  REGISTERED_DURING_RUN: 'The device was registered at {registeredAt}, while the run was under way.',
  REGISTERED_AFTER_BEGIN: 'The device was registered at {registeredAt}, after the run had begun.',
  REGISTERED_AFTER_END: 'The device was registered at {registeredAt}, after the run had ended.',
  DELAY_RUNS: 'An event has started the delay of its scheduler, which ends at {dueAt}.',
  DELAY_HAD_STARTED: 'An event of the device had started the delay.',
  NO_EVENT: 'No event of the device led to a message in this hour, and no delay of its scheduler runs for it.',
  RETIRED_BEFORE: 'The device had been retired at {retiredAt}: {reason}.',
  RETIRED_SINCE: 'The device was active then, and was retired at {retiredAt}: {reason}.',
  DEVICE_ACTIVE: 'The device is active.',
  DEVICE_SILENT:
    'The device was not heard of since its application was archived; it counts again when its SDK is active.',
  APPLICATION_ARCHIVED: 'Its application is archived.',
  APPLICATION_NOT_OF_RUN: 'Its application, {app}, is not among those of the run.',
  APPLICATION_OF_RUN: 'Its application, {app}, is one of the run.',
  APPLICATION_PAUSED: 'Its application is paused, since its provider refuses it: {reason}.',
  FILTERS_UNKNOWN: 'Its scheduler has been deleted, so that its filters are not known any more.',
  BATCH_NONE: 'The device is in no batch of the run.',
  BATCH_BEING_CUT: 'The run is still being cut into batches.',
  BATCH_SENT: 'Batch {batch} has the device, and has come past it.',
  BATCH_PASSED_BY: 'Batch {batch} has the device, and has come past it without sending to it.',
  BATCH_CANCELLED: 'Batch {batch} was cancelled before it came to the device.',
  BATCH_TO_COME: 'Batch {batch} has the device, and has not come to it yet.',
  NO_PUSH: 'There is no active push to send.',
  LANGUAGE_OF_DEVICE: 'Push {push} is shown in {language}, the language of the device.',
  LANGUAGE_DEVICE_UNKNOWN:
    'Push {push} is shown in {language}, its default, since the language of the device is unknown.',
  LANGUAGE_NEAREST: 'Push {push} is shown in {language}, which is nearest to {wanted}.',
  LANGUAGE_DEFAULT: 'Push {push} is shown in {language}, its default, since it has no {wanted}.',
  LANGUAGE_INSTEAD: 'Push {push} is shown in {language}, which stands for {wanted}.',
  TRY_SENT: 'The provider of {app} took push {push}.',
  TRY_HELD:
    'Push {push} has not been handed over yet, since {reason}; it is looked at again at {dueAt}, or as soon as that push service takes a message.',
  TRY_AGAIN_AFTER_ONE: 'After one try ({reason}) push {push} waits for the next one at {dueAt}.',
  TRY_AGAIN: 'After {tries} tries ({reason}) push {push} waits for the next one at {dueAt}.',
  TRY_WAITING: 'Push {push} waits for another try.',
  TRY_INVALID_TOKEN: 'Push {push} was refused, since the token of the device is dead{because}.',
  TRY_FAILED: 'Push {push} was refused for good{because}.',
  TRY_EXPIRED: 'Push {push} was not sent before its time to live ended{because}.',
  TRY_CANCELLED: 'Push {push} was cancelled before it was sent{because}.',
  RECEIPT_NONE: 'The device has not said that push {push} was shown or clicked; not every platform lets it.',
  RECEIPT_DELIVERED: 'The device said that push {push} was delivered.',
  RECEIPT_CLICKED: 'The device said that push {push} was clicked.',
  HISTORY_DELETED:
    'What was recorded of the single messages of this run was deleted at {deletedAt}, past its retention: whether the device got one is not known any more.',
} as const;

/** What filters say, they say themselves. */
const FILTER_CODES = {
  FILTER_UNUSED: 'The run does not use this filter.',
  FILTER_PASSED: 'What the device has, `value` where that is one word, fits the filter.',
  FILTER_STOPPED: 'What the device has, `value` where that is one word, does not fit the filter.',
} as const;

export type SentenceCode = keyof typeof TRACE_SENTENCES;
export type FilterCode = keyof typeof FILTER_CODES;
export type TraceCode = SentenceCode | FilterCode;

const WORDS: Readonly<Record<TraceCode, string>> = { ...TRACE_SENTENCES, ...FILTER_CODES };

export const TRACE_CODES = Object.keys(WORDS) as readonly TraceCode[];

/** For the graph: its sentence, with the names of its values. */
export const describeCode = (code: TraceCode): string => WORDS[code].replaceAll(/\{(\w+)\}/g, '`$1`');

export type TraceValues = Readonly<Record<string, string | number>>;

export const sayStep = (code: SentenceCode, values: TraceValues): string =>
  TRACE_SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
