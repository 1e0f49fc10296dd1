import type { MessageKey, Translate } from '../../../i18n/catalogue/index.js';
import type { Formats } from '../../../i18n/formats.js';
import { readDelay } from '../delay.js';
import { SETTING_LIST, type SettingKind, type SettingName } from './field-list.js';
import { PASSTHROUGH_PARTS, type Settings, type SettingValues } from './field-values.js';

interface Words {
  readonly t: Translate;
  readonly format: Formats;
}

/** Lists the settings, such as "Sound: none · 2 buttons · Priority: high". Empty if nothing is. */
export const summaryOf = (names: readonly SettingName[], settings: Settings, words: Words): string =>
  SETTING_LIST.filter(({ name }) => names.includes(name) && settings[name] !== null)
    .map(({ name, kind }) => say(name, kind, settings[name] as never, words))
    .join(' · ');

const say = <Kind extends SettingKind>(
  name: SettingName,
  kind: Kind,
  value: SettingValues[Kind],
  words: Words,
): string => {
  const { t } = words;
  const said = VALUES[kind](value, words, name);
  return kind === 'buttons' ? said : t('settings.summary', { name: t(`setting.${name}`), value: said });
};

const VALUES: {
  readonly [Kind in SettingKind]: (value: SettingValues[Kind], words: Words, name: SettingName) => string;
} = {
  text: (text) => text,
  key: (key) => key,
  color: (color) => color,
  percent: (percent) => percent,
  choice: (choice, { t }, name) => t(`setting.${name}.${choice}` as MessageKey).toLocaleLowerCase(),
  delay: (delay, { t, format }) => format.delay(readDelay(delay)) || t('setting.timeToLive.once').toLocaleLowerCase(),
  flag: (flag, { t }) => t(flag ? 'settings.on' : 'settings.off').toLocaleLowerCase(),
  map: (rows, { t }) => t('setting.data.summary', { count: rows.length }),
  sound: ({ kind, file }, { t }) => (kind === 'file' ? file : t(`setting.sound.${kind}`).toLocaleLowerCase()),
  badge: ({ kind, number }, { t }) => t('setting.badge.summary', { kind, number }),
  buttons: (buttons, { t }) => t('setting.buttons.summary', { count: buttons.length }),
  passthrough: (value, { t, format }) =>
    format.list(
      PASSTHROUGH_PARTS.filter((part) => value[part].trim() !== '').map((part) => t(`setting.passthrough.${part}`)),
    ),
};
