import { countCharacters, measure, type Provider, TEXT_MAX, TITLE_MAX } from './limits.js';
import { nextMoments } from './moments.js';
import { type ComposerState, nameOf, type Step, textIn } from './state.js';

export type CheckId =
  | 'text'
  | 'tooLong'
  | 'addresses'
  | 'fits'
  | 'languages'
  | 'apps'
  | 'reach'
  | 'time'
  | 'event'
  | 'name';

export interface Check {
  readonly id: CheckId;
  /** `block`: it cannot be sent like this; `warn`: it can, and one should know. */
  readonly result: 'good' | 'warn' | 'block';
  /** Where to mend it. */
  readonly step: Step;
  /** What it is about, such as languages. */
  readonly details: readonly string[];
}

/** What is known beside what was typed. */
export interface Surroundings {
  readonly now: number;
  /** Providers of the applications that it goes to. */
  readonly providers: readonly Provider[];
  /** How many devices it reaches; null: not known yet. */
  readonly reached: number | null;
  /** Languages of the audience that have no translation, and get the default one. */
  readonly missingLanguages: readonly string[];
}

/** What is right and what is wrong with a campaign, in the order of the steps. */
export const checkCampaign = (state: ComposerState, around: Surroundings): readonly Check[] => {
  const { texts, when, audience } = state;
  const check = (
    id: CheckId,
    step: Step,
    bad: readonly string[] | boolean,
    grade: 'warn' | 'block' = 'block',
  ): Check => {
    const isBad = typeof bad === 'boolean' ? bad : bad.length > 0;
    return { id, step, result: isBad ? grade : 'good', details: typeof bad === 'boolean' ? [] : bad };
  };
  const languagesWhere = (isBad: (text: (typeof texts)[number]) => boolean) =>
    texts.filter(isBad).map(({ language }) => language);
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
    check('languages', 'message', around.missingLanguages, 'warn'),
    check('apps', 'audience', !audience.allApps && audience.appIds.length + audience.groupIds.length === 0),
    check('reach', 'audience', around.reached === 0, 'warn'),
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

/** Languages of devices that no translation fits, neither by the whole tag nor by its first part. */
export const missingLanguages = (
  state: ComposerState,
  audience: readonly { readonly language?: string | null; readonly deviceCount: number }[],
): readonly string[] => {
  const there = new Set(state.texts.map(({ language }) => language.toLowerCase()));
  const missing = audience.flatMap(({ language, deviceCount }) => {
    const [primary = ''] = (language ?? '').toLowerCase().split('-');
    return primary === '' || deviceCount === 0 || there.has(primary) ? [] : [primary];
  });
  return [...new Set(missing)];
};

const isPicture = (address: string): boolean => address === '' || /^https?:\/\/\S+$/i.test(address);

const isLink = (address: string): boolean =>
  address === '' || (/^[a-z][a-z0-9+.-]*:\S+$/i.test(address) && !/^(?:javascript|data):/i.test(address));

/** Whether the default language has anything to show. */
export const hasMessage = (state: ComposerState): boolean => {
  const { title, text } = textIn(state, state.defaultLang);
  return title.trim() !== '' && text.trim() !== '';
};
