import type { Language } from '../messages.js';
import { apps } from './apps.js';
import { audit } from './audit.js';
import { calendar } from './calendar.js';
import { campaigns } from './campaigns.js';
import { common } from './common.js';
import { composer } from './composer.js';
import { devices } from './devices.js';
import { goals } from './goals.js';
import { messageFields } from './message-fields.js';
import { messageSend } from './message-send.js';
import { messageTools } from './message-tools.js';
import { overview } from './overview.js';
import { people } from './people.js';
import { personal } from './personal.js';
import { reasons } from './reasons.js';
import { refusals } from './refusals.js';
import { reports } from './reports.js';
import { runs } from './runs.js';
import { segments } from './segments.js';
import { session } from './session.js';
import { settings } from './settings.js';
import { tags } from './tags.js';
import { timing } from './timing.js';
import { traces } from './traces.js';
import { variants } from './variants.js';
import { webhooks } from './webhooks.js';

/** The messages of the shell and the overview, and of pages that share theirs. */
export const FIRST = {
  ...apps,
  ...campaigns,
  ...common,
  ...devices,
  ...overview,
  ...reasons,
  ...refusals,
  ...runs,
  ...session,
  ...tags,
};

/** The messages of all other pages. The first page other than the overview loads them, to keep the first load small. */
export const LATER = {
  ...audit,
  ...calendar,
  ...composer,
  ...goals,
  ...messageFields,
  ...messageSend,
  ...messageTools,
  ...people,
  ...personal,
  ...reports,
  ...segments,
  ...settings,
  ...timing,
  ...traces,
  ...variants,
  ...webhooks,
};

/** Every message of the console. A message that lacks a language does not compile. */
export const CATALOGUE = { ...FIRST, ...LATER };

export type MessageKey = keyof typeof CATALOGUE;

/** The values of the placeholders in a message. */
export type Values = Readonly<Record<string, string | number>>;

/** Returns a message in the language of the page. */
export type Translate = (key: MessageKey, values?: Values) => string;

/** Each of the messages in one language. */
export const inLanguage = <Key extends MessageKey>(
  messages: Readonly<Record<Key, Readonly<Record<Language, string>>>>,
  language: Language,
) =>
  Object.fromEntries(Object.keys(messages).map((key) => [key, messages[key as Key][language]])) as Record<Key, string>;
