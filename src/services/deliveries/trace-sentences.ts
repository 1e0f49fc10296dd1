import { DROP_OUTCOMES, RULE_CODES } from '../../delivery/judgement/index.js';
import { NO_PUSH } from '../../entities/push.js';

/**
 * The sentence of each trace step, by its permanent code. Values whose names end in `At` are instants. The console has
 * its own words (web/console/i18n/catalogue/traces.ts).
 */
export const TRACE_SENTENCES = {
  RUN_MISSED: 'The run was due at {dueAt} and was missed{because}.',
  RUN_CANCELLED: 'The run was cancelled{because}.',
  RUN_PAUSED: 'The run was due at {dueAt} and is paused by a user.',
  RUN_UNDER_WAY: 'The run was due at {dueAt} and is in progress.',
  RUN_FINISHED: 'The run was due at {dueAt} and has finished.',
  RUN_WITHOUT_PUSH: 'The run was due at {dueAt} and had nothing to send: no active push was bound to its scheduler.',
  RUN_WITHOUT_APPLICATION:
    "The run was due at {dueAt} and had nothing to send: its scheduler's lists left no application.",
  RUN_WITHOUT_DEVICE: 'The run was due at {dueAt} and had nothing to send: its filters reached no devices.',
  REGISTERED_IN_TIME: 'The device was registered at {registeredAt}, in time for the run.',
  REGISTERED_DURING_RUN: 'The device was registered at {registeredAt}, while the run was in progress.',
  REGISTERED_AFTER_BEGIN: 'The device was registered at {registeredAt}, after the run had begun.',
  REGISTERED_AFTER_END: 'The device was registered at {registeredAt}, after the run had ended.',
  DELAY_RUNS: 'An event has started the delay of its scheduler, which ends at {dueAt}.',
  DELAY_HAD_STARTED: 'An event on the device had started the delay.',
  NO_EVENT: 'No event on the device led to a message in this hour, and no delay is running for it.',
  RETIRED_BEFORE: 'The device had been retired at {retiredAt}: {reason}.',
  RETIRED_SINCE: 'The device was active then, and was retired at {retiredAt}: {reason}.',
  DEVICE_ACTIVE: 'The device is active.',
  DEVICE_SILENT:
    'The device has not been active since its application was archived; it counts again when its SDK is active.',
  APPLICATION_ARCHIVED: 'Its application is archived.',
  APPLICATION_NOT_OF_RUN: 'Its application, {app}, is not part of the run.',
  APPLICATION_OF_RUN: 'Its application, {app}, is part of the run.',
  APPLICATION_PAUSED: 'Its application is paused because its provider refuses it: {reason}.',
  TARGETED: 'The message was sent at once, and the device is one of its recipients.',
  NOT_TARGETED: 'The message was sent at once, to other devices.',
  FILTERS_UNKNOWN: 'Its scheduler has been deleted, so its filters are unknown.',
  BATCH_NONE: 'The device is not in any batch of the run.',
  BATCH_BEING_CUT: 'The run is still being cut into batches.',
  BATCH_SENT: 'Batch {batch} includes the device and has passed it.',
  BATCH_PASSED_BY: 'Batch {batch} includes the device and has passed it without sending to it.',
  BATCH_CANCELLED: 'Batch {batch} was cancelled before it reached the device.',
  BATCH_TO_COME: 'Batch {batch} includes the device and has not reached it yet.',
  BATCH_PACED:
    'Batch {batch} includes the device and has not reached it yet. The run sends at most {limit} messages in 60 seconds.',
  VARIANT_TESTED: 'The user gets variant {variant}, push {push}, in the test (place {place} of 1).',
  VARIANT_CONTROL: 'The user is in the control group ({share}) and gets no message (place {place} of 1).',
  VARIANT_WAITS: 'The user gets the winning variant, which is decided at {decideAt} (place {place} of 1).',
  VARIANT_AFTER_DECISION:
    'The user gets variant {variant}, push {push}, because the winner has been decided (place {place} of 1).',
  NO_PUSH: 'There is no active push to send.',
  LANGUAGE_OF_DEVICE: 'Push {push} is shown in {language}, the language of the device.',
  LANGUAGE_DEVICE_UNKNOWN:
    'Push {push} is shown in {language}, its default, because the language of the device is unknown.',
  LANGUAGE_NEAREST: 'Push {push} is shown in {language}, which is closest to {wanted}.',
  LANGUAGE_DEFAULT: 'Push {push} is shown in {language}, its default, because it has no translation for {wanted}.',
  LANGUAGE_INSTEAD: 'Push {push} is shown in {language}, which is used in place of {wanted}.',
  TRY_SENT: 'The provider of {app} accepted push {push}.',
  TRY_HELD:
    'Push {push} has not been sent yet ({reason}). The next attempt is at {dueAt}, or as soon as that push service accepts a message.',
  TRY_AGAIN_AFTER_ONE: 'After one attempt ({reason}), push {push} is waiting for the next one at {dueAt}.',
  TRY_AGAIN: 'After {tries} attempts ({reason}), push {push} is waiting for the next one at {dueAt}.',
  TRY_WAITING: 'Push {push} is waiting for another attempt.',
  TRY_INVALID_TOKEN: 'Push {push} was refused because the token of the device is no longer valid{because}.',
  TRY_FAILED: 'Push {push} was refused permanently{because}.',
  TRY_EXPIRED: 'Push {push} was not sent before its time to live ended{because}.',
  TRY_CANCELLED: 'Push {push} was cancelled before it was sent{because}.',
  RECEIPT_NONE: 'The device has not reported that push {push} was shown or clicked; not every platform can report it.',
  RECEIPT_DELIVERED: 'The device reported that push {push} was delivered.',
  RECEIPT_CLICKED: 'The device reported that push {push} was clicked.',
  RECEIPT_BUTTON_CLICKED: 'The device reported that button {button} of push {push} was clicked.',
  RECEIPT_DISMISSED: 'The device reported that push {push} was closed without a click.',
  HISTORY_DELETED:
    "The records of this run's messages were deleted at {deletedAt}, when their retention ended, so it is unknown whether the device got one.",
} as const;

