import { isQuietComplete } from '../settings/quiet-fields.js';
import { isLinkTemplate, isPicture, isPictureTemplate } from './addresses.js';
import { isBestHourWrong } from './best-hour-fields.js';
import { isExperimentWrong, lacksGoal } from './experiment-fields.js';
import { SETTING_LIST, type SettingName } from './fields/field-list.js';
import { isSettingValid, LABEL_MAX } from './fields/field-values.js';
import { areGoalsWrong } from './goal-fields.js';
import { LANGUAGE_CODES } from './languages.js';
import { countCharacters, countFixed, measure, type Provider, TEXT_MAX, TITLE_MAX } from './limits.js';
import { nextMoments } from './moments.js';
import type { AbortSample, TemplateCheck } from './personal/personal-context.js';
import { hasTemplates, mayAbort } from './personal/template-text.js';
import { isSpeedWrong } from './speed-fields.js';
import { type ComposerState, type Message, type MessageText, nameOf, type Step, textIn } from './state.js';

export type CheckId =
  | 'text'
  | 'tooLong'
  | 'addresses'
  | 'settings'
  | 'template'
  | 'values'
  | 'fits'
  | 'languages'
  | 'apps'
  | 'filters'
  | 'reach'
  | 'time'
  | 'event'
  | 'variants'
  | 'variantsGoal'
  | 'bestHour'
  | 'quietHours'
  | 'speed'
  | 'goals'
  | 'category'
  | 'aborted'
  | 'name';

export interface Check {
  readonly id: CheckId;
  /** `block` prevents sending, `warn` does not, and `open` is not known yet. */
  readonly result: 'good' | 'warn' | 'block' | 'open';
  /** The step that fixes it. */
  readonly step: Step;
  /** The texts that it concerns. */
  readonly places: readonly Place[];
  /** The settings that it concerns. */
  readonly settings?: readonly SettingName[];
  /** The categories of the messages, each once. */
  readonly categoryIds?: readonly (string | null)[];
  /** Devices of a sample that would not get a message. */
  readonly aborted?: AbortSample;
}

export interface Place {
  readonly language: string;
  /** The number of the message, from 1. Null if there is only one. */
  readonly message: number | null;
}

/** Facts from outside the composer. */
export interface Surroundings {
  readonly now: number;
  /** The providers of the selected applications. */
  readonly providers: readonly Provider[];
  /** The number of devices that it reaches. Null if not known yet. */
  readonly reached: number | null;
  /** The service rejects a campaign with these filters. */
  readonly areFiltersRefused: boolean;
  /** The audience by language. */
  readonly audience: readonly Speakers[];
  /** The mistakes in the Liquid of each message. */
  readonly templates: readonly TemplateCheck[];
  /** The devices of a sample that would not get a message. Null while they are not known. */
  readonly aborted: AbortSample | null;
  /** The ids of all categories. Null while they are not known. */
  readonly categories: ReadonlySet<string> | null;
}

export interface Speakers {
  readonly language?: string | null;
  readonly deviceCount: number;
}

/** Checks a campaign, in the order of the steps. */
export const checkCampaign = (state: ComposerState, around: Surroundings): readonly Check[] => {
  const { messages, when, audience } = state;
  const hasApps = audience.allApps || audience.appIds.length + audience.groupIds.length > 0;
  const nameLength = countCharacters(nameOf(state));
  const checks = [
    check('name', 'message', nameLength < 1 || nameLength > TITLE_MAX),
    ...checkTexts(messages, around),
    check('variants', 'message', isExperimentWrong(state.experiment, messages)),
    check('variantsGoal', 'when', lacksGoal(state.experiment, state.goals)),
    check('apps', 'audience', !hasApps),
    check('filters', 'audience', around.areFiltersRefused),
    ...(hasApps && !around.areFiltersRefused ? [checkReach(around), ...checkAborted(messages, around)] : []),
    when.kind === 'AFTER_EVENT'
      ? check('event', 'when', audience.events.length === 0)
      : check('time', 'when', nextMoments(when, around.now, 1).length === 0),
    check('bestHour', 'when', when.kind !== 'AFTER_EVENT' && isBestHourWrong(state.bestHour)),
    check('quietHours', 'when', !isQuietComplete(state.quiet)),
    check('speed', 'when', isSpeedWrong(state.speed, { isAfterEvent: when.kind === 'AFTER_EVENT' })),
    check('goals', 'when', areGoalsWrong(state.goals)),
  ];
  return checks.filter(({ id, result }) => result !== 'good' || SHOWN_WHEN_GOOD.has(id));
};

const check = (id: CheckId, step: Step, bad: readonly Place[] | boolean, grade: 'warn' | 'block' = 'block'): Check => {
  const places = typeof bad === 'boolean' ? [] : bad;
  return { id, step, result: bad === true || places.length > 0 ? grade : 'good', places };
};

const checkReach = ({ reached }: Surroundings): Check =>
  reached === null
    ? { id: 'reach', step: 'audience', result: 'open', places: [] }
    : check('reach', 'audience', reached === 0, 'warn');

/** Nothing for messages that everybody gets. */
const checkAborted = (messages: readonly Message[], { aborted }: Surroundings): readonly Check[] => {
  if (!messages.some(mayAbort)) return [];
  if (aborted === null) return [{ id: 'aborted', step: 'message', result: 'open', places: [] }];
  return [{ ...check('aborted', 'message', aborted.leftOut > 0, 'warn'), aborted }];
};

