import type { Language } from '../messages.js';
import { apps } from './apps.js';
import { audit } from './audit.js';
import { calendar } from './calendar.js';
import { campaigns } from './campaigns.js';
import { common } from './common.js';
import { composer } from './composer.js';
import { devices } from './devices.js';
import { overview } from './overview.js';
import { reasons } from './reasons.js';
import { refusals } from './refusals.js';
import { runs } from './runs.js';
import { session } from './session.js';
import { settings } from './settings.js';
import { tags } from './tags.js';
import { traces } from './traces.js';

/** Every message of the console. A message without one of the languages does not compile. */
export const CATALOGUE = {
  ...apps,
  ...audit,
  ...calendar,
  ...campaigns,
  ...common,
  ...composer,
  ...devices,
  ...overview,
  ...reasons,
  ...refusals,
  ...runs,
  ...session,
  ...settings,
  ...tags,
  ...traces,
};

export type MessageKey = keyof typeof CATALOGUE;

/** What is filled into a message. */
export type Values = Readonly<Record<string, string | number>>;

/** The words of a message in the language of the page. */
export type Translate = (key: MessageKey, values?: Values) => string;

/** Every message in one language. */
export type Words = Readonly<Record<MessageKey, string>>;

export const inLanguage = (language: Language): Words =>
  Object.fromEntries(Object.entries(CATALOGUE).map(([key, message]) => [key, message[language]])) as Words;