/** Filters word their own steps. */
const FILTER_CODES = {
  FILTER_UNUSED: 'The run does not use this filter.',
  FILTER_PASSED: 'The device passes the filter. `value` is the value that the filter compared, if it is one word.',
  FILTER_STOPPED:
    'The device does not pass the filter. `value` is the value that the filter compared, if it is one word.',
  SEGMENT_STOPPED:
    'The device is not in a segment of the run, or is in an excluded one. `segment` is its name, `condition` the condition that decided, `path` its place in the tree, `value` what the device has, `holds` 1 if the device matches the condition, and `isExcluded` 1 if the segment is excluded.',
} as const;

/** Rules with their own codes or outcomes add these to the graph (src/delivery/judgement). */
const RULE_SENTENCES = {
  RULE_HELD: 'The rule {rule} holds push {push}, which is checked again at {dueAt}: {reason}.',
  RULE_DROPPED: 'The rule {rule} dropped push {push}{because}.',
  OPTED_OUT_BY_USER: 'Push {push} was dropped because its user had opted out of {category} at {chosenAt} ({source}).',
  OPTED_OUT_ON_DEVICE:
    'Push {push} was dropped because {category} had been turned off on the device at {chosenAt} ({source}).',
} as const;

const hasOwnRules = RULE_CODES.length + DROP_OUTCOMES.length > 0;

export type SentenceCode = keyof typeof TRACE_SENTENCES | keyof typeof RULE_SENTENCES;
export type FilterCode = keyof typeof FILTER_CODES;
export type TraceCode = SentenceCode | FilterCode;

const WORDS: Readonly<Record<TraceCode, string>> = { ...TRACE_SENTENCES, ...FILTER_CODES, ...RULE_SENTENCES };

export const TRACE_CODES = (Object.keys(WORDS) as readonly TraceCode[]).filter(
  (code) => hasOwnRules || !(code in RULE_SENTENCES),
);

/** Returns the sentence for the graph, with its values filled in. */
export const describeCode = (code: TraceCode): string => WORDS[code].replaceAll(/\{(\w+)\}/g, '`$1`');

export type TraceValues = Readonly<Record<string, string | number>>;

/** A message that is not stored as a push has no number. */
export const sayStep = (code: SentenceCode, values: TraceValues): string => {
  const words = WORDS[code];
  const named =
    values.push === NO_PUSH
      ? words.replaceAll('Push {push}', 'The message').replaceAll('push {push}', 'the message')
      : words;
  return named.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
};