/** Checks the messages of a campaign. */
export const checkTexts = (
  messages: readonly Message[],
  {
    providers,
    audience,
    templates,
    categories,
  }: Pick<Surroundings, 'providers' | 'audience' | 'templates' | 'categories'>,
): readonly Check[] => {
  const inEach = (languagesOf: (message: Message) => readonly string[]): readonly Place[] =>
    messages.flatMap((message, index) =>
      languagesOf(message).map((language) => ({ language, message: messages.length > 1 ? index + 1 : null })),
    );
  const where = (isBad: (text: MessageText) => boolean) =>
    inEach(({ texts }) => texts.filter(isBad).map(({ language }) => language));
  const isEmpty = ({ title, text }: MessageText) => title.trim() === '' || text.trim() === '';
  const isTooLong = ({ title, subtitle, text }: MessageText) =>
    Math.max(countFixed(title), countFixed(subtitle)) > TITLE_MAX || countFixed(text) > TEXT_MAX;
  const isBadAddress = ({ image, icon, link }: MessageText) =>
    !isPictureTemplate(image) || !isPicture(icon) || !isLinkTemplate(link);
  const isTooLarge = (text: MessageText) => measure(text, providers).some(({ bytes, max }) => bytes > max);
  const tooLarge = inEach(({ texts, settings }) =>
    settings.truncate ? [] : texts.filter(isTooLarge).map(({ language }) => language),
  );
  return [
    check('text', 'message', where(isEmpty)),
    check('tooLong', 'message', where(isTooLong)),
    check('addresses', 'message', where(isBadAddress)),
    checkSettings(messages),
    ...checkTemplates(messages, templates),
    check('fits', 'message', tooLarge),
    check(
      'languages',
      'message',
      inEach((message) => missingLanguages(message, audience)),
      'warn',
    ),
    checkCategories(messages, categories),
  ];
};

/** A draft may have a category that was deleted since. */
const checkCategories = (messages: readonly Message[], known: ReadonlySet<string> | null): Check => {
  const categoryIds = [...new Set(messages.map(({ categoryId }) => categoryId))];
  const isGone = categoryIds.some((id) => id !== null && known?.has(id) === false);
  return { ...check('category', 'message', isGone), categoryIds };
};

/** Nothing for messages without Liquid. */
const checkTemplates = (messages: readonly Message[], templates: readonly TemplateCheck[]): readonly Check[] => {
  if (!messages.some(hasTemplates)) return [];
  const where = (severity: 'ERROR' | 'WARNING', isMeant: (message: Message) => boolean = () => true) =>
    messages.flatMap((message, index) => {
      const problems = isMeant(message) ? templates[index]?.filter((problem) => problem.severity === severity) : null;
      const languages = new Set(problems?.map(({ language }) => language ?? message.defaultLang));
      return [...languages].map((language) => ({ language, message: messages.length > 1 ? index + 1 : null }));
    });
  const wrong = where('ERROR');
  if (wrong.length === 0 && templates.includes(null)) {
    return [{ id: 'template', step: 'message', result: 'open', places: [] }];
  }
  // Messages that stop at a missing value have a check of their own.
  const lacking = where('WARNING', ({ settings }) => settings.missing !== 'ABORT');
  return [check('template', 'message', wrong), check('values', 'message', lacking, 'warn')];
};

const checkSettings = (messages: readonly Message[]): Check => {
  const wrong = SETTING_LIST.map(({ name }) => name).filter((name) =>
    messages.some(
      (message) => !isSettingValid(name, message.settings) || (name === 'buttons' && hasLongLabel(message)),
    ),
  );
  return { ...check('settings', 'message', wrong.length > 0), settings: wrong };
};

const hasLongLabel = ({ texts, settings: { buttons } }: Message): boolean =>
  texts.some(({ buttonLabels }) => (buttons ?? []).some(({ id }) => countFixed(buttonLabels[id] ?? '') > LABEL_MAX));

/** All other checks are hidden when they pass. */
const SHOWN_WHEN_GOOD: ReadonlySet<CheckId> = new Set([
  'text',
  'template',
  'fits',
  'category',
  'aborted',
  'reach',
  'time',
  'event',
]);

export const isBlocked = (checks: readonly Check[]): boolean => checks.some(({ result }) => result === 'block');

export const isStepDone = (checks: readonly Check[], step: Step): boolean =>
  !checks.some((check) => check.step === step && check.result === 'block');

/**
 * The languages of devices that no translation covers, by the whole tag or by its first part. Languages that a message
 * cannot be translated into are left out.
 */
export const missingLanguages = ({ texts }: Message, audience: readonly Speakers[]): readonly string[] => {
  const there = new Set(texts.map(({ language }) => canonicalOf(language)));
  const missing = audience.flatMap(({ language, deviceCount }) => {
    const [primary = ''] = (language ?? '').toLowerCase().split('-');
    const code = CODES.get(primary);
    return code === undefined || deviceCount === 0 || there.has(primary) ? [] : [code];
  });
  return [...new Set(missing)];
};

const canonicalOf = (code: string): string => Intl.getCanonicalLocales(code)[0] ?? code;

/** Devices report canonical codes: `tl` for `fil`. */
const CODES: ReadonlyMap<string, string> = new Map(LANGUAGE_CODES.map((code) => [canonicalOf(code), code]));

/** Whether each message has anything to show in its default language. */
export const hasMessages = ({ messages }: ComposerState): boolean =>
  messages.every((message) => {
    const { title, text } = textIn(message, message.defaultLang);
    return title.trim() !== '' && text.trim() !== '';
  });
