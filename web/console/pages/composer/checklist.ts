import { isLink, isPicture } from './addresses.js';
import { LANGUAGE_CODES } from './languages.js';
import { countCharacters, measure, type Provider, TEXT_MAX, TITLE_MAX } from './limits.js';
import { nextMoments } from './moments.js';
import { type ComposerState, type Message, type MessageText, nameOf, type Step, textIn } from './state.js';

export type CheckId =
  | 'text'
  | 'tooLong'
  | 'addresses'
  | 'fits'
  | 'languages'
  | 'apps'
  | 'filters'
  | 'reach'
  | 'time'
  | 'event'
  | 'name';

export interface Check {
  readonly id: CheckId;
  /** `block`: it cannot be sent like this; `warn`: it can, and one should know; `open`: that is not known. */
  readonly result: 'good' | 'warn' | 'block' | 'open';
  /** Where to mend it. */
  readonly step: Step;
  /** Which texts it is about. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly language: string;
  /** Which of several messages, from 1; null: there is only one. */
  readonly message: number | null;
}

/** What is known beside what was typed. */
export interface Surroundings {
  readonly now: number;
  /** Providers of the applications that it goes to. */
  readonly providers: readonly Provider[];
  /** How many devices it reaches; null: not known yet. */
  readonly reached: number | null;
  /** The service takes no campaign with these filters. */
  readonly areFiltersRefused: boolean;
  /** The audience by language: which ones lack a translation, and get the default one. */
  readonly audience: readonly Speakers[];
}

export interface Speakers {
  readonly language?: string | null;
  readonly deviceCount: number;
}

/** What is right and what is wrong with a campaign, in the order of the steps. */
export const checkCampaign = (state: ComposerState, around: Surroundings): readonly Check[] => {
  const { messages, when, audience } = state;
  const check = (
    id: CheckId,
    step: Step,
    bad: readonly Place[] | boolean,
    grade: 'warn' | 'block' = 'block',
  ): Check => {
    const isBad = typeof bad === 'boolean' ? bad : bad.length > 0;
    return { id, step, result: isBad ? grade : 'good', places: typeof bad === 'boolean' ? [] : bad };
  };
  const inEach = (languages: (message: Message) => readonly string[]): readonly Place[] =>
    messages.flatMap((message, index) =>
      languages(message).map((language) => ({ language, message: messages.length > 1 ? index + 1 : null })),
    );
  const languagesWhere = (isBad: (text: MessageText) => boolean) =>
    inEach(({ texts }) => texts.filter(isBad).map(({ language }) => language));
  const hasApps = audience.allApps || audience.appIds.length + audience.groupIds.length > 0;
  const reach: Check =
    around.reached === null
      ? { id: 'reach', step: 'audience', result: 'open', places: [] }
      : check('reach', 'audience', around.reached === 0, 'warn');
  const checks = [
    check('name', 'message', countCharacters(nameOf(state)) < 1 || countCharacters(nameOf(state)) > TITLE_MAX),
    check(
      'text',
      'message',
      languagesWhere(({ title, text }) => title.trim() === '' || text.trim() === ''),
    ),
    check(
      'tooLong',
      'message',
      languagesWhere(({ title, text }) => countCharacters(title) > TITLE_MAX || countCharacters(text) > TEXT_MAX),
    ),
    check(
      'addresses',
      'message',
      languagesWhere(({ image, icon, link }) => ![image, icon].every(isPicture) || !isLink(link)),
    ),
    check(
      'fits',
      'message',
      languagesWhere((text) => measure(text, around.providers).some(({ bytes, max }) => bytes > max)),
    ),
    check(
      'languages',
      'message',
      inEach((message) => missingLanguages(message, around.audience)),
      'warn',
    ),
    check('apps', 'audience', !hasApps),
    check('filters', 'audience', around.areFiltersRefused),
    ...(hasApps && !around.areFiltersRefused ? [reach] : []),
    ...(when.kind === 'AFTER_EVENT'
      ? [check('event', 'when', audience.events.length === 0)]
      : [check('time', 'when', nextMoments(when, around.now, 1).length === 0)]),
  ];
  return checks.filter(({ id, result }) => result !== 'good' || SHOWN_WHEN_GOOD.has(id));
};

/** That there is nothing wrong with the rest goes without saying. */
const SHOWN_WHEN_GOOD: ReadonlySet<CheckId> = new Set(['text', 'fits', 'reach', 'time', 'event']);

export const isBlocked = (checks: readonly Check[]): boolean => checks.some(({ result }) => result === 'block');

/** Whether a step has nothing that blocks. */
export const isStepDone = (checks: readonly Check[], step: Step): boolean =>
  !checks.some((check) => check.step === step && check.result === 'block');

/**
 * Languages of devices that no translation fits, neither by the whole tag nor by its first part, by the codes that a
 * message can have them by: of those without one there is nothing to mend.
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

/** By how devices have them: `tl` of `fil`. */
const CODES: ReadonlyMap<string, string> = new Map(LANGUAGE_CODES.map((code) => [canonicalOf(code), code]));

/** Whether each message has anything to show in its default language. */
export const hasMessages = ({ messages }: ComposerState): boolean =>
  messages.every((message) => {
    const { title, text } = textIn(message, message.defaultLang);
    return title.trim() !== '' && text.trim() !== '';
  });
